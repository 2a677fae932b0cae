import { isOpen } from '../../domain/transaction/transaction.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { lockIdleSessions } from '../../store/sessions/sessions.ts';
import { lockIdleTransactions } from '../../store/transactions/transactions.ts';
import type { Services } from '../services.ts';
import { moveSession, moveTransaction, noOutcome } from './outcome.ts';
import { writeOutcome } from './write.ts';

/**
 * Expires those of the sessions that still await payment; one whose payment was told of and never proven goes to review
 * instead. That they are due is what the caller has found; it needs no second look, since a due time never moves back.
 * @returns how many ended
 */
export async function lapseSessions(
  services: Services,
  due: readonly { session_id: string; is_unproven: boolean }[],
): Promise<number> {
  if (due.length === 0) return 0;
  const now = services.now();
  const ids = due.map(({ session_id }) => session_id);
  const unproven = new Set(due.flatMap((one) => (one.is_unproven ? [one.session_id] : [])));
  const expired = await atomically(services.pool, async (client) => {
    const outcome = noOutcome();
    for (const session of await lockIdleSessions(client, ids))
      if (unproven.has(session.id))
        moveSession(services, outcome, session, 'doubtful_credit', 'unproven', now);
      else moveSession(services, outcome, session, 'expiry', null, now);
    await writeOutcome(services, client, outcome, now);
    return outcome.sessions.length;
  });
  if (expired > 0) services.onEvents();
  return expired;
}

/**
 * Times out those of the transactions that are still open; one that another transaction of the database has locked is left
 * for the next time. That their time is up is what the caller has found. @returns how many timed out
 */
export async function lapseTransactions(services: Services, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const now = services.now();
  const moved = await atomically(services.pool, async (client) => {
    const outcome = noOutcome();
    const rows = await lockIdleTransactions(client, ids);
    for (const row of rows.filter(({ status }) => isOpen(status)))
      moveTransaction(services, outcome, row, 'timeout', now);
    await writeOutcome(services, client, outcome, now);
    return outcome.transactions.length;
  });
  if (moved > 0) services.onEvents();
  return moved;
}
