import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from './client.ts';
import { confirmTemplate, liveNumber, sendingPhone } from './live.ts';
import { type Merchant, openService, type Service } from './service.ts';
import { purchase, TRANSACTIONS } from './transactions.ts';

const SESSIONS = '/v1/payment-sessions';

let service: Service;
let phone: Awaited<ReturnType<typeof sendingPhone>>;
beforeAll(async () => {
  service = await openService();
  service.clock.stand();
  for (let n = 0; n < 3; n += 1) await liveNumber(service, 'AIRTEL');
  await confirmTemplate(service, 'airtel-credit');
  phone = await sendingPhone(service);
});
afterAll(async () => {
  phone.close();
  await service.close();
});

let count = 0;
const session = (fields: object = {}) => {
  count += 1;
  const body = { reference: `MANY-${count}`, amount: 1000 + 7 * count, currency: 'XAF', operator: 'AIRTEL' };
  return { ...body, ...fields };
};

describe('TOO_MANY_OPEN_SESSIONS', () => {
  let shop: Merchant;
  beforeAll(async () => {
    shop = await service.merchant();
  });
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    service.client.post(SESSIONS, shop.live_key, body, headers);

  it('is 429 with Retry-After past the allowance, and says how many are open and when the next is free', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => post(session())));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(30);
    const refused = answers.filter(({ status }) => status !== 201);
    for (const answer of refused) {
      expectError(answer, 429, 'TOO_MANY_OPEN_SESSIONS');
      expect(answer.body.error.message).toContain('30 live AIRTEL sessions');
      expect(answer.headers['retry-after']).toBe(String(42 * 60));
      expect(answer.body.error.retry_after).toBe(42 * 60);
    }
    expect(await service.rows('select from payment_sessions')).toHaveLength(30);
  });

  it('is told to each of those that come at once by one reference, and no reason that nobody found', async () => {
    const same = session();
    const twice = await Promise.all(Array.from({ length: 40 }, () => post(same)));
    for (const answer of twice) expectError(answer, 429, 'TOO_MANY_OPEN_SESSIONS');
    const one_reference = Array.from({ length: 40 }, () => session({ reference: same.reference }));
    for (const answer of await Promise.all(one_reference.map((body) => post(body))))
      expectError(answer, 429, 'TOO_MANY_OPEN_SESSIONS');
    const by_sms = purchase({ phone_number: '+23566000112', amount: 4322 });
    const asked = () => service.client.post(TRANSACTIONS, shop.live_key, by_sms);
    for (const answer of await Promise.all(Array.from({ length: 20 }, asked)))
      expectError(answer, 429, 'TOO_MANY_OPEN_SESSIONS');
  });

  it('is told of no other operator: whoever asks that by the same reference at once is told to send it again', async () => {
    await liveNumber(service, 'MOOV');
    await confirmTemplate(service, 'moov-credit');
    const same = session();
    const by = (operator: string) => Array.from({ length: 20 }, () => post({ ...same, operator }));
    const answers = await Promise.all([...by('AIRTEL'), ...by('MOOV')]);
    for (const { status, text } of answers.slice(0, 20)) expect([409, 429], text).toContain(status);
    for (const { status, body, text } of answers.slice(20)) {
      expect([201, 409, 503], text).toContain(status);
      if (status === 503)
        expect(body.failed_checks[0].reason, text).toContain('another request by this reference');
    }
    expect([201, 409]).toContain((await post({ ...same, operator: 'MOOV' })).status);
  });

  it('is not kept beside an Idempotency-Key, leaves other merchants and the sandbox alone, and holds for transactions by SMS', async () => {
    const key = { 'Idempotency-Key': 'held-back' };
    const body = session();
    expectError(await post(body, key), 429, 'TOO_MANY_OPEN_SESSIONS');
    expect((await service.client.post(SESSIONS, shop.test_key, session())).status).toBe(201);
    const other = await service.merchant();
    expect((await service.client.post(SESSIONS, other.live_key, session())).status).toBe(201);
    const by_sms = purchase({ phone_number: '+23566000111', amount: 4321 });
    expectError(
      await service.client.post(TRANSACTIONS, shop.live_key, by_sms),
      429,
      'TOO_MANY_OPEN_SESSIONS',
    );
    await service.rows(
      `insert into merchant_allowances select merchant_id, 'AIRTEL', 31 from payment_sessions
       where environment = 'live' group by merchant_id`,
    );
    service.clock.pass(1);
    expect((await post(body, key)).status).toBe(201);
    expectError(await post(session()), 429, 'TOO_MANY_OPEN_SESSIONS');
  });
});

describe('PAYER_ASKED_TOO_OFTEN', () => {
  it('is 429 with retry_after for the fourth ask in ten minutes, over all merchants; nothing is created', async () => {
    const shops = [await service.merchant(), await service.merchant()];
    const asks = Array.from({ length: 6 }, (_, n) =>
      service.client.post(
        TRANSACTIONS,
        (shops[n % 2] as Merchant).live_key,
        purchase({ phone_number: '+23566000222', amount: 6000 + 7 * n }),
      ),
    );
    const answers = await Promise.all(asks);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectError(answer, 429, 'PAYER_ASKED_TOO_OFTEN');
      expect(answer.body.error.retry_after).toBe(600);
      expect(answer.headers['retry-after']).toBe('600');
    }
    expect(await service.rows(`select from transactions where phone_number = '+23566000222'`)).toHaveLength(
      3,
    );
    const reference = purchase({ phone_number: '+23566000222' });
    const [shop] = shops as [Merchant];
    const idempotent = { 'Idempotency-Key': 'asked' };
    const ask = () => service.client.post(TRANSACTIONS, shop.live_key, reference, idempotent);
    expectError(await ask(), 429, 'PAYER_ASKED_TOO_OFTEN');
    service.clock.pass(10 * 60);
    expect((await ask()).status).toBe(201);
  });

  it('is told to each of those that come at once by one reference; of another payer, to send it again', async () => {
    const { live_key } = await service.merchant();
    const post = (body: unknown) => service.client.post(TRANSACTIONS, live_key, body);
    const [asked, other] = ['+23566000333', '+23566000334'];
    for (const amount of [7000, 7007, 7014])
      expect((await post(purchase({ phone_number: asked, amount }))).status).toBe(201);
    const same = purchase({ phone_number: asked, amount: 7021 });
    for (const answer of await Promise.all(Array.from({ length: 20 }, () => post(same)))) {
      expectError(answer, 429, 'PAYER_ASKED_TOO_OFTEN');
      expect(answer.body.error.retry_after).toBe(600);
    }
    const by = (phone_number: string) => Array.from({ length: 10 }, () => post({ ...same, phone_number }));
    const answers = await Promise.all([...by(asked), ...by(other)]);
    for (const { status, text } of answers.slice(0, 10)) expect([409, 429], text).toContain(status);
    for (const { status, body, text } of answers.slice(10)) {
      expect([201, 409, 503], text).toContain(status);
      if (status === 503) expect(body.error.retry_after, text).toBe(1);
    }
    expect([201, 409]).toContain((await post({ ...same, phone_number: other })).status);
  });
});
