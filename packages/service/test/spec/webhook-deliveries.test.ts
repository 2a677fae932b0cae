import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openReceiver, type Receiver } from '../webhooks/receiver.ts';
import { expectError } from './client.ts';
import { openService, type Service } from './service.ts';
import { sessionIn, simulate } from './statuses.ts';

const ENDPOINTS = '/v1/webhook-endpoints';
const LONG_AGO = '2026-01-01T00:00:00Z';

let service: Service;
let receiver: Receiver;
let key: string;
let id: string;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());
beforeEach(async () => {
  receiver = await openReceiver();
  ({ test_key: key } = await service.merchant());
  ({ id } = (await service.client.post(ENDPOINTS, key, { url: receiver.url })).body);
});
afterEach(() => receiver.close());

type Delivery = { id: string; event: string; status: string; attempts: unknown[] };
const pay = async () => simulate(service, key, await service.client.session(key), 'paid');
const test = async () => (await service.client.post(`${ENDPOINTS}/${id}/test`, key)).body as Delivery;
const list = async (query = '') => {
  const { status, body, text } = await service.client.get(`${ENDPOINTS}/${id}/deliveries${query}`, key);
  expect(status, text).toBe(200);
  return body as { deliveries: Delivery[]; next_cursor: string | null };
};
const retrieve = async (delivery_id: string) =>
  (await service.client.get(`/v1/webhook-deliveries/${delivery_id}`, key)).body;
const resend = (delivery_id: string) =>
  service.client.post(`/v1/webhook-deliveries/${delivery_id}/resend`, key);
const resendFailed = (since: string, more: object = {}) =>
  service.client.post(`${ENDPOINTS}/${id}/resend`, key, { since, ...more });
const inState = (state: string, n: number) =>
  service.until(
    n,
    'select count(*)::int as n from webhook_deliveries where endpoint_id = $1 and state = $2',
    [id, state],
  );
/** Waits until so many attempts are in the log. */
const attempted = (n: number) =>
  service.until(
    n,
    `select count(*)::int as n from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
      where d.endpoint_id = $1`,
    [id],
  );
/** Puts what the endpoint did not get past its last attempt, as three days of failures would. */
const giveUp = async () => {
  await service.rows(
    `with gone as (delete from webhook_due where endpoint_id = $1 returning delivery_id)
     update webhook_deliveries set state = 'DEAD', dead_reason = 'attempts_exhausted', finished_at = now()
      where id in (select delivery_id from gone)`,
    [id],
  );
};
const ids = (all: { id: string }[]) => all.map((one) => one.id);

describe('GET /v1/webhook-endpoints/:id/deliveries', () => {
  it('is newest first, with every attempt and its answer', async () => {
    receiver.answer = (response, _received, count) =>
      response.writeHead(count === 1 ? 503 : 200).end(count === 1 ? 'maintenance' : 'thanks');
    const first = await test();
    await attempted(1);
    service.clock.pass(7);
    await inState('DELIVERED', 1);
    await pay();
    await inState('DELIVERED', 2);
    const { deliveries, next_cursor } = await list();
    expect(next_cursor).toBeNull();
    expect(deliveries.map(({ event }) => event)).toEqual(['payment_session.succeeded', 'transaction.test']);
    expect(deliveries[1]).toMatchObject({
      id: first.id,
      webhook_endpoint_id: id,
      environment: 'test',
      status: 'delivered',
      dead_reason: null,
      attempt_count: 2,
      next_attempt_at: null,
      finished_at: expect.any(String),
      attempts: [
        { attempt: 1, outcome: 'refused', status_code: 503, answer: 'maintenance' },
        { attempt: 2, outcome: 'delivered', status_code: 200, answer: 'thanks' },
      ],
    });
    expect(await retrieve(first.id)).toEqual(deliveries[1]);
  });

  it('is filtered by status and by event, and by both', async () => {
    receiver.answer = (response, { headers }) =>
      response.writeHead(headers['x-service-event'] === 'transaction.test' ? 500 : 200).end();
    const failing = await test();
    await pay();
    await sessionIn(service, key, 'EXPIRED');
    await inState('DELIVERED', 2);
    expect(ids((await list('?status=pending')).deliveries)).toEqual([failing.id]);
    expect((await list('?status=delivered')).deliveries).toHaveLength(2);
    expect((await list('?status=held')).deliveries).toEqual([]);
    expect(ids((await list('?event=transaction.test')).deliveries)).toEqual([failing.id]);
    const both = await list('?status=delivered&event=payment_session.expired');
    expect(both.deliveries.map(({ event }) => event)).toEqual(['payment_session.expired']);
    expect(await list('?status=delivered&event=transaction.test')).toEqual({
      deliveries: [],
      next_cursor: null,
    });
  });

  it.each(['', '&status=delivered', '&event=transaction.test', '&status=delivered&event=transaction.test'])(
    'following the cursor gives each once, whatever comes in meanwhile (limit=3%s)',
    async (filter) => {
      const made: string[] = [];
      for (let i = 0; i < 8; i += 1) made.push((await test()).id);
      await inState('DELIVERED', 8);
      const seen: string[] = [];
      const sizes: number[] = [];
      let cursor: string | null = null;
      do {
        const page = await list(`?limit=3${filter}${cursor === null ? '' : `&cursor=${cursor}`}`);
        seen.push(...ids(page.deliveries));
        sizes.push(page.deliveries.length);
        cursor = page.next_cursor;
        await test();
      } while (cursor !== null);
      expect(seen).toEqual(made.toReversed());
      expect(sizes).toEqual([3, 3, 2]);
    },
  );

  it('an exactly full last page says that it is the last', async () => {
    for (let i = 0; i < 2; i += 1) await test();
    const page = await list('?limit=2');
    expect([page.deliveries.length, page.next_cursor]).toEqual([2, null]);
  });
});

describe('POST /v1/webhook-deliveries/:id/resend', () => {
  it('sends a delivered one again: same bytes, same ids, the next attempt', async () => {
    const { id: delivery_id } = await test();
    await inState('DELIVERED', 1);
    const answer = await resend(delivery_id);
    expect([answer.status, answer.body.status]).toEqual([202, 'pending']);
    const [first, second] = await receiver.gets(2);
    expect(second?.body.equals(first?.body as Buffer)).toBe(true);
    for (const name of ['webhook-id', 'x-service-delivery', 'x-service-sequence', 'x-service-signature']) {
      expect(second?.headers[name]).toBe(first?.headers[name]);
    }
    expect([first, second].map((post) => post?.headers['x-service-attempt'])).toEqual(['1', '2']);
    await inState('DELIVERED', 1);
    expect(await retrieve(delivery_id)).toMatchObject({ status: 'delivered', attempt_count: 2 });
  });

  it('does not wait for the next retry, and begins the schedule of a dead one anew', async () => {
    receiver.answer = (response, _received, count) => response.writeHead(count < 4 ? 500 : 200).end();
    const { id: delivery_id } = await test();
    await attempted(1);
    expect((await resend(delivery_id)).status).toBe(202);
    await attempted(2);
    await giveUp();
    expect(await retrieve(delivery_id)).toMatchObject({ status: 'dead', dead_reason: 'attempts_exhausted' });
    expect((await resend(delivery_id)).body).toMatchObject({
      status: 'pending',
      dead_reason: null,
      finished_at: null,
    });
    await attempted(3);
    const next_at = await vi.waitUntil(async () => (await retrieve(delivery_id)).next_attempt_at, {
      timeout: 100_000,
    });
    expect(Date.parse(next_at) - service.clock.now().getTime()).toBeLessThan(7_000);
    service.clock.pass(8);
    await inState('DELIVERED', 1);
    expect((await retrieve(delivery_id)).attempts).toHaveLength(4);
  });

  it('of a disabled endpoint is 409, of a deleted one too, and says what to do', async () => {
    const { id: delivery_id, event_id } = await test().then(({ id: one }) => retrieve(one));
    await inState('DELIVERED', 1);
    await service.client.call('PATCH', `${ENDPOINTS}/${id}`, { key, body: { status: 'disabled' } });
    const disabled = await resend(delivery_id);
    expectError(disabled, 409, 'INVALID_STATE');
    expect(disabled.body.error.message).toContain('PATCH');
    await service.client.call('DELETE', `${ENDPOINTS}/${id}`, { key });
    const deleted = await resend(delivery_id);
    expectError(deleted, 409, 'INVALID_STATE');
    expect(deleted.body.error.message).toContain('/v1/events');
    expect((await service.client.get(`/v1/events/${event_id}`, key)).body.deliveries).toHaveLength(1);
    expectError(await service.client.get(`${ENDPOINTS}/${id}/deliveries`, key), 404, 'NOT_FOUND');
  });
});

describe('POST /v1/webhook-endpoints/:id/resend', () => {
  it('sends again all that failed since a moment, and nothing else', async () => {
    receiver.answer = (response) => response.end();
    await test();
    await inState('DELIVERED', 1);
    receiver.answer = (response) => response.writeHead(500).end();
    const before = await test();
    await attempted(2);
    await giveUp();
    service.clock.pass(600);
    const since = service.clock.now().toISOString();
    const dead = await test();
    await attempted(3);
    await giveUp();
    const waiting = await test();
    await attempted(4);

    receiver.answer = (response) => response.end('ok');
    const answer = await resendFailed(since, { status: 'failed' });
    expect([answer.status, answer.body]).toEqual([202, { resent: 2, next_cursor: null }]);
    await inState('DELIVERED', 3);
    const again = receiver.received.slice(4).map(({ headers }) => headers['x-service-delivery']);
    expect(again.sort()).toEqual([dead.id, waiting.id].sort());
    expect((await retrieve(before.id)).status).toBe('dead');
    expect((await resendFailed(LONG_AGO)).body).toEqual({ resent: 1, next_cursor: null });
    await inState('DELIVERED', 4);
    expect((await resendFailed(LONG_AGO)).body).toEqual({ resent: 0, next_cursor: null });
  });

  it('of a disabled endpoint is 409', async () => {
    await service.client.call('PATCH', `${ENDPOINTS}/${id}`, { key, body: { status: 'disabled' } });
    expectError(await resendFailed(LONG_AGO), 409, 'INVALID_STATE');
  });

  it('reaches more than one request resends by its cursor, and ends while the endpoint goes on failing', async () => {
    const { event_id } = await test().then(({ id: one }) => retrieve(one));
    await inState('DELIVERED', 1);
    receiver.answer = (response) => response.writeHead(500).end();
    // An event has one delivery an endpoint, so events are written too.
    await service.rows(
      `with made as (
         insert into events (id, merchant_id, environment, type, object_id, sequence, body, created_at)
         select overlay(gen_random_uuid()::text placing left(e.id::text, 15) from 1)::uuid, e.merchant_id, e.environment,
                e.type, gen_random_uuid(), 1, e.body, e.created_at
           from events e, generate_series(1, 10050) where e.id = $1
         returning id, created_at)
       insert into webhook_deliveries (id, event_id, endpoint_id, state, dead_reason, created_at, finished_at)
       select id, id, $2, 'DEAD', 'attempts_exhausted', created_at, created_at from made`,
      [event_id, id],
    );
    const first = await resendFailed(LONG_AGO);
    expect(first.body).toEqual({ resent: 10_000, next_cursor: expect.any(String) });
    const second = await resendFailed(LONG_AGO, { cursor: first.body.next_cursor });
    expect(second.body).toEqual({ resent: 50, next_cursor: null });
  });
});

it('resending by many at once, while attempts are made and recorded, fails nothing and loses nothing', async () => {
  receiver.answer = (response) => response.writeHead(Math.random() < 0.8 ? 500 : 200).end();
  const made = await Promise.all(Array.from({ length: 30 }, () => test()));
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all([
      ...made.map((one) => resend(one.id)),
      ...made.toReversed().map((one) => resend(one.id)),
      resendFailed(LONG_AGO),
      resendFailed(LONG_AGO),
    ]);
    for (const { status, text } of answers) expect(status, text).toBe(202);
  }
  // What is in flight is recorded by the clock as it is now, so that the leap is past every retry.
  await service.until(
    0,
    `select count(*)::int as n from webhook_due w join webhook_deliveries d on d.id = w.delivery_id
      where d.endpoint_id = $1 and (w.attempt > d.attempt_count or w.due_at <= $2)`,
    [id, service.clock.now()],
  );
  receiver.answer = (response) => response.end();
  service.clock.pass(30 * 3_600);
  await inState('DELIVERED', 30);
  const numbers = await service.rows<{ n: number; last: number }>(
    `select count(*)::int as n, max(attempt)::int as last from webhook_attempts a
       join webhook_deliveries d on d.id = a.delivery_id where d.endpoint_id = $1 group by d.id`,
    [id],
  );
  for (const { n, last } of numbers) expect(n).toBe(last);
});
