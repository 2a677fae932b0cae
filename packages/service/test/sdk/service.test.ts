import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Chari, type ChariError, webhooks } from '../../../sdk/src/index.ts';
import { findFreePort } from '../../src/cli/serve/port.ts';
import { openService, type Service } from '../spec/service.ts';
import { until } from '../waiting/until.ts';
import { openReceiver, type Receiver } from '../webhooks/receiver.ts';
import { type FaultyProxy, openFaultyProxy } from './faulty-proxy.ts';

let service: Service;
let proxy: FaultyProxy;
let receiver: Receiver;
let key: string;
let chari: Chari;
let count = 0;

beforeAll(async () => {
  service = await openService();
  key = (await service.merchant()).test_key;
  proxy = await openFaultyProxy(service.client.url, 2_000);
  receiver = await openReceiver();
  chari = new Chari({ apiKey: key, baseUrl: proxy.url, timeoutMs: 10_000 });
});
afterAll(async () => {
  await receiver.close();
  await proxy.close();
  await service.close();
});

const order = (fields: { customer_phone?: string } = {}) => {
  count += 1;
  return {
    reference: `SDK-${count}`,
    amount: 2_000 + count,
    currency: 'XAF',
    operator: 'AIRTEL',
    ...fields,
  } as const;
};
const purchase = (phone_number: string) => ({ ...order(), phone_number });
const thrownBy = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => expect.unreachable('it was answered'),
    (error: ChariError) => error,
  );

describe('a payment session', () => {
  test('is created, paid in the sandbox and waited for, with 5 seconds between two looks though one of them is cut', async () => {
    const session = await chari.paymentSessions.create(order());
    proxy.came.length = 0;
    proxy.plan = ['none', 'cut_after'];
    const result = chari.paymentSessions.waitForResult(session.id);
    await until(async () => proxy.came.length === 2);
    await service.client.post(`/v1/sandbox/payment-sessions/${session.id}/simulate`, key, {
      scenario: 'paid',
    });
    expect(await result).toMatchObject({ id: session.id, ticket: session.ticket, status: 'SUCCESS' });
    // More when a busy machine took five seconds for the payment.
    expect(proxy.came.length).toBeGreaterThanOrEqual(3);
    for (const [index, { at_ms }] of proxy.came.entries()) {
      const before = proxy.came[index - 1];
      if (before !== undefined) expect(at_ms - before.at_ms).toBeGreaterThanOrEqual(4_995);
    }
  });

  test('that is under review ends the wait', async () => {
    const { id } = await chari.paymentSessions.create(order());
    await chari.sandbox.simulate(id, { scenario: 'late' });
    expect(await chari.paymentSessions.waitForResult(id)).toMatchObject({ status: 'UNDER_REVIEW' });
  });

  test('whose creation was aborted is found again by its reference', async () => {
    const asked = order();
    const controller = new AbortController();
    proxy.plan = ['silent'];
    const call = chari.paymentSessions.create(asked, { signal: controller.signal });
    await service.until(1, 'select count(*)::int as n from payment_sessions where reference = $1', [
      asked.reference,
    ]);
    controller.abort(new Error('the shop is closing'));
    await expect(call).rejects.toThrow('the shop is closing');
    expect(await chari.paymentSessions.createOrGet(asked)).toMatchObject({ reference: asked.reference });
    await service.until(1, 'select count(*)::int as n from payment_sessions where reference = $1', [
      asked.reference,
    ]);
  });

  test('is cancelled, and not a second time', async () => {
    const { id } = await chari.paymentSessions.create(order());
    expect(await chari.paymentSessions.cancel(id)).toMatchObject({ id, status: 'CANCELLED' });
    expect(await thrownBy(chari.paymentSessions.cancel(id))).toMatchObject({
      code: 'INVALID_STATE',
      status: 409,
    });
  });
});

describe('an error of the service', () => {
  test('COLLECTION_NUMBER_UNAVAILABLE is tried three times and then thrown with its failed checks', async () => {
    proxy.came.length = 0;
    const error = await thrownBy(chari.paymentSessions.create(order({ customer_phone: '+23500000001' })));
    expect(error).toMatchObject({ code: 'COLLECTION_NUMBER_UNAVAILABLE', status: 503 });
    expect(error.failedChecks?.[0]).toMatchObject({ name: expect.any(String), ready: false });
    expect(proxy.came).toHaveLength(3);
  });

  test('PROVIDER_RAIL_NOT_READY is thrown at once', async () => {
    proxy.came.length = 0;
    const error = await thrownBy(chari.paymentSessions.create(order({ customer_phone: '+23500000002' })));
    expect(error).toMatchObject({ code: 'PROVIDER_RAIL_NOT_READY', status: 503 });
    expect(proxy.came).toHaveLength(1);
  });

  test('GATEWAY_UNAVAILABLE says when to come again, and the same key then succeeds once the gateway is back', async () => {
    const asked = purchase('+23500000050');
    const error = await thrownBy(chari.transactions.create(asked, { maxRetries: 0 }));
    expect(error).toMatchObject({ code: 'GATEWAY_UNAVAILABLE', status: 503, retryAfter: 30 });
    const { idempotencyKey } = error;
    // Nothing was kept of the refusal: the key is as free as the reference.
    const made = await chari.transactions.create(
      { ...asked, phone_number: '+23500000010' },
      { idempotencyKey },
    );
    expect(made).toMatchObject({ status: 'PENDING', is_test: true });
  });

  test.for([
    [
      'VALIDATION_ERROR',
      400,
      () => chari.paymentSessions.create({ ...order(), amount: 0.5 }),
      { fields: { amount: expect.any(String) } },
    ],
    [
      'VALIDATION_ERROR',
      422,
      () => chari.transactions.create({ ...purchase('+23566000001'), amount: 99 }),
      { fields: { amount: expect.any(String) } },
    ],
    ['NOT_FOUND', 404, () => chari.events.retrieve('0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f'), {}],
    [
      'UNAUTHORIZED',
      401,
      () => new Chari({ apiKey: 'service_test_nobody', baseUrl: proxy.url }).events.list(),
      {},
    ],
    [
      'AUTH_REQUIRED',
      401,
      () => new Chari({ apiKey: 'service_test_nobody', baseUrl: proxy.url }).transactions.list(),
      {},
    ],
  ] as const)(
    '%s with status %s carries what the service says and its request id',
    async ([code, status, call, details]) => {
      const error = await thrownBy(call());
      expect(error).toMatchObject({
        code,
        status,
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        ...details,
      });
    },
  );

  test('DUPLICATE_REFERENCE names what has the reference, a session or a transaction', async () => {
    const session = order();
    const { id } = await chari.paymentSessions.create(session);
    const transaction = purchase('+23500000030');
    const made = await chari.transactions.create(transaction);
    expect(await thrownBy(chari.paymentSessions.create(session))).toMatchObject({
      existingPaymentSessionId: id,
    });
    expect(await thrownBy(chari.transactions.create(transaction))).toMatchObject({
      existingTransactionId: made.id,
    });
  });
});

describe('NETWORK_ERROR, without a status, is thrown', () => {
  const reach = (baseUrl: string) => new Chari({ apiKey: key, baseUrl, timeoutMs: 500, maxRetries: 1 });

  test('when nobody listens there', async () => {
    const port = await findFreePort('127.0.0.1');
    const error = await thrownBy(reach(`http://127.0.0.1:${port}`).paymentSessions.create(order()));
    expect(error).toMatchObject({ code: 'NETWORK_ERROR', cause: expect.anything() });
    expect(error.status).toBeUndefined();
  });

  test('when the name does not resolve', async () => {
    const error = await thrownBy(reach('http://chari.invalid').events.list());
    expect(error).toMatchObject({ code: 'NETWORK_ERROR' });
    expect(error.status).toBeUndefined();
  });

  test('when no answer comes in time, after the service has done its work', async () => {
    const asked = order();
    proxy.plan = ['silent', 'silent'];
    const error = await thrownBy(reach(proxy.url).paymentSessions.create(asked));
    expect(error).toMatchObject({ code: 'NETWORK_ERROR', message: expect.stringContaining('500 ms') });
    const { idempotencyKey } = error;
    const made = await chari.paymentSessions.create(asked, { idempotencyKey });
    expect(made).toMatchObject({ reference: asked.reference, status: 'AWAITING_PAYMENT' });
  });
});

describe('a webhook endpoint', () => {
  test('is made, tested, rotated, changed and deleted, and what it receives is verified', async () => {
    const { id, secret } = await chari.webhookEndpoints.create({ url: receiver.url });
    await chari.webhookEndpoints.sendTest(id);
    const [tried] = await receiver.gets(1);
    if (tried === undefined) throw new Error('nothing came');
    const event = await webhooks.verify(tried.body, tried.headers, secret);
    expect(event).toMatchObject({ event: 'transaction.test', data: { status: 'SUCCESS' } });

    const rotated = await chari.webhookEndpoints.rotateSecret(id);
    const session = await chari.paymentSessions.create(order());
    await chari.sandbox.simulate(session.id, { scenario: 'paid' });
    const paid = (await receiver.gets(2))[1];
    if (paid === undefined) throw new Error('nothing came');
    for (const one of [secret, rotated.secret, ['whsec_other', rotated.secret]]) {
      const verified = await webhooks.verify(paid.body, paid.headers, one);
      expect(verified).toMatchObject({
        event: 'payment_session.succeeded',
        data: { id: session.id, amount: session.amount, status: 'SUCCESS' },
      });
    }
    await expect(webhooks.verify(tried.body, tried.headers, rotated.secret)).rejects.toThrow('signature');

    const newest = async () => (await chari.webhookEndpoints.listDeliveries(id, { limit: 1 })).deliveries[0];
    // A delivery whose attempt is just being recorded counts as resent by that attempt.
    const sent = await vi.waitFor(async () => {
      const delivery = await newest();
      expect(delivery?.status).toBe('delivered');
      return delivery;
    }, 60_000);
    expect(await chari.webhookEndpoints.retrieveDelivery(sent?.id ?? '')).toMatchObject({
      webhook_endpoint_id: id,
    });
    await chari.webhookEndpoints.resendDelivery(sent?.id ?? '');
    await receiver.gets(3);
    expect(await chari.webhookEndpoints.resendFailed(id, { since: '2026-01-01T00:00:00Z' })).toMatchObject({
      next_cursor: null,
    });
    expect(await chari.webhookEndpoints.update(id, { status: 'disabled' })).toMatchObject({
      disabled_reason: 'merchant',
    });
    expect((await chari.webhookEndpoints.list()).webhook_endpoints.map((one) => one.id)).toEqual([id]);
    proxy.plan = ['cut_after'];
    expect(await chari.webhookEndpoints.delete(id)).toBeUndefined();
    expect(proxy.came.at(-1)?.request).toContain('DELETE');
    expect(await thrownBy(chari.webhookEndpoints.retrieve(id))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('whose creation was answered with a cut connection is still one, and its secret is known', async () => {
    const before = (await chari.webhookEndpoints.list()).webhook_endpoints;
    proxy.plan = ['cut_after', 'cut_within'];
    const made = await chari.webhookEndpoints.create({ url: receiver.url, events: ['transaction.success'] });
    expect(made.secret).toMatch(/^whsec_/);
    expect((await chari.webhookEndpoints.list()).webhook_endpoints).toHaveLength(before.length + 1);
  });
});

describe('lists', () => {
  test('of transactions and of events are read to their end, each item once', async () => {
    const merchant = await service.merchant();
    const shop = new Chari({ apiKey: merchant.test_key, baseUrl: service.client.url });
    const made: string[] = [];
    for (let n = 0; n < 7; n += 1)
      made.unshift((await shop.transactions.create(purchase('+23500000010'))).id);
    const listed: string[] = [];
    for await (const { id } of shop.transactions.list({ limit: 3 })) listed.push(id);
    expect(listed).toEqual(made);
    expect(await shop.transactions.list({ limit: 3 })).toMatchObject({ total: 7, limit: 3, offset: 0 });
    expect(await shop.transactions.retrieve(made[0] ?? '')).toMatchObject({
      id: made[0],
      operator: 'AIRTEL',
    });

    const ended = 'select count(*)::int as n from events where merchant_id = $1';
    await service.until(7, ended, [merchant.id]);
    const told: string[] = [];
    for await (const one of shop.events.list({ type: 'transaction.success', limit: 2 }))
      told.push(one.object_id);
    expect(told.toSorted()).toEqual(made.toSorted());
    const [newest] = (await shop.events.list({ limit: 1 })).events;
    expect(await shop.events.retrieve(newest?.id ?? '')).toMatchObject({ id: newest?.id, deliveries: [] });
  });
});
