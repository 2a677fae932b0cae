import type { MemberRole } from '../../domain/account/person.ts';
import type { ChosenKind, MailNoticeKind, MailReader } from '../../domain/mail/notice.ts';
import type { ToldTrouble, Trouble } from '../../domain/mail/trouble.ts';
import { setStatement, statement } from '../statement.ts';

export type ChoiceRow = {
  member_id: string;
  role: MemberRole;
  kind: ChosenKind | null;
  is_wanted: boolean | null;
};

/** A current member and what it has chosen; one row without a kind where it has chosen nothing. */
export const loadChoices = setStatement<{ account_id: string; merchant_id: string }, ChoiceRow>(
  'load_notice_choices',
  `select k.id as member_id, k.role, c.kind, c.is_wanted
  from json_to_recordset($1::json) as i (account_id uuid, merchant_id uuid)
  join members k on k.account_id = i.account_id and k.merchant_id = i.merchant_id and k.ended_at is null
  left join notice_choices c on c.member_id = k.id`,
);

export const putChoices = setStatement<{ member_id: string; kind: MailNoticeKind; is_wanted: boolean }>(
  'put_notice_choices',
  `insert into notice_choices (member_id, kind, is_wanted)
  select member_id, kind, is_wanted from json_to_recordset($1::json) as i (member_id uuid, kind text, is_wanted boolean)
  on conflict (member_id, kind) do update set is_wanted = excluded.is_wanted`,
);

export type AudienceRow = {
  merchant_id: string;
  member_id: string;
  kind: MailNoticeKind;
} & MailReader;

/** The members of merchants and those who were owners once, with what each has chosen about one kind. */
export const findAudience = setStatement<{ merchant_id: string; kind: MailNoticeKind }, AudienceRow>(
  'find_mail_audience',
  `select k.merchant_id, k.id as member_id, k.role, i.kind, c.is_wanted, k.owner_until,
    k.ended_at is not null as has_left
  from (select distinct * from json_to_recordset($1::json) as i (merchant_id uuid, kind text)) i
  join members k on k.merchant_id = i.merchant_id and (k.ended_at is null or k.owner_until is not null)
  left join notice_choices c on c.member_id = k.id and c.kind = i.kind`,
);

export type NewMailNotice = {
  id: string;
  merchant_id: string;
  member_id: string;
  kind: MailNoticeKind;
  /** The matter of the mail: a member gets one mail of a kind about it. */
  about: string;
  detail: Record<string, unknown>;
  now: Date;
};

/** Puts mails into the outbox; what a member was told before is left out. */
export const insertMailNotices = setStatement<NewMailNotice, { id: string }>(
  'insert_mail_notices',
  `insert into mail_notices (id, merchant_id, member_id, kind, about, detail, due_at, created_at)
  select id, merchant_id, member_id, kind, about, detail, now, now
  from json_to_recordset($1::json) as i
    (id uuid, merchant_id uuid, member_id uuid, kind text, about text, detail json, now timestamptz)
  on conflict (member_id, kind, about) do nothing
  returning id`,
);

export type ClaimedNotice = {
  id: string;
  merchant_id: string;
  merchant_name: string;
  kind: MailNoticeKind;
  detail: Record<string, unknown>;
  /** How many tries there have been, this one included. */
  attempts: number;
  /** Why the try before this one failed; null: there was none. */
  failure: string | null;
  created_at: Date;
  email: string;
  language: 'fr' | 'ar' | 'en';
  /** Its mail address was never verified. */
  is_unverified: boolean;
} & MailReader;

/**
 * Claims mails that are due at `now` until `until`, at most `limit`: nobody else has them in the meantime. One whose process
 * dies is due again then.
 */
export const claimMailNotices = statement<{ now: Date; until: Date; limit: number }, ClaimedNotice>(
  'claim_mail_notices',
  `with due as (
    select id from mail_notices where state = 'WAITING' and due_at <= $now order by due_at, id limit $limit
    for update skip locked),
  claimed as (
    update mail_notices n set due_at = $until, attempts = n.attempts + 1 from due where n.id = due.id returning n.*)
  select n.id, n.merchant_id, m.name as merchant_name, n.kind, n.detail, n.attempts, n.failure, n.created_at, a.email, a.language,
    k.role, c.is_wanted, k.owner_until, k.ended_at is not null as has_left, a.email_verified_at is null as is_unverified
  from claimed n
  join members k on k.id = n.member_id
  join accounts a on a.id = k.account_id
  join merchants m on m.id = n.merchant_id
  left join notice_choices c on c.member_id = n.member_id and c.kind = n.kind
  order by n.due_at, n.id`,
);

/** Owners, and who was one lately, to whom no mail about a payout account of their merchant has gone out. */
export const listUnreached = setStatement<
  { merchant_id: string; payout_account_id: string; about: string },
  { payout_account_id: string; email: string }
>(
  'list_unreached_owners',
  `select i.payout_account_id, a.email
  from json_to_recordset($1::json) as i (merchant_id uuid, payout_account_id uuid, about text)
  join members k on k.merchant_id = i.merchant_id
  join mail_notices n on n.member_id = k.id and n.kind = 'payout_account' and n.about = i.about
  join accounts a on a.id = k.account_id
  where n.state <> 'SENT' order by a.email`,
);

export type EndedNotice = {
  id: string;
  /** As it was when the mail was claimed: once another process has claimed it again, this one changes nothing. */
  attempts: number;
  state: 'WAITING' | 'SENT' | 'DROPPED' | 'FAILED';
  due_at: Date;
  ended_at: Date | null;
  failure: string | null;
  /** The try counts for none. */
  gives_back?: boolean;
};

/** Writes what became of claimed mails. */
export const finishMailNotices = setStatement<EndedNotice>(
  'finish_mail_notices',
  `update mail_notices n set state = i.state, due_at = i.due_at, ended_at = i.ended_at, failure = i.failure,
    attempts = n.attempts - coalesce(i.gives_back, false)::int
  from json_to_recordset($1::json) as i
    (id uuid, attempts int, state text, due_at timestamptz, ended_at timestamptz, failure text, gives_back boolean)
  where n.id = i.id and n.attempts = i.attempts and n.state = 'WAITING'`,
);

export type ReviewsRow = { merchant_id: string; hour: Date; payments: number };

/** Live payments of the last hours that wait for review, by merchant and by the hour in which they began to. */
export const countReviews = statement<{ since: Date }, ReviewsRow>(
  'count_reviews_to_mail',
  `select merchant_id, date_trunc('hour', closed_at) as hour, count(*)::int as payments
  from payment_sessions
  where environment = 'live' and status = 'UNDER_REVIEW' and closed_at > $since group by 1, 2`,
);

/**
 * Webhook endpoints that began to fail since a moment, and those that were switched off for it since, however long they had failed.
 * Live ones and the latest first: those that were told of long ago don't stand before one that nobody knows of.
 */
export const findTrouble = statement<{ since: Date; limit: number }, Trouble>(
  'find_endpoint_trouble',
  `select merchant_id, id as endpoint_id, url, environment, status, failing_since, disabled_at
  from webhook_endpoints
  where status <> 'enabled' and deleted_at is null and (failing_since > $since or disabled_at > $since)
    and failing_since is not null and (disabled_reason is null or disabled_reason = 'failing')
  order by environment = 'live' desc, coalesce(disabled_at, failing_since) desc, id limit $limit`,
);

/** What was told since a moment to members of these merchants of endpoints that began to fail, each once. */
export const findToldTrouble = setStatement<{ merchant_id: string; since: Date }, ToldTrouble>(
  'find_told_endpoint_trouble',
  `select n.merchant_id, n.detail ->> 'environment' as environment, n.about, min(n.created_at) as created_at
  from (select distinct * from json_to_recordset($1::json) as i (merchant_id uuid, since timestamptz)) i
  join members k on k.merchant_id = i.merchant_id
  join mail_notices n on n.member_id = k.id and n.kind = 'endpoint_trouble' and n.created_at > i.since
  where n.detail ->> 'status' = 'degraded'
  group by 1, 2, 3`,
);

export type SummaryRow = { merchant_id: string; payments: number; amount_xaf: number };

/**
 * What merchants whose members have asked for a summary collected in live on a day, as the first page of the dashboard tells
 * it: by the day of confirmation, from the counts. There is a row also where that is nothing.
 */
export const summariseDay = statement<{ day: string }, SummaryRow>(
  'summarise_day_to_mail',
  `select w.merchant_id, s.payments, s.amount_xaf
  from (
    select distinct k.merchant_id from notice_choices c join members k on k.id = c.member_id
    where c.kind = 'daily_summary' and c.is_wanted and k.ended_at is null) w
  cross join lateral (
    select coalesce(sum(k.count), 0)::int as payments, coalesce(sum(k.amount_xaf), 0)::bigint as amount_xaf from (
      select c.count, c.amount_xaf from payment_counts c
      where c.merchant_id = w.merchant_id and c.environment = 'live' and c.day = $day::date and c.status = 'COLLECTED'
      union all
      select d.count, d.amount_xaf from payment_count_changes d
      where d.merchant_id = w.merchant_id and d.environment = 'live' and d.day = $day::date
        and d.status = 'COLLECTED') k) s`,
);
