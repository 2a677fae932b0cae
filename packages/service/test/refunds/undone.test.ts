import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeAlerts } from '../../src/engine/desk/book/close.ts';
import { listRefundsToSend } from '../../src/engine/refunds/under-way.ts';
import { openSecond, type Sim } from '../book/world.ts';
import { deskOf, openSimAndShop } from '../settlements/desk.ts';
import { agree, draft, payOutTo, verify } from '../settlements/shop.ts';
import { asked, desk, made, refund } from './world.ts';

let sim: Sim;
beforeEach(async () => {
  ({ sim } = await openSimAndShop());
  await verify(sim.world, sim.merchant);
  await payOutTo(sim.world, sim.merchant);
  await agree(sim.world, sim.merchant);
});
afterEach(() => sim.world.close());

/** Somebody has looked, and the payment stands. */
async function lookInto(): Promise<void> {
  const [alert] = await sim.world.rows<{ id: string }>(`select id from staff_alerts where kind = 'reversal'`);
  await closeAlerts(sim.world.services, [{ alert_id: alert?.id ?? '', actor: 'Awa', note: 'a mistake' }]);
}

async function pay(amount_xaf: number) {
  const session = await sim.session(amount_xaf);
  const credit = sim.credit(amount_xaf);
  await sim.take(credit);
  expect(await sim.statusOf(session)).toBe('SUCCESS');
  sim.world.pass(600);
  return { session, id: credit.id };
}

/** The operator takes a payment back. */
function undo({ id, session: { amount_xaf } }: Awaited<ReturnType<typeof pay>>) {
  sim.balance_xaf -= amount_xaf;
  const text = `Le transfert ${id} de ${amount_xaf} FCFA recu de 66123456 a ete annule. Solde: ${sim.balance_xaf} FCFA.`;
  return sim.take({ id, text });
}

/** All that is due is paid out to the shop. */
async function payOut(): Promise<void> {
  const desk = deskOf(sim.world);
  const outcome = await draft(sim.world, sim.merchant);
  if (outcome.kind !== 'drafted') throw new Error(outcome.kind);
  const { settlement_id: id, amount_xaf } = outcome;
  expect([await desk.decide(id, 'approve'), await desk.send(id)]).toEqual(['approved', 'sending']);
  await sim.take(sim.debit(amount_xaf));
}

describe('What the operator has taken back of a shop', () => {
  it('pays for no refund of another payment, which the shop has been paid out, before somebody has looked into it', async () => {
    const settled = await pay(20_000);
    await payOut();
    const taken = await pay(15_000);
    await pay(1000);
    await undo(taken);
    expect(await refund(sim.world.services, asked(settled.session, 5000))).toBe('balance_short 1000');
    expect(await refund(sim.world.services, asked(settled.session, 600))).toBe('PENDING 600');
    expect(await refund(sim.world.services, asked(settled.session, 5000))).toBe('balance_short 400');
    await lookInto();
    expect(await refund(sim.world.services, asked(settled.session, 5000))).toBe('PENDING 5000');
  });

  it('keeps a refund from being sent that was asked for before, where nothing else pays for it', async () => {
    const { services } = sim.world;
    const settled = await pay(20_000);
    await payOut();
    const taken = await pay(15_000);
    await pay(1000);
    const small = await made(services, asked(settled.session, 900));
    const large = await made(services, asked(settled.session, 5000));
    await undo(taken);
    expect(await desk(sim.world, 'send', large)).toBe('balance_doubted');
    expect(await desk(sim.world, 'fail', large)).toBe('failed');
    expect(await desk(sim.world, 'send', small)).toBe('sending');
    const again = await made(services, asked(settled.session, 100));
    await lookInto();
    expect(await desk(sim.world, 'send', again)).toBe('sending');
  });

  it('is no more than what has not been given back of it: the shop’s other money stays its own', async () => {
    const taken = await pay(15_000);
    const other = await pay(1000);
    const back = await made(sim.world.services, asked(taken.session));
    expect(await desk(sim.world, 'send', back)).toBe('sending');
    await sim.take(sim.debit(15_000));
    await undo(taken);
    expect(await refund(sim.world.services, asked(other.session))).toBe('PENDING 1000');
  });

  it('is on no paper of refunds to be sent, nor is what it would pay for: whoever has the paper pays first', async () => {
    const listed = async () =>
      (await listRefundsToSend(sim.world.services, { limit: 10 })).map(({ amount_xaf }) => amount_xaf);
    const settled = await pay(20_000);
    await payOut();
    const taken = await pay(15_000);
    await made(sim.world.services, asked(taken.session, 4000));
    await made(sim.world.services, asked(settled.session, 5000));
    expect(await listed()).toEqual([4000, 5000]);
    await undo(taken);
    expect(await listed()).toEqual([]);
    await lookInto();
    // Of the payment that is gone nothing is given back all the same.
    expect(await listed()).toEqual([5000]);
  });
});

describe('A refund whose sum has left already', () => {
  const listed = async () =>
    (await listRefundsToSend(sim.world.services, { limit: 10 })).map(({ amount_xaf }) => amount_xaf);

  it('is on no paper of refunds to be sent while nobody has said what left, whichever SIM of ours sent it', async () => {
    const { session } = await pay(20_000);
    const second = await openSecond(sim);
    await made(sim.world.services, asked(session, 5000));
    await made(sim.world.services, asked(session, 4000));
    await made(sim.world.services, asked(session, 3000));
    sim.world.pass(60);
    await second.take(second.debit(5000));
    expect(await listed()).toEqual([4000, 3000]);
    await sim.take(sim.debit(4000));
    expect(await listed()).toEqual([3000]);
    // To another phone it is another’s.
    await sim.take(sim.debit(3000, '66999999'));
    expect(await listed()).toEqual([3000]);
  });
});
