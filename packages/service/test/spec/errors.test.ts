import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeKeys } from '../../src/engine/keys/keys.ts';
import { holdsWithin } from '../waiting/until.ts';
import { type Answer, expectError, order, SESSIONS } from './client.ts';
import { confirmTemplate, liveNumber } from './live.ts';
import { type Merchant, openService, type Service } from './service.ts';
import { sessionIn } from './statuses.ts';

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

describe('The error table: 400 VALIDATION_ERROR', () => {
  it.each([
    ['decimal amount', 'amount', 5000.5],
    ['phone without international prefix', 'customer_phone', '66123456'],
    ['currency not XAF', 'currency', 'EUR'],
    ['operator not AIRTEL or MOOV', 'operator', 'ORANGE'],
    ['empty reference', 'reference', ''],
    ['unsupported reference', 'reference', 'ORDER 1#'],
    ['description over 255 characters', 'description', 'x'.repeat(256)],
    ['for sessions also ttl_minutes outside 1 to 60: 0', 'ttl_minutes', 0],
    ['for sessions also ttl_minutes outside 1 to 60: 61', 'ttl_minutes', 61],
  ])('%s', async (_row, name, value) => {
    expectError(await create({ [name]: value }), 400, 'VALIDATION_ERROR', [name]);
  });

  it('missing parameter', async () => {
    const answer = await post(SESSIONS, {});
    expectError(answer, 400, 'VALIDATION_ERROR', ['reference', 'amount', 'currency', 'operator']);
    for (const message of Object.values(answer.body.error.fields)) expect(message).toMatch(/^Is missing\./);
  });

  it.each([
    [ENDPOINTS, { url: 'nowhere' }, ['url']],
    [ENDPOINTS, {}, ['url']],
    [ENDPOINTS, { url: 'https://shop.example.com', events: ['order.paid'] }, ['events']],
    [SMS, { operator: 'AIRTEL', collection_number: '66000001', text: 'x' }, ['collection_number']],
    [SMS, { operator: 'AIRTEL', collection_number: '+23566000001' }, ['text']],
    [CREDITS, { operator: 'MOOV', collection_number: '+23599000001', amount: 0 }, ['amount']],
    [SIMULATE, { scenario: 'lottery' }, ['scenario']],
    [SIMULATE, {}, ['scenario']],
  ])('on %s: %j', async (path, body, fields) => {
    expectError(await post(path, body), 400, 'VALIDATION_ERROR', fields);
  });

  it('on webhook endpoints: an address that may not be called, where private ones are not allowed', async () => {
    const strict = await service.start({ allow_private_webhooks: false, works: false });
    for (const url of [
      'http://shop.example.com/hooks',
      'https://127.0.0.1/hooks',
      'https://[::1]/',
      'https://10.0.0.8/',
      'https://169.254.169.254/latest/meta-data',
      'https://localhost/',
      'https://shop.example.com:5432/',
      'https://user:pass@shop.example.com/',
    ]) {
      expectError(await strict.client.post(ENDPOINTS, key, { url }), 400, 'VALIDATION_ERROR', ['url']);
    }
  });

  it('on webhook endpoints: more than 20 in one environment', async () => {
    const { test_key, live_key } = await service.merchant();
    const add = (with_key: string) => post(ENDPOINTS, { url: 'https://shop.example.com/hooks' }, with_key);
    for (let made = 0; made < 20; made += 1) expect((await add(test_key)).status).toBe(201);
    expectError(await add(test_key), 400, 'VALIDATION_ERROR');
    expect((await add(live_key)).status).toBe(201);
  });

  it('unknown body field: 400, fields says so', async () => {
    expectError(await create({ colour: 'red' }), 400, 'VALIDATION_ERROR', ['colour']);
    expectError(
      await post(ENDPOINTS, { url: 'https://shop.example.com', secret: 'x' }),
      400,
      'VALIDATION_ERROR',
      ['secret'],
    );
  });

  it('malformed JSON', async () => {
    expectError(await post(SESSIONS, '{"reference":'), 400, 'VALIDATION_ERROR');
  });
});

describe('The error table: 401', () => {
  const paths = [
    ['POST', SESSIONS],
    ['GET', `${SESSIONS}/${NOBODY}`],
    ['POST', `${SESSIONS}/${NOBODY}/cancel`],
    ['POST', ENDPOINTS],
    ['GET', ENDPOINTS],
    ['GET', `${ENDPOINTS}/${NOBODY}`],
    ['DELETE', `${ENDPOINTS}/${NOBODY}`],
    ['POST', SMS],
    ['POST', CREDITS],
    ['POST', SIMULATE],
  ] as const;
  it.each(paths)('UNAUTHORIZED (error guide): key absent or invalid, %s %s', async (method, path) => {
    for (const wrong of [
      null,
      '',
      'nonsense',
      `service_test_${'0'.repeat(43)}`,
      `${key}x`,
      key.toLowerCase(),
    ]) {
      expectError(await service.client.call(method, path, { key: wrong }), 401, 'UNAUTHORIZED');
    }
  });

  it.each([
    ['POST', '/v1/transactions'],
    ['GET', '/v1/transactions?limit=1'],
    ['GET', `/v1/transactions/${NOBODY}`],
  ])('AUTH_REQUIRED (transaction endpoints): key absent or invalid, %s %s', async (method, path) => {
    expectError(await service.client.call(method, path), 401, 'AUTH_REQUIRED');
    expectError(await service.client.call(method, path, { key: 'nonsense' }), 401, 'AUTH_REQUIRED');
  });

  it('a dashboard token is not accepted for the public interface', async () => {
    const headers = { authorization: `Bearer ${key}`, cookie: `session=${key}` };
    expectError(await service.client.call('GET', ENDPOINTS, { headers }), 401, 'UNAUTHORIZED');
    expectError(await service.client.call('GET', `${ENDPOINTS}?api_key=${key}`), 401, 'UNAUTHORIZED');
  });

  it('key revoked: within one second, in every process', async () => {
    const second = await service.start({ works: false });
    const revoked = await service.key(merchant.id, 'test');
    const ask = () =>
      Promise.all([service.client.get(ENDPOINTS, revoked), second.client.get(ENDPOINTS, revoked)]);
    expect((await ask()).map(({ status }) => status)).toEqual([200, 200]);
    const [{ id } = { id: '' }] = await service.rows<{ id: string }>(
      'select id from api_keys where last4 = $1 and merchant_id = $2',
      [revoked.slice(-4), merchant.id],
    );
    await revokeKeys(service.first.services, [id]);
    await holdsWithin(1_000, async () => (await ask()).map(({ status }) => status), [401, 401]);
  });
});

describe('The error table: 403', () => {
  it('KYC_REQUIRED: merchant profile incomplete', async () => {
    const { live_key } = await service.merchant({ approved: false });
    expectError(await create({}, live_key), 403, 'KYC_REQUIRED');
  });

  it.each([
    ['payment_sessions:write', 'POST', SESSIONS],
    ['payment_sessions:read', 'GET', `${SESSIONS}/${NOBODY}`],
    ['payment_sessions:write', 'POST', `${SESSIONS}/${NOBODY}/cancel`],
    ['balance:read', 'GET', '/v1/balance'],
    ['webhook_endpoints:write', 'POST', ENDPOINTS],
    ['webhook_endpoints:read', 'GET', ENDPOINTS],
    ['webhook_endpoints:read', 'GET', `${ENDPOINTS}/${NOBODY}`],
    ['webhook_endpoints:write', 'DELETE', `${ENDPOINTS}/${NOBODY}`],
    ['events:read', 'GET', '/v1/events'],
    ['events:read', 'GET', `/v1/events/${NOBODY}`],
    ['sandbox:write', 'POST', SMS],
    ['sandbox:write', 'POST', CREDITS],
    ['sandbox:write', 'POST', SIMULATE],
  ] as const)(
    'API_KEY_PERMISSION_DENIED: key scope insufficient, %s for %s %s',
    async (scope, method, path) => {
      const all = [
        'payment_sessions:read',
        'payment_sessions:write',
        'transactions:read',
        'transactions:write',
        'balance:read',
        'webhook_endpoints:read',
        'webhook_endpoints:write',
        'events:read',
        'sandbox:write',
      ];
      const rest = all.filter((one) => one !== scope);
      const without = await service.key(merchant.id, 'test', rest);
      const answer = await service.client.call(method, path, {
        key: without,
        body: method === 'POST' ? {} : undefined,
      });
      expectError(answer, 403, 'API_KEY_PERMISSION_DENIED');
      expect(answer.body.error.message).toContain(scope);
      const only = await service.key(merchant.id, 'test', [scope]);
      const entered = await service.client.call(method, path, {
        key: only,
        body: method === 'POST' ? {} : undefined,
      });
      expect([200, 400, 404]).toContain(entered.status);
    },
  );
});

describe('The error table: 404 NOT_FOUND', () => {
  const addresses = [
    ['GET', (id: string) => `${SESSIONS}/${id}`],
    ['POST', (id: string) => `${SESSIONS}/${id}/cancel`],
    ['GET', (id: string) => `${ENDPOINTS}/${id}`],
    ['DELETE', (id: string) => `${ENDPOINTS}/${id}`],
    ['POST', (id: string) => `/v1/sandbox/payment-sessions/${id}/simulate`],
  ] as const;
  const ask = (method: string, path: string, with_key = key) =>
    service.client.call(method, path, {
      key: with_key,
      body: path.endsWith('simulate') ? { scenario: 'paid' } : undefined,
    });

  it.each(addresses)('resource missing, or an id that is no UUID: %s', async (method, path) => {
    for (const id of [
      randomUUID(),
      NOBODY,
      '1',
      'null',
      `${NOBODY}0`,
      '%00',
      '..%2f',
      '%F0%9F%92%A9',
      '%zz',
      'x'.repeat(300),
    ]) {
      expectError(await ask(method, path(id)), 404, 'NOT_FOUND');
    }
  });

  it.each(addresses)('belonging to another merchant: %s', async (method, path) => {
    const other = await service.merchant();
    const session = await service.client.session(other.test_key);
    const endpoint = await post(ENDPOINTS, { url: 'https://shop.example.com' }, other.test_key);
    for (const id of [session.id, endpoint.body.id])
      expectError(await ask(method, path(id)), 404, 'NOT_FOUND');
    expect((await service.client.get(`${SESSIONS}/${session.id}`, other.test_key)).body.status).toBe(
      'AWAITING_PAYMENT',
    );
  });

  it('in another environment', async () => {
    const session = await service.client.session(key);
    const endpoint = await post(ENDPOINTS, { url: 'https://shop.example.com' });
    const { live_key } = merchant;
    expectError(await ask('GET', `${SESSIONS}/${session.id}`, live_key), 404, 'NOT_FOUND');
    expectError(await ask('POST', `${SESSIONS}/${session.id}/cancel`, live_key), 404, 'NOT_FOUND');
    expectError(await ask('GET', `${ENDPOINTS}/${endpoint.body.id}`, live_key), 404, 'NOT_FOUND');
    expectError(await ask('DELETE', `${ENDPOINTS}/${endpoint.body.id}`, live_key), 404, 'NOT_FOUND');
    expect((await service.client.get(`${ENDPOINTS}/${endpoint.body.id}`, key)).status).toBe(200);
  });

  it.each([
    '/',
    '/v1',
    '/v1/',
    '/v1/payments',
    '/v2/payment-sessions',
    '/V1/payment-sessions',
    `${SESSIONS}/`,
    '//',
  ])('no such address: %s', async (path) => {
    expectError(await ask('GET', path), 404, 'NOT_FOUND');
  });
});

describe('The error table: 409', () => {
  it('DUPLICATE_REFERENCE: reference already used in the same environment', async () => {
    const session = await service.client.session(key, { reference: 'TAKEN' });
    const answer = await create({ reference: 'TAKEN', amount: 1, operator: 'MOOV' });
    expectError(answer, 409, 'DUPLICATE_REFERENCE');
    expect(answer.body.error.existing_payment_session_id).toBe(session.id);
    expect(answer.body.error.message).toContain('TAKEN');
  });

  it('a reference stays used after its session has ended', async () => {
    const session = await sessionIn(service, key, 'CANCELLED');
    expectError(await create({ reference: session.reference }), 409, 'DUPLICATE_REFERENCE');
  });

  it('INVALID_STATE: cancelling a non-AWAITING_PAYMENT session; the message names the status', async () => {
    const session = await sessionIn(service, key, 'SUCCESS');
    const answer = await post(`${SESSIONS}/${session.id}/cancel`);
    expectError(answer, 409, 'INVALID_STATE');
    expect(answer.body.error.message).toContain('SUCCESS');
    const simulated = await post(`/v1/sandbox/payment-sessions/${session.id}/simulate`, { scenario: 'paid' });
    expectError(simulated, 409, 'INVALID_STATE');
  });
});

describe('The error table: 503, in the flat shape', () => {
  const expectFlat = (answer: Answer, code: string, environment: string) => {
    expect(answer.status).toBe(503);
    const { error, failed_checks, ...rest } = answer.body;
    expect(rest).toEqual({ code, operator: 'MOOV', environment });
    expect(error).toEqual(expect.any(String));
    expect(failed_checks.length).toBeGreaterThan(0);
    for (const check of failed_checks) {
      expect(check).toEqual({
        name: expect.any(String),
        ready: false,
        reason: expect.any(String),
        count: expect.any(Number),
      });
    }
  };

  it('PROVIDER_RAIL_NOT_READY: the live rail for the operator is not ready; test mode remains available', async () => {
    const answer = await create({ operator: 'MOOV' }, merchant.live_key);
    expectFlat(answer, 'PROVIDER_RAIL_NOT_READY', 'live');
    expect(answer.body.failed_checks.map((check: { name: string }) => check.name)).toEqual([
      'collection_number_pool',
      'sms_gateway_online',
      'feed_healthy',
      'template_confirmed',
      'webhook_endpoint',
    ]);
    expect((await create({ operator: 'MOOV' })).status).toBe(201);
  });

  it('COLLECTION_NUMBER_UNAVAILABLE: no free collection number; failed_checks names what is short and the count', async () => {
    await confirmTemplate(service, 'moov-credit');
    await liveNumber(service, 'MOOV');
    const fields = { operator: 'MOOV', amount: 900 };
    expect((await create(fields, merchant.live_key)).status).toBe(201);
    const answer = await create(fields, merchant.live_key);
    expectFlat(answer, 'COLLECTION_NUMBER_UNAVAILABLE', 'live');
    expect(answer.body.failed_checks).toMatchObject([{ name: 'collection_number_pool', count: 1 }]);
    expect((await create({ ...fields, amount: 901 }, merchant.live_key)).status).toBe(201);
  });
});
