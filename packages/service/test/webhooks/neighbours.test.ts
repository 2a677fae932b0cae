import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openReceiver, type Receiver } from './receiver.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let hanging: Receiver;
let healthy: Receiver;
beforeEach(async () => {
  world = await openWorld();
  hanging = await openReceiver(() => undefined);
  healthy = await openReceiver();
});
afterEach(async () => {
  // First, so that the loop does not wait for answers that never come.
  await hanging.close();
  await healthy.close();
  await world.end();
});

test('an endpoint that hangs holds eight places of its own and delays nobody else', async () => {
  const merchant = await world.merchant();
  const slow = await world.endpoint(merchant, hanging.url);
  await world.endpoint(merchant, healthy.url);
  await world.events(merchant, 200);
  const loop = world.deliver();
  await healthy.gets(200);
  expect(hanging.most_open).toBe(8);
  expect(hanging.received).toHaveLength(8);
  expect(loop.stats().in_flight).toBeGreaterThanOrEqual(8);
  await world.until('select count(*)::int as n from webhook_due where endpoint_id <> $1', [slow.id], 0);
});

test('endpoints on one host and port do not wait for one another either', async () => {
  const merchant = await world.merchant();
  healthy.answer = (response, { path }) => {
    if (path !== '/hangs') response.end('ok');
  };
  await world.endpoint(merchant, `http://127.0.0.1:${healthy.port}/hangs`);
  await world.endpoint(merchant, `http://127.0.0.1:${healthy.port}/answers`);
  await world.events(merchant, 50);
  world.deliver();
  await healthy.gets(58);
  expect(healthy.received.filter(({ path }) => path === '/answers')).toHaveLength(50);
});

test('four failures in a row leave an endpoint enabled, the fifth degrades it', async () => {
  const merchant = await world.merchant();
  healthy.answer = (response) => response.writeHead(500).end();
  await world.endpoint(merchant, healthy.url);
  world.stopClock();
  const loop = world.deliver();
  const status = async () =>
    (await world.rows<{ status: string }>('select status from webhook_endpoints'))[0]?.status;
  await world.events(merchant, 4);
  await world.until('select count(*)::int as n from webhook_attempts', [], 4);
  expect(await status()).toBe('enabled');
  await world.events(merchant, 1);
  loop.wake();
  await world.until('select count(*)::int as n from webhook_attempts', [], 5);
  expect(await status()).toBe('degraded');
});

test('when the house is full, all endpoints get their turn, not the first ones alone', async () => {
  const merchant = await world.merchant();
  const paths = Array.from({ length: 10 }, (_, i) => `/${i}`);
  await Promise.all(paths.map((path) => world.endpoint(merchant, `http://127.0.0.1:${healthy.port}${path}`)));
  await world.events(merchant, 50);
  // Slow enough that nobody is served ahead.
  healthy.answer = (response) => setTimeout(() => response.end('ok'), 50);
  world.deliver({ limits: { held: 4 } });
  const first = (await healthy.gets(60)).slice(0, 60);
  expect(new Set(first.map(({ path }) => path)).size).toBe(10);
});

test('one merchant of many endpoints that take long to answer holds half of the places, and nobody else waits for one', async () => {
  const [greedy, shop] = [await world.merchant(), await world.merchant()];
  const environments = ['test', 'live'] as const;
  for (const environment of environments) {
    const urls = Array.from({ length: 20 }, (_, i) => `${hanging.url}/${environment}/${i}`);
    await Promise.all(urls.map((url) => world.endpoint(greedy, url, { environment })));
    await world.events(greedy, 8, { environment });
  }
  const loop = world.deliver({ exchange_timeout_ms: 100_000 });
  await hanging.gets(128);
  await world.endpoint(shop, healthy.url);
  await world.events(shop, 30);
  loop.wake();
  await healthy.gets(30);
  expect(hanging.received).toHaveLength(128);
});

test('five failures in a row degrade an endpoint to one in flight, and a success restores it', async () => {
  const merchant = await world.merchant();
  const { id } = await world.endpoint(merchant, hanging.url);
  const status = async () =>
    (
      await world.rows(
        'select status, consecutive_failures, failing_since from webhook_endpoints where id = $1',
        [id],
      )
    )[0];
  world.stopClock();
  await world.events(merchant, 8);
  const hasty = world.deliver({ exchange_timeout_ms: 150 });
  await world.until('select count(*)::int as n from webhook_attempts', [], 8);
  expect(await status()).toMatchObject({
    status: 'degraded',
    consecutive_failures: 8,
    failing_since: expect.any(Date),
  });
  hanging.most_open = 0;
  await world.events(merchant, 4);
  await world.until('select count(*)::int as n from webhook_attempts', [], 12);
  expect(hanging.most_open).toBe(1);
  await hasty.stop();
  hanging.answer = (response) => response.end('ok');
  // One that gives a busy machine the time to answer.
  world.deliver();
  world.ahead_ms += 5_000;
  await world.settled();
  expect(await status()).toEqual({ status: 'enabled', consecutive_failures: 0, failing_since: null });
});

/**
 * As if dead rows that can't be removed had made each look at everything take 30 ms; once `is_blind` it finds
 * nothing at all, so that what comes was found by the looks beside it.
 */
function slowToLookAtEverything(pool: Pool, state: { is_blind: boolean }): Pool {
  return new Proxy(pool, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name, target);
      return async (...asked: [{ name?: string }]) => {
        if (asked[0].name !== 'claim_attempts') return Reflect.apply(target.query, target, asked);
        await new Promise((resolve) => setTimeout(resolve, 30));
        return state.is_blind ? { rows: [] } : Reflect.apply(target.query, target, asked);
      };
    },
  });
}

test('while a look at everything is dear, endpoints never heard of, and older events, get theirs all the same', async () => {
  const known = await world.merchant();
  await world.endpoint(known, `${healthy.url}known`);
  const strangers = await Promise.all(
    Array.from({ length: 30 }, async (_, n) => {
      const merchant = await world.merchant();
      await world.endpoint(merchant, `${healthy.url}stranger-${n}`);
      return merchant;
    }),
  );
  const state = { is_blind: false };
  const loop = world.deliver({ pool: slowToLookAtEverything(world.db.pool, state) });
  await world.events(known, 3);
  await healthy.gets(3);
  state.is_blind = true;
  // Due a minute ago, as by a clock that is behind: no quick look goes back so far.
  world.ahead_ms -= 60_000;
  for (const merchant of [known, ...strangers]) await world.events(merchant, 1);
  world.ahead_ms += 60_000;
  loop.wake();
  await healthy.gets(3 + 1 + 30);
  await world.settled();
  expect(healthy.received).toHaveLength(34);
});
