import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimAttempts } from '../../src/store/webhooks/claim-attempts.ts';
import { finishAttempts } from '../../src/store/webhooks/finish-attempts.ts';
import { requeueDeliveries } from '../../src/store/webhooks/requeue.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let receiver: Receiver;
beforeEach(async () => {
  world = await openWorld();
  receiver = await openReceiver((response) => response.writeHead(500).end());
});
afterEach(async () => {
  await world.end();
  await receiver.close();
});

test('a delivery that is sent again while it waits for a retry has all twelve attempts before it once more', async () => {
  const merchant = await world.merchant();
  await world.endpoint(merchant, receiver.url);
  world.stopClock();
  await world.events(merchant, 1);
  const loop = world.deliver();
  await receiver.gets(1);
  await world.until('select attempt_count as n from webhook_deliveries', [], 1);
  await loop.stop();
  const [delivery] = await world.rows<{ id: string }>('select id from webhook_deliveries');
  const id = delivery?.id ?? '';

  expect(await requeueDeliveries(world.db.pool, [id], world.now())).toEqual([id]);
  world.deliver();
  await receiver.gets(2);
  await world.until('select attempt_count as n from webhook_deliveries', [], 2);
  const [due] = await world.rows<{ attempt: number; attempts_before: number; wait_ms: number }>(
    `select u.attempt, u.attempts_before, (extract(epoch from u.due_at - a.started_at) * 1000)::int as wait_ms
    from webhook_due u join webhook_attempts a on a.delivery_id = u.delivery_id and a.attempt = 2`,
  );
  expect(due).toMatchObject({ attempt: 2, attempts_before: 1 });
  // The first wait of the schedule, not the second, which is 30 s.
  expect(due?.wait_ms).toBeGreaterThanOrEqual(5_000);
  expect(due?.wait_ms).toBeLessThan(30_000);
});

test.each([
  ['is due and waits for its turn', null],
  ['was left by a process that died', -1_000],
])(
  'a delivery that %s has all twelve attempts before it once more when it is sent again, and keeps its place',
  async (_how, leased_ms) => {
    const merchant = await world.merchant();
    await world.endpoint(merchant, receiver.url);
    await world.events(merchant, 1);
    const due_at = new Date(world.now().getTime() - 1_000);
    await world.rows('update webhook_deliveries set attempt_count = 11');
    await world.rows('update webhook_due set attempt = 11, due_at = $1, leased_until = $2', [
      due_at,
      leased_ms === null ? null : new Date(world.now().getTime() + leased_ms),
    ]);
    const [delivery] = await world.rows<{ id: string }>('select id from webhook_deliveries');
    const id = delivery?.id ?? '';
    expect(await requeueDeliveries(world.db.pool, [id], world.now())).toEqual([id]);
    expect(await world.rows('select due_at from webhook_due')).toEqual([{ due_at }]);
    world.deliver();
    await receiver.gets(1);
    await world.until('select attempt_count as n from webhook_deliveries', [], 12);
    expect(await world.rows('select state from webhook_deliveries')).toEqual([{ state: 'PENDING' }]);
    expect(await world.rows('select attempt, attempts_before from webhook_due')).toEqual([
      { attempt: 12, attempts_before: 11 },
    ]);
  },
);

test.each(['its next attempt would wait a day', 'it was the last one'])(
  'a delivery that is sent again while an attempt is under way comes at once when that attempt fails, though %s',
  async (otherwise) => {
    const merchant = await world.merchant();
    await world.endpoint(merchant, receiver.url);
    await world.events(merchant, 1);
    const claim = () =>
      claimAttempts(world.db.pool, {
        now: world.now(),
        lease_until: new Date(world.now().getTime() + 30_000),
        limit: 10,
        endpoint_limit: 8,
        held: [],
        after_endpoint_id: null,
      });
    const [under_way] = await claim();
    if (under_way === undefined) throw new Error('nothing was claimed');
    const { delivery_id, attempt } = under_way;
    expect(await requeueDeliveries(world.db.pool, [delivery_id], world.now())).toEqual([delivery_id]);
    const day = new Date(world.now().getTime() + 86_400_000);
    const failed = {
      ...{ delivery_id, attempt, started_at: world.now(), finished_at: world.now(), duration_ms: 1 },
      ...{ outcome: 'refused' as const, status_code: 500, answer: null },
      retry_at: otherwise.includes('day') ? day : null,
    };
    // Recorded twice, as after a connection that broke: it stays due.
    await finishAttempts(world.db.pool, [failed]);
    await finishAttempts(world.db.pool, [failed]);
    expect(await world.rows('select state, attempt_count from webhook_deliveries')).toEqual([
      { state: 'PENDING', attempt_count: 1 },
    ]);
    expect((await claim()).map((one) => one.attempt)).toEqual([2]);
  },
);

test('a delivery that is sent again while an attempt is under way is over when that attempt succeeds', async () => {
  const merchant = await world.merchant();
  await world.endpoint(merchant, receiver.url);
  await world.events(merchant, 1);
  let answer: () => void = () => undefined;
  receiver.answer = (response) => {
    answer = () => response.end('ok');
  };
  const loop = world.deliver();
  await receiver.gets(1);
  // Nothing else is claimed from here on.
  const stopped = loop.stop();
  const [delivery] = await world.rows<{ id: string }>('select id from webhook_deliveries');
  await requeueDeliveries(world.db.pool, [delivery?.id ?? ''], world.now());
  answer();
  await stopped;
  expect(await world.rows('select state, attempt_count from webhook_deliveries')).toEqual([
    { state: 'DELIVERED', attempt_count: 1 },
  ]);
});

test('a delivery that waits and would never be due, since its row was lost, is delivered once it is sent again', async () => {
  const merchant = await world.merchant();
  await world.endpoint(merchant, receiver.url);
  await world.events(merchant, 1);
  await world.rows('truncate webhook_due');
  const [delivery] = await world.rows<{ id: string; state: string }>(
    'select id, state from webhook_deliveries',
  );
  expect(delivery?.state).toBe('PENDING');
  expect(await requeueDeliveries(world.db.pool, [delivery?.id ?? ''], world.now())).toEqual([delivery?.id]);
  world.deliver();
  await receiver.gets(1);
});
