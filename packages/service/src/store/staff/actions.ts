import { setStatement, statement } from '../statement.ts';

/** Something a person did, or was refused nothing to do. */
export type StaffAction = {
  id: string;
  actor: string;
  action: string;
  subject_id: string;
  note: string;
  detail: Record<string, unknown>;
  at: Date;
};

/** Adds actions to the audit trail, which nobody can change afterwards. */
export const insertActions = setStatement<StaffAction>(
  'insert_staff_actions',
  `insert into staff_actions (id, actor, action, subject_id, note, detail, at)
  select id, actor, action, subject_id, note, detail, at
  from json_to_recordset($1::json) as i
    (id uuid, actor text, action text, subject_id text, note text, detail json, at timestamptz)`,
);

/** What was done about a subject, oldest first. */
export const listActions = statement<StaffAction>(
  'list_staff_actions',
  `select id, actor, action, subject_id, note, detail, at from staff_actions
  where subject_id = $1 order by at, id limit $2`,
);
