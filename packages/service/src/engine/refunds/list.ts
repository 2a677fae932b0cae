import { stoppedBy } from '../../domain/refund/judge.ts';
import type { Refund } from '../../domain/refund/refund.ts';
import type { Caller } from '../../domain/session/commands.ts';
import { loadOwnRefunds, loadRefundable, selectRefundPages } from '../../store/refunds/refunds.ts';
import { type ListPage, NEWEST, pageOf } from '../page.ts';
import type { Services } from '../services.ts';

export type RefundAsked = Caller & { refund_id: string };

/** The refunds asked for; null where that merchant and environment has none such. One statement. */
export async function retrieveRefunds(
  { pool }: Pick<Services, 'pool'>,
  asked: readonly RefundAsked[],
): Promise<(Refund | null)[]> {
  const found = await loadOwnRefunds(
    pool,
    asked.map((one, position) => ({ ...one, position })),
  );
  const by_position = new Map(found.map(({ position, ...refund }) => [position, refund]));
  return asked.map((_, position) => by_position.get(position) ?? null);
}

/** `stopped`: why its merchant can give nothing of it back, however much is left of it. */
export type LeftToRefund = {
  left_xaf: number;
  stopped: NonNullable<ReturnType<typeof stoppedBy>>['kind'] | 'merchant_frozen' | null;
};

/** What of a payment its merchant may still give back, as far as refunds that have not failed leave it; it may change before somebody asks. */
export async function leftToRefund(
  { pool }: Pick<Services, 'pool'>,
  payment_id: string,
): Promise<LeftToRefund> {
  const [payment] = await loadRefundable(pool, [payment_id]);
  if (payment === undefined) return { left_xaf: 0, stopped: null };
  const stopped = payment.is_frozen ? 'merchant_frozen' : (stoppedBy(payment)?.kind ?? null);
  return { left_xaf: payment.paid_xaf - payment.refunded_xaf, stopped };
}

export type RefundQuery = Caller & {
  /** A session or transaction; null: of all. */
  payment_id: string | null;
  /** The id after which to go on; null: from the newest. */
  cursor: string | null;
  limit: number;
};

/** Pages of merchants' refunds, newest first; one statement. */
export async function listRefunds(
  { pool }: Pick<Services, 'pool'>,
  queries: readonly RefundQuery[],
): Promise<ListPage<Refund>[]> {
  const found = await selectRefundPages(
    pool,
    queries.map(({ cursor, limit, ...query }, position) => ({
      ...query,
      position,
      before: cursor ?? NEWEST,
      limit: limit + 1,
    })),
  );
  const by_query: Refund[][] = queries.map(() => []);
  for (const { position, ...refund } of found) by_query[position]?.push(refund);
  return queries.map(({ limit }, position) => pageOf(by_query[position] ?? [], limit));
}
