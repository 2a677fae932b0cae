import { afterAll, beforeEach, expect, test } from 'vitest';
import { pauseNumbers } from '../../src/engine/numbers/pause.ts';
import { resumeNumbers } from '../../src/engine/numbers/resume.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let merchant: string;
const worlds: World[] = [];
beforeEach(async () => {
  world = await openWorld({ max_connections: 4 });
  worlds.push(world);
  merchant = await world.merchant();
});
afterAll(() => Promise.all(worlds.map((one) => one.close())));

const ask = (amount_xaf: number) => world.command(merchant, { environment: 'live', amount_xaf });
const kinds = async (amounts_xaf: number[]) =>
  (await world.create(amounts_xaf.map(ask))).map((one) => one.kind);
const DAY_SECONDS = 24 * 3600;

test('a number takes no more sessions in a day than its count cap, in one batch or in many', async () => {
  await world.liveNumber('+23566001001', { daily_count_cap: 3 });
  expect(await kinds([1000, 2000, 3000, 4000, 5000])).toEqual([
    ...['created', 'created', 'created'],
    ...['no_collection_number', 'no_collection_number'],
  ]);
  expect(await kinds([6000])).toEqual(['no_collection_number']);
  world.pass(5);
  expect(await kinds([7000])).toEqual(['no_collection_number']);
});

test('what was paid today counts against the cap, what expired does not, and tomorrow is a new day', async () => {
  await world.liveNumber('+23566001001', { daily_count_cap: 2 });
  const paid = await world.session(merchant, { environment: 'live', amount_xaf: 100 });
  await world.session(merchant, { environment: 'live', amount_xaf: 2500 });
  await world.pay(paid);
  world.pass(13 * 60);
  await expireSessions(world.services, { limit: 10 });
  expect(await kinds([3000, 4000])).toEqual(['created', 'no_collection_number']);
  world.pass(DAY_SECONDS);
  await expireSessions(world.services, { limit: 10 });
  expect(await kinds([5000, 6000, 7000])).toEqual(['created', 'created', 'no_collection_number']);
});

test('a number promises no more money in a day than its volume cap', async () => {
  const id = await world.liveNumber('+23566001001');
  await world.rows('update collection_numbers set daily_volume_cap_xaf = 10000 where id = $1', [id]);
  expect(await kinds([6000, 5000, 4000, 1])).toEqual([
    'created',
    'no_collection_number',
    'created',
    'no_collection_number',
  ]);
});

test('a number at its cap leaves its share to the others', async () => {
  await world.liveNumber('+23566001001', { daily_count_cap: 1 });
  await world.liveNumber('+23566001002');
  const outcomes = await world.create(Array.from({ length: 30 }, (_, n) => ask(100 + n)));
  const numbers = outcomes.map((one) =>
    one.kind === 'created' ? one.session.assigned_collection_number : one.kind,
  );
  expect(numbers.length).toBe(30);
  expect(numbers.filter((one) => one === '+23566001001').length).toBeLessThanOrEqual(1);
  expect(numbers.filter((one) => one === '+23566001002').length).toBeGreaterThanOrEqual(29);
});

test('a cap counts sessions that share an amount too', async () => {
  await world.liveNumber('+23566001001', { daily_count_cap: 1 });
  const declared = (customer_phone: string) =>
    world.command(merchant, { environment: 'live', customer_phone });
  const outcomes = await world.create([declared('+23566000001'), declared('+23566000002')]);
  expect(outcomes.map((one) => one.kind)).toEqual(['created', 'no_collection_number']);
});

test('a paused number is given to nobody within a second, what it holds is still matched, and it comes back', async () => {
  await world.liveNumber('+23566001001');
  const session = await world.session(merchant, { environment: 'live' });
  await pauseNumbers(world.services, ['+23566001001']);
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
  await resumeNumbers(world.services, ['+23566001001']);
  world.pass(1);
  expect(await kinds([100])).toEqual(['created']);
});

test('a number whose feed is silent, lagging or has a gap is given to nobody', async () => {
  const id = await world.liveNumber('+23566001001');
  for (const feed of ['SILENT', 'LAGGING', 'GAP']) {
    await world.rows('update collection_numbers set feed_status = $2 where id = $1', [id, feed]);
    world.pass(1);
    expect(await kinds([100])).toEqual(['rail_not_ready']);
  }
});

test('a live session is refused with every check that fails, and test goes on', async () => {
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
