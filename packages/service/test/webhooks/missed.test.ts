import { afterEach, beforeEach, expect, test } from 'vitest';
import { resendFailedDeliveries } from '../../src/engine/deliveries/resend-failed.ts';
import { removeEndpoints } from '../../src/engine/webhook-endpoints/remove.ts';
import { testEndpoints } from '../../src/engine/webhook-endpoints/test.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { newId, openWorld, type World } from './world.ts';

let world: World;
let receiver: Receiver;
let merchant: string;
beforeEach(async () => {
  world = await openWorld();
  receiver = await openReceiver();
  merchant = await world.merchant();
});
afterEach(async () => {
  await world.end();
  await receiver.close();
});

const services = () => ({ ...world.services, onEvents: () => undefined });
const asked = (endpoint_id: string, more: { since?: Date; merchant_id?: string } = {}) => ({
  ...{ merchant_id: merchant, environment: 'test' as const, endpoint_id, cursor: null, idempotency: null },
  ...{ since: new Date(0), what: 'missed' as const, ...more },
});
const missed = async (...commands: ReturnType<typeof asked>[]) =>
  resendFailedDeliveries(services(), commands);
const ids = (events: { id: string }[]) => new Set(events.map(({ id }) => id));

test('a new endpoint is sent, once, what happened before it was there and what was cut off by a removal', async () => {
  const before = await world.events(merchant, 2);
  const old = await world.endpoint(merchant, 'http://127.0.0.1:9/');
  const cut_off = await world.events(merchant, 3);
  const there = { merchant_id: merchant, environment: 'test' as const, endpoint_id: old.id };
  await testEndpoints(services(), [{ ...there, idempotency: null }]);
  await removeEndpoints(world.services, [there]);
  const { id } = await world.endpoint(merchant, receiver.url);
  const answer = { kind: 'resent', resent: 5, next_cursor: null };
  expect(await missed(asked(id))).toMatchObject([answer]);
  expect(await missed(asked(id))).toMatchObject([{ ...answer, resent: 0 }]);
  world.deliver();
  await world.settled();
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toHaveLength(5);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
    ids([...before, ...cut_off]),
  );
});

test('an endpoint has missed only what it wants, of its merchant and environment, and since the moment named', async () => {
  world.ahead_ms = -3_600_000;
  await world.events(merchant, 1);
  world.ahead_ms = 0;
  const since = world.now();
  await world.events(merchant, 1, { environment: 'live' });
  await world.events(merchant, 1, { type: 'payment_session.expired' });
  await world.events(await world.merchant(), 1);
  const wanted = await world.events(merchant, 2);
  const { id } = await world.endpoint(merchant, receiver.url, { events: ['payment_session.succeeded'] });
  const stranger = await world.merchant();
  // One array asks for everything: whose it is, in order.
  expect(
    await missed(asked(id, { since, merchant_id: stranger }), asked(newId()), asked(id, { since })),
  ).toMatchObject([{ kind: 'not_found' }, { kind: 'not_found' }, { kind: 'resent', resent: 2 }]);
  expect(ids(await world.rows('select event_id as id from webhook_deliveries'))).toEqual(ids(wanted));
});

test('an endpoint that is disabled is sent nothing that it missed', async () => {
  await world.events(merchant, 1);
  const { id } = await world.endpoint(merchant, receiver.url);
  await world.rows(
    `update webhook_endpoints set status = 'disabled', disabled_at = now(), disabled_reason = 'merchant'`,
  );
  expect(await missed(asked(id))).toEqual([{ kind: 'endpoint_disabled' }]);
});

test('asking for what was missed ends, 10,000 events at a time, also where others are delivered', async () => {
  await world.rows(
    `insert into events (id, merchant_id, environment, type, object_id, sequence, body, created_at)
     select gen_random_uuid(), $1, 'test', 'payment_session.succeeded', gen_random_uuid(), 1, '{}', now()
     from generate_series(1, 10001)`,
    [merchant],
  );
  await world.rows(`alter table events disable trigger all`);
  await world.rows(`update events set id = overlay(id::text placing '0198c5a3-1b2c-7' from 1)::uuid`);
  const { id } = await world.endpoint(merchant, receiver.url);
  const [first] = await missed(asked(id));
  expect(first).toMatchObject({ kind: 'resent', resent: 10_000, next_cursor: expect.any(String) });
  await world.rows('delete from webhook_due');
  await world.rows(`update webhook_deliveries set state = 'DELIVERED', finished_at = now()`);
  expect(await missed(asked(id))).toMatchObject([{ resent: 0, next_cursor: expect.any(String) }]);
  const cursor = first?.kind === 'resent' ? first.next_cursor : null;
  const next = { ...asked(id), cursor: cursor as null };
  expect(await missed(next)).toMatchObject([{ resent: 1, next_cursor: null }]);
});
