import { expect } from 'vitest';
import { replayCredits } from '../../src/engine/credits/explain.ts';
import { checkLedger } from '../../src/engine/ledger/check.ts';
import type { World } from './world.ts';

/**
 * Holds that conflict, said without the indexes that prevent them: two owners wait on one number for one
 * amount and do not both declare a payer, or declare the same.
 */
export const CONFLICTS = `
  with held as materialized (
    select s.id, s.collection_number_id, s.amount_xaf, s.customer_phone
    from collection_holds h join payment_sessions s on s.id = h.session_id
    union all
    select t.id, t.collection_number_id, t.amount_xaf, t.phone_number
    from collection_holds h join transactions t on t.id = h.transaction_id)
  select a.id as one, b.id as other
  from held a join held b on b.collection_number_id = a.collection_number_id
    and b.amount_xaf = a.amount_xaf and b.id > a.id
  where a.customer_phone is null or b.customer_phone is null or a.customer_phone = b.customer_phone`;

const NEVER = {
  'holds that conflict': CONFLICTS,
  'a hold that says other than its session': `
    select s.id from collection_holds h join payment_sessions s on s.id = h.session_id
    where (h.collection_number_id, h.amount_xaf, h.ticket) <> (s.collection_number_id, s.amount_xaf, s.ticket)
      or h.customer_phone is distinct from s.customer_phone
      or (h.state = 'OPEN') <> (s.status = 'AWAITING_PAYMENT')`,
  'an open session without its hold': `
    select id from payment_sessions s where status = 'AWAITING_PAYMENT'
      and not exists (select from collection_holds h where h.session_id = s.id and h.state = 'OPEN')`,
  'a session whose events are not exactly those of its moves': `
    select s.id from payment_sessions s left join events e on e.object_id = s.id
    group by s.id
    having coalesce(string_agg(e.type, ' ' order by e.sequence), '') not in (case s.status
        when 'SUCCESS' then 'payment_session.succeeded'
        when 'UNDER_REVIEW' then 'payment_session.under_review'
        when 'EXPIRED' then 'payment_session.expired' else '' end,
        -- Decided by staff.
        case s.status when 'SUCCESS' then 'payment_session.under_review payment_session.succeeded'
          when 'EXPIRED' then 'payment_session.under_review payment_session.expired' else '' end)
      or count(e.id) <> s.event_sequence
      or (array_agg(e.body::jsonb #>> '{data,status}' order by e.sequence desc))[1] <> s.status`,
  'a session with another number of ledger entries than its status asks for': `
    select s.id from payment_sessions s left join ledger_transfers t on t.cause_id = s.id and t.cause = 'SESSION_SUCCESS'
    group by s.id having count(t.cause_id) <> case s.status when 'SUCCESS' then 1 else 0 end`,
  'a credit that is not told of first by exactly one notice, or not decided exactly once': `
    select c.id from credits c
    where 1 <> (select count(*) from notice_readings r where r.credit_id = c.id and r.outcome in ('CREDIT', 'UNREAD'))
      or 1 <> (select count(*) from decisions d where d.credit_id = c.id and d.actor = 'ENGINE')`,
  'a credit that only staff could decide, without their decision': `
    select c.id from credits c
    where (c.state in ('REFUNDED', 'ASSIGNED') or c.surplus_xaf > 0 or c.reason like 'staff_%')
      and not exists (select from decisions d where d.credit_id = c.id and d.actor = 'STAFF')`,
  'a large decision without a second person': `
    select a.id from staff_actions a join staff_proposals p on p.subject_id = a.subject_id and p.action = a.action
    where p.outcome = 'AGREED' and lower(p.proposed_by) = lower(a.actor)`,
  'a transaction id that was counted twice': `
    select operator_transaction_id from credits c where operator_transaction_id is not null
      -- Two that moved the balance are two, and staff are told of the id.
      and not exists (select from feed_incidents f
        where f.collection_number_id = c.collection_number_id and f.detail ->> 'step_id' = c.id::text)
    group by environment, merchant_id, operator, operator_transaction_id having count(*) > 1`,
  'a session paid with money of another number, amount, environment or sandbox': `
    select s.id from payment_sessions s join credits c on c.matched_session_id = s.id
    where (c.amount_xaf - c.surplus_xaf, c.environment) <> (s.amount_xaf, s.environment)
      -- Staff may know that money on another number was meant for it.
      or (c.collection_number_id <> s.collection_number_id and c.reason not in ('staff_assigned', 'staff_late_confirmed'))
      or (c.environment = 'test' and c.merchant_id <> s.merchant_id)`,
  // What an anchor found beside the messages is proven by check-books.
  'a number whose float is not what its credits brought': `
    with brought as materialized (
      select collection_number_id, sum(amount_xaf) as xaf from credits group by 1),
    booked as materialized (
      select debit_account_id, sum(amount_xaf) as xaf from ledger_transfers where cause <> 'STEP_UNEXPLAINED' group by 1)
    select a.owner_id from ledger_accounts a
    left join brought b on b.collection_number_id = a.owner_id left join booked t on t.debit_account_id = a.id
    where a.kind = 'FLOAT' and coalesce(b.xaf, 0) <> coalesce(t.xaf, 0)`,
};

/** Everything that must hold whatever happened, in whatever order, in however many processes. */
const NEVER_IN_TRANSACTIONS = {
  'a hold that says other than its transaction': `
    select t.id from collection_holds h join transactions t on t.id = h.transaction_id
    where (h.collection_number_id, h.amount_xaf, h.customer_phone) is distinct from
        (t.collection_number_id, t.amount_xaf, t.phone_number)
      or (h.state = 'OPEN') <> (t.status in ('PENDING', 'PROCESSING', 'WAITING_SMS'))`,
  'an open transaction with a number but without its hold': `
    select id from transactions t
    where status in ('PENDING', 'PROCESSING', 'WAITING_SMS') and collection_number_id is not null
      and not exists (select from collection_holds h where h.transaction_id = t.id and h.state = 'OPEN')`,
  'a transaction paid with money of another number, amount or environment': `
    select t.id from transactions t join credits c on c.matched_transaction_id = t.id
    where (c.amount_xaf - c.surplus_xaf, c.environment) <> (t.amount_xaf, t.environment)
      or t.status not in ('SUCCESS', 'REFUNDED')
      or (c.collection_number_id <> t.collection_number_id and c.reason <> 'staff_late_confirmed')`,
  'a transaction whose events are not those of its status': `
    select t.id from transactions t left join events e on e.object_id = t.id
    group by t.id
    having coalesce(string_agg(e.type, ' ' order by e.sequence), '') not in (case t.status
        when 'SUCCESS' then 'transaction.success' when 'REFUNDED' then 'transaction.success'
        when 'FAILED' then 'transaction.failed' when 'TIMEOUT' then 'transaction.timeout' else '' end,
        case when t.status in ('SUCCESS', 'REFUNDED') then 'transaction.timeout transaction.success' else '' end)
      or count(e.id) <> t.event_sequence`,
  'counts that differ from the rows': `
    select * from (
      select merchant_id, environment, period, starts_at, operator, status, sum(count) as count from (
        select merchant_id, environment, period, starts_at, operator, status, count from transaction_counts
        union all
        select merchant_id, environment, p, date_trunc(p, hour, 'UTC'), operator, status, delta
        from transaction_count_deltas, unnest('{month,day,hour}'::text[]) p
        union all
        select merchant_id, environment, p, date_trunc(p, created_at, 'UTC'), operator, status, -1
        from transactions, unnest('{month,day,hour}'::text[]) p) all_of_them
      group by 1, 2, 3, 4, 5, 6) sums
    where count <> 0`,
};

export async function prove(world: World): Promise<void> {
  expect(await checkLedger(world.services)).toMatchObject({ ok: true, problems: [] });
  let after: string | undefined;
  do {
    const page = await replayCredits(world.services, { after, limit: 1000 });
    expect(page.differences).toEqual([]);
    after = page.last ?? undefined;
  } while (after !== undefined);
  for (const [what, sql] of Object.entries({ ...NEVER, ...NEVER_IN_TRANSACTIONS }))
    expect(await world.rows(sql), what).toEqual([]);
}
