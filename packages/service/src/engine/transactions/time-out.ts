import { later, SECOND_MS } from '../../domain/time.ts';
import { findOverdue } from '../../store/transactions/due.ts';
import { lapseTransactions } from '../outcome/lapse.ts';
import type { Services } from '../services.ts';

/**
 * One step of the sweeper: times out transactions whose expiry plus grace has passed without a proof, whatever
 * their rail says meanwhile; a proof that comes later opens a review. Any number of processes may do it at
 * once.
 * @returns how many timed out
 */
export async function timeOutTransactions(services: Services, { limit }: { limit: number }): Promise<number> {
  const until = later(services.now(), -services.policy.grace_seconds * SECOND_MS);
  const due = await findOverdue(services.pool, { expired_by: until, limit });
  return lapseTransactions(
    services,
    due.map(({ id }) => id),
  );
}
