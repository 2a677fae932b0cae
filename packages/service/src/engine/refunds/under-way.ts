import { FIRST_PLACE, type WaitingPlace } from '../../domain/desk/waiting.ts';
import type { Caller } from '../../domain/session/commands.ts';
import { loadRefundable } from '../../store/refunds/refunds.ts';
import { type ListedRefund, listOpenRefunds, listWaitingRefunds } from '../../store/refunds/sending.ts';
import { loadSessionsById } from '../../store/sessions/sessions.ts';
import type { Database } from '../../store/statement.ts';
import { loadTransactionsById } from '../../store/transactions/transactions.ts';
import { payersSaidAnew } from '../book/read-again.ts';
import type { Services } from '../services.ts';
import { payeeNow, readdress } from './payees.ts';
import { findShort, ownerOf } from './unsure.ts';

/**
 * A refund. `to_phone_now`: to whom it goes as its words are read now; another than `to_phone` where one may have left to that already.
 * `is_payer_unread`: people no longer stand by the wording that named its payer, and none that is confirmed reads it, so it waits.
 */
export type RefundUnderWay = ListedRefund & { to_phone_now: string | null; is_payer_unread: boolean };

async function withPayers(
  services: Services,
  database: Database,
  rows: readonly ListedRefund[],
): Promise<RefundUnderWay[]> {
  const waiting = rows.filter(({ state, via }) => state === 'PENDING' && via === 'sim');
  const paid = await loadRefundable(database, [...new Set(waiting.map(({ payment_id }) => payment_id))]);
  const payments = new Map(paid.map((row) => [row.payment_id, row]));
  const anew = await payersSaidAnew(services, database, paid);
  return rows.map((row) => {
    const is_waiting = row.state === 'PENDING' && row.via === 'sim';
    const payment = is_waiting ? payments.get(row.payment_id) : undefined;
    const is_payer_unread = anew.get(payment?.credit_id ?? '')?.is_read === false;
    return { ...row, to_phone_now: payeeNow(row, payment, anew), is_payer_unread };
  });
}

/** What staff have to send, what is on its way, and what nobody can prove yet: live ones, the oldest first, from a place on. */
export async function listRefundsUnderWay(
  services: Services,
  { limit, after = null }: { limit: number; after?: WaitingPlace | null },
): Promise<{ rows: RefundUnderWay[]; next: WaitingPlace | null }> {
  const list = () => listOpenRefunds(services.pool, { ...(after ?? FIRST_PLACE), limit: limit + 1 });
  let found = await withPayers(services, services.pool, await list());
  // Whether one has left already is asked by the phone that is kept.
  const kept = await readdress(services.pool, found);
  if (kept.size > 0) found = await withPayers(services, services.pool, await list());
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const next = found.length > limit && last !== undefined ? { since: last.created_at, id: last.id } : null;
  return { rows, next };
}

/** How many are judged for a paper, the oldest: those that are left out take no place on it from the others. */
const JUDGED_MAX = 10_000;

/**
 * What a person may send now, for a paper: whoever has that pays first and says so afterwards, so nothing is on it that the desk
 * would refuse to have sent, since the operator has taken its payment back, or something is doubted, its payer too, or a debit that nobody has
 * explained is it already. Nor is one that goes to another phone than is kept on it: from there nobody would know it (`keepPayees`).
 * Whoever hands it out puts it on record in the same transaction (`takeRefundList`).
 */
export async function listRefundsToSend(
  services: Services,
  { limit, database = services.pool }: { limit: number; database?: Database },
): Promise<ListedRefund[]> {
  const waiting = await listWaitingRefunds(database, { ...FIRST_PLACE, limit: JUDGED_MAX });
  const named = await withPayers(services, database, waiting);
  const read = named.filter((one) => !one.is_payer_unread && one.to_phone === one.to_phone_now);
  return (await sendable(database, read)).slice(0, limit);
}

/** Keeps on what a person may send now to whom it goes. Before a list is drawn up, and before its lock: whoever ends a refund has that last. */
export async function keepPayees(services: Services): Promise<void> {
  const waiting = await listWaitingRefunds(services.pool, { ...FIRST_PLACE, limit: JUDGED_MAX });
  await readdress(services.pool, await withPayers(services, services.pool, waiting));
}

/** Those of these whose payments and balances nobody doubts. */
async function sendable(pool: Database, waiting: readonly ListedRefund[]): Promise<readonly ListedRefund[]> {
  const rows = await loadRefundable(pool, [...new Set(waiting.map(({ payment_id }) => payment_id))]);
  const payments = new Map(rows.map((row) => [row.payment_id, row]));
  const short = await findShort(pool, rows);
  return waiting.filter(({ payment_id }) => {
    const payment = payments.get(payment_id);
    return (
      payment !== undefined && !payment.is_reversed && !payment.is_doubted && !short.has(ownerOf(payment))
    );
  });
}

/** A payment by its id, whosever it is; for staff. */
export async function findPayment(
  { pool }: Pick<Services, 'pool'>,
  id: string,
): Promise<(Caller & { payment: { kind: 'session' | 'transaction'; id: string } }) | null> {
  const [[session], [transaction]] = await Promise.all([
    loadSessionsById(pool, [id]),
    loadTransactionsById(pool, [id]),
  ]);
  const found = session ?? transaction;
  if (found === undefined) return null;
  const { merchant_id, environment } = found as Caller & { id: string };
  return {
    merchant_id,
    environment,
    payment: { kind: session === undefined ? 'transaction' : 'session', id },
  };
}
