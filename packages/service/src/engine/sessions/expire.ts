import { atomically } from '../../store/connect/atomically.ts';
import { findExpired, isAnyDue } from '../../store/sessions/due.ts';
import {
  leaveHeldPlaces,
  lockReleasable,
  lockSpentHosts,
  releaseHolds,
} from '../../store/sessions/release.ts';
import { recordsJson } from '../../store/statement.ts';
import { hearDueFeeds } from '../feeds.ts';
import { lapseSessions, lapseTransactions } from '../outcome/lapse.ts';
import type { Services } from '../services.ts';

/**
 * One step of the sweeper: expires sessions, and times out transactions that hold a number, whose expiry plus
 * grace has passed without a confirmed payment (in live, once their number's feed has been heard whole past their
 * expiry, or a day later), and ends quarantines that are over. Expiry moves no money, so it makes no ledger entry. Any
 * number of processes may do it at once; a session that another transaction is working on waits for the next step.
 * @param limit most sessions and most holds in this step
 */
export async function expireSessions(
  services: Services,
  { limit }: { limit: number },
): Promise<{ expired: number; released: number }> {
  const now = services.now();
  const due = await dueNow(services, now, limit);
  const owned = Map.groupBy(due, ({ owner_kind }) => owner_kind);
  const sessions = (owned.get('session') ?? []).map(({ owner_id, is_unproven }) => ({
    session_id: owner_id,
    is_unproven,
  }));
  const transactions = (owned.get('transaction') ?? []).map(({ owner_id }) => owner_id);
  // What can't be ended keeps no number from those that wait for it.
  const [ended, timed_out] = await Promise.allSettled([
    lapseSessions(services, sessions),
    lapseTransactions(services, transactions),
  ]);
  const released = await releaseDue(services, now, limit);
  if (ended.status === 'rejected') throw ended.reason;
  if (timed_out.status === 'rejected') throw timed_out.reason;
  return { expired: ended.value + timed_out.value, released };
}

/**
 * Ends quarantines that are over.
 * @returns how many
 */
function releaseDue({ pool }: Services, now: Date, limit: number): Promise<number> {
  return atomically(pool, async (client) => {
    const holds = await releaseHolds(client, await lockReleasable(client, { now, limit }));
    const spent = await lockSpentHosts(client, { now, limit });
    await leaveHeldPlaces(
      client,
      spent.map(({ owner_id }) => owner_id),
    );
    return holds.length;
  });
}

async function dueNow(services: Services, now: Date, limit: number): ReturnType<typeof findExpired> {
  const [open] = await isAnyDue(services.pool, { now });
  if (open?.is_due !== true) return [];
  const heard = recordsJson(await hearDueFeeds(services, now));
  return findExpired(services.pool, { now, limit, heard, grace_seconds: services.policy.grace_seconds });
}
