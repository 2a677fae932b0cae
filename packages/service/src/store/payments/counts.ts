import { statement } from '../statement.ts';

/** `$1` merchant, `$2` environment, `$3` and `$4` first and last day: what is folded, and the deltas that are not yet. */
const COUNTED = `(
    select c.day, c.kind, c.operator, c.status, c.count, c.amount_xaf from payment_counts c
    where c.merchant_id = $1 and c.environment = $2 and c.day >= $3 and c.day <= $4
    union all
    select d.day, d.kind, d.operator, d.status, d.count, d.amount_xaf from payment_count_deltas d
    where d.merchant_id = $1 and d.environment = $2 and d.day >= $3 and d.day <= $4) k`;

/** How many payments were made in some days and ranges of the list. `$5` the names of the ranges. */
export const countPayments = statement<{ count: number }>(
  'count_payments',
  `select coalesce(sum(k.count), 0)::bigint as count from ${COUNTED}
  where k.kind || '/' || k.operator || '/' || k.status = any ($5::text[])`,
);

export type DayCount = {
  day: string;
  operator: 'AIRTEL' | 'MOOV';
  /** A status, by the day of creation; or COLLECTED, by the day of confirmation. */
  status: string;
  count: number;
  amount_xaf: number;
};

/** What each day of a span came to, by operator and status. */
export const readPaymentCounts = statement<DayCount>(
  'read_payment_counts',
  `select k.day, k.operator, k.status, sum(k.count)::bigint as count, sum(k.amount_xaf)::bigint as amount_xaf
  from ${COUNTED}
  group by k.day, k.operator, k.status having sum(k.count) <> 0
  order by k.day, k.operator, k.status`,
);

/**
 * Folds the oldest deltas into the counts, `$1` at most. One process at a time: two would wait for each other's rows. The
 * keys go in order.
 */
export const foldPaymentCounts = statement<{ folded: number }>(
  'fold_payment_counts',
  `with turn as materialized (
    select pg_try_advisory_xact_lock(hashtext('fold_payment_counts')) as mine
  ), gone as (
    delete from payment_count_deltas
    where id = any (array(
      select id from payment_count_deltas where (select mine from turn) order by id limit $1))
    returning *
  ), folded as (
    insert into payment_counts (merchant_id, environment, day, kind, operator, status, count, amount_xaf)
    select merchant_id, environment, day, kind, operator, status, sum(count), sum(amount_xaf)
    from gone group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (merchant_id, environment, day, kind, operator, status) do update
      set count = payment_counts.count + excluded.count,
        amount_xaf = payment_counts.amount_xaf + excluded.amount_xaf
  )
  select count(*)::int as folded from gone`,
);
