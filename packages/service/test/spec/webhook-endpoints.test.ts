import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openReceiver, type Received, type Receiver } from '../webhooks/receiver.ts';
import { type Answer, expectError, SESSIONS } from './client.ts';
import { openService, type Service } from './service.ts';
import { simulate } from './statuses.ts';

const ENDPOINTS = '/v1/webhook-endpoints';

let service: Service;
let receiver: Receiver;
let key: string;
let live_key: string;
let id: string;
let secret: string;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());
beforeEach(async () => {
  receiver = await openReceiver();
  ({ test_key: key, live_key } = await service.merchant());
  ({ id, secret } = (await register({ url: receiver.url })).body);
});
afterEach(() => receiver.close());

const register = (fields: object): Promise<Answer> => service.client.post(ENDPOINTS, key, fields);
const change = (fields: object, with_key = key) =>
  service.client.call('PATCH', `${ENDPOINTS}/${id}`, { key: with_key, body: fields });
const shown = async () => (await service.client.get(`${ENDPOINTS}/${id}`, key)).body;
const pay = async () => simulate(service, key, await service.client.session(key), 'paid');
const signed = (with_secret: string, { body }: Received) =>
  `sha256=${createHmac('sha256', with_secret).update(body).digest('hex')}`;
const standard = (with_secret: string, { headers, body }: Received) => {
  const bytes = Buffer.from(with_secret.slice('whsec_'.length), 'base64');
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return `v1,${createHmac('sha256', bytes).update(text).digest('base64')}`;
};
const nth = async (count: number) => (await receiver.gets(count))[count - 1] as Received;

describe('PATCH /v1/webhook-endpoints/:id', () => {
  it('changes what is sent and leaves the rest, and answers with the endpoint as it is now', async () => {
    const before = await shown();
    const events = ['payment_session.expired', 'transaction.success'];
    const answer = await change({ events, description: 'orders' });
    expect([answer.status, answer.body]).toEqual([200, { ...before, events, description: 'orders' }]);
    expect((await change({ description: null })).body).toEqual({ ...before, events });
    expect((await change({ events: null })).body).toEqual(before);
    expect((await change({})).body).toEqual(before);
    expect(await shown()).toEqual(before);
    expect(answer.text).not.toContain('whsec_');
  });

  it('a new address gets what happens from now on, signed with the same secret', async () => {
    const other = await openReceiver();
    expect((await change({ url: other.url })).body.url).toBe(other.url);
    await pay();
    const [received] = await other.gets(1);
    expect(received?.headers['x-service-signature']).toBe(signed(secret, received as Received));
    expect(receiver.received).toEqual([]);
    await other.close();
  });

  it('a new address begins with a clean slate', async () => {
    await service.rows(
      `update webhook_endpoints set status = 'degraded', consecutive_failures = 9, failing_since = now() where id = $1`,
      [id],
    );
    expect(await shown()).toMatchObject({ status: 'degraded', failing_since: expect.any(String) });
    const same = await change({ url: receiver.url });
    expect(same.body.status).toBe('degraded');
    const other = await change({ url: `${receiver.url}/new` });
    expect(other.body).toMatchObject({ status: 'enabled', failing_since: null });
  });

  it('disabled holds its events; enabled sends them', async () => {
    expect((await change({ status: 'disabled' })).body).toMatchObject({
      status: 'disabled',
      disabled_reason: 'merchant',
    });
    const { id: session_id } = await pay();
    await service.until(
      1,
      `select count(*)::int as n from webhook_deliveries where endpoint_id = $1 and state = 'HELD'`,
      [id],
    );
    expect(receiver.received).toEqual([]);
    expect((await change({ status: 'enabled' })).body).toMatchObject({
      status: 'enabled',
      disabled_reason: null,
    });
    expect(JSON.parse(String((await nth(1)).body)).data.id).toBe(session_id);
  });

  it('enabling what we had disabled makes it well again', async () => {
    await service.rows(
      `update webhook_endpoints set status = 'disabled', disabled_at = now(), disabled_reason = 'failing',
         consecutive_failures = 30, failing_since = now() - interval '6 days' where id = $1`,
      [id],
    );
    expect(await shown()).toMatchObject({ status: 'disabled', disabled_reason: 'failing' });
    expect((await change({ status: 'enabled' })).body).toMatchObject({
      status: 'enabled',
      disabled_reason: null,
      failing_since: null,
    });
  });

  it('an address that may not be called is refused, and nothing is changed', async () => {
    const before = await shown();
    const answer = await change({ url: 'ftp://shop.example.com', description: 'new' });
    expectError(answer, 400, 'VALIDATION_ERROR', ['url']);
    expect(await shown()).toEqual(before);
  });
});

describe('POST /v1/webhook-endpoints/:id/rotate-secret', () => {
  const rotate = async () => (await service.client.post(`${ENDPOINTS}/${id}/rotate-secret`, key)).body;

  it('signs with the new secret, and with the old one beside it for 24 hours', async () => {
    const rotated = await rotate();
    expect(rotated.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(rotated.secret).not.toBe(secret);
    const left_ms = Date.parse(rotated.previous_secret_until) - service.clock.now().getTime();
    expect(Math.abs(left_ms - 86_400_000)).toBeLessThan(100_000);

    await pay();
    const both = await nth(1);
    expect(both.headers['x-service-signature']).toBe(signed(rotated.secret, both));
    expect(both.headers['x-service-signature-previous']).toBe(signed(secret, both));
    expect(both.headers['webhook-signature']).toBe(
      `${standard(rotated.secret, both)} ${standard(secret, both)}`,
    );

    service.clock.pass(24 * 3_600 + 60);
    await pay();
    const one = await nth(2);
    expect(one.headers['x-service-signature']).toBe(signed(rotated.secret, one));
    expect(one.headers).not.toHaveProperty('x-service-signature-previous');
    expect(one.headers['webhook-signature']).toBe(standard(rotated.secret, one));
  });

  it('twice within a day leaves the last two', async () => {
    const [second, third] = [await rotate(), await rotate()];
    await pay();
    const received = await nth(1);
    expect(received.headers['x-service-signature']).toBe(signed(third.secret, received));
    expect(received.headers['x-service-signature-previous']).toBe(signed(second.secret, received));
  });

  it('loses no event that is being retried meanwhile: the repeat is signed with both', async () => {
    receiver.answer = (response, _received, count) => response.writeHead(count === 1 ? 500 : 200).end();
    await pay();
    const first = await nth(1);
    await service.until(
      1,
      `select count(*)::int as n from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id where d.endpoint_id = $1`,
      [id],
    );
    const rotated = await rotate();
    service.clock.pass(7);
    const second = await nth(2);
    expect(second.body.equals(first.body)).toBe(true);
    expect(second.headers['x-service-signature']).toBe(signed(rotated.secret, second));
    expect(second.headers['x-service-signature-previous']).toBe(first.headers['x-service-signature']);
  });

  it('no secret stands in the database in clear, the kept answer included', async () => {
    const headers = { 'idempotency-key': `rotate-${id}` };
    const { body } = await service.client.post(`${ENDPOINTS}/${id}/rotate-secret`, key, {}, headers);
    const hex = Buffer.from(body.secret.slice(6), 'base64').toString('hex');
    const rows = await service.rows<{ everything: string }>(
      `select e::text as everything from webhook_endpoints e where id = $1
       union all select i::text from idempotency_keys i where key = $2`,
      [id, headers['idempotency-key']],
    );
    expect(rows).toHaveLength(2);
    for (const { everything } of rows) {
      for (const text of [body.secret, body.secret.slice(6), hex, Buffer.from(body.secret).toString('hex')]) {
        expect(everything).not.toContain(text);
      }
    }
  });
});

describe('POST /v1/webhook-endpoints/:id/test', () => {
  const send = (to = id) => service.client.post(`${ENDPOINTS}/${to}/test`, key);

  it('sends transaction.test, a real event with its signature, to this endpoint alone', async () => {
    const other = await register({ url: `${receiver.url}/other` });
    await change({ events: ['payment_session.expired'] });
    const answer = await send();
    expect(answer.status, answer.text).toBe(202);
    const received = await nth(1);
    expect(received.path).toBe('/hooks');
    expect(received.headers).toMatchObject({
      'x-service-event': 'transaction.test',
      'x-service-test': 'true',
      'x-service-delivery': answer.body.id,
      'x-service-signature': signed(secret, received),
      'webhook-id': answer.body.event_id,
    });
    const body = JSON.parse(String(received.body));
    expect(Object.keys(body)).toEqual(['id', 'event', 'environment', 'data', 'timestamp']);
    expect(Object.keys(body.data)).toEqual([
      'id',
      'reference',
      'amount',
      'currency',
      'operator',
      'phone_number',
      'status',
      'confirmed_at',
    ]);
    const event = await service.client.get(`/v1/events/${answer.body.event_id}`, key);
    expect(event.body.body).toEqual(body);
    expect(event.body.deliveries.map((one: { id: string }) => one.id)).toEqual([answer.body.id]);
    const elsewhere = await service.client.get(`${ENDPOINTS}/${other.body.id}/deliveries`, key);
    expect(elsewhere.body).toEqual({ deliveries: [], next_cursor: null });
  });

  it('the delivery shows what the endpoint answered', async () => {
    receiver.answer = (response) => response.writeHead(418).end('short and stout');
    const { body } = await send();
    await expect
      .poll(async () => (await service.client.get(`/v1/webhook-deliveries/${body.id}`, key)).body)
      .toMatchObject({
        status: 'pending',
        attempt_count: 1,
        next_attempt_at: expect.any(String),
        attempts: [{ attempt: 1, outcome: 'refused', status_code: 418, answer: 'short and stout' }],
      });
  });

  it('twice is two events of two objects, so that neither is taken for a repeat', async () => {
    const [one, two] = [await send(), await send()];
    const [first, second] = (await receiver.gets(2)).map(({ body }) => JSON.parse(String(body)));
    expect(one.body.event_id).not.toBe(two.body.event_id);
    expect(first.data.id).not.toBe(second.data.id);
  });

  it('to a disabled endpoint is 409, and works once it is enabled', async () => {
    await change({ status: 'disabled' });
    expectError(await send(), 409, 'INVALID_STATE');
    await change({ status: 'enabled' });
    expect((await send()).status).toBe(202);
    await receiver.gets(1);
  });

  it('in live carries no X-Service-Test, and says environment live', async () => {
    const made = await service.client.post(ENDPOINTS, live_key, { url: receiver.url });
    await service.client.post(`${ENDPOINTS}/${made.body.id}/test`, live_key);
    const received = await nth(1);
    expect(received.headers).not.toHaveProperty('x-service-test');
    expect(JSON.parse(String(received.body)).environment).toBe('live');
  });
});

describe('what belongs to another merchant or environment', () => {
  it('is 404 to every verb, says no more than for what exists nowhere, and stays as it is', async () => {
    const { body: delivery } = await service.client.post(`${ENDPOINTS}/${id}/test`, key);
    await receiver.gets(1);
    const before = await shown();
    const stranger = await service.merchant();
    const nowhere = '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f';
    const calls = (endpoint_id: string, delivery_id: string, event_id: string) =>
      [
        ['PATCH', `${ENDPOINTS}/${endpoint_id}`, { status: 'disabled' }],
        ['DELETE', `${ENDPOINTS}/${endpoint_id}`, undefined],
        ['POST', `${ENDPOINTS}/${endpoint_id}/rotate-secret`, undefined],
        ['POST', `${ENDPOINTS}/${endpoint_id}/test`, undefined],
        ['POST', `${ENDPOINTS}/${endpoint_id}/resend`, { since: '2026-01-01T00:00:00Z' }],
        ['GET', `${ENDPOINTS}/${endpoint_id}/deliveries`, undefined],
        ['GET', `/v1/webhook-deliveries/${delivery_id}`, undefined],
        ['POST', `/v1/webhook-deliveries/${delivery_id}/resend`, undefined],
        ['GET', `/v1/events/${event_id}`, undefined],
      ] as const;
    const theirs = calls(id, delivery.id, delivery.event_id);
    const none = calls(nowhere, nowhere, nowhere);
    for (const with_key of [stranger.test_key, stranger.live_key, live_key]) {
      for (const [at, [method, path, body]] of theirs.entries()) {
        const answer = await service.client.call(method, path, { key: with_key, body });
        expectError(answer, 404, 'NOT_FOUND');
        const other = await service.client.call(method, none[at]?.[1] ?? '', { key: with_key, body });
        expect(other.text).toBe(answer.text);
      }
      const events = await service.client.get(`/v1/events?object_id=${delivery.event_id}`, with_key);
      expect(events.body).toEqual({ events: [], next_cursor: null });
    }
    expect(await shown()).toEqual(before);
    await pay();
    expect((await nth(2)).headers['x-service-signature']).toBe(signed(secret, await nth(2)));
    expect(receiver.received).toHaveLength(2);
    expect((await service.client.get(`${SESSIONS}/${nowhere}`, key)).status).toBe(404);
  });
});
