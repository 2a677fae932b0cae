import { isOpenStatus } from '../../domain/transaction/transaction.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { lockIdleSessions } from '../../store/sessions/sessions.ts';
import { lockIdleTransactions } from '../../store/transactions/transactions.ts';
import { allApart } from '../apart.ts';
import type { Services } from '../services.ts';
import { moveSession, moveTransaction, noOutcome } from './outcome.ts';
import { writeOutcome } from './write.ts';

type DueSession = { session_id: string; is_unproven: boolean };

/**
 * Expires those of the sessions that still await payment; one whose payment was told of and never proven goes to review
 * instead. That they are due is what the caller has found; it needs no second look, since a due time never moves back. One that
 * can't be ended keeps no other from ending.
 * @returns how many ended
 */
export async function lapseSessions(services: Services, due: readonly DueSession[]): Promise<number> {
  const ended = await allApart(due, (some) => lapseTogether(services, some));
  return ended.filter(Boolean).length;
}

/** @returns of each whether it ended */
async function lapseTogether(services: Services, due: readonly DueSession[]): Promise<boolean[]> {
  const now = services.now();
  const ids = due.map(({ session_id }) => session_id);
  const unproven = new Set(due.flatMap((one) => (one.is_unproven ? [one.session_id] : [])));
  const ended = await atomically(services.pool, async (client) => {
    const outcome = noOutcome();
    for (const session of await lockIdleSessions(client, ids))
      if (unproven.has(session.id))
        moveSession(services, outcome, session, 'doubtful_credit', 'unproven', now);
      else moveSession(services, outcome, session, 'expiry', null, now);
    await writeOutcome(services, client, outcome, now);
    return new Set(outcome.sessions.map(({ session_id }) => session_id));
  });
  if (ended.size > 0) services.onEvents();
  return ids.map((id) => ended.has(id));
}

/**
 * Times out those of the transactions that are still open; one that another transaction of the database has locked is left
 * for the next time. That their time is up is what the caller has found. One that can't be ended keeps no other from ending.
 * @returns how many timed out
 */
export async function lapseTransactions(services: Services, ids: readonly string[]): Promise<number> {
  const ended = await allApart(ids, (some) => timeOutTogether(services, some));
  return ended.filter(Boolean).length;
}

/** @returns of each whether it timed out */
async function timeOutTogether(services: Services, ids: readonly string[]): Promise<boolean[]> {
  const now = services.now();
  const ended = await atomically(services.pool, async (client) => {
    const outcome = noOutcome();
    const rows = await lockIdleTransactions(client, ids);
    for (const row of rows.filter(({ status }) => isOpenStatus(status)))
      moveTransaction(services, outcome, row, 'timeout', now);
    await writeOutcome(services, client, outcome, now);
    return new Set(outcome.transactions.map(({ transaction_id }) => transaction_id));
  });
  if (ended.size > 0) services.onEvents();
  return ids.map((id) => ended.has(id));
}
