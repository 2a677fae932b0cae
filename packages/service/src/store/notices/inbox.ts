import { NOBODY } from '../../domain/credit.ts';
import type { NoticeRow } from '../rows.generated.ts';
import { idStatement, setStatement, statement, triedLater } from '../statement.ts';

export type NoticeSource = NoticeRow['source'];

/**
 * Keeps raw notices and puts them into the inbox. The number is looked up within the notice's environment and merchant; a
 * notice for a number that is not there is not kept, and its id is not returned.
 */
export const insertNotices = setStatement<
  Omit<NoticeRow, 'collection_number_id'> & { collection_number: string },
  { id: string }
>(
  'insert_notices',
  `with made as (
    insert into notices (id, environment, merchant_id, operator, collection_number_id, source, sender, body,
      received_at, created_at)
    select i.id, i.environment, i.merchant_id, i.operator, n.id, i.source, i.sender, i.body, i.received_at, i.created_at
    from json_to_recordset($1::json) as i (id uuid, environment text, merchant_id uuid, operator text,
      collection_number text, source text, sender text, body text, received_at timestamptz, created_at timestamptz)
    cross join lateral (
      select c.id from collection_numbers c
      where c.scope_id = coalesce(i.merchant_id, '${NOBODY}') and c.operator = i.operator
        and c.environment = i.environment and c.msisdn = i.collection_number
      limit 1) n
    returning id
  )
  insert into notice_inbox (notice_id) select id from made returning notice_id as id`,
);

export type UnreadNotice = NoticeRow & {
  sender_allow_list: string[];
  /** It was read before, and nobody understood it. */
  is_replay: boolean;
};

/**
 * What of the notice `n` is read. `received_at`: when the phone got the message by its own clock, or, where that clock is ahead,
 * when the message came to us.
 */
export const NOTICE = `n.id, n.environment, n.merchant_id, n.operator, n.collection_number_id, n.source, n.sender, n.body,
    least(n.received_at, n.created_at) as received_at, n.created_at`;

/** Takes notices out of the inbox, waiting for a transaction that is reading one; what it finished is left out. */
export const takeNotices = idStatement<UnreadNotice>(
  'take_notices',
  `select ${NOTICE}, c.sender_allow_list, b.is_replay
  from notice_inbox b
  cross join lateral (select * from notices x where x.id = b.notice_id limit 1) n
  cross join lateral (
    select x.sender_allow_list from collection_numbers x where x.id = n.collection_number_id limit 1) c
  where b.notice_id = any ($1::uuid[])
  order by b.notice_id for update of b`,
);

export type WaitingNotice = Pick<NoticeRow, 'environment' | 'collection_number_id'> & { notice_id: string };

/**
 * Notices kept before `kept_before` that nobody is reading at this moment, and that are not set aside, those that wait longest
 * first.
 */
export const findWaitingNotices = statement<{ now: Date; kept_before: Date; limit: number }, WaitingNotice>(
  'find_waiting_notices',
  `select b.notice_id, n.environment, n.collection_number_id from notice_inbox b
  cross join lateral (
    select x.environment, x.collection_number_id, x.created_at from notices x where x.id = b.notice_id limit 1) n
  where n.created_at <= $kept_before and (b.retry_at is null or b.retry_at <= $now)
  order by b.notice_id limit $limit for update of b skip locked`,
);

/** Sets notices that could not be settled aside: for 5 seconds at first, and for twice as long each time, up to 15 minutes. */
export const setNoticesAside = statement<{ notice_ids: readonly string[]; now: Date }>(
  'set_notices_aside',
  `update notice_inbox set ${triedLater('$now::timestamptz', '5 seconds', '15 minutes')}
  where notice_id = any ($notice_ids::uuid[])`,
);

/** What has come of one number and nobody has read. */
export const findWaitingOf = statement<{ collection_number_id: string }, { notice_id: string }>(
  'find_waiting_notices_of_number',
  `select b.notice_id from notice_inbox b
  cross join lateral (select x.collection_number_id from notices x where x.id = b.notice_id limit 1) n
  where n.collection_number_id = $collection_number_id order by b.notice_id`,
);

/**
 * One of what has come of a number and nobody has tried to read yet; nothing where all that waits was tried,
 * and set aside.
 */
export const findUntriedOf = statement<{ collection_number_id: string }, { notice_id: string }>(
  'find_untried_notice_of_number',
  `select b.notice_id from notice_inbox b
  cross join lateral (select x.collection_number_id from notices x where x.id = b.notice_id limit 1) n
  where n.collection_number_id = $collection_number_id and b.failures = 0 limit 1`,
);

export const emptyInbox = idStatement(
  'empty_inbox',
  'delete from notice_inbox where notice_id = any ($1::uuid[])',
);

export type UnparsedNotice = Omit<UnreadNotice, 'is_replay'> & {
  /** Of its latest reading: where the next page begins. */
  reading_id: number;
};

/** Two people disowned what the notice tells: it is read no more, in whatever words it is. `notice_id`: where its id stands. */
const isDisowned = (notice_id: string): string =>
  `(select true from book_claims v where v.notice_id = ${notice_id} and v.state = 'VOIDED')`;

/**
 * Notices of one environment that nobody has understood, trusted or disowned yet, by their latest reading after `after`, at most
 * `limit`. Money that came in unknown words is read again by people (`assignRead`); by what left nothing is decided.
 */
export const pageUnparsed = statement<{ environment: string; after: number; limit: number }, UnparsedNotice>(
  'page_unparsed_notices',
  `select r.id as reading_id, ${NOTICE}, c.sender_allow_list
  from notice_readings r
  cross join lateral (
    select * from notices x where x.id = r.notice_id and x.environment = $environment limit 1) n
  cross join lateral (
    select x.sender_allow_list from collection_numbers x where x.id = n.collection_number_id limit 1) c
  where r.id > $after and (r.environment is null or r.environment = $environment) and (r.outcome in ('UNPARSED', 'UNTRUSTED_SENDER') or (r.template_id is null
      and (r.outcome = 'CLAIMED' or (r.outcome = 'UNREAD' and r.credit_id is null))))
    and (select true from notice_readings x where x.notice_id = r.notice_id and x.id > r.id limit 1) is null
    and ${isDisowned('r.notice_id')} is null
  order by r.id limit $limit`,
);

/** Puts notices back into the inbox to be read again; one that is in it already stays as it is. */
export const requeueNotices = idStatement(
  'requeue_notices',
  `insert into notice_inbox (notice_id, is_replay)
  select i.id, true from unnest($1::uuid[]) as i (id) order by i.id
  on conflict (notice_id) do nothing`,
);

/**
 * Those of some notices that are understood by now, or disowned; what is no more than seen to have left is not. Ask it once they are taken out of the inbox: a notice that two
 * people put back at the same moment must not be read twice.
 */
export const findUnderstood = idStatement<{ notice_id: string }>(
  'find_understood_notices',
  `select i.id as notice_id from unnest($1::uuid[]) as i (id)
  left join lateral (
    select x.id from notice_readings x
    where x.notice_id = i.id and x.outcome not in ('UNPARSED', 'UNTRUSTED_SENDER', 'CLAIMED')
      and (x.outcome <> 'UNREAD' or x.credit_id is not null) limit 1) r on true
  where r.id is not null or ${isDisowned('i.id')}`,
);

/** When people last confirmed words, or said who the senders of a number are; null where nobody did between the two. */
export const findNewestListing = statement<{ since: Date; before: Date }, { at: Date | null }>(
  'find_newest_listing',
  `select max(at) as at from staff_actions
  where action in ('template.confirm', 'numbers.senders') and at > $since and at <= $before`,
);
