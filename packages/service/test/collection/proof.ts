import { expect } from 'vitest';
import { replayCredits } from '../../src/engine/credits/replay.ts';
import { checkLedger } from '../../src/engine/ledger/check.ts';
import type { World } from './world.ts';

/**
 * Holds that conflict, said without the indexes that prevent them: two sessions wait on one number for one
 * amount and do not both declare a payer, or declare the same.
 */
export const CONFLICTS = `
  with held as materialized (
    select s.id, s.collection_number_id, s.amount_xaf, s.customer_phone
    from collection_holds h join payment_sessions s on s.id = h.session_id)
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
  'a session whose events are not exactly those of its one move': `
    select s.id from payment_sessions s left join events e on e.object_id = s.id
    group by s.id
    having coalesce(string_agg(e.type, ' ' order by e.sequence), '') <> case s.status
        when 'SUCCESS' then 'payment_session.succeeded'
        when 'UNDER_REVIEW' then 'payment_session.under_review'
        when 'EXPIRED' then 'payment_session.expired' else '' end
      or count(e.id) <> s.event_sequence
      or bool_or(e.body::jsonb #>> '{data,status}' <> s.status)`,
  'a session with another number of ledger entries than its status asks for': `
    select s.id from payment_sessions s left join ledger_transfers t on t.cause_id = s.id and t.cause = 'SESSION_SUCCESS'
    group by s.id having count(t.id) <> case s.status when 'SUCCESS' then 1 else 0 end`,
  'a credit that is not told of first by exactly one notice, or not decided exactly once': `
    select c.id from credits c
    where 1 <> (select count(*) from notice_readings r where r.credit_id = c.id and r.outcome = 'CREDIT')
      or 1 <> (select count(*) from decisions d where d.credit_id = c.id)`,
  'a transaction id that was counted twice': `
    select operator_transaction_id from credits where operator_transaction_id is not null
    group by environment, merchant_id, operator, operator_transaction_id having count(*) > 1`,
  'a session paid with money of another number, amount, environment or sandbox': `
    select s.id from payment_sessions s join credits c on c.matched_session_id = s.id
    where (c.collection_number_id, c.amount_xaf, c.environment) <> (s.collection_number_id, s.amount_xaf, s.environment)
      or (c.environment = 'test' and c.merchant_id <> s.merchant_id)`,
  'a number whose float is not what its credits brought': `
    select a.owner_id from ledger_accounts a
    where a.kind = 'FLOAT' and coalesce((select sum(amount_xaf) from credits c where c.collection_number_id = a.owner_id), 0)
      <> coalesce((select sum(amount_xaf) from ledger_transfers t where t.debit_account_id = a.id), 0)`,
};

/** Everything that must hold whatever happened, in whatever order, in however many processes. */
export async function prove(world: World): Promise<void> {
  expect(await checkLedger(world.services)).toMatchObject({ ok: true, problems: [] });
  let after: string | undefined;
  do {
    const page = await replayCredits(world.services, { after, limit: 1000 });
    expect(page.differences).toEqual([]);
    after = page.last ?? undefined;
  } while (after !== undefined);
  for (const [what, sql] of Object.entries(NEVER)) expect(await world.rows(sql), what).toEqual([]);
}
