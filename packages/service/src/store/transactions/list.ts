import { BY_WHOLE_REFERENCE } from '../payments/search.ts';
import type { TransactionRow } from '../rows.generated.ts';
import { statement } from '../statement.ts';
import { TRANSACTION_COLUMNS, WEBHOOK_SENT } from './transactions.ts';

type ListedRow = TransactionRow & { webhook_sent: boolean };

const NEWEST = 'order by k.created_at desc, k.id desc';

/** The rows of a page of keys; only they are read whole. */
const WHOLE = `select ${TRANSACTION_COLUMNS}, ${WEBHOOK_SENT}
  from page k cross join lateral (select * from transactions x where x.id = k.id limit 1) t ${NEWEST}`;

type Own = { merchant_id: string; environment: string };
/** A page of a span; its ends are moments or infinities. */
type Asked = Own & { from: string; until: string; limit: number; offset: number };
/** `pairs` of operator and status, ranges of references and phones: JSON. `is_all`: the pairs are all there are. */
type Searched = Asked & {
  pairs: string;
  references: string;
  phones: string;
  internal_ref: string | null;
  is_all: boolean;
};

/** Within a merchant's environment and a span. */
const OWN =
  'x.merchant_id = $merchant_id and x.environment = $environment and x.created_at >= $from and x.created_at < $until';

/** A page of everything, newest first. */
export const pageNewest = statement<Asked, ListedRow>(
  'page_newest_transactions',
  `with page as materialized (
    select x.id, x.created_at from transactions x where ${OWN}
    order by x.created_at desc, x.id desc limit $limit offset $offset)
  ${WHOLE}`,
);

/**
 * A page of some operators and statuses, newest first: one index range each, merged. The pairs
 * are JSON.
 */
export const pageFiltered = statement<Asked & { pairs: string }, ListedRow>(
  'page_filtered_transactions',
  `with page as materialized (
    select k.id, k.created_at
    from json_to_recordset($pairs::json) as i (operator text, status text)
    cross join lateral (
      select x.id, x.created_at from transactions x
      where ${OWN} and x.operator = i.operator and x.status = i.status
      order by x.created_at desc, x.id desc limit $limit::bigint + $offset::bigint) k
    ${NEWEST} limit $limit offset $offset)
  ${WHOLE}`,
);

/** Most transactions that one way of searching looks at. */
export const TRANSACTIONS_SEARCHED_MAX = 250;

const KEYS = 'x.id, x.created_at, x.operator, x.status';
const SEARCHED = 'x.id, x.created_at, x.reference, x.phone_number';

/**
 * A page of what a search finds, newest first, and how many that is. Each way of searching looks at most at
 * TRANSACTIONS_SEARCHED_MAX transactions of an index range; when that was not enough, so many of the newest
 * that the other filters select are looked through as well. What was searched for whole is found, however
 * many begin so.
 */
export const pageFound = statement<Searched, (ListedRow | { id: null }) & { total: number }>(
  'page_found_transactions',
  `with by_reference as materialized (
    select k.* from json_to_recordset($references::json) as r ("from" text, until text)
    cross join lateral (
      select ${KEYS} from transactions x
      where x.merchant_id = $merchant_id and x.environment = $environment and x.reference >= r."from" and x.reference < r.until
      order by x.reference desc limit ${TRANSACTIONS_SEARCHED_MAX}) k
  ), by_whole_reference as materialized (
    select k.* from json_to_recordset($references::json) as r ("from" text, until text)
    cross join lateral (
      select ${KEYS} from transactions x
      where x.merchant_id = $merchant_id and x.environment = $environment and ${BY_WHOLE_REFERENCE}) k
  ), by_phone as materialized (
    select k.* from json_to_recordset($phones::json) as r ("from" text, until text)
    cross join lateral (
      select ${KEYS} from transactions x
      where x.merchant_id = $merchant_id and x.environment = $environment and x.phone_number >= r."from" and x.phone_number < r.until
      order by x.phone_number desc, x.created_at desc, x.id desc limit ${TRANSACTIONS_SEARCHED_MAX}) k
  ), by_internal_ref as materialized (
    select ${KEYS} from transactions x
    where x.internal_ref = $internal_ref and x.merchant_id = $merchant_id and x.environment = $environment
  ), crowded as materialized (
    select greatest((select count(*) from by_reference), (select count(*) from by_phone)) >= ${TRANSACTIONS_SEARCHED_MAX} as yes
  ), recent as materialized (
    (select ${SEARCHED} from transactions x
      where ${OWN} and $is_all::boolean and (select yes from crowded)
      order by x.created_at desc, x.id desc limit ${TRANSACTIONS_SEARCHED_MAX})
    union all
    (select k.* from json_to_recordset($pairs::json) as i (operator text, status text)
    cross join lateral (
      select ${SEARCHED} from transactions x
      where ${OWN} and x.operator = i.operator and x.status = i.status
      order by x.created_at desc, x.id desc limit ${TRANSACTIONS_SEARCHED_MAX}) k
    where not $is_all::boolean and (select yes from crowded)
    ${NEWEST} limit ${TRANSACTIONS_SEARCHED_MAX})
  ), matching as materialized (
    select k.id, k.created_at
    from (select * from by_reference union all select * from by_whole_reference
      union all select * from by_phone union all select * from by_internal_ref) k
    where k.created_at >= $from and k.created_at < $until and (k.operator, k.status) in (
      select operator, status from json_to_recordset($pairs::json) as i (operator text, status text))
    union
    select k.id, k.created_at from recent k
    where exists (select from json_to_recordset($references::json) as r ("from" text, until text)
        where k.reference >= r."from" and k.reference < r.until)
      or exists (select from json_to_recordset($phones::json) as r ("from" text, until text)
        where k.phone_number >= r."from" and k.phone_number < r.until)
  ), page as materialized (
    select k.id, k.created_at from matching k ${NEWEST} limit $limit offset $offset)
  select rows.*, (select count(*) from matching)::int as total
  from (select true) as always left join (${WHOLE}) rows on true
  order by rows.created_at desc, rows.id desc`,
);

export type CountedPeriod = { starts_at: Date; count: number };

/**
 * How many transactions each whole period of some ranges has, newest first: what is folded and the deltas that
 * are not yet, in one snapshot. The ranges are JSON,
 * `[{period, from, until}]`.
 */
export const readCounts = statement<
  Own & { ranges: string; operator: string | null; status: string | null },
  CountedPeriod
>(
  'read_transaction_counts',
  `select starts_at, sum(count)::bigint as count from (
    select c.starts_at, c.count
    from json_to_recordset($ranges::json) as i (period text, "from" timestamptz, until timestamptz)
    cross join lateral (
      select x.starts_at, x.count from transaction_counts x
      where x.merchant_id = $merchant_id and x.environment = $environment and x.period = i.period
        and x.starts_at >= i."from" and x.starts_at < i.until
        and ($operator::text is null or x.operator = $operator) and ($status::text is null or x.status = $status)
      offset 0) c
    union all
    select date_trunc(i.period, d.hour, 'UTC'), d.delta
    from transaction_count_deltas d
    join json_to_recordset($ranges::json) as i (period text, "from" timestamptz, until timestamptz)
      on d.hour >= i."from" and d.hour < i.until
    where d.merchant_id = $merchant_id and d.environment = $environment
      and ($operator::text is null or d.operator = $operator) and ($status::text is null or d.status = $status)
  ) counted
  group by starts_at having sum(count) <> 0 order by starts_at desc`,
);

/** How many rows of some operators and statuses lie at the edges of a span: spans and pairs as JSON. */
export const countEdges = statement<
  Own & { spans: string; pairs: string },
  { starts_at: Date; count: number }
>(
  'count_transaction_edges',
  `select e."from" as starts_at, coalesce(sum(c.count), 0)::bigint as count
  from json_to_recordset($spans::json) as e ("from" timestamptz, until timestamptz)
  cross join json_to_recordset($pairs::json) as i (operator text, status text)
  cross join lateral (
    select count(*) from transactions x
    where x.merchant_id = $merchant_id and x.environment = $environment and x.operator = i.operator and x.status = i.status
      and x.created_at >= e."from" and x.created_at < e.until) c
  group by e."from" order by e."from" desc`,
);

/**
 * Folds up to `limit` deltas into months, days and hours. One process at a time; the others find nothing to do.
 */
export const foldCounts = statement<{ limit: number }, { folded: number }>(
  'fold_transaction_counts',
  `with turn as materialized (
    select pg_try_advisory_xact_lock(hashtext('fold_transaction_counts')) as mine
  ), gone as (
    delete from transaction_count_deltas
    where id = any (array(
      select id from transaction_count_deltas where (select mine from turn) order by id limit $limit))
    returning *
  ), folded as (
    insert into transaction_counts (merchant_id, environment, period, starts_at, operator, status, count)
    select merchant_id, environment, period, date_trunc(period, hour, 'UTC'), operator, status, sum(delta)
    from gone cross join (values ('month'), ('day'), ('hour')) as periods (period)
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (merchant_id, environment, period, starts_at, operator, status)
      do update set count = transaction_counts.count + excluded.count
  )
  select count(*)::int as folded from gone`,
);
