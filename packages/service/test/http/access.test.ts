import { OPERATION_NAMES, OPERATIONS, type Operation } from '@chari/contract';
import { describe, expect, it } from 'vitest';
import { KEYS, openDesk, post, SESSION_ID, VALID } from './desk.ts';

const desk = openDesk();
const codeOf = (answer: { json: () => { error: { code: string } } }) => answer.json().error.code;

describe('the key', () => {
  it.each([null, '', 'service_test_unknown', 'x'.repeat(5_000)])(
    '%j is answered 401 UNAUTHORIZED',
    async (key) => {
      const answer = await post(desk, VALID, {}, key);
      expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'UNAUTHORIZED']);
    },
  );

  it.each(['', '/', '?limit=1', `/${SESSION_ID}`])(
    'is asked for by AUTH_REQUIRED on /v1/transactions%s',
    async (rest) => {
      const answer = await desk.send({ method: 'GET', url: `/v1/transactions${rest}`, key: null });
      expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'AUTH_REQUIRED']);
    },
  );

  it('is asked for before anything under /v1 is told apart', async () => {
    for (const url of ['/v1', '/v1/nothing', '/v1/transactionsx', '/v1/payment-sessions/%zz']) {
      const answer = await desk.send({ method: 'GET', url, key: null });
      expect([url, answer.statusCode, codeOf(answer)]).toEqual([url, 401, 'UNAUTHORIZED']);
    }
  });

  it.each(['/v1/nothing', `/v1/payment-sessions/${SESSION_ID}/nothing`])(
    'is asked for before a body that is too large for %s is read',
    async (url) => {
      const large = { method: 'POST', url, payload: Buffer.alloc(100_000) } as const;
      const answer = await desk.send({ ...large, key: null });
      expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'UNAUTHORIZED']);
      expect((await desk.send(large)).statusCode).toBe(404);
    },
  );

  it('is not asked for outside /v1', async () => {
    for (const url of ['/livez', '/readyz', '/openapi.json', '/docs']) {
      expect((await desk.send({ method: 'GET', url, key: null })).statusCode).toBe(200);
    }
    // Of the port for operations alone: making it costs more than a payment.
    for (const url of ['/nothing', '/metrics'])
      expect((await desk.send({ method: 'GET', url, key: null })).statusCode).toBe(404);
  });
});

describe('the order of checks', () => {
  it('is key, scope, KYC, then the request', async () => {
    const wrong = 'not even JSON';
    expect((await post(desk, wrong, {}, null)).statusCode).toBe(401);
    expect(codeOf(await post(desk, wrong, {}, KEYS.read_only))).toBe('API_KEY_PERMISSION_DENIED');
    expect(codeOf(await post(desk, wrong, {}, KEYS.live_pending))).toBe('KYC_REQUIRED');
    expect(codeOf(await post(desk, wrong, {}, KEYS.live))).toBe('VALIDATION_ERROR');
    expect(codeOf(await post(desk, 'x'.repeat(70_000), {}, KEYS.live_pending))).toBe('KYC_REQUIRED');
  });

  it('lets a frozen merchant read everything and change nothing, and says so', async () => {
    const read = { method: 'GET', url: `/v1/payment-sessions/${SESSION_ID}` } as const;
    expect((await desk.send({ ...read, key: KEYS.live_frozen })).statusCode).toBe(200);
    const refused = await post(desk, VALID, {}, KEYS.live_frozen);
    expect(refused.statusCode).toBe(403);
    expect(refused.json().error).toMatchObject({
      code: 'API_KEY_PERMISSION_DENIED',
      message: expect.stringContaining('This merchant is frozen in live: what is open goes on'),
    });
  });

  it('asks for KYC only where a live request changes something', async () => {
    const read = { method: 'GET', url: `/v1/payment-sessions/${SESSION_ID}` } as const;
    expect((await desk.send({ ...read, key: KEYS.live_pending })).statusCode).toBe(200);
    expect((await post(desk, VALID, {}, KEYS.test)).statusCode).toBe(201);
    const writes = [
      ['POST', '/v1/payment-sessions'],
      ['POST', `/v1/payment-sessions/${SESSION_ID}/cancel`],
      ['POST', '/v1/webhook-endpoints'],
      ['DELETE', `/v1/webhook-endpoints/${SESSION_ID}`],
      ['PATCH', `/v1/webhook-endpoints/${SESSION_ID}`],
      ['POST', `/v1/webhook-endpoints/${SESSION_ID}/rotate-secret`],
      ['POST', `/v1/webhook-endpoints/${SESSION_ID}/test`],
      ['POST', `/v1/webhook-endpoints/${SESSION_ID}/resend`],
      ['POST', `/v1/webhook-deliveries/${SESSION_ID}/resend`],
    ] as const;
    for (const [method, url] of writes) {
      expect(codeOf(await desk.send({ method, url, key: KEYS.live_pending }))).toBe('KYC_REQUIRED');
    }
  });

  it('keeps live keys out of the sandbox', async () => {
    for (const path of ['sms', 'credits', `payment-sessions/${SESSION_ID}/simulate`]) {
      const answer = await desk.send({ method: 'POST', url: `/v1/sandbox/${path}`, key: KEYS.live });
      expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'API_KEY_PERMISSION_DENIED']);
      expect(answer.json().error.message).toContain('test key');
    }
  });

  it('asks a read for the read scope: write does not imply read', async () => {
    const answer = await desk.send({
      method: 'GET',
      url: `/v1/payment-sessions/${SESSION_ID}`,
      key: KEYS.no_scopes,
    });
    expect(answer.json().error.message).toContain('payment_sessions:read');
  });
});

describe('the scope of each operation', () => {
  it.each(OPERATION_NAMES)('%s is refused to a key without it, which the message names', async (name) => {
    const { method, path, scope }: Operation = OPERATIONS[name];
    const url = path.replace(':id', SESSION_ID);
    const answer = await desk.send({ method, url, key: KEYS.no_scopes });
    expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'API_KEY_PERMISSION_DENIED']);
    expect(answer.json().error.message).toContain(scope);
  });
});

describe('an address', () => {
  it.each([
    ['PUT', '/v1/payment-sessions', 'POST'],
    ['GET', '/v1/payment-sessions', 'POST'],
    ['DELETE', `/v1/payment-sessions/${SESSION_ID}`, 'GET, HEAD'],
    ['GET', `/v1/payment-sessions/${SESSION_ID}/cancel`, 'POST'],
    ['PATCH', '/v1/webhook-endpoints', 'POST, GET, HEAD'],
    ['POST', `/v1/webhook-endpoints/${SESSION_ID}`, 'GET, HEAD, PATCH, DELETE'],
    ['PUT', `/v1/webhook-endpoints/${SESSION_ID}/deliveries`, 'GET, HEAD'],
    ['GET', `/v1/webhook-endpoints/${SESSION_ID}/resend`, 'POST'],
    ['DELETE', `/v1/webhook-deliveries/${SESSION_ID}`, 'GET, HEAD'],
    ['GET', `/v1/webhook-deliveries/${SESSION_ID}/resend`, 'POST'],
    ['POST', '/v1/events', 'GET, HEAD'],
    ['PATCH', `/v1/events/${SESSION_ID}`, 'GET, HEAD'],
    ['GET', `/v1/sandbox/payment-sessions/${SESSION_ID}/simulate`, 'POST'],
    ['OPTIONS', '/v1/sandbox/sms', 'POST'],
    ['POST', '/docs', 'GET, HEAD'],
  ] as const)('answers %s %s with 405 and Allow: %s', async (method, url, allow) => {
    const answer = await desk.send({ method, url });
    expect([answer.statusCode, answer.headers.allow, codeOf(answer)]).toEqual([
      405,
      allow,
      'METHOD_NOT_ALLOWED',
    ]);
  });

  it('of an operator’s callbacks takes POST alone, and is nothing where there is no such operator', async () => {
    const { send } = openDesk({ rail_callbacks: async () => 'genuine' });
    const asked = { method: 'PUT', url: '/rails/airtel/callback', key: null } as const;
    const answer = await send(asked);
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST']);
    expect((await desk.send(asked)).statusCode).toBe(404);
  });

  it.each(['1', 'x'.repeat(2_000), `${SESSION_ID}0`, '%00', '%zz', "'; drop table--"])(
    'with the id %s, which is no UUID, is 404',
    async (id) => {
      const answer = await desk.send({
        method: 'GET',
        url: `/v1/payment-sessions/${encodeURI(id).replace('%25', '%')}`,
      });
      expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'NOT_FOUND']);
      expect(answer.headers['x-request-id']).toBeDefined();
    },
  );

  it.each(['/v1/payment-sessions/', '/v1/transactions/', '/v1/webhook-endpoints/', '/v1/refunds/'])(
    'that ends in a slash has no method: POST %s is 404, and nothing sends the caller to GET, which is 404 too',
    async (url) => {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await desk.send({ method, url });
        expect([method, answer.statusCode, answer.headers.allow]).toEqual([method, 404, undefined]);
      }
    },
  );

  it('takes an id in capitals, since a UUID has no case', async () => {
    const url = `/v1/payment-sessions/${SESSION_ID.toUpperCase()}`;
    expect((await desk.send({ method: 'GET', url })).statusCode).toBe(200);
  });
});
