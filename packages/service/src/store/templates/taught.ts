import type { SmsTemplateRow } from '../rows.generated.ts';
import { setStatement, statement } from '../statement.ts';

/** The latest version of every template that staff have taught, the oldest template first. */
export const listTaughtTemplates = statement<SmsTemplateRow>(
  'list_taught_templates',
  `select t.* from sms_templates t
  where t.version = (select max(x.version) from sms_templates x where x.template_id = t.template_id)
  order by t.created_at, t.template_id`,
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
