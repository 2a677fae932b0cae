import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSim, type Sim } from '../book/world.ts';

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  sim.world.services.policy = { ...sim.world.services.policy, second_person_xaf: 100_000 };
  await sim.say();
});
afterEach(() => sim.world.close());

const said = async (balance_xaf: number, actor: string) => (await sim.say(balance_xaf, actor))?.kind;

/** A payment that waits behind a lost one, and takes two people. */
async function waiting(): Promise<Awaited<ReturnType<Sim['session']>>> {
  const session = await sim.session(150_000);
  sim.credit(7);
  await sim.take(sim.credit(150_000));
  return session;
}

it('The second of two people who read a SIM settles nothing large that the first has not read', async () => {
  const forged = [await sim.session(450_000), await sim.session(453_000)];
  const honest = await waiting();
  const true_xaf = sim.balance_xaf;
  await sim.take(sim.words(450_000, true_xaf + 450_000));
  await sim.take(sim.words(453_000, true_xaf + 903_000));
  expect(await said(true_xaf, 'Awa')).toBe('proposed');
  expect(await said(true_xaf + 903_000, 'Brahim')).toBe('proposed');
  expect(await Promise.all([honest, ...forged].map((one) => sim.statusOf(one)))).toEqual(
    Array(3).fill('AWAITING_PAYMENT'),
  );
  // Awa reads again, and what both have read counts.
  expect(await said(true_xaf, 'Awa')).toBe('anchored');
  expect(await Promise.all([honest, ...forged].map((one) => sim.statusOf(one)))).toEqual([
    'SUCCESS',
    'AWAITING_PAYMENT',
    'AWAITING_PAYMENT',
  ]);
});

it('Between their looks payments may come, as long as these are small', async () => {
  const honest = await waiting();
  expect(await said(sim.balance_xaf, 'Awa')).toBe('proposed');
  const next = await sim.session(60_000);
  await sim.take(sim.credit(60_000));
  expect(await said(sim.balance_xaf, 'Brahim')).toBe('anchored');
  expect([await sim.statusOf(honest), await sim.statusOf(next)]).toEqual(['SUCCESS', 'SUCCESS']);
});
