import { statement } from '../statement.ts';

export type FeesOf = {
  /** `2026-11-21`, or `2026-11` of a month. */
  period: string;
  /** Closed days in it. */
  days: number;
  paid_xaf: number;
  fees_xaf: number;
  tax_xaf: number;
};

/**
 * What a merchant paid us in live, by its closed days, so that it is to the franc what statements and proofs of those days
 * say. `merchant_id`: whose. `from`, `to`: from which day to which, both included. `by`: `day` or `month`.
 */
export const sumOwnFees = statement<{ merchant_id: string; from: string; to: string; by: string }, FeesOf>(
  'sum_own_fees',
  `select left(m.day::text, case when $by::text = 'month' then 7 else 10 end) as period, count(*)::int as days,
    sum(m.paid_xaf)::bigint as paid_xaf, sum(m.fees_xaf)::bigint as fees_xaf, sum(m.tax_xaf)::bigint as tax_xaf
  from proof_merchants m
  where m.merchant_id = $merchant_id::uuid and m.day between $from::date and $to::date
  group by 1 order by 1`,
);
