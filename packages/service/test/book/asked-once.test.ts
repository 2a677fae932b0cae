import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AskPhonesAgain, tendBooks } from '../../src/engine/book/tend.ts';
import { patientPool } from '../../src/store/connect/connect.ts';
import { hold } from './statement-races.ts';
import { openSecond, openSim, type Sim } from './world.ts';

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
  const ask: AskPhonesAgain = async (asks) => {
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
    const answered: AskPhonesAgain = async (asks) => {
      asked += asks.length;
    };
    world.pass(10 * 60);
    const begun = new Promise<void>((resolve) => {
      const ask: AskPhonesAgain = (asks) => {
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

test('a phone is asked at once while the book of another SIM is held by whoever is paused', async () => {
  const { world } = sim;
  const other = await openSecond(sim);
  world.pass(10 * 60);
  const [free, held] = [sim, other].toSorted((one, two) => (one.number_id < two.number_id ? -1 : 1));
  if (free === undefined || held === undefined) throw new Error('there are two');
  for (const one of [free, held]) {
    one.credit(10);
    await one.take(one.credit(1000));
  }
  world.pass(10 * 60);
  const asked: string[] = [];
  const ask: AskPhonesAgain = async (asks) => {
    asked.push(...asks.map(({ collection_number_id }) => collection_number_id));
  };
  const letGo = await hold(world.db.pool, 'select from books where collection_number_id = $1 for update', [
    held.number_id,
  ]);
  const pool = patientPool(world.db.pool, { max_connections: 2, statement_timeout_ms: 3_000 });
  try {
    await tendBooks({ ...world.services, pool }, ask);
  } finally {
    await letGo();
    await pool.end();
  }
  expect(asked).toEqual([free.number_id]);
  await tendBooks(world.services, ask);
  expect(asked).toEqual([free.number_id, held.number_id]);
});

test('a look ends while the books of phones that have answered are held, and those are asked again a minute later', async () => {
  const { world } = sim;
  world.pass(10 * 60);
  let times = 0;
  let letGo = async () => {};
  const asking: AskPhonesAgain = async () => {
    times += 1;
    // What the phones have just sent is being settled.
    letGo = await hold(world.db.pool, 'select from books for update');
  };
  const pool = patientPool(world.db.pool, { max_connections: 2, statement_timeout_ms: 3_000 });
  try {
    await tendBooks({ ...world.services, pool }, asking);
  } finally {
    await letGo();
    await pool.end();
  }
  expect(times).toBe(1);
  const answered: AskPhonesAgain = async () => {
    times += 1;
  };
  world.pass(59);
  await tendBooks(world.services, answered);
  expect(times).toBe(1);
  world.pass(1);
  await tendBooks(world.services, answered);
  world.pass(10 * 60 - 1);
  await tendBooks(world.services, answered);
  expect(times).toBe(2);
});
