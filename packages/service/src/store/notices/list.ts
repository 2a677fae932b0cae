import { statement } from '../statement.ts';

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

/** Notices with their latest reading, newest first. */
export const listNoticeRows = statement<ListedNotice>(
  'list_notices',
  `select n.id, n.environment, n.operator, c.msisdn, n.source, n.sender, n.body, n.received_at,
    r.outcome, r.kind, r.reading ->> 'near_template' as near_template
  from notices n
  join collection_numbers c on c.id = n.collection_number_id
  left join lateral (
    select * from notice_readings x where x.notice_id = n.id order by x.id desc limit 1) r on true
  order by n.id desc limit $1`,
);

/** Those that nobody understood or trusted, newest first, by a small index of their own. */
export const listUnparsedRows = statement<ListedNotice>(
  'list_unparsed_notices',
  `select n.id, n.environment, n.operator, c.msisdn, n.source, n.sender, n.body, n.received_at,
    r.outcome, r.kind, r.reading ->> 'near_template' as near_template
  from notice_readings r
  join notices n on n.id = r.notice_id
  join collection_numbers c on c.id = n.collection_number_id
  where (r.outcome in ('UNPARSED', 'UNTRUSTED_SENDER') or (r.template_id is null and r.outcome in ('UNREAD', 'CLAIMED')))
    and not exists (select from notice_readings x where x.notice_id = r.notice_id and x.id > r.id)
  order by r.id desc limit $1`,
);
