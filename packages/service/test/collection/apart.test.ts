import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CreateOutcome } from '../../src/domain/session/commands.ts';
import type { Services } from '../../src/engine/services.ts';
import { createSessions } from '../../src/engine/sessions/create.ts';
import { countOf } from '../database/statements.ts';
import { cancelMade, made } from './made.ts';
import { openWorld, type World } from './world.ts';

// So many pairs are asked for, each at the same moment, by two merchants in two processes.
const ROUNDS = process.env.CHARI_SOAK === '1' ? 300 : 60;
/** What somebody sends who takes the fee off, or adds a zero. */
const SLIPS = [(xaf: number) => xaf - 100, (xaf: number) => xaf - 50, (xaf: number) => xaf * 10];

let world: World;
let processes: Services[];
let merchants: string[];
beforeEach(async () => {
  world = await openWorld();
  processes = await world.processes(2);
  merchants = [await world.merchant(), await world.merchant()];
});
afterEach(() => world.close());

/** Asks for two sessions that declare nobody, one of which owes what the other's customer may send by a slip. */
async function askAtOnce(round: number): Promise<CreateOutcome[]> {
  const own_xaf = 10_000 + round * 1000;
  const sums_xaf = [own_xaf, SLIPS[round % SLIPS.length]?.(own_xaf) ?? 0];
  const asked = sums_xaf.map(async (amount_xaf, i) => {
    const command = world.command(merchants[i] as string, { environment: 'live', amount_xaf });
    return await createSessions(processes[i] as Services, [command]);
  });
  return (await Promise.all(asked)).flat();
}

test('of two sessions that declare nobody, whose sums are easily mistaken and that are asked for at once, one gets the only number', async () => {
  await world.liveNumber('+23566001000');
  const told = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const outcomes = await askAtOnce(round);
    told.add(
      outcomes
        .map(({ kind }) => kind)
        .toSorted()
        .join(' and '),
    );
    await world.outlast();
  }
  expect([...told]).toEqual(['created and no_collection_number']);
});

test('two such sessions get a number each where two are free', async () => {
  await world.liveNumber('+23566001000');
  await world.liveNumber('+23566002000');
  const told = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const outcomes = await askAtOnce(round);
    const numbers = outcomes.map((one) =>
      one.kind === 'created' ? one.session.assigned_collection_number : one.kind,
    );
    told.add(numbers.toSorted().join(' and '));
    await world.outlast();
  }
  expect([...told]).toEqual(['+23566001000 and +23566002000']);
});

const X = '+23566000001';
const Y = '+23566000002';
const Z = '+23566000003';
/** Who declares what, of two sessions of like sums that are asked for one after the other. */
const PAIRS = [
  ['one that declares its payer and one that declares nobody', X, null],
  ['one that declares nobody and one that declares its payer', null, X],
  ['two that declare different payers', X, Y],
] as const;

/** Asks for sessions one after the other, or all at once, and says how each ended: by the number that it got. */
async function ask(wanted: { amount_xaf: number; customer_phone: string | null }[][]): Promise<string[]> {
  const told: string[] = [];
  for (const [i, together] of wanted.entries()) {
    const merchant = merchants[i % 2] as string;
    const commands = together.map((one) => world.command(merchant, { environment: 'live', ...one }));
    for (const one of await world.create(commands))
      told.push(one.kind === 'created' ? one.session.assigned_collection_number : one.kind);
  }
  return told;
}

test.each(PAIRS)(
  'of sums easily mistaken, %s get a number each where two are free',
  async (_who, first, second) => {
    await world.liveNumber('+23566001000');
    await world.liveNumber('+23566002000');
    const told = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      const own_xaf = 10_000 + round * 1000;
      const sums_xaf = [own_xaf, SLIPS[round % SLIPS.length]?.(own_xaf) ?? 0];
      const numbers = await ask([
        [{ amount_xaf: sums_xaf[0] ?? 0, customer_phone: first }],
        [{ amount_xaf: sums_xaf[1] ?? 0, customer_phone: second }],
      ]);
      told.add(numbers.toSorted().join(' and '));
      await world.outlast();
    }
    expect([...told]).toEqual(['+23566001000 and +23566002000']);
  },
);

/** One session for each of two numbers, of different payers and merchants: whoever else declares a payer is a guest beside one of them. */
async function hostsOfBoth(amount_xaf: number) {
  const commands = [X, Y].map((customer_phone, i) =>
    world.command(merchants[i] as string, { environment: 'live', amount_xaf, customer_phone }),
  );
  const hosts = made(await world.create(commands));
  expect(new Set(hosts.map((one) => one.assigned_collection_number)).size).toBe(2);
  return hosts;
}

test('who declares nobody is kept from a guest that waits for a sum like his, whose host is over, where another number is free', async () => {
  await world.liveNumber('+23566001000');
  await world.liveNumber('+23566002000');
  for (let round = 0; round < 8; round += 1) {
    const hosts = await hostsOfBoth(5100);
    const [guest] = await ask([[{ amount_xaf: 5100, customer_phone: Z }]]);
    expect(await cancelMade(world.services, hosts)).toHaveLength(2);
    const silent = await ask([[{ amount_xaf: 5000, customer_phone: null }]]);
    expect([...silent, guest].toSorted()).toEqual(['+23566001000', '+23566002000']);
    await world.outlast();
  }
});

test('a guest goes beside a host on whose number nobody waits for a sum like its own, where there is one', async () => {
  await world.liveNumber('+23566001000');
  await world.liveNumber('+23566002000');
  // Who holds no number of the sum may share any.
  const third = await world.merchant();
  for (let round = 0; round < 8; round += 1) {
    await hostsOfBoth(5100);
    const [silent] = await ask([[{ amount_xaf: 5000, customer_phone: null }]]);
    const guest = await world.session(third, { environment: 'live', amount_xaf: 5100, customer_phone: Z });
    expect([silent, guest.assigned_collection_number].toSorted()).toEqual(['+23566001000', '+23566002000']);
    await world.outlast();
  }
});

test('such sessions that are asked for at once get a number each where there are enough', async () => {
  for (const msisdn of ['+23566001000', '+23566002000', '+23566003000']) await world.liveNumber(msisdn);
  const wanted = [null, X, Y].map((customer_phone, n) => ({ amount_xaf: 5000 + 50 * n, customer_phone }));
  for (let round = 0; round < 5; round += 1) {
    expect(new Set(await ask([wanted])).size).toBe(3);
    await world.outlast();
  }
});

test('a session that declares its payer gets the only number whatever sums wait there, and so does one that declares nobody where no other does', async () => {
  await world.liveNumber('+23566001000');
  const silent = { amount_xaf: 20_000, customer_phone: null };
  const beside = Array.from({ length: 40 }, (_, n) => ({ amount_xaf: 19_000 + 50 * n, customer_phone: X }));
  const kinds = new Set(await ask([[silent], beside.filter(({ amount_xaf }) => amount_xaf !== 20_000)]));
  expect([...kinds]).toEqual(['+23566001000']);
  // Whoever declares nobody is kept from others who do so alone.
  expect(
    await ask([[{ amount_xaf: 30_000, customer_phone: X }], [{ amount_xaf: 30_050, customer_phone: null }]]),
  ).toEqual(['+23566001000', '+23566001000']);
  // A guest shares whatever its host stands beside.
  expect(await ask([[{ amount_xaf: 30_000, customer_phone: Y }]])).toEqual(['+23566001000']);
});

test('of one batch no two of a sum are offered the same number, whoever of them declares a payer', async () => {
  for (let n = 0; n < 10; n += 1) await world.liveNumber(`+2356600100${n}`);
  const merchant = merchants[0] as string;
  const batch = Array.from({ length: 8 }, (_, n) =>
    world.command(merchant, { environment: 'live', customer_phone: n % 2 === 0 ? X : null }),
  );
  let outcomes: CreateOutcome[] = [];
  const rounds = await countOf('reserve_sessions', async () => {
    outcomes = await world.create(batch);
  });
  expect(new Set(made(outcomes).map((one) => one.assigned_collection_number)).size).toBe(8);
  // A fifth of the numbers is proposed in the first round, and all that is left in the first that looks at each number.
  expect(rounds).toBe(2);
});

test('whose number another process takes just then is kept apart again from sums like his own, where a number is free of them', async () => {
  world.services.policy = { ...world.services.policy, keep_amounts_apart: false };
  const holds = async (msisdn: string | null, amount_xaf: number) => {
    if (msisdn !== null) await world.liveNumber(msisdn);
    world.pass(2);
    const merchant = await world.merchant();
    const session = await world.session(merchant, { environment: 'live', amount_xaf });
    return session.assigned_collection_number;
  };
  // Two numbers where somebody waits for a sum like 5000, and one where nobody does; 5000 is free on the second alone.
  expect(await holds('+23566001000', 5050)).toBe('+23566001000');
  expect(await holds(null, 5000)).toBe('+23566001000');
  expect(await holds('+23566002000', 5050)).toBe('+23566002000');
  expect(await holds('+23566003000', 5000)).toBe('+23566003000');
  // As the only free one is taken, the others become free.
  await world.rows(
    `create function taken_meanwhile() returns trigger language plpgsql as $$ begin
      delete from collection_holds where amount_xaf = 5000;
      return null;
    end $$`,
  );
  await world.rows(
    `create trigger taken_meanwhile before insert on collection_holds for each row
     when (new.amount_xaf = 5000 and new.collection_number_id = '${await idOf('+23566002000')}')
     execute function taken_meanwhile()`,
  );
  expect(await holds(null, 5000)).toBe('+23566003000');
});

const idOf = async (msisdn: string) =>
  (await world.rows<{ id: string }>('select id from collection_numbers where msisdn = $1', [msisdn]))[0]?.id;

test('as many sets of sessions as eight processes make at once hold the locks of their pairs beside each other', async () => {
  const number = await world.liveNumber('+23566001000');
  const [SETS, SET] = [16, 256];
  // No two sets have sums in common, which would refuse each other. Three times their pairs: the server of the tests has twice the connections.
  const clients = await Promise.all(Array.from({ length: SETS }, () => world.db.pool.connect()));
  try {
    const held = await Promise.all(
      clients.map(async (client, set) => {
        await client.query('begin');
        const { rows } = await client.query<{ n: number }>(
          `select count(*) filter (where stays_apart($1, xaf, array(select xaf + 50 * i from generate_series(1, 19) as i)))::int as n
           from generate_series($2::int, $2::int + 1000 * ($3::int - 1), 1000) as xaf`,
          [number, 10_000 + set * 1_000_000, SET],
        );
        return rows[0]?.n;
      }),
    );
    expect(held).toEqual(Array.from({ length: SETS }, () => SET));
  } finally {
    await Promise.all(clients.map((client) => client.query('rollback')));
    for (const client of clients) client.release();
  }
});
