import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RETRY_SCHEDULE_MS } from '../../src/domain/delivery/schedule.ts';
import { changeEndpoints } from '../../src/engine/webhook-endpoints/endpoints.ts';
import { upkeepSteps } from '../../src/webhooks/upkeep.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { openWorld, type World } from './world.ts';

const HOUR_MS = 3_600_000;

let world: World;
let receiver: Receiver;
let merchant: string;
let endpoint_id: string;
beforeEach(async () => {
  world = await openWorld();
  receiver = await openReceiver((response) => response.writeHead(500).end());
  merchant = await world.merchant();
  endpoint_id = (await world.endpoint(merchant, receiver.url)).id;
});
afterEach(async () => {
  await world.end();
  await receiver.close();
});

const states = () =>
  world.rows<{ state: string; n: number }>(
    'select state, count(*)::int as n from webhook_deliveries group by 1 order by 1',
  );
const endpoint = async () =>
  (
    await world.rows<{ status: string; disabled_reason: string | null }>('select * from webhook_endpoints')
  )[0];

async function upkeep(portion = 100): Promise<void> {
  for (const step of upkeepSteps(world.upkeep(), portion)) while ((await step.run()) > 0);
}

/** All twelve attempts of so many events, one after the other as the schedule has them, none answered 2xx. */
async function giveUp(count: number): Promise<void> {
  await world.events(merchant, count);
  await failTwelveTimes(count);
}

async function failTwelveTimes(count: number): Promise<void> {
  const [before] = await world.rows<{ n: number }>('select count(*)::int as n from webhook_attempts');
  const loop = world.deliver();
  for (const [failed, wait_ms] of RETRY_SCHEDULE_MS.entries()) {
    world.ahead_ms += wait_ms;
    loop.wake();
    const attempts = (before?.n ?? 0) + count * (failed + 1);
    await world.until('select count(*)::int as n from webhook_attempts', [], attempts);
  }
  await world.until(`select count(*)::int as n from webhook_deliveries where state = 'DEAD'`, [], count);
  await loop.stop();
}

/** Another event that fails once more, so long after. */
async function failOnce(after_ms: number): Promise<void> {
  const before = receiver.received.length;
  world.ahead_ms += after_ms;
  await world.events(merchant, 1);
  const loop = world.deliver();
  await receiver.gets(before + 1);
  await loop.stop();
}

async function enable(): Promise<void> {
  const asked = { merchant_id: merchant, environment: 'test' as const, endpoint_id, idempotency: null };
  await changeEndpoints(world.services, [{ ...asked, change: { status: 'enabled' } }]);
}

/** Every event, once the endpoint answers. */
async function receivedNow(): Promise<Set<unknown>> {
  const before = receiver.received.length;
  receiver.answer = (response) => response.writeHead(204).end();
  world.deliver();
  await world.settled();
  return new Set(receiver.received.slice(before).map(({ headers }) => headers['webhook-id']));
}

describe('what was given up while an endpoint answered nothing', () => {
  test('waits with the rest once the endpoint is disabled, and enabling it sends every event', async () => {
    await giveUp(5);
    await failOnce(50 * HOUR_MS);
    expect(await endpoint()).toMatchObject({ status: 'disabled', disabled_reason: 'failing' });
    world.ahead_ms += 60_001;
    await upkeep(2);
    expect(await states()).toEqual([{ state: 'HELD', n: 6 }]);
    await enable();
    await upkeep();
    expect(await receivedNow()).toHaveProperty('size', 6);
    expect(await states()).toEqual([{ state: 'DELIVERED', n: 6 }]);
  });

  test('is sent as well where the endpoint is enabled before anything was held', async () => {
    await giveUp(2);
    await failOnce(50 * HOUR_MS);
    await enable();
    await upkeep();
    expect(await receivedNow()).toHaveProperty('size', 3);
  });

  test('is sent when the endpoint answers again before it was ever disabled', async () => {
    await giveUp(3);
    world.ahead_ms += HOUR_MS;
    await world.events(merchant, 1);
    expect(await receivedNow()).toHaveProperty('size', 1);
    expect(await endpoint()).toMatchObject({ status: 'enabled' });
    await upkeep(2);
    expect(await receivedNow()).toHaveProperty('size', 3);
    expect(await states()).toEqual([{ state: 'DELIVERED', n: 4 }]);
  });

  test('is sent also where its last attempt was still under way as another process heard the endpoint answer', async () => {
    await world.events(merchant, 1);
    const loop = world.deliver();
    for (const [failed, wait_ms] of RETRY_SCHEDULE_MS.slice(0, -1).entries()) {
      world.ahead_ms += wait_ms;
      loop.wake();
      await world.until('select count(*)::int as n from webhook_attempts', [], failed + 1);
    }
    let refuse = (): unknown => undefined;
    receiver.answer = (response) => {
      refuse = () => response.writeHead(500).end();
    };
    world.ahead_ms += RETRY_SCHEDULE_MS.at(-1) ?? 0;
    loop.wake();
    await receiver.gets(RETRY_SCHEDULE_MS.length);
    receiver.answer = (response) => response.writeHead(204).end();
    await world.events(merchant, 1);
    const other = world.deliver();
    await world.until(`select count(*)::int as n from webhook_deliveries where state = 'DELIVERED'`, [], 1);
    await other.stop();
    await upkeep();
    refuse();
    await world.until(`select count(*)::int as n from webhook_deliveries where state = 'DEAD'`, [], 1);
    await loop.stop();
    await upkeep();
    expect(await receivedNow()).toHaveProperty('size', 1);
    expect(await states()).toEqual([{ state: 'DELIVERED', n: 2 }]);
  });

  test('is sent when the merchant names another address', async () => {
    await giveUp(2);
    const other = await openReceiver();
    const asked = { merchant_id: merchant, environment: 'test' as const, endpoint_id, idempotency: null };
    await changeEndpoints(world.services, [{ ...asked, change: { url: other.url } }]);
    await upkeep();
    world.deliver();
    await other.gets(2);
    await other.close();
  });

  test('stays dead where it is older than 30 days when the endpoint answers', async () => {
    await giveUp(2);
    world.ahead_ms += 28 * 24 * HOUR_MS;
    await world.events(merchant, 1);
    expect(await receivedNow()).toHaveProperty('size', 1);
    await upkeep();
    expect(await states()).toEqual([
      { state: 'DEAD', n: 2 },
      { state: 'DELIVERED', n: 1 },
    ]);
  });

  test('is dead after 30 days, as whatever was held', async () => {
    await giveUp(2);
    await failOnce(50 * HOUR_MS);
    world.ahead_ms += 60_001;
    await upkeep();
    world.ahead_ms += 30 * 24 * HOUR_MS;
    await upkeep();
    expect(await world.rows('select distinct state, dead_reason from webhook_deliveries')).toEqual([
      { state: 'DEAD', dead_reason: 'held_too_long' },
    ]);
    await enable();
    await upkeep();
    expect(await states()).toEqual([{ state: 'DEAD', n: 3 }]);
  });
});

test('an event that an endpoint alone refuses stays given up, however often others are taken after a failure', async () => {
  await giveUp(1);
  // Others were taken meanwhile: its endpoint has been failing for an hour only.
  await world.rows('update webhook_endpoints set failing_since = $1', [
    new Date(world.now().getTime() - HOUR_MS),
  ]);
  await world.events(merchant, 1);
  await receivedNow();
  await upkeep();
  expect(await states()).toEqual([
    { state: 'DEAD', n: 1 },
    { state: 'DELIVERED', n: 1 },
  ]);
});

test('an event that a working endpoint refuses is sent again by itself once, however seldom others are taken', async () => {
  await giveUp(1);
  const [refused] = receiver.received;
  receiver.answer = (response, { headers }) =>
    response.writeHead(headers['webhook-id'] === refused?.headers['webhook-id'] ? 400 : 204).end();
  const takeAnother = async (taken: number) => {
    world.ahead_ms += HOUR_MS;
    await world.events(merchant, 1);
    const loop = world.deliver();
    await world.until(
      `select count(*)::int as n from webhook_deliveries where state = 'DELIVERED'`,
      [],
      taken,
    );
    await loop.stop();
    await upkeep();
  };
  const refusedOne = { state: 'DEAD', n: 1 };
  await takeAnother(1);
  expect(await states()).toEqual([
    { state: 'DELIVERED', n: 1 },
    { state: 'PENDING', n: 1 },
  ]);
  await failTwelveTimes(1);
  await takeAnother(2);
  expect(await states()).toEqual([refusedOne, { state: 'DELIVERED', n: 2 }]);
});
