import { afterAll, beforeAll, expect, test } from 'vitest';
import { concludeRefunds } from '../../src/engine/refunds/conclude.ts';
import type { Browser } from '../account/browser.ts';
import { type Known, Site, textOf } from '../account/site.ts';
import { letGatewaysSend } from '../book/gateway.ts';
import { openSim, type Sim } from '../book/world.ts';
import { start } from '../collection/transactions.ts';
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
    sim.balance_xaf -= amount_xaf;
    const text = `Le transfert ${credit.id} de ${amount_xaf} FCFA recu de 66123456 a ete annule. Solde: ${sim.balance_xaf} FCFA.`;
    await sim.take({ id: `undone ${credit.id}`, text });
    expect(await saidOf(payment)).toEqual(['reversed', 'Taken back', 'Taken back']);
    const { body } = await owner.get(`/dashboard/live/new/${payment.id}`);
    expect(textOf(body)).not.toContain('You can deliver');
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
});
