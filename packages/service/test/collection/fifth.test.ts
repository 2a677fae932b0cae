import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Services } from '../../src/engine/services.ts';
import { createSessions } from '../../src/engine/sessions/create.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { cancelMade, made } from './made.ts';
import { openWorld, type World } from './world.ts';

const NUMBERS = 10;
const FIFTH = 2;
const ALL = Array.from({ length: NUMBERS }, (_, n) => `+2356600100${n}`);

let world: World;
let rival: string;
let shop: string;
beforeAll(async () => {
  world = await openWorld();
  for (const msisdn of ALL) await world.liveNumber(msisdn);
});
// One database for all: each scene has merchants and days of its own, and finds every number free.
beforeEach(async () => {
  await world.rows(
    `update collection_numbers set status = 'ACTIVE', feed_status = 'HEALTHY', daily_volume_cap_xaf = null
     where environment = 'live'`,
  );
  await world.outlast();
  [rival, shop] = [await world.merchant(), await world.merchant()];
});
afterAll(() => world.close());

const asks = (
  merchant_id: string,
  count: number,
  fields: { customer_phone?: string; amount_xaf?: number } = {},
) =>
  Array.from({ length: count }, () =>
    world.command(merchant_id, { environment: 'live', amount_xaf: 5000, ...fields }),
  );
const gets = async (merchant_id: string, count: number, fields: { customer_phone?: string } = {}) =>
  made(await world.create(asks(merchant_id, count, fields))).length;
/** On how many numbers a merchant waits for the amount. */
const numbersOf = async (merchant_id: string, amount_xaf = 5000) =>
  (
    await world.rows<{ n: number }>(
      `select count(distinct s.collection_number_id)::int as n
       from collection_holds h join payment_sessions s on s.id = h.session_id
       where s.merchant_id = $1 and s.amount_xaf = $2 and s.environment = 'live'`,
      [merchant_id, amount_xaf],
    )
  )[0]?.n ?? 0;

test('a merchant who alone asks for an amount gets all numbers but a fifth, and whoever asks next gets a fifth', async () => {
  expect(await gets(rival, 20)).toBe(NUMBERS - FIFTH);
  expect(await gets(shop, 20)).toBe(FIFTH);
  expect(await gets(rival, 5)).toBe(0);
});

test('once another asks nobody gets more than a fifth, not even as numbers become free again', async () => {
  const hoard = made(await world.create(asks(rival, 20)));
  await world.create(asks(shop, 1));
  await cancelMade(world.services, hoard.slice(0, 6));
  world.pass(30 * 60);
  await expireSessions(world.services, { limit: 6 });
  await world.rows(`update collection_holds set due_at = due_at + interval '1 day'`);
  expect(await numbersOf(rival)).toBe(2);
  expect(await gets(rival, 5)).toBe(0);
  expect(await gets(shop, 5)).toBe(FIFTH - 1);
  for (const other of [await world.merchant(), await world.merchant()])
    expect(await gets(other, 5)).toBe(FIFTH);
});

test('what a merchant opens beside a price leaves a fifth of the numbers free of it too, for who declares no payer', async () => {
  await world.create(asks(rival, 20, { amount_xaf: 5050 }));
  world.pass(2);
  const [refused] = await world.create(asks(rival, 20, { amount_xaf: 4950 }));
  expect(JSON.stringify(refused)).toContain('or of amounts easily mistaken for it');
  expect(await gets(shop, 5)).toBe(FIFTH);
  // He is refused that price as well, and nothing else.
  expect(await gets(rival, 5)).toBe(0);
  expect(made(await world.create(asks(rival, 3, { amount_xaf: 7777 })))).toHaveLength(3);
  expect(
    made(await world.create(asks(rival, 1, { amount_xaf: 4950, customer_phone: '+23566000001' }))),
  ).toHaveLength(1);
});

test('a fifth of the numbers stays free of a price also where a merchant opens all beside it at once, or one after the other', async () => {
  await world.create(
    [4900, 4950, 5050, 5100, 500, 50_000].flatMap((amount_xaf) => asks(rival, 5, { amount_xaf })),
  );
  expect(await gets(shop, 5)).toBe(FIFTH);
  await world.outlast();
  for (let n = 0; n < 5; n += 1)
    for (const amount_xaf of [4900, 4950, 5050, 5100, 500, 50_000])
      await world.create(asks(rival, 1, { amount_xaf }));
  expect(await gets(shop, 5)).toBe(FIFTH);
});

test('a shop whose prices are easily mistaken for each other is served as long as more than a fifth of the numbers is free of them', async () => {
  await world.create([...asks(rival, FIFTH, { amount_xaf: 5000 }), ...asks(rival, 1, { amount_xaf: 500 })]);
  world.pass(2);
  for (const amount_xaf of [5100, 4900, 5000, 500, 5050])
    expect(made(await world.create(asks(shop, 1, { amount_xaf })))).toHaveLength(1);
});

test('the refusal says what it is: 503 with its reason, and other amounts go on', async () => {
  await world.create(asks(shop, 1));
  await world.create(asks(rival, FIFTH));
  const [refused] = await world.create(asks(rival, 1));
  expect(refused).toMatchObject({ kind: 'no_collection_number', failed_checks: [{ count: NUMBERS }] });
  expect(JSON.stringify(refused)).toContain('as one merchant may');
  expect(made(await world.create(asks(rival, 1, { amount_xaf: 5333 })))).toHaveLength(1);
});

test('declared payers share the numbers that their merchant holds, and the numbers of others count', async () => {
  await world.create(asks(shop, 1, { customer_phone: '+23566000001' }));
  for (let n = 10; n < 30; n += 1) expect(await gets(rival, 1, { customer_phone: `+235660000${n}` })).toBe(1);
  expect(await numbersOf(rival)).toBe(FIFTH);
  // One more number is needed for a payer who waits on each of these already.
  expect(await gets(rival, 3, { customer_phone: '+23566000099' })).toBe(FIFTH);
  expect(await numbersOf(rival)).toBe(FIFTH);
});

test('with fewer than five numbers one is always allowed, and with one number too', async () => {
  await world.rows(`update collection_numbers set status = 'PAUSED' where msisdn > '+23566001002'`);
  expect(await gets(rival, 9)).toBe(2);
  expect(await gets(shop, 9)).toBe(1);
  await world.rows(`update collection_numbers set status = 'PAUSED' where msisdn > '+23566001000'`);
  world.pass(1);
  expect(made(await world.create(asks(shop, 3, { amount_xaf: 777 })))).toHaveLength(1);
});

/** These numbers have taken today all that they may take, but for less than the amount. */
const fill = async (msisdns: readonly string[]): Promise<void> => {
  await world.rows(
    'update collection_numbers set daily_volume_cap_xaf = 4999 where msisdn = any ($1::text[])',
    [msisdns],
  );
  world.pass(2);
};

test('the fifth is one of the numbers whose daily caps leave room for the amount', async () => {
  await fill(ALL.slice(0, 8));
  expect(await gets(rival, 5)).toBe(1);
  expect(await gets(shop, 5)).toBe(1);
});

test('what a merchant waits for on numbers that are full by now keeps none of the others from it', async () => {
  await fill(made(await world.create(asks(shop, 3))).map((one) => one.assigned_collection_number));
  // Seven are left, of which one is for whoever asks next; and of all ten it may hold eight.
  expect(await gets(shop, 9)).toBe(NUMBERS - FIFTH - 3);
  expect(await gets(rival, 9)).toBe(1);
  expect(await gets(shop, 1)).toBe(0);
});

/** The phones of these numbers are not heard any more. */
const silence = async (msisdns: readonly string[]): Promise<void> => {
  await world.rows(`update collection_numbers set feed_status = 'SILENT' where msisdn = any ($1::text[])`, [
    msisdns,
  ]);
  world.pass(2);
};

test.each([
  ['declares no payer', {}],
  ['declares a payer', { customer_phone: '+23566000001' }],
])(
  'what a merchant waits for on a number that fell silent keeps none of the others from it, where it %s',
  async (_how, fields) => {
    const asked = made(await world.create([...asks(shop, 1), ...asks(rival, 1)]));
    const [own, theirs] = asked.map((one) => one.assigned_collection_number) as [string, string];
    // With eight numbers left a fifth is one.
    const other = ALL.find((one) => one !== own && one !== theirs) as string;
    await silence([own, other]);
    expect(await gets(shop, 1, fields)).toBe(1);
    // As soon as the phone is heard again it holds more than a fifth, and gets no more.
    await world.rows(`update collection_numbers set feed_status = 'HEALTHY' where msisdn = $1`, [own]);
    world.pass(2);
    expect(await gets(shop, 1)).toBe(0);
  },
);

test('who waits for an amount only on a paused number is no reason to leave others less than all but a fifth', async () => {
  const [waiting] = made(await world.create(asks(rival, 1)));
  await world.rows(`update collection_numbers set status = 'PAUSED' where msisdn = $1`, [
    waiting?.assigned_collection_number,
  ]);
  world.pass(2);
  expect(await gets(shop, 20)).toBe(NUMBERS - 1 - 1);
});

test('a merchant adds declared payers on as many of its numbers as it may hold of those that are heard', async () => {
  // Alone it holds three; then another asks, and the phone of the one whose share came first dies.
  expect(await gets(shop, 3, { customer_phone: '+23566000001' })).toBe(3);
  await world.create(asks(rival, 1));
  const shares = await world.rows<{ msisdn: string }>(
    `select n.msisdn from collection_holds h join collection_numbers n on n.id = h.collection_number_id
     where h.merchant_id = $1 order by h.amount_share`,
    [shop],
  );
  await silence([(shares[0] as { msisdn: string }).msisdn]);
  // Of the nine that are heard a fifth is one: it may not add to the other.
  const guests = made(await world.create(asks(shop, 4, { customer_phone: '+23566000002' })));
  expect(guests.map((one) => one.assigned_collection_number)).toEqual([shares[1]?.msisdn]);
});

test('in a hundred rounds of two processes a hoarder never takes the last fifth, and the first who asks is always served', async () => {
  const ROUNDS = 100;
  const services = (await world.processes(2, 6)).map((one) => ({
    ...one,
    policy: { ...one.policy, quarantine_minutes: { test: 0, live: 0 } },
  }));
  let most = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const hoards = services.flatMap((one) => [
      createSessions(one, asks(rival, 6)),
      createSessions(one, asks(rival, 6)),
    ]);
    const asked = createSessions(services[round % 2] as Services, asks(shop, 1));
    const [mine, ...theirs] = await Promise.all([asked, ...hoards]);
    const taken = await numbersOf(rival);
    expect(taken).toBeLessThanOrEqual(NUMBERS - FIFTH);
    most = Math.max(most, taken);
    // Whoever came first: the shop had its number, or gets it now.
    const late = made(mine).length === 0 ? made(await createSessions(world.services, asks(shop, 1))) : [];
    const own = [...made(mine), ...late];
    expect(own).toHaveLength(1);
    await cancelMade(services[0] ?? world.services, [...own, ...theirs.flatMap(made)]);
    world.pass(1);
    await expireSessions(world.services, { limit: 100 });
  }
  expect(await numbersOf(rival)).toBe(0);
  // Where nobody else had asked yet he took more than a fifth.
  expect(most).toBeGreaterThan(FIFTH);
});
