import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { releaseEndpoint } from '../../src/engine/webhook-endpoints/receivers.ts';
import { type Finished, recordFinished } from '../../src/webhooks/recorder.ts';
import { upkeepSteps } from '../../src/webhooks/upkeep.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { newId, openWorld, type World } from './world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let world: World;
let receiver: Receiver;
let merchant: string;
let endpoint_id: string;
beforeEach(async () => {
  world = await openWorld();
  receiver = await openReceiver();
  merchant = await world.merchant();
  endpoint_id = (await world.endpoint(merchant, receiver.url)).id;
});
afterEach(async () => {
  await world.end();
  await receiver.close();
});

/** Attempts that ended so at this moment, recorded as the loop records them. */
async function attempts(count: number, outcome: 'delivered' | 'refused') {
  const now = world.now();
  const batch = Array.from(
    { length: count },
    (): Finished => ({
      delivery_id: newId(),
      attempt: 1,
      endpoint_id,
      event_id: newId(),
      success_counts: true,
      started_at: now,
      finished_at: now,
      duration_ms: 1,
      outcome,
      status_code: null,
      answer: null,
      retry_at: null,
    }),
  );
  return recordFinished(world.db.pool, batch, now);
}

async function status(): Promise<string | undefined> {
  return (await world.rows<{ status: string }>('select status from webhook_endpoints'))[0]?.status;
}

const states = () =>
  world.rows<{ state: string; dead_reason: string | null; n: number }>(
    'select state, dead_reason, count(*)::int as n from webhook_deliveries group by 1, 2 order by 1',
  );

/** Every step until it finds nothing more, and how many portions that took. */
async function upkeep(portion = 100): Promise<Record<string, number>> {
  const portions: Record<string, number> = {};
  for (const step of upkeepSteps(world.upkeep(), portion)) {
    portions[step.name] = 0;
    while ((await step.run()) > 0) portions[step.name] = (portions[step.name] ?? 0) + 1;
  }
  return portions;
}

async function disable(): Promise<void> {
  await attempts(19, 'refused');
  world.ahead_ms += 120 * HOUR_MS;
  await attempts(1, 'refused');
  expect(await status()).toBe('disabled');
}

describe('an endpoint is disabled', () => {
  test('after 120 hours without a success and 20 failures, and not a minute or a failure sooner', async () => {
    await attempts(1, 'delivered');
    // A success is noted every ten minutes only, and the doubt is the endpoint's.
    world.ahead_ms += 10 * MINUTE_MS;
    await attempts(18, 'refused');
    world.ahead_ms += 120 * HOUR_MS - MINUTE_MS;
    await attempts(1, 'refused');
    world.ahead_ms += MINUTE_MS;
    expect(await status()).toBe('degraded');
    const [changed] = await attempts(1, 'refused');
    expect(changed).toMatchObject({ endpoint_id, merchant_id: merchant, status: 'disabled' });
    expect(
      await world.rows('select disabled_reason, disabled_at is not null as at from webhook_endpoints'),
    ).toEqual([{ disabled_reason: 'failing', at: true }]);
  });

  test('not by 20 failures before the 120 hours are over', async () => {
    await attempts(1, 'delivered');
    await attempts(20, 'refused');
    world.ahead_ms += 119 * HOUR_MS;
    await attempts(5, 'refused');
    expect(await status()).toBe('degraded');
  });

  test('not by 19 failures, however long they last', async () => {
    await attempts(18, 'refused');
    world.ahead_ms += 300 * HOUR_MS;
    await attempts(1, 'refused');
    expect(await status()).toBe('degraded');
  });

  test('not by failures that are less than 12 hours apart, after five days of silence', async () => {
    await attempts(1, 'delivered');
    world.ahead_ms += 130 * HOUR_MS;
    await attempts(30, 'refused');
    world.ahead_ms += 12 * HOUR_MS - MINUTE_MS;
    await attempts(30, 'refused');
    expect(await status()).toBe('degraded');
    world.ahead_ms += MINUTE_MS;
    await attempts(1, 'refused');
    expect(await status()).toBe('disabled');
  });

  test('not where one success came between the failures', async () => {
    await attempts(19, 'refused');
    world.ahead_ms += 100 * HOUR_MS;
    await attempts(1, 'delivered');
    expect(await status()).toBe('enabled');
    await attempts(19, 'refused');
    world.ahead_ms += 100 * HOUR_MS;
    await attempts(19, 'refused');
    expect(await status()).toBe('degraded');
  });

  test('anew only after another 120 hours, once it was released', async () => {
    await disable();
    expect(await releaseEndpoint(services(), endpoint_id)).toMatchObject({ kind: 'released' });
    await attempts(20, 'refused');
    world.ahead_ms += 119 * HOUR_MS;
    await attempts(5, 'refused');
    expect(await status()).toBe('degraded');
    world.ahead_ms += HOUR_MS;
    await attempts(5, 'refused');
    expect(await status()).toBe('disabled');
  });

  test('and the log tells whose it is, so that the merchant can be told', async () => {
    receiver.answer = (response) => response.writeHead(500).end();
    world.stopClock();
    await world.events(merchant, 19);
    const loop = world.deliver();
    await world.until('select count(*)::int as n from webhook_attempts', [], 19);
    world.ahead_ms += 120 * HOUR_MS;
    await world.events(merchant, 1);
    loop.wake();
    await expect.poll(status).toBe('disabled');
    const said = () => world.logged.find(({ sentence }) => sentence.includes('is disabled'));
    await expect.poll(said).toMatchObject({
      level: 'warn',
      fields: {
        endpoint_id,
        merchant_id: merchant,
        status: 'disabled',
        consecutive_failures: expect.any(Number),
      },
    });
  });
});

function services() {
  return { pool: world.db.pool, now: world.now } as unknown as Parameters<typeof releaseEndpoint>[0];
}

describe('while an endpoint is disabled', () => {
  test('nothing is sent to it, and its events are held: those that waited and those that come', async () => {
    await world.events(merchant, 3);
    await disable();
    await world.events(merchant, 2);
    const loop = world.deliver();
    // What is in flight when it is disabled may still end, so nothing is held before twice a lease is over.
    expect((await upkeep()).hold_deliveries).toBe(0);
    world.ahead_ms += MINUTE_MS + 1;
    expect(await upkeep(2)).toMatchObject({ hold_deliveries: 2, move_held_deliveries: 0 });
    await expect.poll(() => loop.stats().claims).toBeGreaterThan(1);
    expect(receiver.received).toEqual([]);
    expect(await states()).toEqual([{ state: 'HELD', dead_reason: null, n: 5 }]);
    expect(await world.rows('select 1 from webhook_due')).toEqual([]);
  });

  test('they are held for 30 days and then dead, listed with the reason and logged, the oldest first', async () => {
    await disable();
    await world.events(merchant, 3);
    world.ahead_ms += 10 * DAY_MS;
    await world.events(merchant, 2);
    world.ahead_ms += 20 * DAY_MS - MINUTE_MS;
    await upkeep();
    expect(await states()).toEqual([{ state: 'HELD', dead_reason: null, n: 5 }]);
    world.ahead_ms += 2 * MINUTE_MS;
    expect(await upkeep(4)).toMatchObject({ move_held_deliveries: 1 });
    expect(await states()).toEqual([
      { state: 'DEAD', dead_reason: 'held_too_long', n: 3 },
      { state: 'HELD', dead_reason: null, n: 2 },
    ]);
    expect(world.logged.map(({ sentence }) => sentence).join()).toContain(
      'nobody enabled their endpoint in 30 days',
    );
  });

  test('30 days are counted from the disabling for an event that is older', async () => {
    await world.events(merchant, 1);
    world.ahead_ms += 3 * DAY_MS;
    await disable();
    world.ahead_ms += 30 * DAY_MS - MINUTE_MS;
    await upkeep();
    expect(await states()).toMatchObject([{ state: 'HELD' }]);
    world.ahead_ms += 2 * MINUTE_MS;
    await upkeep();
    expect(await states()).toMatchObject([{ state: 'DEAD', dead_reason: 'held_too_long' }]);
  });
});

describe('an endpoint that is enabled again', () => {
  test('gets all that was held, the same bytes, with the retry schedule from its beginning', async () => {
    receiver.answer = (response) => response.writeHead(500).end();
    world.stopClock();
    const [first] = await world.events(merchant, 1);
    world.deliver();
    await world.until('select count(*)::int as n from webhook_attempts', [], 1);
    // It would try again in the moment between the days that pass and the last failure.
    await world.stopLoops();
    await disable();
    const loop = world.deliver();
    await world.events(merchant, 11);
    world.ahead_ms += MINUTE_MS + 1;
    await upkeep();
    expect(await states()).toEqual([{ state: 'HELD', dead_reason: null, n: 12 }]);
    expect(receiver.received).toHaveLength(1);

    expect(await releaseEndpoint(services(), endpoint_id)).toMatchObject({
      kind: 'released',
      endpoint: { status: 'enabled', held: 12, consecutive_failures: 0 },
    });
    receiver.answer = (response, { headers }) =>
      response.writeHead(headers['x-service-attempt'] === '2' ? 500 : 200).end();
    expect((await upkeep(4)).move_held_deliveries).toBe(3);
    loop.wake();
    await receiver.gets(13);
    // The one that had been tried fails once more: the next try is in 5 s, the schedule's first step.
    await world.until(
      `select count(*)::int as n from webhook_due where attempt = 2 and attempts_before = 1`,
      [],
      1,
    );
    world.ahead_ms += 5_000;
    await world.settled();
    expect(await states()).toEqual([{ state: 'DELIVERED', dead_reason: null, n: 12 }]);
    const tries = receiver.received.filter(({ headers }) => headers['webhook-id'] === first?.id);
    expect(tries.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2', '3']);
    expect(tries.every(({ body }) => body.toString() === first?.body)).toBe(true);
  });

  test('by a late success, where we had disabled it; not where the merchant had', async () => {
    await disable();
    await attempts(1, 'delivered');
    expect(await status()).toBe('enabled');
    await world.rows(
      `update webhook_endpoints set status = 'disabled', disabled_at = now(), disabled_reason = 'merchant'`,
    );
    await attempts(1, 'delivered');
    expect(await status()).toBe('disabled');
  });

  test('is told apart from one that was not disabled, and from none', async () => {
    expect(await releaseEndpoint(services(), endpoint_id)).toMatchObject({ kind: 'not_disabled' });
    expect(await releaseEndpoint(services(), newId())).toEqual({ kind: 'not_found' });
  });
});

test('endpoints that are enabled at once share what is moved, however much is held for the first ones', async () => {
  const merchants = [merchant];
  for (let n = 0; n < 5; n += 1) {
    merchants.push(await world.merchant());
    await world.endpoint(merchants.at(-1) ?? '', receiver.url);
  }
  await world.rows(
    `update webhook_endpoints set status = 'disabled', disabled_at = now(), disabled_reason = 'merchant'`,
  );
  await Promise.all(merchants.map((id) => world.events(id, 12)));
  // One that stays disabled has no part in it.
  await world.rows(
    `update webhook_endpoints set status = 'enabled', disabled_at = null, disabled_reason = null where merchant_id <> $1`,
    [merchant],
  );
  const move = upkeepSteps(world.upkeep(), 20).find(({ name }) => name === 'move_held_deliveries');
  expect(await move?.run()).toBe(20);
  expect(
    await world.rows('select count(*)::int as n from webhook_due group by endpoint_id order by endpoint_id'),
  ).toEqual([4, 4, 4, 4, 4].map((n) => ({ n })));
});

test('what is held for an endpoint that was removed is dead, with that reason', async () => {
  await disable();
  await world.events(merchant, 2);
  await world.rows('update webhook_endpoints set deleted_at = now()');
  await upkeep();
  expect(await states()).toEqual([{ state: 'DEAD', dead_reason: 'endpoint_removed', n: 2 }]);
});

test('whatever waits for an endpoint that was removed is ended soon, also where it is more than one portion', async () => {
  await world.events(merchant, 2_500);
  await world.rows('update webhook_endpoints set deleted_at = now()');
  // The clock stands still: nothing more than the first look comes by time.
  const now = world.now();
  world.deliver({ now: () => now });
  await world.until('select count(*)::int as n from webhook_due', [], 0);
  expect(await states()).toEqual([{ state: 'DEAD', dead_reason: 'endpoint_removed', n: 2_500 }]);
});

test('attempts stay in the log for 30 days, and are then removed in small steps; deliveries stay', async () => {
  await world.events(merchant, 5);
  world.deliver();
  await world.settled();
  await world.stopLoops();
  const logged = () => world.rows('select 1 from webhook_attempts');
  world.ahead_ms += 30 * DAY_MS - MINUTE_MS;
  await upkeep();
  expect(await logged()).toHaveLength(5);
  world.ahead_ms += 2 * MINUTE_MS;
  expect(await upkeep(2)).toMatchObject({ forget_attempts: 3 });
  expect(await logged()).toEqual([]);
  expect(await states()).toEqual([{ state: 'DELIVERED', dead_reason: null, n: 5 }]);
});

test('two processes may do the upkeep at once: nothing is released twice', async () => {
  await disable();
  await world.events(merchant, 100);
  await releaseEndpoint(services(), endpoint_id);
  const steps = [1, 2, 3].map(() =>
    upkeepSteps(world.upkeep(), 20).find(({ name }) => name === 'move_held_deliveries'),
  );
  const moved = await Promise.all(
    steps.map(async (step) => {
      let all = 0;
      for (let rows = 1; rows > 0; all += rows) rows = (await step?.run()) ?? 0;
      return all;
    }),
  );
  expect(moved.reduce((sum, rows) => sum + rows, 0)).toBe(100);
  expect(await world.rows('select 1 from webhook_due')).toHaveLength(100);
});
