import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Client, order, SESSIONS } from './client.ts';
import { type Merchant, openService, type Service } from './service.ts';
import { eventsOf } from './statuses.ts';
import { purchase, TRANSACTIONS } from './transactions.ts';

let service: Service;
let other: Client;
let merchant: Merchant;
let key: string;
beforeAll(async () => {
  service = await openService();
  ({ client: other } = await service.start());
  merchant = await service.merchant();
  key = merchant.test_key;
});
afterAll(() => service.close());

let names = 0;
const fresh = () => {
  names += 1;
  return { 'idempotency-key': `key-${names}` };
};
const expectReplay = (first: Answer, again: Answer) => {
  expect([again.status, again.text]).toEqual([first.status, first.text]);
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
};

/** The address of an endpoint that nobody listens at. */
async function endpoint(): Promise<string> {
  const { body } = await service.client.post('/v1/webhook-endpoints', key, { url: 'http://127.0.0.1:9/' });
  return `/v1/webhook-endpoints/${body.id}`;
}

/** What each POST is asked for: a path, a body and another body for the same path. */
const REQUESTS: Record<string, () => Promise<{ path: string; body: unknown; other_body?: unknown }>> = {
  'payment-sessions': async () => ({ path: SESSIONS, body: order(), other_body: order() }),
  transactions: async () => ({ path: TRANSACTIONS, body: purchase(), other_body: purchase() }),
  cancel: async () => ({ path: `${SESSIONS}/${(await service.client.session(key)).id}/cancel`, body: {} }),
  'webhook-endpoints': async () => ({
    path: '/v1/webhook-endpoints',
    body: { url: 'https://shop.example.com/a' },
    other_body: { url: 'https://shop.example.com/b' },
  }),
  'rotate-secret': async () => ({ path: `${await endpoint()}/rotate-secret`, body: {} }),
  test: async () => ({ path: `${await endpoint()}/test`, body: {} }),
  resend: async () => {
    const { body } = await service.client.post(`${await endpoint()}/test`, key);
    return { path: `/v1/webhook-deliveries/${body.id}/resend`, body: {} };
  },
  'resend of all failed': async () => ({
    path: `${await endpoint()}/resend`,
    body: { since: '2026-01-01T00:00:00Z' },
    other_body: { since: '2026-01-01T00:00:01Z' },
  }),
  'sandbox/sms': async () => {
    const { operator, assigned_collection_number } = await service.client.session(key);
    const body = { operator, collection_number: assigned_collection_number, text: 'Bonjour' };
    return { path: '/v1/sandbox/sms', body, other_body: { ...body, text: 'Bonsoir' } };
  },
  'sandbox/credits': async () => {
    const { operator, assigned_collection_number, amount } = await service.client.session(key);
    const body = { operator, collection_number: assigned_collection_number, amount };
    return { path: '/v1/sandbox/credits', body, other_body: { ...body, amount: amount + 1 } };
  },
  simulate: async () => {
    const { id } = await service.client.session(key);
    const path = `/v1/sandbox/payment-sessions/${id}/simulate`;
    return { path, body: { scenario: 'paid' }, other_body: { scenario: 'late' } };
  },
};
const NAMES = Object.keys(REQUESTS);
const WITH_A_BODY = NAMES.filter((name) => !['cancel', 'rotate-secret', 'test', 'resend'].includes(name));
const request = (name: string) => (REQUESTS[name] as (typeof REQUESTS)[string])();

describe('Idempotency-Key on PATCH', () => {
  const change = (path: string, body: object, headers: Record<string, string>, client = service.client) =>
    client.call('PATCH', path, { key, body, headers });

  it('gives the first answer again, in every process, whatever was changed since', async () => {
    const path = await endpoint();
    const headers = fresh();
    const first = await change(path, { description: 'first' }, headers);
    expect([first.status, first.body.description]).toEqual([200, 'first']);
    await change(path, { description: 'second' }, fresh());
    expectReplay(first, await change(path, { description: 'first' }, headers, other));
    expect((await service.client.get(path, key)).body.description).toBe('second');
  });

  it('with another change is 422, and with none that is a key 400', async () => {
    const path = await endpoint();
    const headers = fresh();
    await change(path, { description: 'first' }, headers);
    const reused = await change(path, { description: 'other' }, headers);
    expect([reused.status, reused.body.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const spaced = await change(path, {}, { 'idempotency-key': 'a b' });
    expect([spaced.status, Object.keys(spaced.body.error.fields)]).toEqual([400, ['Idempotency-Key']]);
  });
});

/** What is kept of an answer, for whom and how long it is a replay: test/collection/idempotency.test.ts. */
describe('Idempotency-Key on every POST', () => {
  it.each(NAMES)('%s: same key and body gives the first answer again, in every process', async (name) => {
    const { path, body } = await request(name);
    const headers = fresh();
    const first = await service.client.post(path, key, body, headers);
    expect(first.status, first.text).toBeLessThan(300);
    expectReplay(first, await service.client.post(path, key, body, headers));
    expectReplay(first, await other.post(path, key, body, headers));
  });

  it.each(WITH_A_BODY)('%s: another body is 422', async (name) => {
    const { path, body, other_body } = await request(name);
    const headers = fresh();
    await service.client.post(path, key, body, headers);
    const answer = await other.post(path, key, other_body, headers);
    expect([answer.status, answer.body.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(answer.headers['idempotent-replayed']).toBeUndefined();
  });

  it('another operation, or the same on another session, is 422', async () => {
    const headers = fresh();
    const session = await service.client.session(key);
    await service.client.post(`${SESSIONS}/${session.id}/cancel`, key, {}, headers);
    const second = await service.client.session(key);
    for (const [path, body] of [
      [SESSIONS, order()],
      [`${SESSIONS}/${second.id}/cancel`, {}],
      [`/v1/sandbox/payment-sessions/${second.id}/simulate`, { scenario: 'paid' }],
    ] as const) {
      expect((await other.post(path, key, body, headers)).status).toBe(422);
    }
  });

  it('the order of members, white space and defaults left out make no other body', async () => {
    const headers = fresh();
    const body = order({ metadata: { a: 1, b: { c: 2, d: 3 } } });
    const first = await service.client.post(SESSIONS, key, body, headers);
    const turned = {
      ttl_minutes: 10,
      metadata: { b: { d: 3, c: 2 }, a: 1 },
      ...Object.fromEntries(
        Object.entries(body)
          .filter(([name]) => name !== 'metadata')
          .reverse(),
      ),
    };
    expectReplay(
      first,
      await service.client.post(SESSIONS, key, JSON.stringify(turned, null, 4), {
        ...headers,
        'content-type': 'application/json; charset=utf-8',
      }),
    );
  });

  it('does not keep a 400: the corrected request may use the key', async () => {
    const headers = fresh();
    const body = order();
    expect((await service.client.post(SESSIONS, key, { ...body, amount: 0 }, headers)).status).toBe(400);
    expect((await service.client.post(SESSIONS, key, body, headers)).status).toBe(201);
  });
});

/** Whether a transaction that holds a key waits for a table; the sweeper may wait too, but holds no key. */
const HELD_BACK = `select (count(*) > 0)::int as n from pg_locks key join pg_locks wait using (pid)
  where key.locktype = 'advisory' and key.granted and not wait.granted
    and key.database = (select oid from pg_database where datname = current_database())`;

describe('A first request that is still running', () => {
  it.each(['payment-sessions', 'cancel', 'webhook-endpoints', 'sandbox/credits'])(
    '%s: the same key is 409 IDEMPOTENCY_KEY_IN_USE, in this and in another process, and replays afterwards',
    async (name) => {
      const { path, body } = await request(name);
      const headers = fresh();
      // Holds back the write that the first request is about to make, as a slow disk would.
      const brake = await service.db.pool.connect();
      await brake.query('begin');
      await brake.query('lock table payment_sessions, webhook_endpoints, notices in exclusive mode');
      const running = service.client.post(path, key, body, headers);
      try {
        await service.until(1, HELD_BACK);
        for (const client of [other, service.client]) {
          const answer = await client.post(path, key, body, headers);
          expect([answer.status, answer.body.error.code]).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE']);
        }
      } finally {
        await brake.query('rollback');
        brake.release();
      }
      const first = await running;
      expect(first.status, first.text).toBeLessThan(300);
      expectReplay(first, await other.post(path, key, body, headers));
    },
  );

  it('twenty at the same instant over two processes: one does the work, the others replay it or say in use', async () => {
    for (let round = 0; round < 10; round += 1) {
      const headers = fresh();
      const body = order();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          (i % 2 ? other : service.client).post(SESSIONS, key, body, headers),
        ),
      );
      const made = answers.filter(({ status }) => status === 201);
      expect(made.length).toBeGreaterThan(0);
      expect(made.filter((answer) => answer.headers['idempotent-replayed'] === undefined)).toHaveLength(1);
      expect(new Set(made.map(({ text }) => text)).size).toBe(1);
      for (const { status, body: refused } of answers) {
        if (status !== 201) expect(refused.error.code).toBe('IDEMPOTENCY_KEY_IN_USE');
      }
    }
  });

  it('ten simulations at the same instant with one key pay once', async () => {
    const session = await service.client.session(key);
    const headers = fresh();
    const path = `/v1/sandbox/payment-sessions/${session.id}/simulate`;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 ? other : service.client).post(path, key, { scenario: 'paid' }, headers),
      ),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(await eventsOf(service, session)).toEqual(['payment_session.succeeded']);
    const credits = await service.rows(
      'select 1 from notices n join collection_numbers c on c.id = n.collection_number_id where c.msisdn = $1 and n.merchant_id = $2 and c.operator = $3 and n.received_at >= $4',
      [session.assigned_collection_number, merchant.id, session.operator, session.created_at],
    );
    expect(credits).toHaveLength(1);
  });
});

describe('Keys are kept 24 hours', () => {
  const forgotten = (headers: ReturnType<typeof fresh>) =>
    service.until(0, 'select count(*)::int as n from idempotency_keys where key = $1', [
      headers['idempotency-key'],
    ]);

  it('at 23 hours it replays, after 24 it is a new key', async () => {
    const headers = fresh();
    const body = order();
    const first = await service.client.post(SESSIONS, key, body, headers);
    service.clock.pass(23 * 3_600);
    expectReplay(first, await service.client.post(SESSIONS, key, body, headers));
    service.clock.pass(3_601);
    await forgotten(headers);
    const again = await service.client.post(SESSIONS, key, body, headers);
    expect([again.status, again.body.error.code]).toEqual([409, 'DUPLICATE_REFERENCE']);
  });

  it('but a refund’s 30 days: asked for again a day later, it is the one of before', async () => {
    const { id } = await service.client.session(key, { amount: 5000 });
    const path = `${SESSIONS.replace('/v1', '/v1/sandbox')}/${id}/simulate`;
    const played = fresh();
    expect((await service.client.post(path, key, { scenario: 'paid' }, played)).status).toBe(200);
    const headers = fresh();
    const body = { payment_session_id: id, amount: 2000 };
    const first = await service.client.post('/v1/refunds', key, body, headers);
    expect(first.status, first.text).toBe(201);
    service.clock.pass(25 * 3_600);
    await forgotten(played);
    expectReplay(first, await service.client.post('/v1/refunds', key, body, headers));
    const refunds = await service.client.get(`/v1/refunds?payment_session_id=${id}`, key);
    expect(refunds.body.refunds).toMatchObject([{ id: first.body.id, amount: 2000 }]);
    service.clock.pass(29 * 86_400);
    await forgotten(headers);
  });
});
