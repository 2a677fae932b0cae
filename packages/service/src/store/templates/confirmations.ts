import { setStatement, statement } from '../statement.ts';

export type ConfirmationRow = {
  template_id: string;
  template_version: number;
  confirmed_at: Date;
  confirmed_by: string;
};

/** Every confirmation by staff. */
export const listConfirmations = statement<ConfirmationRow>(
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
