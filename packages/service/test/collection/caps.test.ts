import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CreateSession } from '../../src/domain/session/commands.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { pauseNumbers, resumeNumbers } from './pause.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let merchant: string;
let scenes = 0;
beforeAll(async () => {
  world = await openWorld({ max_connections: 4 });
});
// One database for all: each scene has numbers, a merchant and days of its own.
beforeEach(async () => {
  if (scenes > 0) await world.leave();
  scenes += 1;
  merchant = await world.merchant();
});
afterAll(() => world.close());

/** The numbers of a scene, counted from one. */
const number = (n: number) => `+23566${String(scenes).padStart(3, '0')}${String(n).padStart(3, '0')}`;

const ask = (amount_xaf: number) => world.command(merchant, { environment: 'live', amount_xaf });
const kinds = async (amounts_xaf: number[]) =>
  (await world.create(amounts_xaf.map(ask))).map((one) => one.kind);
const DAY_SECONDS = 24 * 3600;

const paid = async (amount_xaf: number) => {
  const session = await world.session(merchant, { environment: 'live', amount_xaf });
  expect((await world.pay(session)).verdict).toMatchObject({ rule: 'unique_in_time' });
};

test('unpaid sessions use up no cap: neither open ones, nor those that expired or were cancelled', async () => {
  const id = await world.liveNumber(number(1), { daily_count_cap: 2 });
  await world.rows('update collection_numbers set daily_volume_cap_xaf = 10000 where id = $1', [id]);
  const all = Array.from({ length: 30 }, (_, n) => 9000 + 7 * n);
  expect(new Set(await kinds(all))).toEqual(new Set(['created']));
  world.pass(5);
  expect(await kinds([300, 700])).toEqual(['created', 'created']);
});

test('a number takes no more sessions once as many as its count cap were paid in a day; tomorrow is a new one', async () => {
  await world.liveNumber(number(1), { daily_count_cap: 2 });
  await paid(100);
  world.pass(1);
  expect(await kinds([2500])).toEqual(['created']);
  await paid(700);
  world.pass(1);
  expect(await kinds([3000, 4000])).toEqual(['no_collection_number', 'no_collection_number']);
  world.pass(DAY_SECONDS);
  await expireSessions(world.services, { limit: 10 });
  expect(await kinds([5000, 6000, 7000])).toEqual(['created', 'created', 'created']);
});

test('a number takes no session that would bring its day beyond its volume cap', async () => {
  const id = await world.liveNumber(number(1));
  await world.rows('update collection_numbers set daily_volume_cap_xaf = 10000 where id = $1', [id]);
  expect(await kinds([10_001])).toEqual(['no_collection_number']);
  await paid(6000);
  world.pass(1);
  expect(await kinds([4001, 4000, 3000])).toEqual(['no_collection_number', 'created', 'created']);
});

test('a number at its cap leaves its share to the others', async () => {
  await world.liveNumber(number(1), { daily_count_cap: 1 });
  await paid(50);
  await world.liveNumber(number(2));
  world.pass(1);
  const outcomes = await world.create(Array.from({ length: 30 }, (_, n) => ask(100 + n)));
  const numbers = outcomes.map((one) =>
    one.kind === 'created' ? one.session.assigned_collection_number : one.kind,
  );
  expect(numbers).toEqual(Array.from({ length: 30 }, () => number(2)));
});

test('at its cap a number is not shared either', async () => {
  await world.liveNumber(number(1), { daily_count_cap: 1 });
  const declared = (customer_phone: string) =>
    world.command(merchant, { environment: 'live', customer_phone });
  expect((await world.create([declared('+23566000001')]))[0]?.kind).toBe('created');
  await paid(70);
  world.pass(1);
  expect((await world.create([declared('+23566000002')]))[0]?.kind).toBe('no_collection_number');
});

test('a paused number is given to nobody within a second, what it holds is still matched, and it comes back', async () => {
  await world.liveNumber(number(1));
  const session = await world.session(merchant, { environment: 'live' });
  await pauseNumbers(world.services, [number(1)]);
  world.pass(1);
  const [refused] = await world.create([ask(100)]);
  expect(refused).toMatchObject({
    kind: 'rail_not_ready',
    failed_checks: [
      { name: 'collection_number_pool', ready: false, count: 0 },
      { name: 'sms_gateway_online', ready: false, count: 0 },
      { name: 'feed_healthy', ready: false, count: 0 },
      { name: 'webhook_endpoint', ready: false, count: 0 },
    ],
  });
  expect((await world.pay(session)).verdict).toMatchObject({ rule: 'unique_in_time' });
  await resumeNumbers(world.services, [number(1)]);
  world.pass(1);
  expect(await kinds([100])).toEqual(['created']);
});

test('a number that is silent or without an opening balance is given to nobody', async () => {
  const id = await world.liveNumber(number(1));
  for (const feed of ['SILENT', 'UNANCHORED']) {
    await world.rows('update collection_numbers set feed_status = $2 where id = $1', [id, feed]);
    world.pass(1);
    expect(await kinds([100])).toEqual(['rail_not_ready']);
  }
});

describe.each(['LAGGING', 'DOUBTED'])('a number that is %s', (feed) => {
  const numberOf = async (fields: Partial<CreateSession> = {}) => {
    const [outcome] = await world.create([world.command(merchant, { environment: 'live', ...fields })]);
    return outcome?.kind === 'created' ? outcome.session.assigned_collection_number : outcome?.kind;
  };
  let DOUBTED: string;
  let SOUND: string;
  beforeEach(async () => {
    [DOUBTED, SOUND] = [number(1), number(2)];
    const id = await world.liveNumber(DOUBTED);
    await world.rows('update collection_numbers set feed_status = $2 where id = $1', [id, feed]);
  });

  test('serves where there is no other', async () => {
    expect(await kinds([100, 101, 102])).toEqual(['created', 'created', 'created']);
  });

  test('gets nothing while a sound number can take the amount', async () => {
    await world.liveNumber(SOUND);
    for (let n = 0; n < 20; n += 1) expect(await numberOf({ amount_xaf: 7000 + 211 * n })).toBe(SOUND);
  });

  test('takes the amounts that no sound number can: of others, and of another merchant', async () => {
    await world.liveNumber(SOUND);
    expect(await numberOf({ amount_xaf: 5000 })).toBe(SOUND);
    merchant = await world.merchant();
    expect(await numberOf({ amount_xaf: 5000 })).toBe(DOUBTED);
    expect(await numberOf({ amount_xaf: 333 })).toBe(SOUND);
  });

  test('comes after sharing a sound number with another declared payer', async () => {
    await world.liveNumber(SOUND);
    const declared = (n: number) => ({ amount_xaf: 5000, customer_phone: `+2356600000${n}` });
    expect(await numberOf(declared(1))).toBe(SOUND);
    merchant = await world.merchant();
    expect(await numberOf(declared(2))).toBe(SOUND);
    merchant = await world.merchant();
    expect(await numberOf(declared(2))).toBe(DOUBTED);
  });

  test('takes an amount that is easily mistaken on each sound number only when that may not be shared', async () => {
    await world.liveNumber(SOUND);
    expect(await numberOf({ amount_xaf: 5000 })).toBe(SOUND);
    expect(await numberOf({ amount_xaf: 50_000 })).toBe(DOUBTED);
    world.services.policy = { ...world.services.policy, keep_amounts_apart: false };
    expect(await numberOf({ amount_xaf: 500 })).toBe(SOUND);
  });
});

test('a live session is refused with every check that fails, and test goes on', async () => {
  await world.rows('delete from template_confirmations');
  await world.rows(`update merchants set operators = '{MOOV}' where id = $1`, [merchant]);
  const [live, sandbox] = await world.create([ask(100), world.command(merchant)]);
  expect(live).toMatchObject({
    kind: 'rail_not_ready',
    failed_checks: [
      'operator_enabled',
      'collection_number_pool',
      'sms_gateway_online',
      'feed_healthy',
      'template_confirmed',
      'webhook_endpoint',
    ].map((name) => ({ name, count: 0 })),
  });
  expect(sandbox?.kind).toBe('created');
});
