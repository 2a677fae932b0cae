import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from './client.ts';
import { type Merchant, openService, type Service } from './service.ts';
import { purchase, started, TRANSACTIONS } from './transactions.ts';

let service: Service;
let shop: Merchant;
beforeAll(async () => {
  service = await openService();
  shop = await service.merchant();
});
afterAll(() => service.close());

const SOME_ID = '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f';
const OPERATIONS = [
  ['POST', TRANSACTIONS],
  ['GET', TRANSACTIONS],
  ['GET', `${TRANSACTIONS}/${SOME_ID}`],
] as const;

describe('Errors, row by row', () => {
  it.each(OPERATIONS)('401 AUTH_REQUIRED without an active key: %s %s', async (method, path) => {
    for (const key of [null, '', 'service_test_unknown', 'Bearer x'])
      expectError(await service.client.call(method, path, { key }), 401, 'AUTH_REQUIRED');
    // A dashboard's session, or a key in another header, is none.
    const headers = { authorization: `Bearer ${shop.test_key}` };
    expectError(await service.client.call(method, path, { headers }), 401, 'AUTH_REQUIRED');
  });

  it.each(OPERATIONS)('401 AUTH_REQUIRED with a revoked key: %s %s', async (method, path) => {
    const key = await service.key(shop.id, 'test');
    await service.rows('update api_keys set revoked_at = now() where last4 = $1', [key.slice(-4)]);
    expectError(await service.client.call(method, path, { key }), 401, 'AUTH_REQUIRED');
  });

  it('403 for the scope comes before 403 for the profile', async () => {
    const { id } = await service.merchant({ approved: false });
    const key = await service.key(id, 'live', ['transactions:read']);
    expectError(await service.client.post(TRANSACTIONS, key, {}), 403, 'API_KEY_PERMISSION_DENIED');
  });

  it.each(OPERATIONS)('403 API_KEY_PERMISSION_DENIED without the scope: %s %s', async (method, path) => {
    const other = method === 'POST' ? 'transactions:read' : 'transactions:write';
    const key = await service.key(shop.id, 'test', [
      other,
      'payment_sessions:read',
      'payment_sessions:write',
    ]);
    const body = method === 'POST' ? purchase() : undefined;
    expectError(await service.client.call(method, path, { key, body }), 403, 'API_KEY_PERMISSION_DENIED');
  });

  it('403 KYC_REQUIRED for a live transaction of an unapproved merchant, before its body is looked at; reading goes on', async () => {
    const { live_key, test_key } = await service.merchant({ approved: false });
    expectError(await service.client.post(TRANSACTIONS, live_key, {}), 403, 'KYC_REQUIRED');
    expect((await service.client.get(TRANSACTIONS, live_key)).status).toBe(200);
    expect((await service.client.post(TRANSACTIONS, test_key, purchase())).status).toBe(201);
  });

  it('404 NOT_FOUND for what does not exist, is another merchant’s, or is in the other environment', async () => {
    const { id } = await started(service, shop.test_key);
    const other = await service.merchant();
    expect((await service.client.get(`${TRANSACTIONS}/${id}`, shop.test_key)).status).toBe(200);
    for (const [path, key] of [
      [id, shop.live_key],
      [id, other.test_key],
      [SOME_ID, shop.test_key],
      ['no-uuid', shop.test_key],
    ] as const)
      expectError(await service.client.get(`${TRANSACTIONS}/${path}`, key), 404, 'NOT_FOUND');
  });

  it('409 DUPLICATE_REFERENCE carries existing_transaction_id', async () => {
    const body = purchase();
    const { id } = await started(service, shop.test_key, body);
    const answer = await service.client.post(TRANSACTIONS, shop.test_key, { ...body, amount: 900 });
    expectError(answer, 409, 'DUPLICATE_REFERENCE');
    expect(answer.body.error.existing_transaction_id).toBe(id);
  });

  it('a reference is free for another merchant and for a session; it is taken whatever became of its transaction', async () => {
    const body = purchase();
    await started(service, shop.test_key, body);
    const other = await service.merchant();
    await started(service, other.test_key, body);
    await service.client.session(shop.test_key, { reference: body.reference });
  });

  it('503 GATEWAY_UNAVAILABLE says when to come back, and nothing was created', async () => {
    // Live, and no number to be paid on.
    const body = purchase({ operator: 'MOOV' });
    const answer = await service.client.post(TRANSACTIONS, shop.live_key, body);
    expectError(answer, 503, 'GATEWAY_UNAVAILABLE');
    expect(answer.body.error.retry_after).toBeGreaterThan(0);
    expect(await service.rows('select id from transactions where reference = $1', [body.reference])).toEqual(
      [],
    );
  });

  it('503 GATEWAY_UNAVAILABLE can be tried in the sandbox, by its magic payer; 409 comes before it', async () => {
    const body = purchase({ phone_number: '+23500000050' });
    const answer = await service.client.post(TRANSACTIONS, shop.test_key, body);
    expectError(answer, 503, 'GATEWAY_UNAVAILABLE');
    expect(answer.body.error.retry_after).toBe(30);
    expect(answer.headers['retry-after']).toBe('30');
    await started(service, shop.test_key, { ...body, phone_number: '+23566123456' });
    expectError(await service.client.post(TRANSACTIONS, shop.test_key, body), 409, 'DUPLICATE_REFERENCE');
  });

  it('422 comes before 409', async () => {
    const body = purchase();
    await started(service, shop.test_key, body);
    expectError(
      await service.client.post(TRANSACTIONS, shop.test_key, { ...body, amount: 5 }),
      422,
      'VALIDATION_ERROR',
      ['amount'],
    );
  });

  it.each(['PUT', 'PATCH', 'DELETE'])('405 for %s', async (method) => {
    const answer = await service.client.call(method, TRANSACTIONS, { key: shop.test_key });
    expectError(answer, 405, 'METHOD_NOT_ALLOWED');
  });

  it('415 and 413 as everywhere', async () => {
    const { call } = service.client;
    const text = { key: shop.test_key, body: 'x', headers: { 'content-type': 'text/plain' } };
    expectError(await call('POST', TRANSACTIONS, text), 415, 'UNSUPPORTED_MEDIA_TYPE');
    const large = { key: shop.test_key, body: purchase({ description: 'x'.repeat(70_000) }) };
    expectError(await call('POST', TRANSACTIONS, large), 413, 'PAYLOAD_TOO_LARGE');
  });
});

describe('Idempotency-Key', () => {
  const send = (body: unknown, key: string) =>
    service.client.post(TRANSACTIONS, shop.test_key, body, { 'idempotency-key': key });

  it('gives a 409 again too', async () => {
    const body = purchase();
    await started(service, shop.test_key, body);
    const first = await send(body, 'twice');
    const second = await send(body, 'twice');
    expect([first.status, second.status]).toEqual([409, 409]);
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });

  it('keeps no 503: the same key may succeed later', async () => {
    const body = purchase({ operator: 'MOOV' });
    const ask = () => service.client.post(TRANSACTIONS, shop.live_key, body, { 'idempotency-key': 'later' });
    expectError(await ask(), 503, 'GATEWAY_UNAVAILABLE');
    const again = await ask();
    expect(again.headers['idempotent-replayed']).toBeUndefined();
    expectError(again, 503, 'GATEWAY_UNAVAILABLE');
  });

  it('a hundred requests at once under one reference make one transaction', async () => {
    const body = purchase();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => service.client.post(TRANSACTIONS, shop.test_key, body)),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    const named = answers
      .filter(({ status }) => status === 409)
      .map((one) => one.body.error.existing_transaction_id);
    expect(new Set(named)).toEqual(new Set([made[0]?.body.id]));
  });
});
