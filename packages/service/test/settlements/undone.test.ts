import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closeAlerts } from '../../src/engine/desk/book/close.ts';
import type { Sim } from '../book/world.ts';
import { deskOf, openSimAndShop } from './desk.ts';
import { agree, draft, payOutTo, verify } from './shop.ts';

let sim: Sim;
beforeEach(async () => {
  ({ sim } = await openSimAndShop());
  await verify(sim.world, sim.merchant);
  await payOutTo(sim.world, sim.merchant);
  await agree(sim.world, sim.merchant);
});
afterEach(() => sim.world.close());

/** A payment to the shop of the SIM. @returns what the operator says when it takes it back */
async function paid(amount_xaf: number) {
  const session = await sim.session(amount_xaf);
  const credit = sim.credit(amount_xaf);
  await sim.take(credit);
  expect(await sim.statusOf(session)).toBe('SUCCESS');
  sim.world.pass(600);
  return () => {
    sim.balance_xaf -= amount_xaf;
    const text = `Le transfert ${credit.id} de ${amount_xaf} FCFA recu de 66123456 a ete annule. Solde: ${sim.balance_xaf} FCFA.`;
    return sim.take({ id: credit.id, text });
  };
}

async function drafted(): Promise<string> {
  const outcome = await draft(sim.world, sim.merchant);
  if (outcome.kind !== 'drafted') throw new Error(JSON.stringify(outcome));
  return outcome.settlement_id;
}

/** Somebody has looked, and the payment stands. */
async function lookInto() {
  const [alert] = await sim.world.rows<{ id: string }>(`select id from staff_alerts where kind = 'reversal'`);
  await closeAlerts(sim.world.services, [{ alert_id: alert?.id ?? '', actor: 'Awa', note: 'a mistake' }]);
}

describe('A payment that the operator has taken back', () => {
  test('is in no settlement until somebody has looked into it, and the others don’t wait for it', async () => {
    const undo = await paid(20_000);
    await paid(7000);
    await undo();
    expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'drafted', amount_xaf: 7000 });
    expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'no_draft', reason: 'nothing_due' });
    await lookInto();
    expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'drafted', amount_xaf: 20_000 });
  });

  test('after the draft keeps that from being approved, and its sum from the next one once it is cancelled', async () => {
    const desk = deskOf(sim.world);
    const undo = await paid(20_000);
    await paid(7000);
    const id = await drafted();
    await undo();
    expect(await desk.decide(id, 'approve')).toBe('payment_reversed');
    expect(await desk.decide(id, 'cancel')).toBe('cancelled');
    await paid(1000);
    expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'drafted', amount_xaf: 1000 });
    await lookInto();
    expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'drafted', amount_xaf: 27_000 });
  });

  test('by a message that proves nothing keeps no payout back', async () => {
    await paid(20_000);
    const [credit] = await sim.world.rows<{ id: string }>(
      'select operator_transaction_id as id from credits',
    );
    const text = `Le transfert ${credit?.id} de 20000 FCFA recu de 66123456 a ete annule. Solde: 1234 FCFA.`;
    await sim.take({ id: 'forged', text });
    expect(await deskOf(sim.world).decide(await drafted(), 'approve')).toBe('approved');
  });

  test('after the approval keeps that from being sent until somebody has looked into it', async () => {
    const desk = deskOf(sim.world);
    const undo = await paid(20_000);
    const id = await drafted();
    expect(await desk.decide(id, 'approve')).toBe('approved');
    await undo();
    expect(await desk.send(id)).toBe('payment_reversed');
    await lookInto();
    expect(await desk.send(id)).toBe('sending');
  });
});
