import { NOBODY } from '../../domain/credit.ts';
import { AMOUNT_MOST_XAF, type PaymentFilter, spanOf } from '../../domain/payment/filter.ts';
import {
  cursorText,
  NOTHING_UNDONE,
  type PaymentCursor,
  rangeName,
  rangesOf,
  readSearch,
  type Undone,
} from '../../domain/payment/payment.ts';
import type { Caller } from '../../domain/session/commands.ts';
import { later } from '../../domain/time.ts';
import { countPayments, foldPaymentCounts } from '../../store/payments/counts.ts';
import { type ListedPayment, pagePayments } from '../../store/payments/list.ts';
import { findPayments } from '../../store/payments/search.ts';
import { loadUndone } from '../../store/payments/undone.ts';
import type { Services } from '../services.ts';

export type { ListedPayment } from '../../store/payments/list.ts';

export type ListPayments = Caller & {
  filter: PaymentFilter;
  /** Go on after it; null: from the newest. A search has no further pages. */
  after: PaymentCursor | null;
  limit: number;
};

export type PaymentPage = {
  payments: ListedPayment[];
  /** The cursor of the next page; null where there is none. */
  next: string | null;
  /** A search found more than it shows: it has to be typed further. */
  is_crowded: boolean;
  /**
   * So far a list by amount was looked through, when that was not to the end: `next` goes on from there. Null where
   * nothing was left out.
   */
  looked_until: Date | null;
};

/** A page looks at so many payments for an amount: no index has it. */
export const LOOKED_AT_MAX = 5_000;

/** After every id and moment that there is. */
const NEWEST: PaymentCursor = {
  created_at: new Date('2100-01-01'),
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

/** A page of a merchant's payments in one environment, newest first; one statement. */
export async function listPayments(services: Services, asked: ListPayments): Promise<PaymentPage> {
  return asked.filter.search === null ? page(services, asked) : found(services, asked, asked.filter.search);
}

async function page({ pool }: Services, asked: ListPayments): Promise<PaymentPage> {
  const { filter, limit, merchant_id, environment } = asked;
  const { from } = spanTexts(filter);
  const before = boundOf(asked);
  const looked_at = filter.amount === null ? limit + 1 : LOOKED_AT_MAX;
  const rows = await pagePayments(pool, {
    merchant_id,
    environment,
    ranges: rangeNames(filter),
    from,
    before: before.created_at,
    before_id: before.id,
    looked_at,
    least_xaf: filter.amount?.least_xaf ?? 0,
    most_xaf: filter.amount?.most_xaf ?? AMOUNT_MOST_XAF,
    limit: limit + 1,
  });
  const payments = rows.filter(({ matches }) => matches).slice(0, limit);
  const last_looked_at = rows.at(-1);
  const last = payments.at(-1);
  if (rows.filter(({ matches }) => matches).length > limit && last !== undefined)
    return { payments, next: cursorText(last), is_crowded: false, looked_until: null };
  if (filter.amount !== null && last_looked_at?.nth === looked_at) {
    const looked_until = last_looked_at.created_at;
    return { payments, next: cursorText(last_looked_at), is_crowded: false, looked_until };
  }
  return { payments, next: null, is_crowded: false, looked_until: null };
}

/** Before which the page lies: where the last one ended, or where the last day does, whichever is earlier. */
function boundOf({ filter, after }: ListPayments): PaymentCursor {
  const { until } = spanOf(filter);
  const last = until === null ? NEWEST : { created_at: until, id: NOBODY };
  return after !== null && after.created_at < last.created_at ? after : last;
}

async function found({ pool }: Services, asked: ListPayments, search: string): Promise<PaymentPage> {
  const { filter, merchant_id, environment, limit } = asked;
  const ways = readSearch(search);
  const { from, until } = spanTexts(filter);
  const rows = await findPayments(pool, {
    merchant_id,
    environment,
    ids: ways.ids,
    tickets: ways.tickets,
    internal_refs: ways.internal_refs,
    operator_transaction_ids: ways.operator_transaction_ids,
    references: JSON.stringify(ways.references),
    phones: JSON.stringify(ways.phones),
    ranges: rangeNames(filter),
    from,
    until,
    least_xaf: filter.amount?.least_xaf ?? 0,
    most_xaf: filter.amount?.most_xaf ?? AMOUNT_MOST_XAF,
    limit,
  });
  const payments = rows.flatMap((row) => (row.id === null ? [] : [row]));
  return { payments, next: null, is_crowded: rows[0]?.crowded ?? false, looked_until: null };
}

export const rangeNames = (filter: PaymentFilter): string[] =>
  rangesOf(filter).map(({ kind, operator, status }) => rangeName(kind, operator, status));

function spanTexts(filter: PaymentFilter): { from: string; until: string } {
  const { from, until } = spanOf(filter);
  return { from: from?.toISOString() ?? '-infinity', until: until?.toISOString() ?? 'infinity' };
}

/**
 * How many payments a filter selects, from counters; null where no counter knows, since counting rows costs as much as
 * there is.
 */
export async function countListed(
  { pool }: Services,
  { merchant_id, environment, filter }: Caller & { filter: PaymentFilter },
): Promise<number | null> {
  if (filter.search !== null || filter.amount !== null) return null;
  const [row] = await countPayments(pool, {
    merchant_id,
    environment,
    first_day: filter.from_day ?? '-infinity',
    last_day: filter.to_day ?? 'infinity',
    ranges: rangeNames(filter),
  });
  return row?.count ?? 0;
}

/**
 * Folds what the counts of payments have changed by.
 * @returns how many deltas were folded
 */
export async function foldCountsOfPayments(
  services: Services,
  { limit }: { limit: number },
): Promise<number> {
  const [row] = await foldPaymentCounts(services.pool, { limit });
  return row?.folded ?? 0;
}

/** Everything until a moment: what an export leaves out is what comes while it is read. */
export const beforeMoment = (at: Date): PaymentCursor => ({ ...NEWEST, created_at: later(at, 1) });

/** A payment of a list, and what of its money has gone again. */
export type ShownPayment = ListedPayment & Undone;

/**
 * Some payments with what of their money has gone again; one statement. What is REFUNDED went back whole, and where staff or
 * its rail did it there is no refund of its merchant that says so.
 */
export async function withUndone<Row extends { id: string; status: string; amount_xaf: number }>(
  { pool }: Pick<Services, 'pool'>,
  payments: readonly Row[],
): Promise<(Row & Undone)[]> {
  const were_paid = payments.filter(({ status }) => status === 'SUCCESS' || status === 'REFUNDED');
  const ids = were_paid.map(({ id }) => id);
  const undone = new Map((await loadUndone(pool, ids)).map(({ id, ...one }) => [id, one]));
  return payments.map((payment) => {
    const known = { ...payment, ...(undone.get(payment.id) ?? NOTHING_UNDONE) };
    return payment.status === 'REFUNDED' ? { ...known, given_back_xaf: payment.amount_xaf } : known;
  });
}
