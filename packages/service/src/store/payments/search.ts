import { statement } from '../statement.ts';
import { type ListedPayment, WHOLE_FROM, WHOLE_PAYMENT } from './list.ts';

/** Most payments that one way of searching finds. */
export const PAYMENTS_SEARCHED_MAX = 250;

const sessions = (where: string, order: string): string => `
      select 'session' as kind, x.id, x.created_at, x.operator, x.status, x.amount_xaf from payment_sessions x
      where x.merchant_id = $merchant_id and x.environment = $environment and ${where} ${order}`;
const transactions = (where: string, order: string): string => `
      select 'transaction' as kind, x.id, x.created_at, x.operator, x.status, x.amount_xaf from transactions x
      where x.merchant_id = $merchant_id and x.environment = $environment and ${where} ${order}`;

const IN_RANGE = (column: string): string => `x.${column} >= r."from" and x.${column} < r.until`;
/**
 * The condition and the end of a look-up of a merchant's payment `x` whose reference is the text itself with which a
 * range `r` begins. It is asked for as a range, in its own order, so that its own index gives it (see `byReference`).
 */
export const BY_WHOLE_REFERENCE =
  'x.reference >= r."from" and x.reference <= r."from" order by x.reference limit 1';
const texts = (parameter: string): string =>
  `json_to_recordset(${parameter}::json) as r ("from" text, until text)`;
const MOST = `limit ${PAYMENTS_SEARCHED_MAX}`;

/** The rows of one table in some ranges of texts. */
const range = (parameter: string, rows: string): string =>
  `(select k.* from ${texts(parameter)} cross join lateral (${rows}) k)`;

type Searched = {
  merchant_id: string;
  environment: string;
  /** Ranges of texts, as JSON. */
  references: string;
  phones: string;
  ids: readonly string[];
  tickets: readonly string[];
  internal_refs: readonly string[];
  operator_transaction_ids: readonly string[];
  /** Names of ranges. */
  ranges: readonly string[];
  /** Moments, or infinities. */
  from: string;
  until: string;
  least_xaf: number;
  most_xaf: number;
  limit: number;
};

/**
 * The payments that a search finds, newest first. Every way to find one is a range or a key of an index, read
 * to `PAYMENTS_SEARCHED_MAX` entries at most, and only this merchant's are given back: `crowded` says that a
 * way had more. What was searched for whole has a place before what only begins so: nobody could type it any
 * further.
 */
export const findPayments = statement<Searched, (ListedPayment | { id: null }) & { crowded: boolean }>(
  'find_payments',
  `with by_reference as materialized (
    ${range('$references', sessions(IN_RANGE('reference'), `order by x.reference desc ${MOST}`))}
    union all
    ${range('$references', transactions(IN_RANGE('reference'), `order by x.reference desc ${MOST}`))}
  ), by_phone as materialized (
    ${range('$phones', sessions(`x.customer_phone is not null and ${IN_RANGE('customer_phone')}`, `order by x.customer_phone desc, x.created_at desc, x.id desc ${MOST}`))}
    union all
    ${range('$phones', transactions(IN_RANGE('phone_number'), `order by x.phone_number desc, x.created_at desc, x.id desc ${MOST}`))}
  ), of_credits as materialized (
    select c.id, c.matched_session_id, c.matched_transaction_id
    from unnest($operator_transaction_ids::text[]) as o (operator_transaction_id)
    cross join lateral (
      select y.step_id from transaction_identities y
      where y.operator_transaction_id = o.operator_transaction_id and y.environment = $environment limit ${PAYMENTS_SEARCHED_MAX}) i
    cross join lateral (select * from credits y where y.id = i.step_id limit 1) c
  ), by_key as materialized (
    ${range('$references', sessions(BY_WHOLE_REFERENCE, ''))}
    union all ${range('$references', transactions(BY_WHOLE_REFERENCE, ''))}
    union all (${sessions('x.id = any ($ids::uuid[])', '')})
    union all (${transactions('x.id = any ($ids::uuid[])', '')})
    union all (${sessions('x.ticket = any ($tickets::text[])', MOST)})
    union all (${transactions('x.internal_ref = any ($internal_refs::text[])', '')})
    union all (${sessions('x.id = any (array(select matched_session_id from of_credits))', '')})
    union all (${transactions('x.id = any (array(select matched_transaction_id from of_credits))', '')})
    -- A case that another merchant has a part in says nothing of whose money it is.
    union all (${sessions(
      `x.id = any (array(
        select y.session_id from of_credits o
        cross join lateral (select z.session_id from review_cases z where z.credit_id = o.id limit 2) y
        where 1 = (select count(*) from (select from review_cases z where z.credit_id = o.id limit 2) both_of_them)))`,
      '',
    )})
    union all (${sessions(
      `x.id = any (array(
        select y.session_id from unnest($operator_transaction_ids::text[]) as o (operator_transaction_id)
        cross join lateral (
          select z.session_id from payer_claims z
          where z.operator_transaction_id = o.operator_transaction_id limit ${PAYMENTS_SEARCHED_MAX}) y))`,
      '',
    )})
  ), matching as materialized (
    select k.kind, k.id, k.created_at, bool_or(k.is_whole) as is_whole
    from (select *, false as is_whole from by_reference union all select *, false from by_phone
      union all select *, true from by_key) k
    where k.kind || '/' || k.operator || '/' || k.status = any ($ranges::text[])
      and k.created_at >= $from and k.created_at < $until and k.amount_xaf between $least_xaf::int and $most_xaf::int
    group by k.kind, k.id, k.created_at
  ), page as materialized (
    select * from matching k order by k.is_whole desc, k.created_at desc, k.id desc limit $limit::bigint
  )
  select found.*, greatest(
      (select count(*) from by_reference), (select count(*) from by_phone)) >= ${PAYMENTS_SEARCHED_MAX}
      or (select count(*) from matching) > $limit::bigint as crowded
  from (select true) as always
  left join (select ${WHOLE_PAYMENT} from page k ${WHOLE_FROM}) found on true
  order by found.created_at desc, found.id desc`,
);
