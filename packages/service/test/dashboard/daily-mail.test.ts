import { afterAll, beforeAll, expect, test } from 'vitest';
import { summariseYesterday } from '../../src/engine/mail/notices.ts';
import { lookAtHome } from '../../src/engine/payments/home.ts';
import { Site } from '../account/site.ts';
import { letGatewaysSend } from '../book/gateway.ts';
import { openSim, type Sim } from '../book/world.ts';
import { start } from '../collection/transactions.ts';

let sim: Sim;
let site: Site;
beforeAll(async () => {
  sim = await openSim();
  site = new Site(sim.world);
  const { known } = await site.member('owner', sim.merchant);
  await sim.world.db.pool.query(
    `insert into notice_choices (member_id, kind, is_wanted)
    select id, 'daily_summary', true from members where account_id = $1`,
    [known.account_id],
  );
});
afterAll(() => site.close());

/** What the mail of the morning says of the day before, and what Home says of it then. */
async function toldOfYesterday() {
  const { services } = sim.world;
  await summariseYesterday(services);
  const [mail] = await sim.world.rows<{ detail: { day: string; payments: number; amount_xaf: number } }>(
    `select detail from mail_notices where kind = 'daily_summary' order by created_at desc, id desc limit 1`,
    [],
  );
  const home = await lookAtHome(services, { merchant_id: sim.merchant, environment: 'live' });
  const { day, payments, amount_xaf } = mail?.detail ?? {};
  return { day, mail: { count: payments, amount_xaf }, home: home?.yesterday };
}

test('a payment begun before midnight and confirmed after it is in the mail of the day of its confirmation, as Home has it', async () => {
  const hours = (count: number) => sim.world.pass(count * 3600);
  hours(11);
  sim.world.pass(58 * 60);
  await letGatewaysSend(sim.world.db.pool);
  await sim.say();
  const transaction = await start(sim.world, sim.merchant, {
    environment: 'live',
    phone_number: '+23566123456',
    amount_xaf: 8000,
  });
  sim.world.pass(3 * 60);
  await sim.take(sim.credit(transaction.amount_xaf));
  hours(7);
  const none = { count: 0, amount_xaf: 0 };
  expect(await toldOfYesterday()).toEqual({ day: '2026-11-21', mail: none, home: none });
  hours(24);
  const one = { count: 1, amount_xaf: 8000 };
  expect(await toldOfYesterday()).toEqual({ day: '2026-11-22', mail: one, home: one });
});
