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
  await world.events(merchant, 8);
  world.deliver({ exchange_timeout_ms: 150 });
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
  hanging.answer = (response) => response.end('ok');
  world.ahead_ms += 5_000;
  await world.settled();
  expect(await status()).toEqual({ status: 'enabled', consecutive_failures: 0, failing_since: null });
});
