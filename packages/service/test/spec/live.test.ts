import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLedger } from '../../src/engine/ledger/check.ts';
import { pauseNumbers } from '../collection/pause.ts';
import { type Answer, order, SESSIONS, type SessionBody } from './client.ts';
import { airtelText, confirmTemplate, liveNumber, liveSms } from './live.ts';
import { type Merchant, openService, type Service } from './service.ts';
import { eventsOf, sessionIn, transfersOf } from './statuses.ts';

const NOBODY = '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f';
let service: Service;
let merchant: Merchant;
beforeAll(async () => {
  service = await openService();
  merchant = await service.merchant();
});
afterAll(() => service.close());

const create = (key: string, fields: object = {}) => service.client.post(SESSIONS, key, order(fields));
const statusOf = async ({ id }: SessionBody) =>
  (await service.client.get(`${SESSIONS}/${id}`, merchant.live_key)).body.status;
const checksOf = ({ body }: Answer) =>
  body.failed_checks.map(({ name, count }: { name: string; count: number }) => [name, count]);

describe('A live key of a merchant whose profile is incomplete', () => {
  let pending: Merchant;
  beforeAll(async () => {
    pending = await service.merchant({ approved: false });
  });

  it.each([
    ['POST', SESSIONS],
    ['POST', `${SESSIONS}/${NOBODY}/cancel`],
    ['POST', '/v1/webhook-endpoints'],
    ['DELETE', `/v1/webhook-endpoints/${NOBODY}`],
  ])('is refused with 403 KYC_REQUIRED: %s %s', async (method, path) => {
    const answer = await service.client.call(method, path, { key: pending.live_key });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'KYC_REQUIRED']);
  });

  it.each([
    [`${SESSIONS}/${NOBODY}`, 404],
    ['/v1/webhook-endpoints', 200],
    [`/v1/webhook-endpoints/${NOBODY}`, 404],
  ])('may read: GET %s', async (path, status) => {
    expect((await service.client.get(path, pending.live_key)).status).toBe(status);
  });

  it('may do everything with its test key', async () => {
    expect((await create(pending.test_key)).status).toBe(201);
  });
});

// In the order in which staff open a network: no number, a number, a confirmed template.
describe('A live session', () => {
  it('of an operator that is not ready is 503 PROVIDER_RAIL_NOT_READY, flat, each check with its count', async () => {
    const answer = await create(merchant.live_key);
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({
      code: 'PROVIDER_RAIL_NOT_READY',
      operator: 'AIRTEL',
      environment: 'live',
    });
    expect(checksOf(answer)).toEqual([
      ['collection_number_pool', 0],
      ['sms_gateway_online', 0],
      ['feed_healthy', 0],
      ['template_confirmed', 0],
      ['webhook_endpoint', 0],
    ]);
    expect((await create(merchant.test_key)).status).toBe(201);
  });

  it('with a number but no confirmed template is still refused', async () => {
    const unconfirmed = [
      ['template_confirmed', 0],
      ['webhook_endpoint', 0],
    ];
    await liveNumber(service, 'AIRTEL');
    expect(checksOf(await create(merchant.live_key))).toEqual(unconfirmed);
    await confirmTemplate(service, 'moov-credit');
    expect(checksOf(await create(merchant.live_key))).toEqual(unconfirmed);
  });

  it('is 201 once everything is ready, with environment live and a number of ours', async () => {
    await confirmTemplate(service, 'airtel-credit');
    const answer = await create(merchant.live_key);
    expect([answer.status, answer.body.environment, answer.body.status]).toEqual([
      201,
      'live',
      'AWAITING_PAYMENT',
    ]);
    expect(answer.body.assigned_collection_number).toMatch(/^\+23566/);
  });

  it.each([
    ['+23500000001', 1_001],
    ['+23500000002', 1_004],
  ])('takes %s, a magic phone of the sandbox, as a number like any other', async (customer_phone, amount) => {
    expect((await create(merchant.live_key, { amount, customer_phone })).status).toBe(201);
  });

  it('is 503 again when its numbers are paused; a reference that is used is told first', async () => {
    const { reference } = await service.client.session(merchant.live_key, { amount: 1_003 });
    const numbers = await service.rows<{ id: string }>(
      `select id from collection_numbers where environment = 'live' and operator = 'AIRTEL'`,
    );
    await pauseNumbers(
      service.first.services,
      numbers.map(({ id }) => id),
    );
    service.clock.pass(2);
    expect(checksOf(await create(merchant.live_key, { amount: 1_002 }))).toEqual([
      ['collection_number_pool', 0],
      ['sms_gateway_online', 0],
      ['feed_healthy', 0],
      ['webhook_endpoint', 0],
    ]);
    expect((await create(merchant.live_key, { reference })).status).toBe(409);
    await liveNumber(service, 'AIRTEL');
    expect((await create(merchant.live_key, { amount: 1_002 })).status).toBe(201);
  });
});

describe("An operator's SMS about a live session", () => {
  const session = (amount: number, fields: object = {}) =>
    service.client.session(merchant.live_key, { amount, ...fields });

  it('by a confirmed template, in time: SUCCESS, one event, one ledger entry', async () => {
    const paid = await session(2_001);
    const outcome = await liveSms(service, paid);
    expect(outcome).toMatchObject({
      outcome: 'CREDIT',
      verdict: { verdict: 'SETTLE', rule: 'unique_in_time' },
    });
    expect(await statusOf(paid)).toBe('SUCCESS');
    expect(await eventsOf(service, paid)).toEqual(['payment_session.succeeded']);
    expect(await transfersOf(service, paid)).toEqual(['SESSION_SUCCESS']);
  });

  it('that comes twice, and with promotion added, is one credit', async () => {
    const paid = await session(2_002);
    const text = airtelText(service.clock.now(), 2_002);
    const first = await liveSms(service, paid, { text });
    const again = await liveSms(service, paid, { text: `${text} Gagnez des bonus!` });
    expect([again.outcome, again.credit_id]).toEqual(['DUPLICATE', first.credit_id]);
    expect(await transfersOf(service, paid)).toEqual(['SESSION_SUCCESS']);
  });

  it('by a template that nobody has confirmed: UNDER_REVIEW, never SUCCESS by itself', async () => {
    const doubtful = await session(2_003);
    await service.rows(`delete from template_confirmations where template_id = 'airtel-credit'`);
    service.clock.pass(2);
    const outcome = await liveSms(service, doubtful);
    expect(outcome.verdict).toMatchObject({
      verdict: 'REVIEW',
      rule: 'unproven',
      session_ids: [doubtful.id],
    });
    expect(outcome.verdict?.reason).toContain('unconfirmed_template');
    await confirmTemplate(service, 'airtel-credit');
    expect(await statusOf(doubtful)).toBe('UNDER_REVIEW');
    expect(await eventsOf(service, doubtful)).toEqual(['payment_session.under_review']);
    expect(await transfersOf(service, doubtful)).toEqual([]);
  });

  it.each(['A1rtelMoney', '+23566000009', 'MoovMoney', ''])(
    'from %j, who is not on the list of its SIM, is no evidence',
    async (sender) => {
      const waiting = await session(2_004 + sender.length);
      const outcome = await liveSms(service, waiting, { sender });
      expect([outcome.outcome, outcome.verdict]).toEqual(['UNTRUSTED_SENDER', null]);
      expect(await statusOf(waiting)).toBe('AWAITING_PAYMENT');
    },
  );

  it('from another payer than the declared one goes to review', async () => {
    const declared = await session(2_050, { customer_phone: '+23566000123' });
    const text = airtelText(service.clock.now(), 2_050, '66999999');
    expect((await liveSms(service, declared, { text })).verdict?.rule).toBe('payer_mismatch');
    expect(await statusOf(declared)).toBe('UNDER_REVIEW');
  });

  it('of money sent after the expiry goes to review', async () => {
    const late = await session(2_060, { ttl_minutes: 1 });
    service.clock.pass(130);
    expect((await liveSms(service, late)).verdict?.rule).toBe('late');
    expect(await statusOf(late)).toBe('UNDER_REVIEW');
  });

  it('of money that no session claims stands in live suspense, and no franc is dropped', async () => {
    const stranger = await session(2_070);
    const outcome = await liveSms(service, stranger, { text: airtelText(service.clock.now(), 2_071) });
    expect(outcome.verdict).toMatchObject({ verdict: 'SUSPENSE', rule: 'unmatched' });
    expect(await statusOf(stranger)).toBe('AWAITING_PAYMENT');
    const entries = await service.rows(
      'select environment, cause, amount_xaf from ledger_transfers where cause_id = $1',
      [outcome.credit_id],
    );
    expect(entries).toEqual([{ environment: 'live', cause: 'CREDIT_SUSPENSE', amount_xaf: 2_071 }]);
  });
});

describe('The ledger', () => {
  it('keeps test and live apart: a test payment moves no live account, a live one no test account', async () => {
    const balances = async (environment: string) =>
      (await checkLedger(service.first.services)).balances.filter((one) => one.environment === environment);
    const live_before = await balances('live');
    await sessionIn(service, merchant.test_key, 'SUCCESS');
    expect(await balances('live')).toEqual(live_before);
    const test_before = await balances('test');
    await liveSms(service, await service.client.session(merchant.live_key, { amount: 3_001 }));
    expect(await balances('test')).toEqual(test_before);
    expect(await balances('live')).not.toEqual(live_before);
  });

  it('proves itself', async () => {
    expect(await checkLedger(service.first.services)).toMatchObject({ ok: true, problems: [] });
  });
});
