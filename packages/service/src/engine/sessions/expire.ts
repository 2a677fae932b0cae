import { transaction } from '../../store/connect/transaction.ts';
import { findExpired, releaseHolds } from '../../store/sessions/due.ts';
import { lockIdleSessions } from '../../store/sessions/load.ts';
import { type Effects, moveSession, noEffects } from '../credits/effects.ts';
import { writeMoves } from '../credits/write.ts';
import type { Services } from '../services.ts';

/**
 * One step of the sweeper: expires sessions whose expiry plus grace has passed without a confirmed payment,
 * and ends quarantines that are over. Expiry makes no ledger entry (spec). Any number of processes may do it
 * at once; a session that another transaction is working on waits for the next step.
 * @param limit most sessions and most holds in this step
 */
export async function expireSessions(
  services: Services,
  { limit }: { limit: number },
): Promise<{ expired: number; released: number }> {
  const now = services.now();
  const due = await findExpired(services.pool, now, limit);
  const expired = await expireDue(services, due);
  const released = await releaseHolds(services.pool, now, limit);
  return { expired, released: released.length };
}

/**
 * Expires those of the sessions that still await payment. Whether they are due is the caller's finding: a
 * due time never moves back.
 * @returns how many expired
 */
export async function expireDue(services: Services, due: { session_id: string }[]): Promise<number> {
  if (due.length === 0) return 0;
  const now = services.now();
  const expired = await transaction(services.pool, async (client) => {
    const effects: Effects = noEffects();
    for (const session of await lockIdleSessions(client, due)) {
      moveSession(services, effects, session, 'expiry', null, now);
    }
    await writeMoves(services, client, effects, now);
    return effects.moves.length;
  });
  if (expired > 0) services.onEvents();
  return expired;
}
