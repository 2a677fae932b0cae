import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, expectError, order, SESSIONS } from './client.ts';
import { openRelayedDatabase } from './relay.ts';
import { type Merchant, openService, Service } from './service.ts';

const ENDPOINTS = '/v1/webhook-endpoints';
const SMS = '/v1/sandbox/sms';
const CREDITS = '/v1/sandbox/credits';
const NOBODY = '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f';
const SIMULATE = `/v1/sandbox/payment-sessions/${NOBODY}/simulate`;

let service: Service;
let merchant: Merchant;
let key: string;
beforeAll(async () => {
  service = await openService();
  merchant = await service.merchant();
  key = merchant.test_key;
});
afterAll(() => service.close());

const create = (fields: object, with_key: string | null = key) =>
  service.client.post(SESSIONS, with_key, order(fields));
const post = (path: string, body?: unknown, with_key: string | null = key) =>
  service.client.post(path, with_key, body);

describe('The rows that the error table does not have', () => {
  it('order of checks: 401, 403 scope, 403 KYC, 400, 409', async () => {
    const pending = await service.merchant({ approved: false });
    const narrow = await service.key(pending.id, 'live', ['webhook_endpoints:write']);
    const wrong = '{"reference":';
    expectError(await post(SESSIONS, wrong, null), 401, 'UNAUTHORIZED');
    expectError(await post(SESSIONS, wrong, narrow), 403, 'API_KEY_PERMISSION_DENIED');
    expectError(await post(SESSIONS, wrong, pending.live_key), 403, 'KYC_REQUIRED');
    expectError(await post(SESSIONS, wrong, merchant.live_key), 400, 'VALIDATION_ERROR');
    const { reference } = await service.client.session(key);
    expectError(await create({ reference, amount: 0 }), 400, 'VALIDATION_ERROR', ['amount']);
    expectError(await create({ reference }), 409, 'DUPLICATE_REFERENCE');
  });

  it.each([
    ['GET', SESSIONS, 'POST'],
    ['PUT', SESSIONS, 'POST'],
    ['PATCH', `${SESSIONS}/${NOBODY}`, 'GET, HEAD'],
    ['DELETE', `${SESSIONS}/${NOBODY}`, 'GET, HEAD'],
    ['GET', `${SESSIONS}/${NOBODY}/cancel`, 'POST'],
    ['PUT', ENDPOINTS, 'POST, GET, HEAD'],
    ['POST', `${ENDPOINTS}/${NOBODY}`, 'GET, HEAD, PATCH, DELETE'],
    ['GET', SMS, 'POST'],
    ['DELETE', CREDITS, 'POST'],
    ['OPTIONS', SIMULATE, 'POST'],
    ['POST', '/livez', 'GET, HEAD'],
  ])('405 METHOD_NOT_ALLOWED with Allow: %s %s', async (method, path, allow) => {
    const answer = await service.client.call(method, path, { key });
    expectError(answer, 405, 'METHOD_NOT_ALLOWED');
    expect(answer.headers.allow).toBe(allow);
  });

  it('HEAD answers as GET, without a body', async () => {
    const session = await service.client.session(key);
    const answer = await service.client.call('HEAD', `${SESSIONS}/${session.id}`, { key });
    expect([answer.status, answer.text]).toEqual([200, '']);
  });

  it('413 PAYLOAD_TOO_LARGE', async () => {
    expectError(await post(SESSIONS, ' '.repeat(65_537)), 413, 'PAYLOAD_TOO_LARGE');
  });

  it('415 UNSUPPORTED_MEDIA_TYPE', async () => {
    const headers = { 'content-type': 'text/plain' };
    for (const path of [SESSIONS, ENDPOINTS, SMS, CREDITS, SIMULATE]) {
      const answer = await service.client.post(path, key, '{}', headers);
      expectError(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
    }
  });

  it('422 IDEMPOTENCY_KEY_REUSED', async () => {
    const headers = { 'idempotency-key': 'errors-1' };
    expect((await service.client.post(SESSIONS, key, order(), headers)).status).toBe(201);
    expectError(await service.client.post(SESSIONS, key, order(), headers), 422, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('429 RATE_LIMITED with Retry-After', async () => {
    const slow = await service.start({ rate_limit_per_second: 1, works: false });
    const statuses = [];
    for (let request = 0; request < 3; request += 1) statuses.push(await slow.client.get(ENDPOINTS, key));
    expectError(statuses[2] as Answer, 429, 'RATE_LIMITED');
    expect(statuses[2]?.headers['retry-after']).toBe('1');
  });

  it('503 SERVICE_UNAVAILABLE with Retry-After while the database is away, never 500, and 201 once it is back', async () => {
    const db = await openRelayedDatabase();
    const lone = new Service(db);
    await lone.start({ works: false });
    const { test_key } = await lone.merchant();
    const session = await lone.client.session(test_key);
    await db.goAway();
    const answers = [
      await lone.client.post(SESSIONS, test_key, order()),
      await lone.client.get(`${SESSIONS}/${session.id}`, test_key),
      await lone.client.post(`${SESSIONS}/${session.id}/cancel`, test_key),
      await lone.client.post(ENDPOINTS, test_key, { url: 'https://shop.example.com' }),
    ];
    for (const answer of answers) {
      expectError(answer, 503, 'SERVICE_UNAVAILABLE');
      expect(answer.headers['retry-after']).toBe('1');
    }
    expect((await lone.client.get('/livez', null)).status).toBe(200);
    await db.comeBack();
    expect((await lone.client.post(SESSIONS, test_key, order())).status).toBe(201);
    expect((await lone.client.get(`${SESSIONS}/${session.id}`, test_key)).body).toEqual(session);
    await lone.close();
  });

  it('every answer carries an X-Request-Id of its own', async () => {
    const answers = await Promise.all(
      ['/livez', '/openapi.json', '/nowhere', ENDPOINTS].map((path) => service.client.get(path, key)),
    );
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(4);
  });
});
