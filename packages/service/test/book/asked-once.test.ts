import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AskInboxes, tendBooks } from '../../src/engine/book/tend.ts';
import { openSim, type Sim } from './world.ts';

const ROUNDS = 20;

let sim: Sim;
beforeAll(async () => {
  sim = await openSim();
  await sim.say();
});
afterAll(() => sim.world.close());

test('however many processes look at once, a phone is asked for its inbox once in ten minutes', async () => {
  const processes = await sim.world.processes(3);
  let asked = 0;
  const ask: AskInboxes = async (asks) => {
    asked += asks.length;
  };
  const look = () => Promise.all(processes.map((one) => tendBooks(one, ask)));
  sim.credit(10);
  await sim.take(sim.credit(1000));
  for (let round = 0; round < ROUNDS; round += 1) {
    sim.world.pass(10 * 60 - 1);
    if (round > 0) await look();
    expect(asked).toBe(round);
    sim.world.pass(1);
    await look();
    expect(asked).toBe(round + 1);
  }
});

test.each([
  ['failed', () => Promise.reject(new Error('the database is away'))],
  ['ended with its process', () => new Promise<never>(() => undefined)],
])(
  'a phone is asked again a minute after a question that %s, while its session can still be paid',
  async (_, dies) => {
    const { world } = sim;
    let asked = 0;
    const answered: AskInboxes = async (asks) => {
      asked += asks.length;
    };
    world.pass(10 * 60);
    const begun = new Promise<void>((resolve) => {
      const ask: AskInboxes = (asks) => {
        asked += asks.length;
        resolve();
        return dies();
      };
      void tendBooks(world.services, ask).catch(() => undefined);
    });
    await begun;
    world.pass(59);
    await tendBooks(world.services, answered);
    expect(asked).toBe(1);
    world.pass(1);
    await tendBooks(world.services, answered);
    expect(asked).toBe(2);
    world.pass(10 * 60 - 1);
    await tendBooks(world.services, answered);
    expect(asked).toBe(2);
  },
);
