import { afterAll, beforeAll, expect, test } from 'vitest';
import { concludeTransactions } from '../../src/engine/rails/conclude.ts';
import { concludeRefunds } from '../../src/engine/refunds/conclude.ts';
import type { Browser } from '../account/browser.ts';
import { type Known, Site, textOf } from '../account/site.ts';
import { letGatewaysSend } from '../book/gateway.ts';
import { openSim, type Sim } from '../book/world.ts';
import { says, start } from '../collection/transactions.ts';
import { asked, made } from '../refunds/world.ts';

let sim: Sim;
let site: Site;
let owner: Browser & { known: Known };
beforeAll(async () => {
  sim = await openSim();
  await sim.say();
  await letGatewaysSend(sim.world.db.pool);
  site = new Site(sim.world);
  owner = await site.member('owner', sim.merchant);
});
afterAll(() => site.close());

/** What the till says, and the badges of the payment in the list and on its page. */
async function saidOf({ id, environment }: { id: string; environment: string }): Promise<string[]> {
  const at = `/dashboard/${environment}`;
  const till = (await owner.get(`${at}/new/${id}`)).body;
  const list = (await owner.get(`${at}/payments?q=${id}&part=1`)).body;
  const page = (await owner.get(`${at}/payments/${id}`)).body;
  const badges = [list, page].map((body) => textOf(/<span class="badge [^>]*>[^<]*/.exec(body)?.[0] ?? ''));
  return [/data-state="(\w+)"/.exec(till)?.[1] ?? '', ...badges];
}

/** What the card of details on the payment's page says. */
async function cardOf({ id, environment }: { id: string; environment: string }): Promise<string> {
  return textOf((await owner.get(`/dashboard/${environment}/payments/${id}`)).body).replace(/\s+/g, ' ');
}

/** What the file of payments says of one, without what it says of any. */
async function exportedOf({ id, environment }: { id: string; environment: string }) {
  const { body } = await owner.get(`/dashboard/${environment}/payments/export.csv`);
  const [head = [], ...lines] = body
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  const line = lines.find((cells) => cells.includes(id)) ?? [];
  const told = (name: string) => line[head.indexOf(name)];
  return { status: told('status'), taken_back: told('taken_back'), given_back_xaf: told('given_back_xaf') };
}

/** The operator takes back a credit, and says so. */
async function undo(credit_id: string, amount_xaf: number): Promise<void> {
  sim.balance_xaf -= amount_xaf;
  const text = `Le transfert ${credit_id} de ${amount_xaf} FCFA recu de 66123456 a ete annule. Solde: ${sim.balance_xaf} FCFA.`;
  await sim.take({ id: `undone ${credit_id}`, text });
}

const LIVE = { environment: 'live', phone_number: '+23566123456' } as const;
const BEGIN = {
  session: () => sim.session(7000),
  transaction: () => start(sim.world, sim.merchant, { ...LIVE, amount_xaf: 8000 }),
};

for (const [kind, begin] of Object.entries(BEGIN))
  test(`a ${kind} that the operator took back is nowhere called paid: not at the till, not in the list, not on its page`, async () => {
    const payment = await begin();
    const { amount_xaf } = payment;
    const credit = sim.credit(amount_xaf);
    await sim.take(credit);
    expect(await saidOf(payment)).toEqual(['paid', 'Paid', 'Paid']);
    await undo(credit.id, amount_xaf);
    expect(await saidOf(payment)).toEqual(['reversed', 'Taken back', 'Taken back']);
    const { body } = await owner.get(`/dashboard/live/new/${payment.id}`);
    expect(textOf(body)).not.toContain('You can deliver');
    expect(await cardOf(payment)).toContain('Taken back SUCCESS');
    expect(await exportedOf(payment)).toEqual({ status: 'SUCCESS', taken_back: 'yes', given_back_xaf: '0' });
  });

test('what was given back whole is nowhere called paid, and of a part the till says how much', async () => {
  const session = await sim.world.session(sim.merchant);
  await sim.world.pay(session);
  const giveBack = async (amount_xaf: number) => {
    await made(sim.world.services, asked(session, amount_xaf));
    sim.world.pass(3);
    await concludeRefunds(sim.world.services, { limit: 10 });
  };
  await giveBack(2000);
  expect(await saidOf(session)).toEqual(['paid', 'Paid', 'Paid']);
  expect(textOf((await owner.get(`/dashboard/test/new/${session.id}`)).body)).toContain(
    'Given back to the customer 2 000 FCFA',
  );
  await giveBack(3000);
  expect(await saidOf(session)).toEqual(['refunded', 'Refunded', 'Refunded']);
  expect(await cardOf(session)).toContain('Refunded SUCCESS');
  expect(await exportedOf(session)).toEqual({ status: 'SUCCESS', taken_back: 'no', given_back_xaf: '5000' });
});

test('the file says of a transaction that was given back whole how much that was, whoever gave it back', async () => {
  const payment = await start(sim.world, sim.merchant, { amount_xaf: 8000 });
  await concludeTransactions(sim.world.services, [says(sim.world, payment, 'success')]);
  await made(sim.world.services, { ...asked(payment), payment: { kind: 'transaction', id: payment.id } });
  sim.world.pass(3);
  await concludeRefunds(sim.world.services, { limit: 10 });
  expect(await saidOf(payment)).toEqual(['refunded', 'Refunded', 'Refunded']);
  expect(await exportedOf(payment)).toEqual({ status: 'REFUNDED', taken_back: 'no', given_back_xaf: '8000' });
  // By its rail: of that there is no refund of ours.
  const other = await start(sim.world, sim.merchant, { amount_xaf: 9000 });
  for (const kind of ['success', 'refunded'] as const)
    await concludeTransactions(sim.world.services, [says(sim.world, other, kind)]);
  expect(await exportedOf(other)).toEqual({ status: 'REFUNDED', taken_back: 'no', given_back_xaf: '9000' });
});

test('a payment by a link that the operator took back is not called paid on the page of the link', async () => {
  const at = '/dashboard/live/links';
  const made = await owner.post(`${at}/new`, { title: 'School fees', amount: '9000' });
  expect(made.statusCode).toBe(303);
  const page = String(made.headers.location).split('?')[0] ?? '';
  const link_id = page.split('/').at(-1) ?? '';
  const session = await sim.session(9000);
  await sim.world.db.pool.query('update payment_sessions set link_id = $1 where id = $2', [
    link_id,
    session.id,
  ]);
  const credit = sim.credit(9000);
  await sim.take(credit);
  const said = async () => textOf(/<table[\s\S]*<\/table>/.exec((await owner.get(page)).body)?.[0] ?? '');
  expect(await said()).toContain('Paid');
  await undo(credit.id, 9000);
  expect(await said()).toContain('Taken back');
  expect(await said()).not.toContain('Paid');
});
