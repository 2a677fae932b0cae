import type { Pool } from 'pg';

/** What must never be found in a database, said by SQL that does not share the engine's ways. */
const NEVER: Readonly<Record<string, string>> = {
  'a notice that was kept and neither read nor waiting': `
    select n.id::text from notices n
    where not exists (select from notice_readings r where r.notice_id = n.id)
      and not exists (select from notice_inbox b where b.notice_id = n.id)`,
  'a transaction id of which two credits confirmed what they were for, and no person said so': `
    select operator_transaction_id from credits
    where operator_transaction_id is not null and reason not like 'staff_%'
      and coalesce(matched_session_id, matched_transaction_id) is not null
    group by environment, operator, operator_transaction_id
    having count(*) > 1`,
  // A message told again on another SIM whose balance is the same goes on from it: what it says is booked, and looked up.
  'a transaction id of two credits, of which no incident tells': `
    select c.operator_transaction_id from credits c
    left join feed_incidents f on f.collection_number_id = c.collection_number_id and f.kind = 'two_steps_one_id'
      and f.detail ->> 'step_id' = c.id::text
    where c.operator_transaction_id is not null
    group by c.environment, c.operator, c.operator_transaction_id
    having count(distinct c.id) > 1 + count(distinct f.detail ->> 'step_id')`,
  'a confirmed session without exactly one credit of its own': `
    select s.id::text from payment_sessions s left join credits c on c.matched_session_id = s.id
    where s.status = 'SUCCESS' and (c.id is null or c.amount_xaf - c.surplus_xaf <> s.amount_xaf)`,
  'a session that moved without its event': `
    select s.id::text from payment_sessions s
    where s.event_sequence <> (select count(*) from events e where e.object_id = s.id)
      or (s.status in ('SUCCESS', 'UNDER_REVIEW', 'EXPIRED') and s.event_sequence = 0)`,
  'an event without a delivery for its endpoint': `
    select e.id::text from events e
    join webhook_endpoints w on w.merchant_id = e.merchant_id and w.environment = e.environment
    where not exists (select from webhook_deliveries d where d.event_id = e.id and d.endpoint_id = w.id)`,
  'a delivery that is neither done, nor due, nor listed as held or dead': `
    select d.id::text from webhook_deliveries d
    where d.state = 'PENDING' and not exists (select from webhook_due u where u.delivery_id = d.id)`,
  'money in suspense that is not that of its credits': `
    select x.booked::text || ' booked, ' || x.owed::text || ' owed' from (
      select coalesce((select sum(case when a.id = t.credit_account_id then t.amount_xaf else -t.amount_xaf end)
          from ledger_accounts a join ledger_transfers t on a.id in (t.credit_account_id, t.debit_account_id)
          where a.kind = 'SUSPENSE' and a.environment = 'live'), 0) as booked,
        coalesce((select sum(case when c.state in ('REVIEW', 'SUSPENSE') then c.amount_xaf
          when c.surplus_refunded_at is null then c.surplus_xaf else 0 end)
          from credits c where c.environment = 'live'), 0) as owed) x
    where x.booked <> x.owed`,
};

/** The whole of the books and the outbox, at the end of a run. */
export async function findBroken(pool: Pool): Promise<string[]> {
  const broken: string[] = [];
  for (const [what, sql] of Object.entries(NEVER)) {
    const { rows } = await pool.query({ text: `${sql} limit 5`, rowMode: 'array' });
    broken.push(...rows.map(([which]) => `${what}: ${which}`));
  }
  return broken;
}
