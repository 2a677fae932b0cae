import type { TransactionRow } from '../rows.generated.ts';
import { statement } from '../statement.ts';
import { TRANSACTION_COLUMNS, WEBHOOK_SENT } from './columns.ts';

type ListedRow = TransactionRow & { webhook_sent: boolean };

const NEWEST = 'order by k.created_at desc, k.id desc';

/** The rows of a page of keys; only they are read whole. */
const WHOLE = `select ${TRANSACTION_COLUMNS}, ${WEBHOOK_SENT}
  from page k cross join lateral (select * from transactions x where x.id = k.id limit 1) t ${NEWEST}`;

/** Within a merchant's environment and a span: `$1` merchant, `$2` environment, `$3` from, `$4` until. */
const OWN = 'x.merchant_id = $1 and x.environment = $2 and x.created_at >= $3 and x.created_at < $4';

/** A page of everything, newest first. `$5` limit, `$6` offset. */
export const pageNewest = statement<ListedRow>(
  'page_newest_transactions',
  `with page as materialized (
    select x.id, x.created_at from transactions x where ${OWN}
    order by x.created_at desc, x.id desc limit $5 offset $6)
  ${WHOLE}`,
);

/**
 * A page of some operators and statuses, newest first: one index range each, merged. `$5` limit, `$6` offset,
 * `$7` the pairs as JSON.
 */
export const pageFiltered = statement<ListedRow>(
  'page_filtered_transactions',
  `with page as materialized (
    select k.id, k.created_at
    from json_to_recordset($7::json) as i (operator text, status text)
    cross join lateral (
      select x.id, x.created_at from transactions x
      where ${OWN} and x.operator = i.operator and x.status = i.status
      order by x.created_at desc, x.id desc limit $5::bigint + $6::bigint) k
    ${NEWEST} limit $5 offset $6)
  ${WHOLE}`,
);

/** Most transactions that one way of searching looks at. */
export const SEARCHED_MAX = 250;

const KEYS = 'x.id, x.created_at, x.operator, x.status';
const SEARCHED = 'x.id, x.created_at, x.reference, x.phone_number';

/**
 * A page of what a search finds, newest first, and how many that is. Each way of searching looks at most at
 * SEARCHED_MAX transactions of an index range; when that was not enough, so many of the newest that the other
 * filters select are looked through as well. `$5` limit, `$6` offset, `$7` pairs, `$8` reference ranges,
 * `$9` phone ranges (all JSON), `$10` internal_ref or null, `$11` whether the pairs are all there are.
 */
export const pageFound = statement<(ListedRow | { id: null }) & { total: number }>(
  'page_found_transactions',
  `with by_reference as materialized (
    select k.* from json_to_recordset($8::json) as r ("from" text, until text)
    cross join lateral (
      select ${KEYS} from transactions x
      where x.merchant_id = $1 and x.environment = $2 and x.reference >= r."from" and x.reference < r.until
      order by x.reference desc limit ${SEARCHED_MAX}) k
  ), by_phone as materialized (
    select k.* from json_to_recordset($9::json) as r ("from" text, until text)
    cross join lateral (
      select ${KEYS} from transactions x
      where x.merchant_id = $1 and x.environment = $2 and x.phone_number >= r."from" and x.phone_number < r.until
      order by x.phone_number desc, x.created_at desc, x.id desc limit ${SEARCHED_MAX}) k
  ), by_internal_ref as materialized (
    select ${KEYS} from transactions x
    where x.internal_ref = $10 and x.merchant_id = $1 and x.environment = $2
  ), crowded as materialized (
    select greatest((select count(*) from by_reference), (select count(*) from by_phone)) >= ${SEARCHED_MAX} as yes
  ), recent as materialized (
    (select ${SEARCHED} from transactions x
      where ${OWN} and $11::boolean and (select yes from crowded)
      order by x.created_at desc, x.id desc limit ${SEARCHED_MAX})
    union all
    (select k.* from json_to_recordset($7::json) as i (operator text, status text)
    cross join lateral (
      select ${SEARCHED} from transactions x
      where ${OWN} and x.operator = i.operator and x.status = i.status
      order by x.created_at desc, x.id desc limit ${SEARCHED_MAX}) k
    where not $11::boolean and (select yes from crowded)
    ${NEWEST} limit ${SEARCHED_MAX})
  ), matching as materialized (
    select k.id, k.created_at
    from (select * from by_reference union all select * from by_phone union all select * from by_internal_ref) k
    where k.created_at >= $3 and k.created_at < $4 and (k.operator, k.status) in (
      select operator, status from json_to_recordset($7::json) as i (operator text, status text))
    union
    select k.id, k.created_at from recent k
    where exists (select from json_to_recordset($8::json) as r ("from" text, until text)
        where k.reference >= r."from" and k.reference < r.until)
      or exists (select from json_to_recordset($9::json) as r ("from" text, until text)
        where k.phone_number >= r."from" and k.phone_number < r.until)
  ), page as materialized (
    select k.id, k.created_at from matching k ${NEWEST} limit $5 offset $6)
  select rows.*, (select count(*) from matching)::int as total
  from (select true) as always left join (${WHOLE}) rows on true
  order by rows.created_at desc, rows.id desc`,
);
