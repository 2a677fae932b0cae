import type { Operator } from '../domain/operator.ts';
import type { SmsTemplateRow } from './rows.generated.ts';
import { idStatement, type None, setStatement, statement } from './statement.ts';

/**
 * Of every template that staff have taught the latest version, and the latest that is confirmed: what one person teaches as
 * another version takes none out of use. The oldest first.
 */
export const listTaughtTemplates = statement<None, SmsTemplateRow>(
  'list_taught_templates',
  `select t.* from sms_templates t
  where t.version = (select max(x.version) from sms_templates x where x.template_id = t.template_id)
    or t.version = (select max(x.template_version) from template_confirmations x where x.template_id = t.template_id)
  order by t.created_at, t.template_id, t.version`,
);

/** Adds versions of templates; one that somebody else has added meanwhile is missing in the answer. */
export const insertTaughtTemplates = setStatement<SmsTemplateRow, SmsTemplateRow>(
  'insert_taught_templates',
  `insert into sms_templates
    (template_id, version, operator, kind, wording, sample, created_at, created_by, note)
  select i.template_id, i.version, i.operator, i.kind, i.wording, i.sample, i.created_at, i.created_by, i.note
  from json_to_recordset($1::json) as i (template_id text, version integer, operator text, kind text,
    wording text, sample text, created_at timestamptz, created_by text, note text)
  on conflict (template_id, version) do nothing
  returning *`,
);

export type ConfirmationRow = {
  template_id: string;
  template_version: number;
  confirmed_at: Date;
  confirmed_by: string;
};

/** Every confirmation by staff. */
export const listConfirmations = statement<None, ConfirmationRow>(
  'list_template_confirmations',
  `select template_id, template_version, confirmed_at, confirmed_by from template_confirmations
  order by template_id, template_version`,
);

/** Confirms versions of templates. One confirmed before stays as it is and is missing in the answer. */
export const insertConfirmations = setStatement<ConfirmationRow, ConfirmationRow>(
  'insert_template_confirmations',
  `insert into template_confirmations (template_id, template_version, confirmed_at, confirmed_by)
  select i.template_id, i.template_version, i.confirmed_at, i.confirmed_by
  from json_to_recordset($1::json)
    as i (template_id text, template_version integer, confirmed_at timestamptz, confirmed_by text)
  on conflict (template_id, template_version) do nothing
  returning template_id, template_version, confirmed_at, confirmed_by`,
);

/** Takes confirmations back. */
export const deleteConfirmations = setStatement<Pick<ConfirmationRow, 'template_id' | 'template_version'>>(
  'delete_template_confirmations',
  `delete from template_confirmations c
  using json_to_recordset($1::json) as i (template_id text, template_version integer)
  where c.template_id = i.template_id and c.template_version = i.template_version`,
);

/** What people have said last of a version of a template. */
export type LastConfirmation = Pick<ConfirmationRow, 'template_id' | 'template_version'> & {
  at: Date;
  /** They have taken its confirmation back. One that another version has replaced is not: nobody has found it wrong. */
  is_revoked: boolean;
};

/** Of every version that people have ever confirmed, the word that was last. */
export const listLastWords = statement<None, LastConfirmation>(
  'list_last_words_of_templates',
  `select distinct on (subject_id) split_part(subject_id, '@', 1) as template_id,
    split_part(subject_id, '@', 2)::int as template_version, at, action = 'template.revoke' as is_revoked
  from staff_actions where action in ('template.confirm', 'template.revoke') order by subject_id, at desc, id desc`,
);

/**
 * Of readings: those of live texts, and of before it was written down, which their notices tell apart. Anybody with a test key fills
 * the sandbox, and no text there may push a live one out of what staff are shown or a draft is judged by.
 */
const LIVE = `environment is distinct from 'test'`;

export type TemplateReading = {
  notice_id: string;
  received_at: Date;
  body: string;
  msisdn: string;
  reading: { amount_xaf?: number; doubts?: string[] };
};

/** The latest live texts that a version of a template has read, among the last 10,000 live readings of all. */
export const listTemplateReadings = statement<
  { template_id: string; version: number; limit: number },
  TemplateReading
>(
  'list_template_readings',
  `select n.id as notice_id, n.received_at, n.body, c.msisdn, json_build_object(
      'amount_xaf', coalesce((r.reading ->> 'amount_xaf')::int, k.amount_xaf),
      'doubts', coalesce(r.reading -> 'doubts', '[]')) as reading
  from (select * from notice_readings where ${LIVE} order by id desc limit 10000) r
  join notices n on n.id = r.notice_id and n.environment = 'live'
  join collection_numbers c on c.id = n.collection_number_id
  left join lateral (select x.amount_xaf from credits x where x.id = r.credit_id limit 1) k on true
  where r.template_id = $template_id and r.template_version = $version order by r.id desc limit $limit`,
);

export type KeptText = {
  notice_id: string;
  operator: Operator;
  body: string;
  /** The template that reads it; null where none does. */
  template_id: string | null;
};

/**
 * The latest live texts of listed senders that no template has taken, at most `limit`, whatever became of their money. It names
 * all outcomes of the partial index and then takes one away, so that the index is used.
 */
export const listUnreadTexts = statement<
  { limit: number },
  KeptText & Pick<TemplateReading, 'received_at' | 'msisdn'>
>(
  'list_unread_texts',
  `select n.id as notice_id, n.operator, n.body, null::text as template_id, n.received_at, c.msisdn
  from notice_readings r
  cross join lateral (select * from notices x where x.id = r.notice_id and x.environment = 'live' limit 1) n
  cross join lateral (select x.msisdn from collection_numbers x where x.id = n.collection_number_id limit 1) c
  where r.template_id is null and r.outcome in ('UNPARSED', 'UNTRUSTED_SENDER', 'UNREAD', 'CLAIMED')
    and r.outcome <> 'UNTRUSTED_SENDER' and r.${LIVE}
    and (select true from notice_readings x where x.notice_id = r.notice_id and x.id > r.id limit 1) is null
  order by r.id desc limit $limit`,
);

/**
 * The live texts that templates have taken among the latest `limit` readings. One that still waited then is left out: the book had not
 * borne the reading out, and a better wording for it must not be refused. So is one of a sender who is not on the list: any phone can
 * send it, and would forbid the wording.
 */
export const listReadTexts = statement<{ limit: number }, KeptText>(
  'list_read_texts',
  `select n.id as notice_id, n.operator, n.body, r.template_id
  from (select * from notice_readings where ${LIVE} order by id desc limit $limit) r
  cross join lateral (select * from notices x where x.id = r.notice_id and x.environment = 'live' limit 1) n
  where r.template_id is not null and r.outcome not in ('CLAIMED', 'UNTRUSTED_SENDER') order by r.id desc`,
);

/** A text with the movement that the book has proven of it. */
export type ProvenText = Pick<KeptText, 'operator' | 'body'> & { before_xaf: number; after_xaf: number };

/**
 * The latest texts with a movement that the book has proven, unless people have called it false: those in words that nobody knew
 * apart from the others, so that no flood of texts puts them out of sight.
 */
export const listProvenTexts = statement<{ limit: number }, ProvenText>(
  'list_proven_texts',
  `select n.operator, n.body, s.before_xaf, s.after_xaf
  from (
    (select id, notice_id, before_xaf, after_xaf from book_steps where kind = 'UNREAD' order by occurred_at desc limit $limit)
    union
    (select x.id, x.notice_id, x.before_xaf, x.after_xaf
      from (select notice_id from notice_readings where template_id is not null and ${LIVE} order by id desc limit $limit) r
      cross join lateral (select * from book_steps y where y.notice_id = r.notice_id limit 1) x)) s
  cross join lateral (select * from notices x where x.id = s.notice_id limit 1) n
  where not exists (select from book_explanations e where e.step_id = s.id and e.meaning = 'write_off')`,
);

/** The texts of some notices. */
export const loadTexts = idStatement<Omit<KeptText, 'template_id'>>(
  'load_texts',
  'select id as notice_id, operator, body from notices where id = any ($1::uuid[])',
);
