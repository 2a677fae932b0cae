import { afterEach, describe, expect, test } from 'vitest';
import { setTariffs } from '../../src/engine/desk/book/set-tariff.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { decideRefunds } from '../../src/engine/desk/payments/refund-transaction.ts';
import { start } from '../collection/transactions.ts';
import { expectBooksWhole } from '../evidence/books.ts';
import { asked, made, paidOn, desk as sayOfRefund } from '../refunds/world.ts';
import { deskOf, drafted, openSimAndShop } from '../settlements/desk.ts';
import { letGatewaysSend } from './gateway.ts';
import type { Sim } from './world.ts';

let sim: Sim;
afterEach(async () => {
  await expectBooksWhole(sim.world.db.pool);
  await sim.world.close();
});

const by = (actor: string) => ({ actor, note: 'as the list shows' });

/** A SIM with the tariff of its operator, and the merchant who is paid out. */
async function open(): Promise<string> {
  const opened = await openSimAndShop();
  sim = opened.sim;
  const tariff = { operator: 'AIRTEL', service: 'transfer', brackets: ['1-50000=1%'] } as const;
  for (const actor of ['Awa', 'Brahim']) await setTariffs(sim.world.services, [{ ...tariff, ...by(actor) }]);
  return opened.merchant;
}

/** The SIM tells of the debit, and not of its fee, before anybody says so; a customer pays behind it. */
async function toldFirst(amount_xaf: number, says: () => Promise<string | undefined>): Promise<string[]> {
  sim.world.pass(60);
  sim.balance_xaf -= amount_xaf / 100;
  const paid = await sim.session(1000, { customer_phone: '+23566777001' });
  expect(await sim.take(sim.debit(amount_xaf), sim.credit(1000, '66777001'))).toEqual(['CLAIMED', 'CLAIMED']);
  return [(await says()) ?? '', await sim.statusOf(paid)];
}

describe('A payment behind a debit that hides its fee settles as soon as that is announced, where it is', () => {
  test('a settlement', async () => {
    const merchant = await open();
    const id = await drafted(sim.world, merchant, 20_000);
    await deskOf(sim.world).decide(id, 'approve');
    const said = await toldFirst(20_000, () => deskOf(sim.world).send(id));
    expect(said).toEqual(['sending', 'SUCCESS']);
  });

  test('a refund of a merchant', async () => {
    await open();
    const one = await made(sim.world.services, asked(await paidOn(sim)));
    const said = await toldFirst(5000, () => sayOfRefund(sim.world, 'send', one));
    expect(said).toEqual(['sending', 'SUCCESS']);
  });

  test('money in suspense that goes back', async () => {
    await open();
    await sim.take(sim.credit(4000));
    const [credit] = await sim.world.rows<{ id: string }>("select id from credits where state = 'SUSPENSE'");
    const credit_id = credit?.id ?? '';
    // Two people: the debit leaves between the first and the second.
    sim.world.services.policy = { ...sim.world.services.policy, second_person_xaf: 4000 };
    const mark = async (actor: string) =>
      (await refundCredits(sim.world.services, [{ credit_id, ...by(actor) }]))[0]?.kind;
    expect(await mark('Awa')).toBe('proposed');
    expect(await toldFirst(4000, () => mark('Brahim'))).toEqual(['refunded', 'SUCCESS']);
  });

  test('a transaction that staff give back by hand', async () => {
    await open();
    await letGatewaysSend(sim.world.db.pool);
    const fields = { environment: 'live', amount_xaf: 3000, phone_number: '+23566123456' } as const;
    const { id: transaction_id } = await start(sim.world, sim.merchant, fields);
    await sim.take(sim.credit(3000));
    const done = async () =>
      (await decideRefunds(sim.world.services, [{ transaction_id, by: 'done', ...by('Awa') }]))[0]?.kind;
    expect(await toldFirst(3000, done)).toEqual(['confirmed', 'SUCCESS']);
  });
});
