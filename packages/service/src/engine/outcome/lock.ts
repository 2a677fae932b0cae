import type { PoolClient } from 'pg';
import type { PaymentSession } from '../../domain/session/session.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { lockSessions } from '../../store/sessions/sessions.ts';
import { lockCredits, type WaitingCredit } from '../../store/suspense/credits.ts';
import { lockTransactions } from '../../store/transactions/transactions.ts';

/** What a batch of decisions may move, under lock, by id. What does not exist is absent. */
export type Subjects = {
  sessions: Map<string, PaymentSession>;
  transactions: Map<string, Transaction>;
  credits: Map<string, WaitingCredit>;
};

/**
 * The one order of locks, so that no two batches wait for each other in a circle: sessions, then transactions,
 * then credits, each in order of id; after them what staff have proposed. Holds come last: a hold changes only
 * under its owner's lock. Whoever skips what is locked (the sweeper) may begin anywhere.
 */
export async function lockSubjects(
  client: PoolClient,
  ids: {
    session_ids?: readonly string[];
    transaction_ids?: readonly string[];
    credit_ids?: readonly string[];
  },
): Promise<Subjects> {
  // Issued together, and run one after the other in this order.
  const [sessions, transactions, credits] = await Promise.all([
    lockSessions(client, distinct(ids.session_ids)),
    lockTransactions(client, distinct(ids.transaction_ids)),
    lockCredits(client, distinct(ids.credit_ids)),
  ]);
  return { sessions: byId(sessions), transactions: byId(transactions), credits: byId(credits) };
}

/** Each of these ids once, in the order in which they come first. */
export const distinct = (ids: readonly string[] = []): string[] => [...new Set(ids)];
const byId = <Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));
