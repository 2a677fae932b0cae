import { NOBODY } from '../../domain/credit.ts';
import type { Operator } from '../../domain/operator.ts';
import { setStatement, statement } from '../statement.ts';

/** A collection number as staff see it. Live ones are SIMs of ours; test ones belong to one merchant each. */
export type StoredNumber = {
  id: string;
  environment: 'test' | 'live';
  operator: Operator;
  merchant_id: string | null;
  msisdn: string;
  status: 'ACTIVE' | 'PAUSED';
  feed_status: 'HEALTHY' | 'UNANCHORED' | 'SILENT' | 'LAGGING' | 'DOUBTED';
  weight: number;
  daily_volume_cap_xaf: number | null;
  daily_count_cap: number | null;
  sender_allow_list: string[];
  created_at: Date;
};

export const COLLECTION_NUMBER_COLUMNS = `id, environment, operator, merchant_id, msisdn, status, feed_status,
       weight, daily_volume_cap_xaf, daily_count_cap, sender_allow_list, created_at`;

/** By environment, operator and number. All of them where `environment` and `operator` are null; at most `limit`. */
export const listNumberRows = statement<
  { environment: string | null; operator: string | null; limit: number },
  StoredNumber
>(
  'list_numbers',
  `select ${COLLECTION_NUMBER_COLUMNS} from collection_numbers
  where ($environment::text is null or environment = $environment) and ($operator::text is null or operator = $operator)
  order by environment, operator, msisdn, id limit $limit`,
);

/** Live numbers by id (`ids`) or msisdn (`msisdns`). */
export const findLiveNumbers = statement<
  { ids: readonly string[]; msisdns: readonly string[] },
  StoredNumber
>(
  'find_live_numbers_named',
  `select ${COLLECTION_NUMBER_COLUMNS} from collection_numbers
  where environment = 'live' and (id = any ($ids::uuid[]) or msisdn = any ($msisdns::text[]))
  order by id`,
);

/** Which of these phones are live numbers of ours, by the index of numbers: test has many more of them. */
export const findOwnMsisdns = statement<
  { operators: readonly string[]; msisdns: readonly string[] },
  Pick<StoredNumber, 'id' | 'msisdn' | 'status'>
>(
  'find_own_msisdns',
  `select id, msisdn, status from collection_numbers
  where scope_id = '${NOBODY}' and operator = any ($operators::text[]) and environment = 'live'
    and msisdn = any ($msisdns::text[])`,
);

export type NewLiveNumber = {
  id: string;
  operator: Operator;
  /** `+235` and 8 digits. */
  msisdn: string;
  weight: number;
  daily_volume_cap_xaf: number | null;
  daily_count_cap: number | null;
  sender_allow_list: readonly string[];
  created_at: Date;
};

/**
 * Writes live numbers (SIMs of ours), assigned to nobody until staff say their opening balance. One that is
 * there already is left alone and missing in the answer.
 */
export const insertLiveNumbers = setStatement<NewLiveNumber, StoredNumber>(
  'insert_live_numbers',
  `insert into collection_numbers (id, environment, feed_status, operator, msisdn, weight, daily_volume_cap_xaf,
    daily_count_cap, sender_allow_list, created_at)
  select i.id, 'live', 'UNANCHORED', i.operator, i.msisdn, i.weight, i.daily_volume_cap_xaf, i.daily_count_cap,
    i.sender_allow_list, i.created_at
  from json_to_recordset($1::json) as i (id uuid, operator text, msisdn text, weight integer,
    daily_volume_cap_xaf bigint, daily_count_cap integer, sender_allow_list text[], created_at timestamptz)
  on conflict on constraint collection_numbers_msisdn do nothing
  returning ${COLLECTION_NUMBER_COLUMNS}`,
);

/**
 * Sets the status `status` of numbers, and gives back each that exists.
 * Pausing stops new assignments; what is already assigned is still matched.
 */
export const setNumberStatus = statement<{ ids: readonly string[]; status: string }, StoredNumber>(
  'set_number_status',
  `with locked as (
    select id from collection_numbers where id = any($ids::uuid[]) order by id for no key update)
  update collection_numbers set status = $status
  where id in (select id from locked)
  returning ${COLLECTION_NUMBER_COLUMNS}`,
);

/** Sets the sender names of live numbers; gives back each that exists. */
export const setNumberSenders = setStatement<{ id: string; senders: readonly string[] }, StoredNumber>(
  'set_number_senders',
  `with locked as (
    select n.id as number_id, i.senders
    from json_to_recordset($1::json) as i (id uuid, senders text[])
    join collection_numbers n on n.id = i.id and n.environment = 'live'
    order by n.id for no key update of n)
  update collection_numbers set sender_allow_list = senders
  from locked where id = number_id
  returning ${COLLECTION_NUMBER_COLUMNS}`,
);

/** What some numbers took in on a day of N'Djamena, `day`. */
export const loadUsage = statement<
  { ids: readonly string[]; day: string },
  {
    collection_number_id: string;
    credit_count: number;
    volume_xaf: number;
  }
>(
  'load_number_usage',
  `select u.collection_number_id, sum(u.credit_count)::int as credit_count, sum(u.volume_xaf)::bigint as volume_xaf
  from collection_number_usage u
  where u.collection_number_id = any ($ids::uuid[]) and u.day = $day group by u.collection_number_id`,
);

/**
 * Folds the usage deltas of each live number and day, from one day to another, that has more than `limit` of them into one row.
 * The rows of other days aren't looked at. One process at a time: two would wait for each other's rows.
 */
export const foldUsageRows = statement<{ from: string; to: string; limit: number }, { folded: number }>(
  'fold_usage',
  `with turn as materialized (
    select pg_try_advisory_xact_lock(hashtext('fold_usage')) as mine
  ), gone as (
    delete from collection_number_usage
    where id = any (array(
      select x.id from collection_numbers n
      cross join lateral (
        select u.day from collection_number_usage u
        where u.collection_number_id = n.id and u.day between $from::date and $to::date
        group by u.day having count(*) > $limit) crowded
      cross join lateral (
        select u.id from collection_number_usage u
        where u.collection_number_id = n.id and u.day = crowded.day offset 0) x
      where n.scope_id = '${NOBODY}' and n.environment = 'live' and (select mine from turn)))
    returning *
  ), made as (
    insert into collection_number_usage (collection_number_id, day, credit_count, volume_xaf)
    select collection_number_id, day, sum(credit_count), sum(volume_xaf) from gone group by collection_number_id, day
  )
  select count(*)::int as folded from gone`,
);

/** Which operators a merchant may collect with, whether its profile is approved, and whether live is stopped. */
export const loadMerchantTerms = setStatement<
  { merchant_id: string },
  {
    merchant_id: string;
    operators: string[];
    kyc_status: string;
    is_frozen: boolean;
  }
>(
  'load_merchant_terms',
  `select m.id as merchant_id, m.operators, m.kyc_status, m.frozen_live_at is not null as is_frozen
  from merchants m
  where m.id in (select merchant_id from json_to_recordset($1::json) as i (merchant_id uuid))`,
);

/** How many live webhook endpoints merchants have. */
export const countLiveEndpoints = setStatement<
  { merchant_id: string },
  { merchant_id: string; endpoints: number }
>(
  'count_live_endpoints',
  `select i.merchant_id, e.endpoints
  from json_to_recordset($1::json) as i (merchant_id uuid)
  cross join lateral (
    select count(*)::int as endpoints from webhook_endpoints w
    where w.merchant_id = i.merchant_id and w.environment = 'live' and w.deleted_at is null) e`,
);
