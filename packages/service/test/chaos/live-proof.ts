import { expect } from 'vitest';
import type { Pool } from '../../src/store/connect/connect.ts';
import type { LivePromises } from './live-load.ts';
import type { LiveSim } from './live-world.ts';
import { expectNone } from './proof.ts';

/** Every telling that was answered 2xx is kept once: as a notice with its reading, or aside. */
export async function proveIntake(pool: Pool, promises: LivePromises): Promise<void> {
  const told = new Map<string, { gateway_id: string; text: string; tellings: number }>();
  for (const { gateway_id, text, tellings } of promises.told) {
    const before = told.get(text)?.tellings ?? 0;
    told.set(text, { gateway_id, text, tellings: before + tellings });
  }
  const values = [JSON.stringify([...told.values()])];
  await expectNone(
    pool,
    'a message that was answered 2xx is not kept exactly once',
    `select i.text, i.tellings, k.messages, k.notices, k.aside
     from json_to_recordset($1::json) as i (gateway_id uuid, text text, tellings int)
     cross join lateral (
       select (select count(*) from notices n where n.body = i.text) as notices,
         (select count(*) from sms_gateway_unrouted u where u.body = i.text and u.routed_at is null) as aside,
         (select count(*) from sms_gateway_messages m left join notices n on n.id = m.notice_id
           left join sms_gateway_unrouted u on u.id = m.notice_id
           where m.gateway_id = i.gateway_id and coalesce(n.body, u.body) = i.text) as messages) k
     where k.notices + k.aside <> i.tellings or k.messages <> i.tellings limit 5`,
    values,
  );
  await expectNone(
    pool,
    'something was kept that no phone told of',
    `select body from (select body from notices where source = 'GATEWAY_SMS'
       union all select body from sms_gateway_unrouted) k
     where not exists (select from json_to_recordset($1::json) as i (text text) where i.text = k.body) limit 5`,
    values,
  );
  await expectNone(
    pool,
    'a notice has not exactly one final reading, or waited twice',
    `select n.id, n.body, string_agg(r.outcome, ' ' order by r.id)
     from notices n left join notice_readings r on r.notice_id = n.id
     group by n.id, n.body
     having count(r.id) = 0 or count(r.id) filter (where r.outcome <> 'CLAIMED') > 1
       or count(r.id) filter (where r.outcome = 'CLAIMED') > 1 limit 5`,
  );
  await expectNone(
    pool,
    'the text of a forged request was kept',
    `select n.id from notices n where n.body = any ($1::text[]) limit 5`,
    [[...promises.unsigned]],
  );
}

/** Who paid has SUCCESS by that payment, counted once; who did not has not, whatever a forger said. */
export async function proveLivePayments(pool: Pool, promises: LivePromises): Promise<void> {
  const paid = [...promises.paid].map(([id, transaction_id]) => ({
    id,
    transaction_id,
    amount: promises.created.get(id)?.amount,
  }));
  await expectNone(
    pool,
    'a session that was paid in time is not SUCCESS by its own payment',
    `select i.*, s.status, c.state, c.reason, c.amount_xaf
     from json_to_recordset($1::json) as i (id uuid, transaction_id text, amount int)
     left join payment_sessions s on s.id = i.id
     left join credits c on c.operator_transaction_id = i.transaction_id
     where s.status is distinct from 'SUCCESS' or c.matched_session_id is distinct from i.id
       or c.amount_xaf <> i.amount limit 5`,
    [JSON.stringify(paid)],
  );
  await expectNone(
    pool,
    'a session is SUCCESS that nobody paid',
    `select id from payment_sessions where status = 'SUCCESS' and id <> all ($1::uuid[]) limit 5`,
    [[...promises.paid.keys()]],
  );
  await expectNone(
    pool,
    'a forged message confirmed something, or a credit is of nobody',
    `select c.operator_transaction_id, c.state from credits c
     where c.operator_transaction_id <> all ($1::text[])
       and (c.operator_transaction_id <> all ($2::text[]) or c.state = 'MATCHED') limit 5`,
    [[...promises.paid.values()], [...promises.forged]],
  );
}

/** Each SIM stands at the balance that its operator says, by a chain without holes. */
export async function proveChains(pool: Pool, sims: readonly LiveSim[]): Promise<void> {
  const { rows } = await pool.query(
    `select n.msisdn as number, t.tip_xaf::int as balance_xaf from books t
     join collection_numbers n on n.id = t.collection_number_id order by 1`,
  );
  const expected = sims.map(({ number, balance_xaf }) => ({ number, balance_xaf }));
  expect(rows).toEqual(expected.sort((a, b) => (a.number < b.number ? -1 : 1)));
  await expectNone(
    pool,
    'a true message is not proven',
    `select notice_id, collection_number_id, told from book_claims
     where state <> 'PROVEN' and (told -> 'moves' -> 0 ->> 'after_xaf')::numeric < 500000000 limit 5`,
  );
  await expectNone(
    pool,
    'something is unexplained though no message was lost',
    `select id from book_steps where kind = 'UNEXPLAINED' limit 5`,
  );
}
