import { NOBODY } from '../../domain/credit.ts';
import {
  ASSIGNABLE_FEEDS,
  feedStatusesOf,
  type PoolKey,
  type Rank,
} from '../../domain/reservation/propose.ts';
import { hasSameEnds } from '../book/phones.ts';
import { MAY_BE_AIRTIME, MAY_GO_ON } from '../book/told.ts';
import { setStatement } from '../statement.ts';

const textsOf = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');
const ASSIGNABLE = textsOf(ASSIGNABLE_FEEDS);
const FIRST_CHOICE = textsOf(feedStatusesOf('first'));
/**
 * Whether a payment to the number `n` would settle as soon as its message comes. It would wait, longer than anybody likes,
 * behind a message that waits already, or until somebody reads the SIM where the book is at its bound. Both are known here
 * long before an incident asks anybody to look at the SIM. What came before `i.claims_since` is no claim any more: no incident
 * tells of it, and a number that is given to nobody gets no payment by which its book could go past it.
 */
const WOULD_SETTLE = `not exists (
        select from books b where b.collection_number_id = n.id and (b.bound_since is not null or exists (
          select from book_claims x
          where x.collection_number_id = b.collection_number_id and x.state = 'CLAIMED'
            and x.arrived_at > i.claims_since and ${MAY_GO_ON} and not ${MAY_BE_AIRTIME})))`;
const IS_FIRST_CHOICE = `(n.feed_status in (${FIRST_CHOICE}) and ${WOULD_SETTLE})`;
/** Whether the number `n` may be assigned at all. */
export const IS_ASSIGNABLE = `n.status = 'ACTIVE' and n.feed_status in (${ASSIGNABLE})`;
/** The same of the number of a hold, which is looked up by its key. */
export const isOnAssignable = (hold: string): string =>
  `(select true from collection_numbers n where n.id = ${hold}.collection_number_id and ${IS_ASSIGNABLE} limit 1) is not null`;
/** The numbers of one rank: `n` is the number, `i` the search. */
const OF_RANK = `${IS_ASSIGNABLE}
        and ${IS_FIRST_CHOICE} = (i.rank = 'first')`;

export type PoolRow = {
  pool: number;
  id: string;
  msisdn: string;
  weight: number;
  rank: Rank;
  open_holds: number;
  free_volume_xaf: number | null;
  free_count: number | null;
};

/**
 * The numbers of each pool that may be assigned. Caps count the money that came in on `day`, and no promises:
 * an unpaid session costs a cap nothing. What came to a number without caps is not added up, nor to a virtual number.
 * @param input `pool` is the caller's own numbering
 */
export const loadPools = setStatement<PoolKey & { pool: number; day: string; claims_since: Date }, PoolRow>(
  'load_pools',
  `select i.pool, n.id, n.msisdn, n.weight, coalesce(h.open_holds, 0)::int as open_holds,
    case when ${IS_FIRST_CHOICE} then 'first' else 'last' end as rank,
    n.daily_volume_cap_xaf - coalesce(u.volume_xaf, 0) as free_volume_xaf,
    n.daily_count_cap - coalesce(u.credit_count, 0) as free_count
  from json_to_recordset($1::json) as i (pool int, environment text, operator text, merchant_id uuid, day date, claims_since timestamptz)
  cross join lateral (
    select * from collection_numbers c
    where c.scope_id = coalesce(i.merchant_id, '${NOBODY}') and c.operator = i.operator
      and c.environment = i.environment and c.status = 'ACTIVE' and c.feed_status in (${ASSIGNABLE})
    offset 0) n
  left join lateral (
    select count(*) as open_holds from collection_holds c
    where n.environment = 'live' and c.collection_number_id = n.id and c.state = 'OPEN') h on true
  left join lateral (
    select sum(d.credit_count)::bigint as credit_count, sum(d.volume_xaf)::bigint as volume_xaf
    from collection_number_usage d
    where n.environment = 'live' and d.collection_number_id = n.id and d.day = i.day
      and (n.daily_volume_cap_xaf is not null or n.daily_count_cap is not null)) u on true
  order by i.pool, n.msisdn`,
);

/**
 * Whether a session or transaction waits on a number for one of some sums, in the words of a statement. A guest may wait there when
 * its host is over. Hosts and guests have an index each.
 */
export const waitsForOneOf = (number_id: string, sums: string): string =>
  `(${['not b.is_guest', 'b.is_guest']
    .map(
      (which) => `(select true from collection_holds b
          where b.collection_number_id = ${number_id} and b.amount_xaf = any (${sums}) and ${which} and b.state = 'OPEN'
          limit 1) is not null`,
    )
    .join(' or ')})`;

export type FreeNumber = { search: number; id: string; msisdn: string };

/**
 * The exhaustive search: numbers of a pool and rank that hold no session with this amount, at most `wanted`.
 * Each is locked as `reserve_sessions` locks it, until the transaction ends: batches that search at the same
 * moment, here or in another process, find different numbers instead of refusing each other the same ones.
 * The lock is tried outside the ordered subquery, so only for the numbers that are given back.
 * @param input `full_ids`: numbers left out, since their daily caps leave no room; `apart_from`: left out are
 *   those where an open session without a payer has one of these amounts; `rather_apart`: those where any open one has;
 *   `even_taken`: also those that somebody else is just taking, which are not locked then
 */
export const findFreeNumbers = setStatement<
  PoolKey & {
    search: number;
    rank: Rank;
    amount_xaf: number;
    wanted: number;
    full_ids: string[];
    apart_from: number[] | null;
    rather_apart: number[] | null;
    claims_since: Date;
    even_taken: boolean;
  },
  FreeNumber
>(
  'find_free_numbers',
  `select i.search, f.id, f.msisdn
  from json_to_recordset($1::json) as i
    (search int, rank text, environment text, operator text, merchant_id uuid, amount_xaf int, wanted int,
     full_ids text[], apart_from int[], rather_apart int[], claims_since timestamptz, even_taken boolean)
  cross join lateral (
    select c.id, c.msisdn from (
      select n.id, n.msisdn from collection_numbers n
      where n.environment = i.environment and n.operator = i.operator
        and n.scope_id = coalesce(i.merchant_id, '${NOBODY}')
        and ${OF_RANK} and n.id::text <> all (i.full_ids)
        and (select true from collection_holds h
          where h.collection_number_id = n.id and h.amount_xaf = i.amount_xaf limit 1) is null
        and (i.apart_from is null or (select true from collection_holds h
          where h.collection_number_id = n.id and h.amount_xaf = any (i.apart_from)
            and not h.is_guest and h.customer_phone is null and h.state = 'OPEN' limit 1) is null)
        and (i.rather_apart is null or not ${waitsForOneOf('n.id', 'i.rather_apart')})
      order by n.msisdn offset 0) c
    where i.even_taken or pg_try_advisory_xact_lock(hashtextextended(c.id::text, i.amount_xaf))
    limit i.wanted) f`,
);

export type SharedNumber = {
  search: number;
  id: string;
  msisdn: string;
  host_phone: string;
  /** Live: the host is a session of the same merchant, which holds the number already and has a share for it. */
  is_own: boolean;
};

/** So many guests wait on a number for one amount before the next number is begun. */
const GUESTS_TOGETHER = 4;
/** So many guests of a number and amount are counted. Where each has more, chance alone spreads the next ones. */
const GUESTS_COUNTED = 16;

/**
 * Numbers whose holds of this amount all declare payers other than ours: a session that declares its payer
 * may join as a guest. The host is locked against removal until the transaction ends. `before` counts the
 * searches before it for the same amount and payer: each is shown another number, since only one can have it.
 *
 * Money that names nobody may be for each who waits for its sum on its number, so not many guests wait on one; and each number with a
 * guest is kept after its host is over, so a number is filled up to a few before the next is begun. Where all have so many, the
 * emptiest is taken. `nth` counts the payers of the batch before this one that ask for the same: it goes where it would if they stood
 * there. Whose phone looks like that of somebody there, where digits are hidden, goes elsewhere first, and before that who would
 * stand beside sums like his own. Each number is locked as `findFreeNumbers` locks it: batches of one moment find different ones.
 * @param input `only_of_merchant`: only numbers that this merchant holds already, and of these the `own_numbers` whose shares
 *   come first, of those that may be assigned: guests on more would keep what it may no longer hold; null: any. `rather_apart`: those where somebody waits for
 *   one of these amounts come last; `even_taken`: as for `findFreeNumbers`
 */
export const findSharedNumbers = setStatement<
  PoolKey & {
    search: number;
    rank: Rank;
    amount_xaf: number;
    customer_phone: string;
    full_ids: string[];
    before: number;
    nth: number;
    owner_id: string;
    only_of_merchant: string | null;
    own_numbers: number;
    rather_apart: number[] | null;
    claims_since: Date;
    even_taken: boolean;
  },
  SharedNumber
>(
  'find_shared_numbers',
  `select i.search, f.id, f.msisdn, f.host_phone, f.is_own
  from json_to_recordset($1::json) as i
    (search int, rank text, environment text, operator text, merchant_id uuid, amount_xaf int,
     customer_phone text, full_ids text[], before int, nth int, owner_id uuid, only_of_merchant uuid,
     own_numbers int, rather_apart int[], claims_since timestamptz, even_taken boolean)
  cross join lateral (
    select c.id, c.msisdn, c.host_phone, c.is_own from (
      select x.*, case when i.nth < sum(x.room) over w then sum(x.room) over (w order by x.place) <= i.nth
        else x.place <= (i.nth - sum(x.room) over w) % count(*) over w end as is_before
      from (
        select n.id, n.msisdn, h.owner_id as host_id, h.customer_phone as host_phone,
          coalesce(h.merchant_id = i.owner_id and h.amount_share is not null, false) as is_own,
          apart.waits, there.has_like, greatest(0, ${GUESTS_TOGETHER} - there.guests) as room,
          row_number() over (partition by apart.waits, there.has_like order by there.guests >= ${GUESTS_TOGETHER},
            abs(${GUESTS_TOGETHER} - there.guests),
            case when there.guests = ${GUESTS_COUNTED} then hashtextextended(i.customer_phone || n.id, 0) end, n.msisdn) as place
        from collection_numbers n
        join collection_holds h on h.collection_number_id = n.id and h.amount_xaf = i.amount_xaf and not h.is_guest
        cross join lateral (
          select i.rather_apart is not null and ${waitsForOneOf('n.id', 'i.rather_apart')} as waits offset 0) apart
        cross join lateral (
          select count(*) as guests, ${hasSameEnds('h.customer_phone', 'i.customer_phone')}
            or coalesce(bool_or(${hasSameEnds('g.customer_phone', 'i.customer_phone')}), false) as has_like
          from (select customer_phone from collection_holds
            where collection_number_id = n.id and amount_xaf = i.amount_xaf and is_guest limit ${GUESTS_COUNTED}) g) there
        where n.environment = i.environment and n.operator = i.operator
          and n.scope_id = coalesce(i.merchant_id, '${NOBODY}')
          and ${OF_RANK} and n.id::text <> all (i.full_ids)
          and (i.only_of_merchant is null or (h.merchant_id = i.only_of_merchant and h.amount_share is not null and (
            select count(*) from collection_holds o
            where o.operator = h.operator and o.amount_xaf = h.amount_xaf and o.merchant_id = h.merchant_id
              and o.amount_share < h.amount_share and not o.is_guest and ${isOnAssignable('o')}) < i.own_numbers))
          and h.customer_phone <> i.customer_phone
          and (select true from collection_holds g
            where g.collection_number_id = n.id and g.amount_xaf = i.amount_xaf and g.is_guest
              and g.customer_phone = i.customer_phone limit 1) is null) x
      window w as (partition by x.waits, x.has_like)
      order by x.waits, x.has_like, is_before, x.place offset 0) c
    cross join lateral (
      select from collection_holds h where h.owner_id = c.host_id for key share skip locked) host
    where i.even_taken or pg_try_advisory_xact_lock(hashtextextended(c.id::text, i.amount_xaf))
    limit 1 offset i.before) f`,
);

/** Makes virtual numbers for test merchants; those that another process has just made are left as they are. */
export const insertVirtualNumbers = setStatement<
  { id: string; merchant_id: string; operator: string; msisdn: string; created_at: Date },
  { id: string }
>(
  'insert_virtual_numbers',
  `insert into collection_numbers (id, environment, operator, merchant_id, msisdn, created_at)
  select id, 'test', operator, merchant_id, msisdn, created_at
  from json_to_recordset($1::json) as i
    (id uuid, merchant_id uuid, operator text, msisdn text, created_at timestamptz)
  order by merchant_id, operator, msisdn
  on conflict on constraint collection_numbers_msisdn do nothing
  returning id`,
);

/** How many numbers each pool has, whatever their state. */
export const countNumbers = setStatement<PoolKey & { pool: number }, { pool: number; total: number }>(
  'count_numbers',
  `select i.pool, n.total
  from json_to_recordset($1::json) as i (pool int, environment text, operator text, merchant_id uuid)
  cross join lateral (
    select count(*)::int as total from collection_numbers c
    where c.scope_id = coalesce(i.merchant_id, '${NOBODY}') and c.operator = i.operator
      and c.environment = i.environment) n`,
);

/** Ends the quarantine of closed test sessions whose number and amount are wanted: nobody's money is there. */
export const endTestQuarantines = setStatement<
  PoolKey & { amount_xaf: number; wanted: number },
  { owner_id: string }
>(
  'end_test_quarantines',
  `delete from collection_holds where owner_id = any (array(
    select f.owner_id
    from json_to_recordset($1::json) as i
      (environment text, operator text, merchant_id uuid, amount_xaf int, wanted int)
    cross join lateral (
      select h.owner_id from collection_numbers n
      join collection_holds h on h.collection_number_id = n.id and h.amount_xaf = i.amount_xaf
      where n.environment = 'test' and n.operator = i.operator and n.scope_id = i.merchant_id
        and h.state = 'QUARANTINE' and h.host_phone is null
        and not exists (
          select from collection_holds g where g.is_guest
            and g.collection_number_id = h.collection_number_id and g.amount_xaf = h.amount_xaf)
      order by h.due_at limit i.wanted
      for update of h skip locked) f))
  returning owner_id`,
);
