import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, order, SESSIONS } from './client.ts';
import { openService, type Service } from './service.ts';
import { STATUSES, sessionIn } from './statuses.ts';

let service: Service;
let key: string;
beforeAll(async () => {
  service = await openService();
  ({ test_key: key } = await service.merchant());
});
afterAll(() => service.close());

const create = (fields: object, headers: Record<string, string> = {}) =>
  service.client.post(SESSIONS, key, order(fields), headers);
const expectRefused = (answer: Answer, name: string) => {
  expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect(Object.keys(answer.body.error.fields)).toEqual([name]);
};
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));
/** Metadata of exactly so many bytes as compact JSON. */
const bytes = (count: number) => ({ a: 'x'.repeat(count - '{"a":""}'.length) });
const twoByteCharacters = (count: number) => ({ a: `${'é'.repeat((count - 8) / 2)}` });

describe('Limits: ttl_minutes | 1 to 60, default 10 | session creation', () => {
  it.each([1, 2, 59, 60])('%i is taken', async (ttl_minutes) => {
    const { body } = await create({ ttl_minutes });
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(ttl_minutes * 60_000);
  });

  it.each([0, 61, -1, 1.5, 1e9])('%d is refused', async (ttl_minutes) => {
    expectRefused(await create({ ttl_minutes }), 'ttl_minutes');
  });

  it('left out it is 10', async () => {
    const { body } = await create({});
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(600_000);
  });
});

describe('Limits: amount | positive integer XAF, no decimals | sessions', () => {
  it.each([1, 2, 999_999_999, 1_000_000_000])('%i is taken', async (amount) => {
    const { status, body } = await create({ amount });
    expect([status, body.amount]).toEqual([201, amount]);
  });

  it.each([0, -1, 0.5, 1.01, 1_000_000_001, 2_147_483_648, Number.MAX_SAFE_INTEGER])(
    '%d is refused',
    async (amount) => {
      expectRefused(await create({ amount }), 'amount');
    },
  );

  it.each(['5000.0', '5e3'])('%s is the whole number that it is', async (text) => {
    const answer = await service.client.post(SESSIONS, key, JSON.stringify(order()).replace('5000', text));
    expect([answer.status, answer.body.amount]).toEqual([201, 5000]);
  });
});

describe('Limits: description length | at most 255 characters', () => {
  it.each(['', 'x'.repeat(255), 'é'.repeat(255), '😀'.repeat(255)])('%s is taken', async (description) => {
    expect((await create({ description })).status).toBe(201);
  });

  it.each(['x'.repeat(256), '😀'.repeat(256)])('%s is refused', async (description) => {
    expectRefused(await create({ description }), 'description');
  });
});

describe('Limits: reference uniqueness | per environment; 1 to 100 characters of A-Z a-z 0-9 . _ : / -', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._:/-';

  it.each(['x', 'y'.repeat(100), alphabet, '..', '//', '-'])('%s is taken', async (reference) => {
    const { status, body } = await create({ reference });
    expect([status, body.reference]).toEqual([201, reference]);
  });

  it.each(['', 'x'.repeat(101)])('%j is refused', async (reference) => {
    expectRefused(await create({ reference }), 'reference');
  });

  it('every other character of ASCII is refused, and so are letters of other scripts', async () => {
    const ascii = Array.from({ length: 127 }, (_, code) => String.fromCharCode(code + 1));
    const others = [
      ...ascii.filter((one) => !alphabet.includes(one)),
      'é',
      'А',
      '１',
      '😀',
      '\u202e',
      '\u00a0',
    ];
    for (const character of others) expectRefused(await create({ reference: `A${character}` }), 'reference');
  });

  it('letters differ by their case', async () => {
    expect((await create({ reference: 'case' })).status).toBe(201);
    expect((await create({ reference: 'CASE' })).status).toBe(201);
    expect((await create({ reference: 'case' })).status).toBe(409);
  });
});

describe('Limits: metadata | at most 50 keys, 16 KiB as JSON', () => {
  it.each([
    ['no key', {}],
    ['50 keys', keys(50)],
    ['16,384 bytes', bytes(16_384)],
    ['16,384 bytes of two-byte characters', twoByteCharacters(16_384)],
    ['51 keys deeper inside', { deep: keys(51) }],
  ])('%s: taken', async (_what, metadata) => {
    const { status, body } = await create({ metadata });
    expect(status).toBe(201);
    const [row] = await service.rows<{ metadata: object }>(
      'select metadata from payment_sessions where id = $1',
      [body.id],
    );
    expect(row?.metadata).toEqual(metadata);
  });

  it.each([
    ['51 keys', keys(51)],
    ['16,385 bytes', bytes(16_385)],
    ['16,386 bytes of two-byte characters', twoByteCharacters(16_386)],
  ])('%s: refused', async (_what, metadata) => {
    expectRefused(await create({ metadata }), 'metadata');
  });

  it('white space and escapes of the sender do not count', async () => {
    const text = JSON.stringify(order({ metadata: bytes(16_384) })).replace(
      '"metadata":',
      `"metadata":${' '.repeat(5_000)}`,
    );
    expect((await service.client.post(SESSIONS, key, text)).status).toBe(201);
  });
});

describe('Limits: Idempotency-Key | 1 to 255 characters', () => {
  it.each(['k', '~'.repeat(255)])('%s is taken', async (name) => {
    expect((await create({}, { 'idempotency-key': name })).status).toBe(201);
  });

  it.each(['', 'x'.repeat(256), 'a b', 'caf\u00e9'])('%j is refused', async (name) => {
    expectRefused(await create({}, { 'idempotency-key': name }), 'Idempotency-Key');
  });
});

describe('Limits: the body | 64 KiB, 32 levels', () => {
  const padded = (size: number) => JSON.stringify(order()).padEnd(size, ' ');
  const deep = (levels: number) => {
    const metadata = `${'{"a":'.repeat(levels - 2)}{}${'}'.repeat(levels - 2)}`;
    return JSON.stringify(order()).replace('}', `,"metadata":${metadata}}`);
  };

  it('65,536 bytes are read, one more is 413', async () => {
    expect((await service.client.post(SESSIONS, key, padded(65_536))).status).toBe(201);
    expect((await service.client.post(SESSIONS, key, padded(65_537))).status).toBe(413);
  });

  it('32 levels are read, one more is 400', async () => {
    expect((await service.client.post(SESSIONS, key, deep(32))).status).toBe(201);
    const answer = await service.client.post(SESSIONS, key, deep(33));
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining('32 levels')]);
  });
});

describe('Limits: X-API-Key', () => {
  it('of any length and content is known or 401', async () => {
    const wrong = ['x', 'x'.repeat(8_000), `${key} `.repeat(3), `${key}, ${key}`, "' or 1=1 --", '\u00ff'];
    for (const one of wrong) {
      expect((await service.client.get('/v1/webhook-endpoints', one)).status).toBe(401);
    }
    expect((await service.client.get('/v1/webhook-endpoints', key)).status).toBe(200);
  });
});

describe('Limits: rates', () => {
  let limited: Service;
  beforeAll(async () => {
    limited = await openService({ rate_limit_per_second: 100 });
    limited.clock.stand();
  });
  afterAll(() => limited.close());
  const statuses = (answers: Answer[]) =>
    Object.fromEntries(
      [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]),
    );

  it('100 requests/s a key, burst 200: the 201st at one moment is 429 with Retry-After', async () => {
    const merchant = await limited.merchant();
    const ask = (count: number) =>
      Promise.all(
        Array.from({ length: count }, () => limited.client.get('/v1/webhook-endpoints', merchant.test_key)),
      );
    expect(statuses(await ask(201))).toEqual({ 200: 200, 429: 1 });
    const [refused] = await ask(1);
    expect([refused?.body.error.code, refused?.headers['retry-after']]).toEqual(['RATE_LIMITED', '1']);
    expect((await limited.client.get('/v1/webhook-endpoints', merchant.live_key)).status).toBe(200);
    limited.clock.pass(0.01);
    expect(statuses(await ask(2))).toEqual({ 200: 1, 429: 1 });
    limited.clock.pass(1);
    expect(statuses(await ask(101))).toEqual({ 200: 100, 429: 1 });
  });

  it('a list counts as one request for each 50 rows that are asked for, 5 of deliveries', async () => {
    const merchant = await limited.merchant();
    const ask = (path: string, count: number) =>
      Promise.all(Array.from({ length: count }, () => limited.client.get(path, merchant.test_key)));
    expect(statuses(await ask('/v1/transactions?limit=1000', 11))).toEqual({ 200: 10, 429: 1 });
    limited.clock.pass(2);
    expect(statuses(await ask('/v1/transactions?limit=5000', 11))).toEqual({ 200: 10, 429: 1 });
    limited.clock.pass(2);
    const endpoint = await limited.client.post('/v1/webhook-endpoints', merchant.test_key, {
      url: 'https://shop.example/hook',
    });
    const deliveries = `/v1/webhook-endpoints/${endpoint.body.id}/deliveries?limit=100`;
    expect(statuses(await ask(deliveries, 11))).toEqual({ 200: 9, 429: 2 });
    limited.clock.pass(2);
    // No more than that is served, so no more counts.
    expect(statuses(await ask(`${deliveries}0`, 11))).toEqual({ 200: 10, 429: 1 });
  });

  it('sending again all that failed counts as 100 requests', async () => {
    const { test_key } = await limited.merchant();
    const path = '/v1/webhook-endpoints';
    const { body } = await limited.client.post(path, test_key, { url: 'https://shop.example/hook' });
    limited.clock.pass(1);
    const since = limited.clock.now().toISOString();
    const resend = () =>
      limited.client.post(`${path}/${body.id}/resend`, test_key, { since, status: 'failed' });
    const answers = await Promise.all([resend(), resend(), resend()]);
    expect(statuses(answers)).toEqual({ 202: 2, 429: 1 });
    limited.clock.pass(1);
    expect((await resend()).status).toBe(202);
  });

  it('all keys of a merchant in one environment have what five of them may send', async () => {
    const merchant = await limited.merchant();
    const keys = await Promise.all(Array.from({ length: 6 }, () => limited.key(merchant.id, 'test')));
    const list = (key: string) => limited.client.get('/v1/transactions?limit=1000', key);
    const answers = await Promise.all(keys.flatMap((one) => Array.from({ length: 10 }, () => list(one))));
    expect(statuses(answers)).toEqual({ 200: 50, 429: 10 });
    expect(answers.find(({ status }) => status === 429)?.body.error.message).toContain('of this merchant');
    expect((await list(merchant.live_key)).status).toBe(200);
    expect((await list((await limited.merchant()).test_key)).status).toBe(200);
  });

  it('session polling | at most one request every 5 seconds while AWAITING_PAYMENT: burst of 12, then 429', async () => {
    const merchant = await limited.merchant();
    const session = await limited.client.session(merchant.test_key);
    const other = await limited.client.session(merchant.test_key);
    const poll = (id = session.id) => limited.client.get(`${SESSIONS}/${id}`, merchant.test_key);
    for (let request = 0; request < 12; request += 1) expect((await poll()).status).toBe(200);
    const refused = await poll();
    expect([refused.status, refused.body.error.code, refused.headers['retry-after']]).toEqual([
      429,
      'RATE_LIMITED',
      '5',
    ]);
    expect((await poll(other.id)).status).toBe(200);
    limited.clock.pass(4.9);
    expect((await poll()).status).toBe(429);
    limited.clock.pass(0.1);
    expect((await poll()).status).toBe(200);
    expect((await poll()).status).toBe(429);
  });

  it.each(STATUSES)('session polling | not limited at %s', async (status) => {
    const merchant = await limited.merchant();
    const session = await sessionIn(limited, merchant.test_key, status);
    const polls = Array.from({ length: 40 }, () =>
      limited.client.get(`${SESSIONS}/${session.id}`, merchant.test_key),
    );
    expect(statuses(await Promise.all(polls))).toEqual({ 200: 40 });
  });
});

describe('Limits: the sandbox', () => {
  const sms = (fields: object) =>
    service.client.post('/v1/sandbox/sms', key, {
      operator: 'AIRTEL',
      collection_number: '+23566000001',
      text: 'Bonjour',
      ...fields,
    });
  // At the limit it passes the check of its shape, and only the number is none of ours.
  it.each([
    ['text', 'x'.repeat(4_000), 'x'.repeat(4_001)],
    ['sender', 'x'.repeat(50), 'x'.repeat(51)],
  ])('%s at its limit and one past it', async (name, at, past) => {
    expectRefused(await sms({ [name]: at }), 'collection_number');
    expectRefused(await sms({ [name]: past }), name);
  });
});
