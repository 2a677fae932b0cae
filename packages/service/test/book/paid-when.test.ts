import { afterEach, beforeEach, expect, test } from 'vitest';
import { again, start } from '../collection/transactions.ts';
import { letGatewaysSend } from './gateway.ts';
import { openSim, type Sim } from './world.ts';

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
  await letGatewaysSend(sim.world.db.pool);
});
afterEach(() => sim.world.close());

test('A transaction whose message was proven three hours later is confirmed as of when its payer paid', async () => {
  const transaction = await start(sim.world, sim.merchant, {
    environment: 'live',
    phone_number: '+23566123456',
  });
  sim.world.pass(120);
  const late = sim.credit(700, '66777777');
  sim.world.pass(60);
  const paid_at = sim.world.now;
  await sim.take(sim.credit(5000));
  expect((await again(sim.world, transaction)).status).not.toBe('SUCCESS');
  sim.world.pass(3 * 3_600);
  await sim.take(late);
  await sim.wait(1);
  const settled = await again(sim.world, transaction);
  expect([settled.status, settled.confirmed_at]).toEqual(['SUCCESS', paid_at]);
  expect(
    await sim.world.rows('select happened_at from transaction_proofs where transaction_id = $1', [
      transaction.id,
    ]),
  ).toEqual([{ happened_at: paid_at }]);
});

test('A transaction that is paid in the minute in which it was made is not confirmed before it was made', async () => {
  sim.world.pass(30);
  const transaction = await start(sim.world, sim.merchant, {
    environment: 'live',
    phone_number: '+23566123456',
  });
  sim.world.pass(10);
  await sim.take(sim.credit(5000));
  const settled = await again(sim.world, transaction);
  expect([settled.status, settled.confirmed_at]).toEqual(['SUCCESS', transaction.created_at]);
});
