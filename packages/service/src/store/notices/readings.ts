import type { NoticeReadingRow } from '../rows.generated.ts';
import { idStatement, momentStatement, statement } from '../statement.ts';

export type ReadingOutcome = NoticeReadingRow['outcome'];

/** Keeps how notices were read at a moment: one row a reading, so that a later template's reading stands beside it. */
export const insertReadings = momentStatement<Omit<NoticeReadingRow, 'id' | 'read_at'>>(
  'insert_readings',
  `insert into notice_readings
    (notice_id, environment, outcome, kind, template_id, template_version, reading, credit_id, read_at)
  select notice_id, environment, outcome, kind, template_id, template_version, reading, credit_id, $2::timestamptz
  from json_to_recordset($1::json) as i (notice_id uuid, environment text, outcome text, kind text, template_id text,
    template_version int, reading json, credit_id uuid)`,
);

export type SettledNotice = {
  notice_id: string;
  outcome: ReadingOutcome;
  credit_id: string | null;
  verdict: 'SETTLE' | 'REVIEW' | 'SUSPENSE' | null;
  rule: string | null;
  reason: string | null;
  session_ids: string[] | null;
};

/** What became of notices that have been read: the latest reading, and the first decision on its credit. */
export const loadSettled = idStatement<SettledNotice>(
  'load_settled_notices',
  `select r.notice_id, r.outcome, r.credit_id, d.verdict, d.rule, d.reason, d.session_ids
  from unnest($1::uuid[]) as i (notice_id)
  cross join lateral (
    select * from notice_readings x where x.notice_id = i.notice_id order by x.id desc limit 1) r
  left join lateral (
    select * from decisions x where x.credit_id = r.credit_id and x.actor = 'ENGINE' limit 1) d on true`,
);

export type ListedNotice = {
  id: string;
  environment: string;
  operator: string;
  msisdn: string;
  source: string;
  sender: string | null;
  /** The raw text; a person must see it to add a template. */
  body: string;
  received_at: Date;
  outcome: string | null;
  kind: string | null;
  near_template: string | null;
};

/** Notices with their latest reading, newest first; `environment`: null for those of both. */
export const listNoticeRows = statement<{ environment: string | null; limit: number }, ListedNotice>(
  'list_notices',
  `select n.id, n.environment, n.operator, c.msisdn, n.source, n.sender, n.body, n.received_at,
    r.outcome, r.kind, r.reading ->> 'near_template' as near_template
  from notices n
  join collection_numbers c on c.id = n.collection_number_id
  left join lateral (
    select * from notice_readings x where x.notice_id = n.id order by x.id desc limit 1) r on true
  where $environment::text is null or n.environment = $environment order by n.id desc limit $limit`,
);

/**
 * Those of one environment that nobody understood or trusted, newest first, by a small index of their own. Anybody with a test key
 * writes as many to the sandbox as they like: none of them takes a live text's place.
 */
export const listUnparsedRows = statement<{ environment: string; limit: number }, ListedNotice>(
  'list_unparsed_notices',
  `select n.id, n.environment, n.operator, c.msisdn, n.source, n.sender, n.body, n.received_at,
    r.outcome, r.kind, r.reading ->> 'near_template' as near_template
  from notice_readings r
  join notices n on n.id = r.notice_id and n.environment = $environment
  join collection_numbers c on c.id = n.collection_number_id
  where (r.environment is null or r.environment = $environment)
    and (r.outcome in ('UNPARSED', 'UNTRUSTED_SENDER') or (r.template_id is null and r.outcome in ('UNREAD', 'CLAIMED')))
    and not exists (select from notice_readings x where x.notice_id = r.notice_id and x.id > r.id)
  order by r.id desc limit $limit`,
);
