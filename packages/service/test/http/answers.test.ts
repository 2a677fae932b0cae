import { connect } from 'node:net';
import { OPERATION_NAMES, OPERATIONS, type Operation } from '@chari/contract';
import { Registry } from 'prom-client';
import { afterAll, describe, expect, it } from 'vitest';
import { QueueFull } from '../../src/engine/batch.ts';
import { rateLimiter } from '../../src/engine/rates.ts';
import { createLogger } from '../../src/http/log.ts';
import { httpMetrics } from '../../src/http/metrics.ts';
import { KEYS, openDesk, post, SESSION_ID, sessionOf, VALID } from './desk.ts';

describe('every answer', () => {
  const desk = openDesk();

  it('carries a request id of ours, never one that was sent', async () => {
    const answers = await Promise.all([
      post(desk, VALID, { 'x-request-id': 'mine' }),
      post(desk, '{', {}),
      post(desk, VALID, {}, null),
      desk.send({ method: 'GET', url: '/nothing', key: null }),
      desk.send({ method: 'GET', url: '/livez', key: null }),
    ]);
    const ids = answers.map((answer) => answer.headers['x-request-id']);
    expect(new Set(ids).size).toBe(5);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(OPERATION_NAMES)(
    'of %s stays in no cache, good or not: one address is that of every merchant, and the key alone tells whose it is',
    async (name) => {
      const { method, path, body }: Operation = OPERATIONS[name];
      const url = path.replace(':id', SESSION_ID);
      const sent = typeof body === 'object' && body !== null ? { payload: JSON.stringify(body.example) } : {};
      const headers = { ...(sent.payload !== undefined && { 'content-type': 'application/json' }) };
      const answers = await Promise.all([
        desk.send({ method, url, headers, ...sent }),
        desk.send({ method, url, key: null }),
        desk.send({ method, url: `${url}?colour=blue`, payload: '{' }),
        desk.send({ method: 'PUT', url }),
        desk.send({ method, url: `${url}/nothing` }),
      ]);
      expect(answers[0]?.statusCode).toBeLessThan(300);
      expect(answers[1]?.statusCode).toBe(401);
      expect(answers.map((answer) => answer.headers['cache-control'])).toEqual(Array(5).fill('no-store'));
    },
  );

  it('of what health is asked stays in none either: it was ready then', async () => {
    for (const url of ['/livez', '/readyz']) {
      const answer = await desk.send({ method: 'GET', url, key: null });
      expect([url, answer.headers['cache-control']]).toEqual([url, 'no-store']);
    }
  });

  it('is logged once, with the end of the key and nothing of the body', async () => {
    const own = openDesk();
    await post(own, { ...VALID, customer_phone: '+23566123456' });
    expect(own.lines).toHaveLength(1);
    expect(own.lines[0]?.fields).toMatchObject({
      method: 'POST',
      route: '/v1/payment-sessions',
      status: 201,
      key_last4: 'last',
    });
    const line = JSON.stringify(own.lines);
    for (const hidden of ['66123456', 'ORDER-1', KEYS.test]) expect(line).not.toContain(hidden);
  });

  it('is a line at debug only where it is good and the merchant’s own log keeps it', async () => {
    const kept: string[] = [];
    const own = openDesk({ noteRequest: ({ id }) => kept.push(id) > 0 });
    const good = await post(own, VALID);
    const bad = await post(own, '{', {});
    await own.send({ method: 'GET', url: '/livez', key: null });
    expect(own.lines.map(({ level, fields }) => [level, fields.status])).toEqual([
      ['debug', 201],
      ['info', 400],
      ['info', 200],
    ]);
    expect(kept).toEqual([good.headers['x-request-id'], bad.headers['x-request-id']]);
  });

  it('is counted by route', async () => {
    const registry = new Registry();
    const own = openDesk({ metrics: httpMetrics(registry) });
    await own.send({ method: 'GET', url: `/v1/payment-sessions/${SESSION_ID}` });
    expect(await registry.metrics()).toContain(
      'chari_http_answers_total{method="GET",route="/v1/payment-sessions/:id",status="200"} 1',
    );
  });
});

describe('a list', () => {
  const desk = openDesk();

  it.each(OPERATION_NAMES.filter((name) => name.startsWith('list_')))(
    '%s refuses a parameter that it has not, so that nobody takes it for a filter',
    async (name) => {
      const path = OPERATIONS[name].path.replace(':id', SESSION_ID);
      const answer = await desk.send({ method: 'GET', url: `${path}?colour=blue` });
      expect([answer.statusCode, Object.keys(answer.json().error?.fields ?? {})]).toEqual([400, ['colour']]);
      expect(answer.json().error.fields.colour).toMatch(/Its fields are: .*\blimit\b|It has none/);
    },
  );
});

describe('what goes wrong inside', () => {
  const failing = (error: unknown) => {
    const desk = openDesk();
    desk.verbs.payment_sessions.create = async () => {
      throw error;
    };
    return desk;
  };

  it.each([
    ['the queue is full', new QueueFull(10)],
    ['the database is away', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    [
      'the database went away below',
      new Error('batch failed', { cause: new Error('Connection terminated unexpectedly') }),
    ],
  ])('is 503 with Retry-After when %s', async (_name, error) => {
    const answer = await post(failing(error), VALID);
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
    expect(answer.json().error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503, retry_after: 1 });
  });

  it.each([
    new Error('duplicate key (customer_phone)=(+23566123456) service_test_abc'),
    'a string',
    null,
    Object.assign(new Error('teapot'), { statusCode: 418 }),
  ])('is 500 without internals otherwise: %s', async (error) => {
    const desk = failing(error);
    const answer = await post(desk, VALID);
    expect([answer.statusCode, answer.json().error.code]).toEqual([500, 'INTERNAL_ERROR']);
    for (const hidden of ['duplicate', 'teapot', 'stack', 'string'])
      expect(answer.body).not.toContain(hidden);
    const line = JSON.stringify(desk.lines);
    expect(desk.lines.map(({ level }) => level)).toContain('error');
    for (const hidden of ['66123456', 'service_test_abc']) expect(line).not.toContain(hidden);
  });

  it('is 503 when the key can’t be looked up, and never a stale yes', async () => {
    const desk = openDesk({
      authenticate: async () => {
        throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
      },
    });
    expect((await post(desk, VALID)).statusCode).toBe(503);
    expect((await desk.send({ method: 'GET', url: '/v1/nothing' })).statusCode).toBe(503);
  });

  it('shows in /readyz', async () => {
    const desk = openDesk({ readiness: async () => ({ ready: false, checks: { database: 'away' } }) });
    const answer = await desk.send({ method: 'GET', url: '/readyz', key: null });
    expect([answer.statusCode, answer.json()]).toEqual([503, { ready: false, checks: { database: 'away' } }]);
  });
});

describe('an idempotency key', () => {
  const desk = openDesk();
  const hashOf = async (body: unknown, key = 'k') => {
    await post(desk, body, { 'idempotency-key': key });
    return (desk.commands.at(-1) as { idempotency: { key: string; request_hash: string } }).idempotency;
  };

  it('goes with a hash of what is asked, in whatever order it was written', async () => {
    const first = await hashOf({ ...VALID, metadata: { a: 1, b: { c: 2, d: 3 } } });
    const turned = await hashOf({ metadata: { b: { d: 3, c: 2 }, a: 1 }, ...VALID, ttl_minutes: 10 });
    const other = await hashOf({ ...VALID, metadata: { a: 1, b: { c: 2, d: 4 } } });
    expect(first).toEqual({ key: 'k', request_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(turned).toEqual(first);
    expect(other.request_hash).not.toBe(first.request_hash);
  });

  it.each(['', 'a b', 'é', 'x'.repeat(256)])(
    '%j is refused, together with what else is wrong',
    async (key) => {
      const answer = await post(desk, { ...VALID, amount: 0 }, { 'idempotency-key': key });
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json().error.fields).sort()).toEqual(['Idempotency-Key', 'amount']);
    },
  );

  it('is taken at 255 characters', async () => {
    expect((await post(desk, VALID, { 'idempotency-key': '~'.repeat(255) })).statusCode).toBe(201);
  });

  it('replays the first answer under a header that says so', async () => {
    const own = openDesk();
    own.verbs.payment_sessions.create = async (command) => ({
      kind: 'created',
      session: sessionOf(command),
      replayed: true,
    });
    const answer = await post(own, VALID, { 'idempotency-key': 'k' });
    expect([answer.statusCode, answer.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect((await post(desk, VALID)).headers['idempotent-replayed']).toBeUndefined();
  });

  it.each([
    ['idempotency_key_reused', 422, 'IDEMPOTENCY_KEY_REUSED'],
    ['idempotency_key_in_use', 409, 'IDEMPOTENCY_KEY_IN_USE'],
  ] as const)('%s is %i %s', async (kind, status, code) => {
    const own = openDesk();
    own.verbs.payment_sessions.create = async () => ({ kind });
    const answer = await post(own, VALID, { 'idempotency-key': 'k' });
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, code]);
  });
});

describe('rates', () => {
  it('lets twice the rate through at once, then answers 429 until the time it says', async () => {
    const desk = openDesk({ rate_limit_per_second: 5 });
    const url = `/v1/payment-sessions/${SESSION_ID.replace('0198', '0199')}`;
    const send = () => desk.send({ method: 'GET', url });
    for (let request = 0; request < 10; request += 1) expect((await send()).statusCode).toBe(404);
    const refused = await send();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1']);
    expect(refused.json().error).toMatchObject({ code: 'RATE_LIMITED', retry_after: 1 });
    expect((await desk.send({ method: 'GET', url, key: KEYS.live })).statusCode).toBe(404);
    desk.clock.now_ms += 200;
    expect((await send()).statusCode).toBe(404);
    expect((await send()).statusCode).toBe(429);
  });

  it('holds polling to one request every 5 seconds with a burst of 12, only while AWAITING_PAYMENT', async () => {
    const desk = openDesk({ rate_limit_per_second: 100 });
    const poll = () => desk.send({ method: 'GET', url: `/v1/payment-sessions/${SESSION_ID}` });
    for (let request = 0; request < 12; request += 1) expect((await poll()).statusCode).toBe(200);
    const refused = await poll();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '5']);
    desk.clock.now_ms += 5_000;
    expect((await poll()).statusCode).toBe(200);
    expect((await poll()).statusCode).toBe(429);
    desk.verbs.payment_sessions.retrieve = async () => sessionOf({}, 'SUCCESS');
    expect((await poll()).statusCode).toBe(200);
  });
});

describe('what the limiter and the log hold back', () => {
  it('keeps at most 100,000 buckets and forgets the oldest first', () => {
    const take = rateLimiter({ interval_ms: 1_000, burst: 1 });
    take('first', 0);
    for (let name = 0; name < 90_000; name += 1) take(`early-${name}`, 0);
    expect(take('first', 0)).toBe(1_000);
    for (let name = 0; name < 20_000; name += 1) take(`late-${name}`, 0);
    expect(take('first', 0)).toBe(0);
    expect(take('late-19999', 0)).toBe(1_000);
  });

  it('forgets a bucket that is full again', () => {
    const take = rateLimiter({ interval_ms: 10, burst: 2 });
    for (let name = 0; name < 2_000; name += 1) expect(take(`name-${name}`, name * 100)).toBe(0);
    expect([take('name-1999', 199_900), take('name-1999', 199_900)]).toEqual([0, 10]);
  });

  it('writes JSON lines in which the members that must not be read are withheld', () => {
    const written: string[] = [];
    const log = createLogger('info', { write: (line: string) => written.push(line) });
    log.info(
      { request_id: 'r', key: 'service_test_x', secret: 's', text: 'recu', customer_phone: '+235' },
      'm',
    );
    log.debug('below the level');
    expect(written).toHaveLength(1);
    const { time, ...line } = JSON.parse(written[0] as string);
    const withheld = '[redacted]';
    expect(line).toEqual({
      level: 'info',
      request_id: 'r',
      key: withheld,
      secret: withheld,
      text: withheld,
      customer_phone: withheld,
      msg: 'm',
    });
    expect(time).toMatch(/Z$/);
  });
});

describe('over a real connection', () => {
  const desk = openDesk();
  const opened = desk.app.listen({ port: 0, host: '127.0.0.1' });
  afterAll(() => desk.app.close());

  /** Sends bytes and gives back all that comes until the server closes. */
  async function raw(bytes: string): Promise<string> {
    const port = Number(new URL(await opened).port);
    return new Promise((resolve, reject) => {
      let received = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.setEncoding('utf8').on('data', (chunk) => {
        received += chunk;
      });
      socket.on('end', () => resolve(received)).on('error', reject);
    });
  }

  it.each([
    ['what is no HTTP', 'HELLO\r\n\r\n'],
    ['a broken length', 'POST /v1/payment-sessions HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n'],
  ])('%s is answered 400 in the envelope, with a request id', async (_name, bytes) => {
    const answer = await raw(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}/i);
    expect(answer).toMatch(/cache-control: no-store\r/i);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))).error.code).toBe('VALIDATION_ERROR');
  });

  it.each([
    ['no Host', 'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['a method nobody knows', 'PROPFIND /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 405],
    [
      'an expectation nobody knows',
      'GET /livez HTTP/1.1\r\nHost: x\r\nExpect: magic\r\nConnection: close\r\n\r\n',
      200,
    ],
    ['an undecodable address', 'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
    [
      'two keys',
      `GET /v1 HTTP/1.1\r\nHost: x\r\nX-API-Key: ${KEYS.test}\r\nX-API-Key: ${KEYS.test}\r\nConnection: close\r\n\r\n`,
      401,
    ],
    ['HEAD', 'HEAD /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 200],
  ])('%s is answered, with a request id', async (_name, bytes, status) => {
    const answer = await raw(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}/i);
  });
});
