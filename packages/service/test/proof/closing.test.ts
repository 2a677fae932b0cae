import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeNextDay } from '../../src/engine/proof/close.ts';
import { listOwnDays } from '../../src/engine/proof/show.ts';
import { openSim, type Sim } from '../book/world.ts';
import { closeDays, dayAfter, payAt, provingOf, TODAY } from './world.ts';

let sim: Sim;
beforeAll(async () => {
  sim = await openSim();
  await sim.say();
});
afterAll(() => sim.world.close());

it('A merchant’s day has as paid what was booked on it while the day before was being closed, and not as something else', async () => {
  await payAt(sim, 1000);
  const evening = new Date(`${TODAY}T22:40:00Z`);
  sim.world.pass((evening.getTime() - sim.world.now.getTime()) / 1000);
  await sim.session(7000, { ttl_minutes: 60 });
  const told = sim.credit(7000);
  sim.world.pass(4 * 3600);
  const slow = {
    ...provingOf(sim),
    randomHex: (bytes: number) => {
      sim.world.pass(10);
      return provingOf(sim).randomHex(bytes);
    },
  };
  expect(await closeNextDay(slow)).toBe(TODAY);
  // Five seconds before that ended.
  sim.world.pass(-5);
  await sim.take(told);
  sim.world.pass(86_400);
  await closeDays(sim);
  const [after, before] = await listOwnDays(sim.world.services, {
    merchant_id: sim.merchant,
    before: '9999-12-31',
    limit: 2,
  });
  expect(before).toMatchObject({ day: TODAY, paid_xaf: 1000, other_xaf: 0 });
  expect(after).toMatchObject({ day: dayAfter(TODAY), paid_xaf: 7000, other_xaf: 0 });
});
