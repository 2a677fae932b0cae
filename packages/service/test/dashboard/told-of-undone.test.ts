import { afterAll, beforeAll, expect, test } from 'vitest';
import { noticeNews } from '../../src/engine/mail/notices.ts';
import type { Browser } from '../account/browser.ts';
import { Site, textOf } from '../account/site.ts';
import { letGatewaysSend } from '../book/gateway.ts';
import { openSim, type Sim } from '../book/world.ts';
import { start } from '../collection/transactions.ts';

let sim: Sim;
let site: Site;
let owner: Browser;
beforeAll(async () => {
  sim = await openSim();
  await sim.say();
  await letGatewaysSend(sim.world.db.pool);
  site = new Site(sim.world);
  owner = await site.member('owner', sim.merchant);
  for (const role of ['accountant', 'developer', 'cashier'] as const) await site.member(role, sim.merchant);
});
afterAll(() => site.close());

/** What mails say, and to whom. */
async function mailed() {
  await noticeNews(sim.world.services);
  return sim.world.rows(
    `select k.role, n.detail from mail_notices n join members k on k.id = n.member_id
    where n.kind = 'payment_reversed' order by n.detail ->> 'amount_xaf', k.role`,
  );
}

/** What Home says was taken back. */
async function home(): Promise<string[]> {
  const { body } = await owner.get('/dashboard/live/home');
  const [note = ''] = /Taken back by the operator.*?<\/p>/.exec(body) ?? [];
  return Array.from(
    note.matchAll(/payments\/(\S+)"[^>]*><bdi>([^<]*)/g),
    ([, id, shown]) => `${id} ${shown}`,
  );
}

test('of what the operator took back the owner and the accountant have one mail each, and Home names it for a week', async () => {
  const session = await sim.session(7000);
  const transaction = await start(sim.world, sim.merchant, {
    environment: 'live',
    phone_number: '+23566123456',
    amount_xaf: 8000,
  });
  const credits = [sim.credit(7000), sim.credit(8000)];
  await sim.take(...credits);
  expect([await mailed(), await home()]).toEqual([[], []]);

  for (const [n, { id }] of credits.entries()) {
    const amount_xaf = 7000 + n * 1000;
    sim.balance_xaf -= amount_xaf;
    const text = `Le transfert ${id} de ${amount_xaf} FCFA recu de 66123456 a ete annule. Solde: ${sim.balance_xaf} FCFA.`;
    await sim.take({ id: `undone ${id}`, text });
    sim.world.pass(60);
  }
  const told = [session, transaction].map(({ id, reference, amount_xaf }) => ({
    payment_id: id,
    reference,
    amount_xaf,
  }));
  const mails = told.flatMap((detail) => ['accountant', 'owner'].map((role) => ({ role, detail })));
  const named = [transaction, session].map(({ id, reference }) => `${id} ${reference}`);
  expect(await mailed()).toEqual(mails);
  expect(await home()).toEqual(named);
  expect(textOf((await owner.get('/dashboard/test/home')).body)).not.toContain('Taken back');

  sim.world.pass(6 * 24 * 3600);
  expect([await mailed(), await home()]).toEqual([mails, named]);
  sim.world.pass(2 * 24 * 3600);
  expect([await mailed(), await home()]).toEqual([mails, []]);
});
