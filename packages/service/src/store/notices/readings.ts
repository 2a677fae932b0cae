import type { NoticeReadingRow } from '../rows.generated.ts';
import { idStatement, setStatement } from '../statement.ts';

export type ReadingOutcome = NoticeReadingRow['outcome'];

/** Keeps how notices were read: one row a reading, so that a later template's reading stands beside it. */
export const insertReadings = setStatement<Omit<NoticeReadingRow, 'id'>>(
  'insert_readings',
  `insert into notice_readings
    (notice_id, outcome, kind, template_id, template_version, reading, credit_id, read_at)
  select notice_id, outcome, kind, template_id, template_version, reading, credit_id, read_at
  from json_to_recordset($1::json) as i (notice_id uuid, outcome text, kind text, template_id text,
    template_version int, reading json, credit_id uuid, read_at timestamptz)`,
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
