import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, order, SESSIONS } from './client.ts';
import { confirmTemplate, liveNumber } from './live.ts';
import { type Merchant, openService, type Service } from './service.ts';

let service: Service;
let second: Client;
let mine: Merchant;
let theirs: Merchant;
beforeAll(async () => {
  service = await openService({ connections: 30 });
  ({ client: second } = await service.start());
  mine = await service.merchant();
  theirs = await service.merchant();
  await confirmTemplate(service, 'airtel-credit');
  for (let sim = 0; sim < 10; sim += 1) await liveNumber(service, 'AIRTEL');
});
afterAll(() => service.close());

describe('The lookup is filtered by merchant account and environment', () => {
  const cases: [string, (who: Merchant, others: Merchant) => [string, string]][] = [
    ['a session of another merchant', (who, others) => [others.test_key, who.test_key]],
    ['a live session of another merchant', (who, others) => [others.live_key, who.live_key]],
    ['a live session, asked for with a test key', (who) => [who.live_key, who.test_key]],
    ['a test session, asked for with a live key', (who) => [who.test_key, who.live_key]],
  ];
  it.each(cases)('%s returns 404 to retrieve and cancel, and stays as it is', async (_what, keysOf) => {
    const [owner, stranger] = keysOf(mine, theirs);
    const session = await service.client.session(owner, { amount: 7_000 });
    const path = `${SESSIONS}/${session.id}`;
    for (const answer of [await second.get(path, stranger), await second.post(`${path}/cancel`, stranger)]) {
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
      expect(answer.text).not.toContain(session.reference);
    }
    expect((await second.get(path, owner)).body).toEqual(session);
  });

  it('the answer for what exists elsewhere is the same as for what exists nowhere', async () => {
    const session = await service.client.session(mine.test_key);
    const [elsewhere, nowhere] = [
      await service.client.get(`${SESSIONS}/${session.id}`, theirs.test_key),
      await service.client.get(`${SESSIONS}/0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f`, theirs.test_key),
    ];
    expect(elsewhere.text).toBe(nowhere.text);
  });

  it('webhook endpoints of another merchant or environment are not listed', async () => {
    const url = 'https://shop.example.com/hooks';
    const made = await service.client.post('/v1/webhook-endpoints', mine.test_key, { url });
    for (const key of [theirs.test_key, theirs.live_key, mine.live_key]) {
      expect((await second.get('/v1/webhook-endpoints', key)).body).toEqual({ webhook_endpoints: [] });
    }
    const { secret, ...endpoint } = made.body;
    expect(secret).toMatch(/^whsec_/);
    expect((await second.get('/v1/webhook-endpoints', mine.test_key)).body).toEqual({
      webhook_endpoints: [endpoint],
    });
    expect((await second.get(`/v1/webhook-endpoints/${endpoint.id}`, mine.test_key)).body).toEqual(endpoint);
  });
});

describe('Reference uniqueness', () => {
  it('is per environment: the same reference in test and live are two sessions', async () => {
    const body = order({ reference: 'BOTH-WORLDS' });
    const [test, live] = [
      await service.client.post(SESSIONS, mine.test_key, body),
      await service.client.post(SESSIONS, mine.live_key, body),
    ];
    expect([test.status, live.status]).toEqual([201, 201]);
    expect([test.body.environment, live.body.environment]).toEqual(['test', 'live']);
    expect(test.body.id).not.toBe(live.body.id);
  });

  it('is per merchant: the same reference by two merchants are two sessions, in test and in live', async () => {
    for (const [one, other] of [
      [mine.test_key, theirs.test_key],
      [mine.live_key, theirs.live_key],
    ] as const) {
      const body = order({ reference: 'TWO-SHOPS' });
      expect((await service.client.post(SESSIONS, one, body)).status).toBe(201);
      expect((await service.client.post(SESSIONS, other, body)).status).toBe(201);
      expect((await second.post(SESSIONS, other, body)).status).toBe(409);
    }
  });

  it.each([
    ['test', 'the same body', () => ({})],
    ['test', 'another operator', () => ({ operator: 'MOOV' })],
    ['live', 'another amount', (round: number) => ({ amount: 60_000 + round })],
  ] as const)(
    'two requests with one reference at the same instant over two processes (%s, %s): one 201, one 409, a hundred times',
    async (environment, _what, difference) => {
      const key = environment === 'test' ? mine.test_key : mine.live_key;
      // A cancelled session keeps its place while it is in quarantine.
      await service.rows(
        `insert into merchant_allowances select merchant_id, 'AIRTEL', 500 from payment_sessions
         where environment = 'live' group by merchant_id on conflict do nothing`,
      );
      for (let round = 0; round < 100; round += 1) {
        // No amount of the tests before: of those the other merchant asks too, which leaves this one fewer numbers.
        const body = order({ amount: 5_010 + round * 10 });
        const answers = await Promise.all([
          service.client.post(SESSIONS, key, body),
          second.post(SESSIONS, key, { ...body, ...difference(round) }),
        ]);
        const made = answers.find(({ status }) => status === 201);
        const refused = answers.find(({ status }) => status === 409);
        expect(answers.map(({ status }) => status).sort(), answers.map(({ text }) => text).join()).toEqual([
          201, 409,
        ]);
        expect(refused?.body.error).toMatchObject({
          code: 'DUPLICATE_REFERENCE',
          existing_payment_session_id: made?.body.id,
        });
        if (environment === 'live') await service.client.post(`${SESSIONS}/${made?.body.id}/cancel`, key);
      }
    },
  );

  it('many at once under few references over two processes: one session for each reference', async () => {
    const references = Array.from({ length: 20 }, (_, i) => `CROWD-${i}`);
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, i) =>
        (i % 2 ? second : service.client).post(
          SESSIONS,
          mine.test_key,
          order({ reference: references[i % 20] }),
        ),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made.map(({ body }) => body.reference).sort()).toEqual([...references].sort());
    const ids = new Map(made.map(({ body }) => [body.reference, body.id]));
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(380);
    for (const [i, { status, body }] of answers.entries()) {
      if (status === 409)
        expect(body.error.existing_payment_session_id).toBe(ids.get(references[i % 20] as string));
    }
  });
});

describe('Virtual collection numbers', () => {
  it('belong to one merchant: the same digits may serve two, and a payment to one does not reach the other', async () => {
    const [one, other] = [await service.merchant(), await service.merchant()];
    const sessions = [
      await service.client.session(one.test_key),
      await service.client.session(other.test_key),
    ] as const;
    const pay = await service.client.post('/v1/sandbox/credits', one.test_key, {
      operator: 'AIRTEL',
      collection_number: sessions[0].assigned_collection_number,
      amount: 5000,
    });
    expect(pay.body.verdict.session_ids).toEqual([sessions[0].id]);
    const { body } = await service.client.get(`${SESSIONS}/${sessions[1].id}`, other.test_key);
    expect(body.status).toBe('AWAITING_PAYMENT');
  });
});
