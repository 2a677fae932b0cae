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
