import { afterAll, beforeAll, expect, it } from 'vitest';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { settleWaitingNotices } from '../../src/engine/book/settle-waiting.ts';
import { countStatements } from '../database/statements.ts';
import { openSim, type Sim } from './world.ts';

let sim: Sim;
beforeAll(async () => {
  sim = await openSim();
  await sim.say();
});
afterAll(() => sim.world.close());

const ROUNDS = 25;
const MESSAGES = 12;

it('Messages of one number that several processes take at once, in any order, all find their place', async () => {
  const processes = await sim.world.processes(4);
  for (let round = 0; round < ROUNDS; round += 1) {
    const amounts = Array.from({ length: MESSAGES }, (_, n) => 1_000 + round * 100 + n);
    const commands = amounts.map((amount_xaf) =>
      sim.world.command(sim.merchant, { environment: 'live', amount_xaf }),
    );
    const made = await sim.world.create(commands);
    const messages = amounts.map((amount_xaf) => sim.credit(amount_xaf));
    const doubled = [...messages, ...messages.slice(0, 3)].toSorted(() => sim.world.services.random() - 0.5);
    const ids = await sim.keep(doubled);
    await Promise.all([
      ...ids.map((id, n) => settleNotices(processes[n % 4] as (typeof processes)[0], [id])),
      ...processes.map((services) => settleWaitingNotices(services, { limit: 10, patience_ms: 0 })),
    ]);
    await sim.wait(1);
    const ids_of_sessions = made.map((one) => (one.kind === 'created' ? one.session.id : one.kind));
    const statuses = await sim.world.rows<{ status: string }>(
      'select status from payment_sessions where id::text = any ($1)',
      [ids_of_sessions],
    );
    expect(statuses).toEqual(amounts.map(() => ({ status: 'SUCCESS' })));
    await sim.say();
  }
  expect(await sim.book()).toMatchObject({ tip_xaf: sim.balance_xaf, claims: 0 });
  const left = await sim.world.rows('select from notice_inbox');
  expect([left.length, await sim.incidents(), await sim.feedStatus()]).toEqual([0, [], 'HEALTHY']);
});

it('Settling live messages takes as many statements for 200 as for one, whether they follow or not', async () => {
  const settled = async (size: number, off_xaf: number) => {
    const ids = await sim.keep(
      Array.from({ length: size }, (_, n) => {
        const { id, text } = sim.credit(10 + n);
        return {
          id,
          text: text.replace(`est ${sim.balance_xaf}`, `est ${sim.balance_xaf + off_xaf * (n + 1)}`),
        };
      }),
    );
    return countStatements(() => settleNotices(sim.world.services, ids));
  };
  await settled(1, 0);
  await settled(1, 0);
  const once = await settled(1, 0);
  expect(await settled(200, 0)).toBe(once);
  expect(once).toBeLessThanOrEqual(32);
  const before = sim.balance_xaf;
  const puzzled = await settled(1, 7_000);
  sim.balance_xaf = before;
  expect(await settled(200, 90_000)).toBe(puzzled);
});
