import { statement } from '../statement.ts';

export type CountedPeriod = { starts_at: Date; count: number };

/**
 * How many transactions each whole period of some ranges has, newest first: what is folded and the deltas that
 * are not yet, in one snapshot. `$1` merchant, `$2` environment, `$3` ranges as JSON
 * `[{period, from, until}]`, `$4` operator or null, `$5` status or null.
 */
export const readCounts = statement<CountedPeriod>(
  'read_transaction_counts',
  `select starts_at, sum(count)::bigint as count from (
    select c.starts_at, c.count
    from json_to_recordset($3::json) as i (period text, "from" timestamptz, until timestamptz)
    cross join lateral (
      select x.starts_at, x.count from transaction_counts x
      where x.merchant_id = $1 and x.environment = $2 and x.period = i.period
        and x.starts_at >= i."from" and x.starts_at < i.until
        and ($4::text is null or x.operator = $4) and ($5::text is null or x.status = $5)
      offset 0) c
    union all
    select date_trunc(i.period, d.hour, 'UTC'), d.delta
    from transaction_count_deltas d
    join json_to_recordset($3::json) as i (period text, "from" timestamptz, until timestamptz)
      on d.hour >= i."from" and d.hour < i.until
    where d.merchant_id = $1 and d.environment = $2
      and ($4::text is null or d.operator = $4) and ($5::text is null or d.status = $5)
  ) counted
  group by starts_at having sum(count) <> 0 order by starts_at desc`,
);

/** How many rows of some operators and statuses lie at the edges of a span: `$3` spans, `$4` pairs, as JSON. */
export const countEdges = statement<{ starts_at: Date; count: number }>(
  'count_transaction_edges',
  `select e."from" as starts_at, coalesce(sum(c.count), 0)::bigint as count
  from json_to_recordset($3::json) as e ("from" timestamptz, until timestamptz)
  cross join json_to_recordset($4::json) as i (operator text, status text)
  cross join lateral (
    select count(*) from transactions x
    where x.merchant_id = $1 and x.environment = $2 and x.operator = i.operator and x.status = i.status
      and x.created_at >= e."from" and x.created_at < e.until) c
  group by e."from" order by e."from" desc`,
);

/**
 * Folds up to `$1` deltas into months, days and hours. One process at a time; the others find nothing to do.
 */
export const foldCounts = statement<{ folded: number }>(
  'fold_transaction_counts',
  `with turn as materialized (
    select pg_try_advisory_xact_lock(hashtext('fold_transaction_counts')) as mine
  ), gone as (
    delete from transaction_count_deltas
    where id = any (array(
      select id from transaction_count_deltas where (select mine from turn) order by id limit $1))
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
