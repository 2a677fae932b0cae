import type { Operator } from '../../domain/session/session.ts';
import { setStatement } from '../statement.ts';

export type AllowanceRow = { merchant_id: string; operator: Operator; sessions: number | null };

/** Locks merchants that exist, in id order, and says what staff have set for them; null: what they earn. */
export const lockAllowances = setStatement<{ merchant_id: string; operator: string }, AllowanceRow>(
  'lock_allowances',
  `with locked as (
    select id from merchants
    where id in (select merchant_id from json_to_recordset($1::json) as i (merchant_id uuid))
    order by id for no key update)
  select l.id as merchant_id, i.operator, a.sessions
  from json_to_recordset($1::json) as i (merchant_id uuid, operator text)
  join locked l on l.id = i.merchant_id
  left join merchant_allowances a on a.merchant_id = i.merchant_id and a.operator = i.operator`,
);

/** Sets allowances in place of what merchants earn. */
export const putAllowances = setStatement<{ merchant_id: string; operator: string; sessions: number }>(
  'put_allowances',
  `insert into merchant_allowances (merchant_id, operator, sessions)
  select merchant_id, operator, sessions
  from json_to_recordset($1::json) as i (merchant_id uuid, operator text, sessions int)
  on conflict (merchant_id, operator) do update set sessions = excluded.sessions`,
);

/** Lets merchants have what they earn again. */
export const dropAllowances = setStatement<{ merchant_id: string; operator: string }>(
  'drop_allowances',
  `delete from merchant_allowances where (merchant_id, operator) in (
    select merchant_id, operator from json_to_recordset($1::json) as i (merchant_id uuid, operator text))`,
);
