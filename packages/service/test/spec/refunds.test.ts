import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from './client.ts';
import { type Merchant, openService, type Service } from './service.ts';

let service: Service;
let mine: Merchant;
let rival: Merchant;
beforeAll(async () => {
  service = await openService();
  mine = await service.merchant();
  rival = await service.merchant();
});
afterAll(() => service.close());

const REFUNDS = '/v1/refunds';
const { post, get } = {
  post: (body: unknown, key: string, headers = {}) => service.client.post(REFUNDS, key, body, headers),
  get: (path: string, key: string) => service.client.get(path, key),
};

async function paid(amount = 5000): Promise<string> {
  const session = await service.client.session(mine.test_key, { amount });
  const path = `/v1/sandbox/payment-sessions/${session.id}/simulate`;
  expect((await service.client.post(path, mine.test_key, { scenario: 'paid' })).status).toBe(200);
  return session.id;
}
const kept = async () =>
  (await service.rows<{ count: number }>('select count(*)::int as count from refunds'))[0]?.count;

describe('A payment is given back', () => {
  it('by nobody with another merchant’s key, another environment’s, or one without the scope', async () => {
    const payment_session_id = await paid();
    for (const key of [rival.test_key, rival.live_key, mine.live_key])
      expectError(await post({ payment_session_id }, key), 404, 'NOT_FOUND');
    const reading = await service.key(mine.id, 'test', ['refunds:read', 'payment_sessions:write']);
    expectError(await post({ payment_session_id }, reading), 403, 'API_KEY_PERMISSION_DENIED');
    expect(await kept()).toBe(0);
    const made = await post({ payment_session_id }, mine.test_key);
    expect([made.status, made.body.amount]).toEqual([201, 5000]);
    const path = `${REFUNDS}/${made.body.id}`;
    for (const key of [rival.test_key, mine.live_key]) {
      expectError(await get(path, key), 404, 'NOT_FOUND');
      expect((await get(`${REFUNDS}?payment_session_id=${payment_session_id}`, key)).body.refunds).toEqual(
        [],
      );
    }
    const writing = await service.key(mine.id, 'test', ['refunds:write']);
    for (const one of [path, REFUNDS]) expectError(await get(one, writing), 403, 'API_KEY_PERMISSION_DENIED');
  });

  it.each([0, -1, -5000, 0.5, 1.0000001, 1e21, 2 ** 53, '100', [100], { xaf: 100 }, true, 5001])(
    'never by an amount of %j',
    async (amount) => {
      const payment_session_id = await paid();
      const before = await kept();
      const { status } = await post({ payment_session_id, amount }, mine.test_key);
      expect([400, 409, 422]).toContain(status);
      expect(await kept()).toBe(before);
    },
  );

  it.each([
    ['both names', { transaction_id: randomUUID() }],
    ['a merchant', { merchant_id: randomUUID() }],
    ['another phone', { to_phone: '+23566999999' }],
    ['an environment', { environment: 'live' }],
    ['a way', { via: 'sim' }],
    ['an unreadable reason', { reason: 'x'.repeat(256) }],
    ['an empty reason', { reason: '' }],
  ])('never by a body with %s', async (_, more) => {
    const payment_session_id = await paid();
    const before = await kept();
    const { status } = await post({ payment_session_id, ...more }, mine.test_key);
    expect([400, 422]).toContain(status);
    expect(await kept()).toBe(before);
  });

  it('and is listed by one payment alone: two ids are refused', async () => {
    const payment_session_id = await paid();
    expect((await post({ payment_session_id }, mine.test_key)).status).toBe(201);
    const both = `payment_session_id=${payment_session_id}&transaction_id=${randomUUID()}`;
    const answer = await get(`${REFUNDS}?${both}`, mine.test_key);
    expectError(answer, 400, 'VALIDATION_ERROR', ['transaction_id']);
    const one = await get(`${REFUNDS}?payment_session_id=${payment_session_id}`, mine.test_key);
    expect(one.body.refunds).toMatchObject([{ payment_session_id }]);
  });

  it('once, however many ask at once with one idempotency key, and no more than whole with many', async () => {
    const payment_session_id = await paid();
    const key = { 'Idempotency-Key': randomUUID() };
    const body = { payment_session_id, amount: 3000 };
    const same = await Promise.all(Array.from({ length: 10 }, () => post(body, mine.test_key, key)));
    const ids = new Set(same.filter(({ status }) => status === 201).map((one) => one.body.id));
    expect(ids.size).toBe(1);
    expect((await post({ ...body, amount: 2000 }, mine.test_key, key)).status).toBe(422);
    const many = await Promise.all(
      Array.from({ length: 10 }, () =>
        post({ payment_session_id, amount: 1500 }, mine.test_key, { 'Idempotency-Key': randomUUID() }),
      ),
    );
    expect(many.filter(({ status }) => status === 201)).toHaveLength(1);
    const [row] = await service.rows<{ refunded_xaf: number }>(
      'select refunded_xaf from refunded_payments where payment_id = $1',
      [payment_session_id],
    );
    expect(row?.refunded_xaf).toBe(4500);
  });

  it('not under the idempotency key of a rival: each merchant has its own', async () => {
    const payment_session_id = await paid();
    const key = { 'Idempotency-Key': 'order-1' };
    const made = await post({ payment_session_id, amount: 100 }, mine.test_key, key);
    expect(made.status).toBe(201);
    expectError(await post({ payment_session_id, amount: 100 }, rival.test_key, key), 404, 'NOT_FOUND');
  });
});
