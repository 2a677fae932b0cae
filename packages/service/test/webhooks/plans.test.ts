import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstIdAt } from '../../src/domain/event/event.ts';
import { resendFailedDeliveries } from '../../src/engine/deliveries/resend-failed.ts';
import { listEvents } from '../../src/engine/events.ts';
import { deleteAttempts } from '../../src/store/webhooks/finish-attempts.ts';
import { explained } from '../payments/plan.ts';
import { newId, openWorld, type World } from './world.ts';

const MANY = 20_000;
const FEW = 5;

let world: World;
let merchant: string;
let endpoint_id: string;
beforeAll(async () => {
  world = await openWorld();
  merchant = await world.merchant();
  endpoint_id = (
    await world.endpoint(merchant, 'http://127.0.0.1:9/', { events: ['payment_session.expired'] })
  ).id;
  for (const owner of [merchant, await world.merchant()]) {
    await past(owner, 'payment_session.expired', FEW);
    await past(owner, 'payment_session.succeeded', MANY);
    await past(owner, 'transaction.success', MANY);
  }
  await world.rows('vacuum analyze events');
});
afterAll(() => world.end());

/** Events in the outbox that no endpoint was there for. */
async function past(owner: string, type: string, count: number): Promise<void> {
  await world.rows(
    `insert into events (id, merchant_id, environment, type, object_id, sequence, body, created_at)
     select id, $2, 'test', $3, gen_random_uuid(), 1, '{}', $4 from unnest($1::uuid[]) e (id)`,
    [Array.from({ length: count }, newId), owner, type, world.now()],
  );
}

const asked = { environment: 'test' as const, type: null, object_id: null, limit: 20 };

test('a page of all types is read by its end of each type, however many events there are', async () => {
  const pages: string[][] = [];
  const plans = await explained(world.db.pool, async () => {
    let cursor: string | null = null;
    while (pages.length < 3) {
      const [page] = await listEvents(world.services, [{ ...asked, merchant_id: merchant, cursor }]);
      pages.push(page?.rows.map(({ id }) => id) ?? []);
      cursor = page?.next_cursor ?? null;
    }
  });
  const newest = await world.rows<{ id: string }>(
    'select id from events where merchant_id = $1 order by id desc limit 60',
    [merchant],
  );
  expect(pages.flat()).toEqual(newest.map(({ id }) => id));
  const blocks = plans.filter(({ name }) => name === 'select_event_pages').map((plan) => plan.blocks);
  expect(blocks).toHaveLength(3);
  expect(Math.max(...blocks)).toBeLessThan(200);
});

test('what an endpoint missed is looked at in order, a portion of all types at a time', async () => {
  const plans = await explained(world.db.pool, async () => {
    await resendFailedDeliveries({ ...world.services, onEvents: () => undefined }, [
      {
        ...{ merchant_id: merchant, environment: 'test', endpoint_id, cursor: null, idempotency: null },
        ...{ since: new Date(0), what: 'missed' },
      },
    ]);
  });
  const looks = plans.filter(({ name }) => name === 'address_missed_events');
  expect(looks.length).toBeGreaterThan(0);
  for (const look of looks) {
    expect(look.nodes.filter(({ type }) => type === 'Seq Scan')).toEqual([]);
    expect(look.text).toContain('events_type');
  }
  expect(
    await world.rows('select from webhook_deliveries where endpoint_id = $1', [endpoint_id]),
  ).toHaveLength(FEW);
});

test('attempts of long ago are forgotten, those of the oldest deliveries first, and none of late to send what is old', async () => {
  const days = (count: number) => new Date(world.now().getTime() - count * 86_400_000);
  const attempts = [
    { of: days(90), at: days(90), answer: 'old' },
    { of: days(91), at: days(80), answer: 'older event' },
    { of: days(90), at: days(2), answer: 'asked for again' },
    { of: days(1), at: days(1), answer: 'new' },
  ];
  for (const { of, at, answer } of attempts)
    await world.rows(
      `insert into webhook_attempts (delivery_id, attempt, started_at, duration_ms, outcome, status_code, answer)
       values (overlay(gen_random_uuid()::text placing left($1, 15) from 1)::uuid, 1, $2, 1, 'delivered', 200, $3)`,
      [firstIdAt(of), at, answer],
    );
  const left = async () =>
    (await world.rows<{ answer: string }>('select answer from webhook_attempts order by started_at')).map(
      ({ answer }) => answer,
    );
  const before = days(30);
  expect(await deleteAttempts(world.db.pool, { before, portion: 1 })).toEqual([{ deleted: 1 }]);
  expect(await left()).toEqual(['old', 'asked for again', 'new']);
  expect(await deleteAttempts(world.db.pool, { before, portion: 10 })).toEqual([{ deleted: 1 }]);
  expect(await deleteAttempts(world.db.pool, { before, portion: 10 })).toEqual([{ deleted: 0 }]);
  expect(await left()).toEqual(['asked for again', 'new']);
});
