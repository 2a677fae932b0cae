import type { AnnouncedDebitRow } from '../rows.generated.ts';
import { setStatement } from '../statement.ts';

export type AnnouncedRow = {
  id: string;
  kind: 'refund' | 'sweep';
  amount_xaf: number;
  /** What the operator may take for it, by the tariffs that staff have set. */
  fees_xaf: number[];
};

/** Writes what staff say they send from a number. */
export const insertAnnounced = setStatement<AnnouncedDebitRow>(
  'insert_announced_debits',
  `insert into announced_debits (id, collection_number_id, kind, amount_xaf, cause_id, announced_at, step_id)
  select id, collection_number_id, kind, amount_xaf, cause_id, announced_at, step_id
  from json_to_recordset($1::json) as i (id uuid, collection_number_id uuid, kind text, amount_xaf bigint, cause_id uuid,
    announced_at timestamptz, step_id uuid)`,
);

/** The step of the book that turned out to be the debit. */
export const closeAnnounced = setStatement<{ id: string; step_id: string }>(
  'close_announced_debits',
  `update announced_debits a set step_id = i.step_id
  from json_to_recordset($1::json) as i (id uuid, step_id uuid)
  where a.id = i.id and a.step_id is null`,
);
