import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { cancelMade, made } from './made.ts';
import { openWorld, type World } from './world.ts';

const NUMBERS = 10;
const FIFTH = 2;
let world: World;
let rival: string;
let shop: string;
beforeAll(async () => {
  world = await openWorld();
  for (let n = 0; n < NUMBERS; n += 1) await world.liveNumber(`+2356600100${n}`);
  [rival, shop] = [await world.merchant(), await world.merchant()];
});
afterAll(() => world.close());

const ask = (merchant_id: string, fields: { customer_phone?: string; ttl_minutes?: number } = {}) =>
  world.command(merchant_id, { environment: 'live', amount_xaf: 5000, ...fields });
const numbersOf = async (merchant_id: string) =>
  (
    await world.rows<{ n: number }>(
      `select count(distinct s.collection_number_id)::int as n
       from collection_holds h join payment_sessions s on s.id = h.session_id
       where s.merchant_id = $1 and s.amount_xaf = 5000 and s.environment = 'live'`,
      [merchant_id],
    )
  )[0]?.n ?? 0;

test('guests keep no more than a fifth of the numbers for their merchant once their hosts are over', async () => {
  let phone = 0;
  for (let round = 0; round < 5; round += 1) {
    // Another merchant asks for the amount all the time.
    await world.create([ask(shop, { ttl_minutes: 60 })]);
    // Hosts, as many as the rival may have, which are cancelled at once.
    const hosts = made(
      await world.create(
        Array.from({ length: FIFTH }, () => ask(rival, { customer_phone: `+2356610${1000 + phone++}` })),
      ),
    );
    world.pass(2);
    // Guests of one payer, one on each number that he holds.
    const payer = `+2356620${1000 + phone++}`;
    for (let n = 0; n < NUMBERS; n += 1)
      await world.create([ask(rival, { customer_phone: payer, ttl_minutes: 60 })]);
    await cancelMade(world.services, hosts);
    world.pass(31 * 60);
    await expireSessions(world.services, { limit: 100 });
  }
  // A third, who never had a session, asks for the amount.
  const third = await world.merchant();
  const got = made(await world.create([ask(third)])).length;
  expect({ got, most: await numbersOf(rival) }).toEqual({ got: 1, most: FIFTH });
});

test('who is alone never has the last fifth, also not by guests', async () => {
  await world.outlast();
  const [alone, third] = [await world.merchant(), await world.merchant()];
  let phone = 0;
  // Each of them declares the same payer, so that none is a guest.
  const hosts = made(
    await world.create(Array.from({ length: NUMBERS }, () => ask(alone, { customer_phone: `+23566401000` }))),
  );
  expect(hosts).toHaveLength(NUMBERS - FIFTH);
  world.pass(2);
  // One payer each time, so that every number that he holds gets a guest.
  for (let n = 0; n < NUMBERS; n += 1)
    await world.create([ask(alone, { customer_phone: '+23566501000', ttl_minutes: 60 })]);
  await cancelMade(world.services, hosts);
  world.pass(31 * 60);
  await expireSessions(world.services, { limit: 100 });
  await world.create(
    Array.from({ length: NUMBERS }, () => ask(alone, { customer_phone: `+2356660${1000 + phone++}` })),
  );
  const got = await world.create([ask(third)]);
  expect(made(got)).toHaveLength(1);
});

test('who is past his fifth keeps no number by guests on hosts of his own that are over', async () => {
  await world.outlast();
  const [hoarder, asking, third] = [await world.merchant(), await world.merchant(), await world.merchant()];
  const alone = await world.create(
    Array.from({ length: NUMBERS }, () => ask(hoarder, { customer_phone: '+23566701000' })),
  );
  expect(made(alone)).toHaveLength(NUMBERS - FIFTH);
  for (let round = 0; round < 5; round += 1) {
    world.pass(2);
    // The other asks for the amount all the time, and from the first time on a fifth is all that one may have.
    for (let n = 0; n < FIFTH; n += 1) await world.create([ask(asking, { ttl_minutes: 60 })]);
    expect(await numbersOf(asking)).toBe(FIFTH);
    // One payer each time, so that every number that he holds gets a guest before the last one's is over.
    for (let n = 0; n < NUMBERS; n += 1)
      await world.create([ask(hoarder, { customer_phone: `+2356670200${round}`, ttl_minutes: 60 })]);
    if (round === 0) await cancelMade(world.services, made(alone));
    world.pass(31 * 60);
    for (let step = 0; step < 2; step += 1) await expireSessions(world.services, { limit: 100 });
  }
  expect(await numbersOf(hoarder)).toBeLessThanOrEqual(FIFTH);
  expect(made(await world.create([ask(third)]))).toHaveLength(1);
});
