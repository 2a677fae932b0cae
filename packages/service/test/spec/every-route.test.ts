import { OPERATION_NAMES, OPERATIONS, type Operation } from '@chari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeKeys } from '../../src/engine/keys/keys.ts';
import { order, SESSIONS } from './client.ts';
import { type Merchant, openService, type Service } from './service.ts';

let service: Service;
let mine: Merchant;
let rival: Merchant;
/** What the merchant has in test, one of each kind. */
const ids: Record<string, string> = {};
const NOWHERE = '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f';

const withId = OPERATION_NAMES.filter((name) => OPERATIONS[name].path.includes(':id'));
const listed = OPERATION_NAMES.filter((name) => name.startsWith('list_') && 'query' in OPERATIONS[name]);
const kindOf = (path: string) => /\/([a-z-]+)\/:id/.exec(path)?.[1] ?? '';
const BODIES: Readonly<Record<string, object>> = {
  change_webhook_endpoint: { url: 'https://rival.example/hooks' },
  simulate_payment_session: { scenario: 'paid' },
  resend_failed_deliveries: { since: '2026-01-01T00:00:00.000Z' },
};

async function paid(key: string, amount = 5000): Promise<string> {
  const { id } = await service.client.session(key, { amount });
  const path = `/v1/sandbox/payment-sessions/${id}/simulate`;
  expect((await service.client.post(path, key, { scenario: 'paid' })).status).toBe(200);
  return id;
}

beforeAll(async () => {
  // Nothing goes on by itself, so that what changes was changed by a request.
  service = await openService({ works: false });
  mine = await service.merchant();
  rival = await service.merchant();
  const { post, get } = service.client;
  const hooks = await post('/v1/webhook-endpoints', mine.test_key, { url: 'http://127.0.0.1:9/hooks' });
  ids['webhook-endpoints'] = hooks.body.id;
  ids['payment-sessions'] = await paid(mine.test_key);
  const refund = await post('/v1/refunds', mine.test_key, {
    payment_session_id: await paid(mine.test_key, 7000),
  });
  ids.refunds = refund.body.id;
  const transaction = { amount: 1500, currency: 'XAF', operator: 'AIRTEL', phone_number: '+23566123456' };
  const begun = await post('/v1/transactions', mine.test_key, { ...transaction, reference: 'T-1' });
  ids.transactions = begun.body.id;
  await post('/v1/sandbox/settlements', mine.test_key, {});
  ids.settlements = (await get('/v1/settlements', mine.test_key)).body.settlements[0]?.id;
  ids.events = (await get('/v1/events', mine.test_key)).body.events[0]?.id;
  const deliveries = await get(`/v1/webhook-endpoints/${hooks.body.id}/deliveries`, mine.test_key);
  ids['webhook-deliveries'] = deliveries.body.deliveries[0]?.id;
});
afterAll(() => service.close());

/** What the merchant reads of each, in one text. */
async function standing(): Promise<string> {
  const { get } = service.client;
  const kinds = ['payment-sessions', 'transactions', 'refunds', 'settlements', 'webhook-endpoints', 'events'];
  const texts = await Promise.all(
    kinds.map(async (kind) => (await get(`/v1/${kind}/${ids[kind]}`, mine.test_key)).text),
  );
  return texts.join('\n');
}

describe('What one merchant has is to no other, and in no other environment', () => {
  it.each(withId)('by %s', async (name) => {
    const { method, path }: Operation = OPERATIONS[name];
    const id = ids[kindOf(path)];
    expect(id, kindOf(path)).toMatch(/^[0-9a-f-]{36}$/);
    const before = await standing();
    const body = BODIES[name];
    for (const key of [rival.test_key, rival.live_key, mine.live_key]) {
      const ask = (one: string) =>
        service.client.call(method, path.replace(':id', one), { key, ...(body && { body }) });
      const [elsewhere, nowhere] = [await ask(String(id)), await ask(NOWHERE)];
      expect([elsewhere.status, elsewhere.text]).toEqual([nowhere.status, nowhere.text]);
      expect([403, 404]).toContain(elsewhere.status);
    }
    expect(await standing()).toBe(before);
  });

  it.each(listed)('by %s, from a cursor that is another’s', async (name) => {
    const { path }: Operation = OPERATIONS[name];
    const own = path.replace(':id', NOWHERE);
    for (const key of [rival.test_key, rival.live_key, mine.live_key])
      for (const id of Object.values(ids)) {
        const found = await service.client.get(`${own}?cursor=${id}`, key);
        expect([200, 400, 404]).toContain(found.status);
        for (const hidden of Object.values(ids)) expect(found.text).not.toContain(hidden);
      }
  });
});

describe('Several keys of one merchant', () => {
  it('give one payment back once, however many ask at once by whatever idempotency keys', async () => {
    const keys = [mine.test_key, await service.key(mine.id, 'test'), await service.key(mine.id, 'test')];
    for (let round = 0; round < 10; round += 1) {
      const payment_session_id = await paid(mine.test_key, 6000);
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          service.client.post(
            '/v1/refunds',
            keys[i % 3] ?? null,
            { payment_session_id, amount: 4000 },
            {
              'idempotency-key': `round-${round}-${i % 4}`,
            },
          ),
        ),
      );
      const made = answers.filter(({ status }) => status === 201);
      expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
      expect(answers.every(({ status }) => [201, 409, 422].includes(status))).toBe(true);
    }
  });

  it('share their idempotency keys within an environment, and with no other environment', async () => {
    const other = await service.key(mine.id, 'test');
    const body = order({ reference: 'ONE-KEY' });
    const headers = { 'idempotency-key': 'the-same' };
    const first = await service.client.post(SESSIONS, mine.test_key, body, headers);
    const again = await service.client.post(SESSIONS, other, body, headers);
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
    const live = await service.client.post(SESSIONS, mine.live_key, body, headers);
    expect(live.headers['idempotent-replayed']).toBeUndefined();
    expect(live.text).not.toContain(first.body.id);
    expect((await service.client.post(SESSIONS, rival.test_key, body, headers)).body.id).not.toBe(
      first.body.id,
    );
  });

  it('race to cancel what the other has paid for: it ends one way, and says so to both', async () => {
    const other = await service.key(mine.id, 'test');
    for (let round = 0; round < 20; round += 1) {
      const { id } = await service.client.session(mine.test_key, { amount: 9000 });
      const [, cancelled] = await Promise.all([
        service.client.post(`/v1/sandbox/payment-sessions/${id}/simulate`, mine.test_key, {
          scenario: 'paid',
        }),
        service.client.post(`${SESSIONS}/${id}/cancel`, other),
      ]);
      const { body } = await service.client.get(`${SESSIONS}/${id}`, mine.test_key);
      expect(['SUCCESS', 'CANCELLED']).toContain(body.status);
      expect(cancelled.status).toBe(body.status === 'SUCCESS' ? 409 : 200);
    }
  });

  it('go on when one of them is revoked in the middle: that one alone is refused, within a second', async () => {
    const key = await service.key(mine.id, 'test');
    const [row] = await service.rows<{ id: string }>(`select id from api_keys order by id desc limit 1`);
    expect((await service.client.get('/v1/balance', key)).status).toBe(200);
    const asking = Promise.all(
      Array.from({ length: 30 }, () => service.client.post(SESSIONS, key, order({ amount: 200 }))),
    );
    await revokeKeys(service.first.services, [row?.id ?? '']);
    for (const { status } of await asking) expect([201, 401]).toContain(status);
    await expect
      .poll(async () => (await service.client.get('/v1/balance', key)).status, { timeout: 30_000 })
      .toBe(401);
    expect((await service.client.get('/v1/balance', mine.test_key)).status).toBe(200);
  });
});
