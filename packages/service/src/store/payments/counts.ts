import { OPERATORS } from '../../domain/operator.ts';
import type { DayCount } from '../../domain/payment/summary.ts';
import { statement } from '../statement.ts';

type Own = { merchant_id: string; environment: string };
type Days = Own & { first_day: string; last_day: string };

/** The counts of some days: what is folded already, and the deltas that are not folded yet. */
const COUNTED = `(
    select c.day, c.kind, c.operator, c.status, c.count, c.amount_xaf from payment_counts c
    where c.merchant_id = $merchant_id and c.environment = $environment and c.day >= $first_day and c.day <= $last_day
    union all
    select d.day, d.kind, d.operator, d.status, d.count, d.amount_xaf from payment_count_changes d
    where d.merchant_id = $merchant_id and d.environment = $environment and d.day >= $first_day and d.day <= $last_day) k`;

/** How many payments were made in some days and ranges of the list. */
export const countPayments = statement<Days & { ranges: readonly string[] }, { count: number }>(
  'count_payments',
  `select coalesce(sum(k.count), 0)::bigint as count from ${COUNTED}
  where k.kind || '/' || k.operator || '/' || k.status = any ($ranges::text[])`,
);

/** What each day of a span came to, by operator and status. */
export const readPaymentCounts = statement<Days, DayCount>(
  'read_payment_counts',
  `select k.day, k.operator, k.status, sum(k.count)::bigint as count, sum(k.amount_xaf)::bigint as amount_xaf
  from ${COUNTED}
  group by k.day, k.operator, k.status having sum(k.count) <> 0
  order by k.day, k.operator, k.status`,
);

/**
 * Folds the oldest deltas into the counts, `limit` at most. One process at a time: two would wait for each other's rows. The
 * keys go in order.
 */
export const foldPaymentCounts = statement<{ limit: number }, { folded: number }>(
  'fold_payment_counts',
  `with turn as materialized (
    select pg_try_advisory_xact_lock(hashtext('fold_payment_counts')) as mine
  ), gone as (
    delete from payment_count_deltas
    where id = any (array(
      select id from payment_count_deltas where (select mine from turn) order by id limit $limit))
    returning id
  ), folded as (
    insert into payment_counts (merchant_id, environment, day, kind, operator, status, count, amount_xaf)
    select merchant_id, environment, day, kind, operator, status, sum(count), sum(amount_xaf)
    -- Of what was there when this statement began, only what it has deleted itself.
    from payment_count_changes where id = any (array(select id from gone))
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (merchant_id, environment, day, kind, operator, status) do update
      set count = payment_counts.count + excluded.count,
        amount_xaf = payment_counts.amount_xaf + excluded.amount_xaf
  )
  select count(*)::int as folded from gone`,
);

/** So many are counted one by one; beyond that the page says "more than". */
export const STANDING_COUNTED_MAX = 1000;

const one = (table: string, operator: string, status: string): string =>
  `(select 1 from ${table} x where x.merchant_id = $merchant_id and x.environment = $environment and x.operator = (select '${operator}')
      and x.status = (select '${status}') limit ${STANDING_COUNTED_MAX})`;

const several = (table: string, statuses: readonly string[]): string =>
  OPERATORS.flatMap((operator) => statuses.map((status) => one(table, operator, status))).join(
    '\n    union all ',
  );

export type StandingCount = { waiting: number; in_review: number };

/** How many payments wait at this moment, and how many are with staff: each read from an index, to a bound. */
export const countStanding = statement<Own, StandingCount>(
  'count_payments_standing',
  `select
    (select count(*)::int from (${several('payment_sessions', ['AWAITING_PAYMENT'])}
    union all ${several('transactions', ['PENDING', 'PROCESSING', 'WAITING_SMS'])}
    limit ${STANDING_COUNTED_MAX}) w) as waiting,
    (select count(*)::int from (${several('payment_sessions', ['UNDER_REVIEW'])}
    limit ${STANDING_COUNTED_MAX}) r)
    + (select count(*)::int from transaction_reviews r
      cross join lateral (
        select true from transactions x
        where x.id = r.transaction_id and x.merchant_id = $merchant_id and x.environment = $environment limit 1) x
      where r.state = 'OPEN') as in_review`,
);

/** The median is that of so many of the newest confirmed payments. */
export const MEDIAN_OF = 500;

const confirmed = (table: string, operator: string, at: string): string =>
  `(select x.created_at, x.${at} - x.created_at as took from ${table} x
      where x.merchant_id = $merchant_id and x.environment = $environment and x.operator = (select '${operator}') and x.status = (select 'SUCCESS')
        and x.created_at >= $since
      order by x.created_at desc, x.id desc limit ${MEDIAN_OF})`;

/** The median of the newest confirmed payments since then, in milliseconds; null where there are none. */
export const medianConfirmation = statement<Own & { since: Date }, { median_ms: number | null }>(
  'median_confirmation',
  `select (extract(epoch from percentile_cont(0.5) within group (order by k.took)) * 1000)::float8 as median_ms
  from (select * from (
    ${OPERATORS.flatMap((operator) => [
      confirmed('payment_sessions', operator, 'closed_at'),
      confirmed('transactions', operator, 'confirmed_at'),
    ]).join('\n    union all ')}) n
    order by n.created_at desc limit ${MEDIAN_OF}) k`,
);

export type Attention = {
  kyc_status: 'PENDING' | 'APPROVED';
  /** Staff have frozen it in live, and this is live. */
  is_frozen: boolean;
  failing_endpoints: number;
  disabled_endpoints: number;
};

/** What a merchant should look at, besides payments. */
export const loadAttention = statement<Own, Attention>(
  'load_attention',
  `select m.kyc_status, $environment = 'live' and m.frozen_live_at is not null as is_frozen, e.failing_endpoints, e.disabled_endpoints from merchants m
  cross join lateral (
    select count(*) filter (where x.status = 'degraded')::int as failing_endpoints,
      count(*) filter (where x.status = 'disabled' and x.disabled_reason = 'failing')::int as disabled_endpoints
    from webhook_endpoints x
    where x.merchant_id = $merchant_id and x.environment = $environment and x.deleted_at is null) e
  where m.id = $merchant_id`,
);
