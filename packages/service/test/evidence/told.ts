import { expect } from 'vitest';
import type { Pool } from '../../src/store/connect/connect.ts';

/** Whatever moved and told its merchant another thing than its API does, or told it twice or not at all. */
const TOLD_OTHERWISE = `
  select r.id, r.state, 'refund' as what from refunds r left join events e on e.object_id = r.id
  group by r.id
  having coalesce(string_agg(e.type || ' ' || (e.body::jsonb #>> '{data,status}'), ','), '') <> case r.state
    when 'SUCCEEDED' then 'refund.succeeded SUCCEEDED' when 'FAILED' then 'refund.failed FAILED' else '' end
  union all
  select s.id, s.state, 'settlement' from settlements s left join events e on e.object_id = s.id
  group by s.id
  having coalesce(string_agg(e.type || ' ' || (e.body::jsonb #>> '{data,status}'), ',' order by e.sequence), '') <>
    case when s.state <> 'PAID' then ''
      when exists (select from settlement_proofs p where p.settlement_id = s.id and p.says = 'returned')
      then 'settlement.paid PAID,settlement.returned PAID' else 'settlement.paid PAID' end
  union all
  select s.id, s.status, 'session' from payment_sessions s left join events e on e.object_id = s.id
  group by s.id
  having count(e.id) <> s.event_sequence
    or (s.status in ('SUCCESS', 'UNDER_REVIEW', 'EXPIRED')
      and (array_agg(e.body::jsonb #>> '{data,status}' order by e.sequence desc))[1] is distinct from s.status)
    or (s.status not in ('SUCCESS', 'UNDER_REVIEW', 'EXPIRED') and count(e.id) > 0)
  union all
  select t.id, t.status, 'transaction' from transactions t left join events e on e.object_id = t.id
  group by t.id
  having count(e.id) <> t.event_sequence
    or (t.status in ('SUCCESS', 'FAILED', 'TIMEOUT')
      and (array_agg(e.body::jsonb #>> '{data,status}' order by e.sequence desc))[1] is distinct from t.status)
    or (t.status in ('PENDING', 'PROCESSING', 'WAITING_SMS') and count(e.id) > 0)
  union all
  select e.object_id, e.type, 'order' from events e join events l on l.object_id = e.object_id and l.sequence > e.sequence
  where l.created_at < e.created_at or l.id < e.id`;

/** Of a database whose rows the service alone has written: each merchant was told once, and last what the API says. */
export async function expectToldAsItIs(pool: Pool): Promise<void> {
  expect((await pool.query(TOLD_OTHERWISE)).rows, 'what tells its merchant otherwise').toEqual([]);
}
