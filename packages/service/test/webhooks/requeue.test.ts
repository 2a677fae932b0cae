import { afterEach, beforeEach, expect, test } from 'vitest';
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
