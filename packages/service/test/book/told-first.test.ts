import { afterEach, describe, expect, test } from 'vitest';
import { letDueGoOn } from '../../src/engine/book/settle-waiting.ts';
import { announceSweeps } from '../../src/engine/desk/book/announce-sweep.ts';
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
    expect(said).toEqual(['perhaps_sent', 'SUCCESS']);
  });

  test('a refund of a merchant', async () => {
    await open();
    const one = await made(sim.world.services, asked(await paidOn(sim)));
    const said = await toldFirst(5000, () => sayOfRefund(sim.world, 'send', one));
    expect(said).toEqual(['perhaps_sent', 'SUCCESS']);
  });

  test('money in suspense that goes back', async () => {
    await open();
    await sim.take(sim.credit(4000));
    const [credit] = await sim.world.rows<{ id: string }>("select id from credits where state = 'SUSPENSE'");
    const credit_id = credit?.id ?? '';
    // Two people: the debit leaves between the first and the second.
    sim.world.services.policy = { ...sim.world.services.policy, second_person_xaf: 4000 };
    const mark = async (actor: string) => {
      const [outcome] = await refundCredits(sim.world.services, [{ credit_id, ...by(actor) }]);
      return outcome?.kind === 'refunded' ? `refunded, told by ${outcome.told_by}` : outcome?.kind;
    };
    expect(await mark('Awa')).toBe('proposed');
    expect(await toldFirst(4000, () => mark('Brahim'))).toEqual([
      `refunded, told by ${sim.msisdn}`,
      'SUCCESS',
    ]);
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

describe('Whoever announces a debit may die right behind that: what waits goes on all the same', () => {
  /** Nothing can be settled meanwhile, as where the process is gone. */
  const nobodySettles = async <T>(says: () => Promise<T>): Promise<T> => {
    const { pool } = sim.world.db;
    await pool.query(
      `create function dies() returns trigger language plpgsql as $$ begin raise 'died'; end $$`,
    );
    await pool.query('create trigger dies before insert on book_steps execute function dies()');
    try {
      return await says();
    } finally {
      await pool.query('drop function dies() cascade');
    }
  };

  test.each(['a sweep', 'a tariff'] as const)('%s', async (word) => {
    await open();
    const sweep = { number: sim.msisdn, amount_xaf: 20_000, ...by('Awa') };
    if (word === 'a tariff') {
      for (const actor of ['Awa', 'Brahim'])
        await setTariffs(sim.world.services, [
          { operator: 'AIRTEL', service: 'transfer', brackets: ['none'], ...by(actor) },
        ]);
      await announceSweeps(sim.world.services, [sweep]);
    }
    const tariff = { operator: 'AIRTEL', service: 'transfer', brackets: ['1-50000=1%'] } as const;
    const says = async () => {
      if (word === 'a sweep') return (await announceSweeps(sim.world.services, [sweep]))[0]?.kind;
      await setTariffs(sim.world.services, [{ ...tariff, ...by('Awa') }]);
      return (await setTariffs(sim.world.services, [{ ...tariff, ...by('Brahim') }]))[0]?.kind;
    };
    sim.world.pass(60);
    sim.balance_xaf -= 200;
    const paid = await sim.session(1000, { customer_phone: '+23566777001' });
    expect(await sim.take(sim.debit(20_000), sim.credit(1000, '66777001'))).toEqual(['CLAIMED', 'CLAIMED']);
    expect(await nobodySettles(says)).toBe(word === 'a sweep' ? 'announced' : 'set');
    expect(await sim.statusOf(paid)).toBe('AWAITING_PAYMENT');
    expect(await nobodySettles(() => letDueGoOn(sim.world.services))).toEqual({ gone_on: 0, failed: [] });
    sim.world.pass(3);
    const { failed } = await nobodySettles(() => letDueGoOn(sim.world.services));
    expect(failed.map((one) => one.collection_number_id)).toEqual([sim.number_id]);
    // Tried again only later, so that a number that always fails fills no log.
    expect(await letDueGoOn(sim.world.services)).toEqual({ gone_on: 0, failed: [] });
    sim.world.pass(63);
    expect(await letDueGoOn(sim.world.services)).toEqual({ gone_on: 1, failed: [] });
    expect(await sim.statusOf(paid)).toBe('SUCCESS');
    expect(await letDueGoOn(sim.world.services)).toEqual({ gone_on: 0, failed: [] });
  });
});
