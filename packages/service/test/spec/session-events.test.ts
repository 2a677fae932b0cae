import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openReceiver, type Received, type Receiver } from '../webhooks/receiver.ts';
import { SESSIONS, type SessionBody } from './client.ts';
import { confirmTemplate, liveNumber, liveSms } from './live.ts';
import { openService, type Service } from './service.ts';
import { sessionIn, simulate, swept } from './statuses.ts';

let service: Service;
let receiver: Receiver;
let key: string;
let live_key: string;
let secret: string;
/** Of a merchant that nobody listens for. */
let other_key: string;
beforeAll(async () => {
  service = await openService();
  ({ test_key: other_key } = await service.merchant());
});
afterAll(() => service.close());

// Each test has a merchant of its own, so that it sees its own webhooks only.
beforeEach(async () => {
  receiver = await openReceiver();
  ({ test_key: key, live_key } = await service.merchant());
  secret = await register(key);
});
afterEach(() => receiver.close());

async function register(with_key: string, fields: object = {}): Promise<string> {
  const answer = await service.client.post('/v1/webhook-endpoints', with_key, {
    url: receiver.url,
    ...fields,
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.secret;
}

const pay = async (fields: object = {}): Promise<SessionBody> => {
  const session = await service.client.session(key, fields);
  return simulate(service, key, session, 'paid');
};

const one = async (): Promise<Received> => {
  const [received] = await receiver.gets(1);
  return received as Received;
};
/** Waits until nothing is left to deliver to this test's merchant. */
const nothingDue = async () => {
  const list = await service.client.get('/v1/webhook-endpoints', key);
  const ids = list.body.webhook_endpoints.map((endpoint: { id: string }) => endpoint.id);
  await service.until(
    0,
    `select count(*)::int as n from webhook_deliveries where endpoint_id = any($1) and state = 'PENDING'`,
    [ids],
  );
};
const json = (received: Received) => JSON.parse(received.body.toString('utf8'));

describe('Payment session events (active), row by row', () => {
  it.each([
    ['payment_session.succeeded', 'the session moves to SUCCESS', 'paid', 'SUCCESS'],
    ['payment_session.under_review', 'a payment needs verification', 'late', 'UNDER_REVIEW'],
    [
      'payment_session.expired',
      'an AWAITING_PAYMENT session passed its expiry plus grace without confirmed payment',
      'expire',
      'EXPIRED',
    ],
  ])('%s | emitted when %s', async (event, _when, scenario, status) => {
    const session = await service.client.session(key);
    const after = await simulate(service, key, session, scenario);
    const received = await one();
    expect(json(received)).toMatchObject({ event, data: { id: session.id, status } });
    expect(json(received).data).toEqual(after);
    expect(received.headers['x-service-event']).toBe(event);
  });

  it('the payload includes environment, and is {id, event, environment, data, timestamp}', async () => {
    const session = await pay();
    const body = json(await one());
    expect(Object.keys(body)).toEqual(['id', 'event', 'environment', 'data', 'timestamp']);
    expect(body.environment).toBe('test');
    expect(body.data).toEqual((await service.client.get(`${SESSIONS}/${session.id}`, key)).body);
    expect(body.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(body.timestamp).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
  });

  it('payment_session.cancelled is not emitted', async () => {
    await sessionIn(service, key, 'CANCELLED');
    // A later event has arrived, so an earlier one would have too.
    await pay();
    await one();
    await nothingDue();
    expect(receiver.received.map((received) => json(received).event)).toEqual(['payment_session.succeeded']);
  });

  it.each(['payment_session.cancelled', 'payment_session.failed'])(
    '%s can not be subscribed to',
    async (event) => {
      const body = { url: receiver.url, events: [event] };
      const answer = await service.client.post('/v1/webhook-endpoints', key, body);
      expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, ['events']]);
    },
  );

  it('metadata is never in a webhook, in its headers neither', async () => {
    await pay({
      metadata: { cost_price: 'hush-4711' },
      description: 'hush-4711',
      customer_phone: '+23566123456',
    });
    const received = await one();
    const all = received.body.toString() + JSON.stringify(received.headers);
    for (const hidden of ['hush-4711', 'metadata', 'cost_price', '66123456'])
      expect(all).not.toContain(hidden);
  });

  it('an endpoint that names its events receives no other', async () => {
    const other = await openReceiver();
    await register(key, { url: other.url, events: ['payment_session.expired'] });
    await pay();
    await sessionIn(service, key, 'EXPIRED');
    await receiver.gets(2);
    await other.gets(1);
    await nothingDue();
    expect(other.received.map((received) => json(received).event)).toEqual(['payment_session.expired']);
    await other.close();
  });
});

describe('Delivery', () => {
  it('is an HTTP POST of a JSON body to the registered url', async () => {
    await pay();
    const { path, headers, body } = await one();
    expect(path).toBe('/hooks');
    expect(headers['content-type']).toBe('application/json');
    expect(headers['content-length']).toBe(String(body.length));
  });

  it('X-Service-Signature is sha256= and the lowercase hex HMAC-SHA256 of the raw body with the secret', async () => {
    await pay({ reference: 'SIGNED-1' });
    const { headers, body } = await one();
    const expected = createHmac('sha256', secret).update(body).digest('hex');
    expect(headers['x-service-signature']).toBe(`sha256=${expected}`);
    const changed = Buffer.from(body);
    changed[changed.indexOf('SIGNED-1')] = 0x54;
    expect(createHmac('sha256', secret).update(changed).digest('hex')).not.toBe(expected);
  });

  it('the Standard Webhooks headers sign id.timestamp.body with the decoded secret', async () => {
    await pay();
    const { headers, body } = await one();
    const signed = Buffer.concat([
      Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`),
      body,
    ]);
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
    expect(bytes).toHaveLength(32);
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', bytes).update(signed).digest('base64')}`,
    );
    expect(headers['webhook-id']).toBe(JSON.parse(body.toString()).id);
  });

  it('carries X-Service-Test: true for a test key', async () => {
    await pay();
    expect((await one()).headers['x-service-test']).toBe('true');
  });

  it('carries no X-Service-Test and environment live for a live key', async () => {
    await confirmTemplate(service, 'airtel-credit');
    const number = await liveNumber(service, 'AIRTEL');
    secret = await register(live_key);
    const session = await service.client.session(live_key, { amount: 4321 });
    expect(session.assigned_collection_number).toBe(number);
    await liveSms(service, session);
    const { headers, body } = await one();
    expect(headers).not.toHaveProperty('x-service-test');
    expect(JSON.parse(body.toString())).toMatchObject({
      event: 'payment_session.succeeded',
      environment: 'live',
      data: { id: session.id, environment: 'live', status: 'SUCCESS' },
    });
    expect(headers['x-service-signature']).toBe(
      `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    );
  });

  it.each([500, 404, 301])(
    'answered with %i is a failed delivery, and is retried with backoff: same bytes, same event id',
    async (status) => {
      receiver.answer = (response, _received, count) => {
        response.writeHead(count === 1 ? status : 204, status === 301 ? { location: receiver.url } : {});
        response.end();
      };
      await pay();
      await service.until(1, attempts, [await idOf(await one())]);
      await swept(service, other_key);
      expect(receiver.received).toHaveLength(1);
      service.clock.pass(6);
      const [first, second] = await receiver.gets(2);
      expect(second?.body.equals(first?.body as Buffer)).toBe(true);
      for (const name of ['webhook-id', 'x-service-delivery', 'x-service-signature']) {
        expect(second?.headers[name]).toBe(first?.headers[name]);
      }
      expect([first, second].map((post) => post?.headers['x-service-attempt'])).toEqual(['1', '2']);
    },
  );

  it('answered later than 10 seconds is a failed delivery, and is retried', async () => {
    receiver.answer = (response, _received, count) => {
      if (count > 1) response.end('ok');
    };
    await pay();
    const id = await idOf(await one());
    await expect
      .poll(() => service.rows(ATTEMPTS, [id]), { timeout: 100_000, interval: 50 })
      .toEqual([{ outcome: 'timed_out', status_code: null, in_time: true }]);
    service.clock.pass(7);
    await receiver.gets(2);
  });

  it('answered with any 2xx is delivered, and is not repeated', async () => {
    receiver.answer = (response) => response.writeHead(299).end();
    await pay();
    const id = await idOf(await one());
    await service.until(1, attempts, [id]);
    service.clock.pass(90_000);
    await swept(service, other_key);
    await nothingDue();
    expect(receiver.received).toHaveLength(1);
  });

  it('stops for an endpoint that was deleted', async () => {
    const list = await service.client.get('/v1/webhook-endpoints', key);
    const [{ id }] = list.body.webhook_endpoints;
    expect((await service.client.call('DELETE', `/v1/webhook-endpoints/${id}`, { key })).status).toBe(204);
    const other = await openReceiver();
    await register(key, { url: other.url });
    await pay();
    await other.gets(1);
    await nothingDue();
    expect(receiver.received).toEqual([]);
    await other.close();
  });

  it("numbers one session's events by X-Service-Sequence", async () => {
    await pay();
    expect((await one()).headers['x-service-sequence']).toBe('1');
  });
});

const attempts = `select count(*)::int as n from webhook_attempts a
  join webhook_deliveries d on d.id = a.delivery_id where d.event_id = $1`;
const ATTEMPTS = `select a.outcome, a.status_code, a.duration_ms between 9900 and 12000 as in_time
  from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id where d.event_id = $1`;

async function idOf(received: Received): Promise<string> {
  return json(received).id;
}
