import { describe, expect, it } from 'vitest';
import { MERCHANT_ID, openDesk, SESSION_ID } from './desk.ts';

const desk = openDesk();
const send = (url: string, payload: object, own = desk) => own.send({ method: 'POST', url, payload });

describe('injecting an SMS', () => {
  const SMS = { operator: 'AIRTEL', collection_number: '+23566000001', text: 'Vous avez recu' };

  it('hands on the text as it is, received now unless it says when', async () => {
    await send('/v1/sandbox/sms', SMS);
    expect(desk.commands.at(-1)).toEqual({
      environment: 'test',
      merchant_id: MERCHANT_ID,
      operator: 'AIRTEL',
      collection_number: '+23566000001',
      source: 'SANDBOX_SMS',
      sender: null,
      body: 'Vous avez recu',
      received_at: new Date(desk.clock.now_ms),
      idempotency: null,
    });
    await send('/v1/sandbox/sms', {
      ...SMS,
      sender: 'AirtelMoney',
      received_at: '2026-06-27T16:44:00+01:00',
    });
    expect(desk.commands.at(-1)).toMatchObject({
      sender: 'AirtelMoney',
      received_at: new Date('2026-06-27T15:44:00Z'),
    });
  });

  it.each([
    ['text', ''],
    ['text', 'x'.repeat(4_001)],
    ['sender', ''],
    ['received_at', '2026-06-27'],
    ['received_at', '2026-06-27T15:44:00'],
    ['received_at', '2026-02-30T10:00:00Z'],
    ['received_at', '2026-02-29T10:00:00Z'],
    ['received_at', '0000-01-01T00:00:00Z'],
    ['received_at', '9999-12-31T23:59:59Z'],
    ['received_at', '2026-13-01T10:00:00Z'],
    ['received_at', '2026-12-31T23:59:60Z'],
    ['received_at', '2026-06-27T25:00:00Z'],
    ['received_at', '2026-06-27T10:00:00+99:00'],
    ['received_at', 1782575040],
    ['collection_number', '66000001'],
    ['operator', 'TIGO'],
  ])('refuses %s %j', async (name, value) => {
    const answer = await send('/v1/sandbox/sms', { ...SMS, [name]: value });
    expect([answer.statusCode, Object.keys(answer.json().error.fields)]).toEqual([400, [name]]);
  });

  it('says so when the number is none of this sandbox', async () => {
    const own = openDesk();
    own.verbs.sandbox.receive = async () => ({ kind: 'unknown_collection_number' });
    const answer = await send('/v1/sandbox/sms', SMS, own);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.fields.collection_number).toContain('assigned_collection_number');
  });
});

describe('injecting a credit', () => {
  it('hands on what it proves as JSON', async () => {
    const credit = {
      amount: 5000,
      payer_phone: '+23566123456',
      operator_transaction_id: 'MP1',
      motif: 'K3M7-Q9T8',
    };
    const answer = await send('/v1/sandbox/credits', {
      operator: 'MOOV',
      collection_number: '+23590000001',
      ...credit,
    });
    expect(answer.statusCode).toBe(202);
    const command = desk.commands.at(-1) as { source: string; body: string };
    expect(command.source).toBe('SANDBOX_CREDIT');
    expect(JSON.parse(command.body)).toEqual(credit);
  });
});

describe('acting out a scenario', () => {
  const url = `/v1/sandbox/payment-sessions/${SESSION_ID}/simulate`;

  it('answers with the notices and the session as it is now', async () => {
    const answer = await send(url, { scenario: 'paid' });
    expect([answer.statusCode, answer.json().payment_session.status]).toEqual([200, 'SUCCESS']);
  });

  it.each([
    [{ kind: 'not_found' }, 404, 'NOT_FOUND'],
    [
      { kind: 'scenario_impossible', reason: 'it needs a session that was created with customer_phone' },
      400,
      'VALIDATION_ERROR',
    ],
    [{ kind: 'not_awaiting_payment', status: 'EXPIRED' }, 409, 'INVALID_STATE'],
    [{ kind: 'idempotency_key_reused' }, 422, 'IDEMPOTENCY_KEY_REUSED'],
  ] as const)('answers %j with %i %s', async (outcome, status, code) => {
    const own = openDesk();
    own.verbs.sandbox.simulate = async () => outcome;
    const answer = await send(url, { scenario: 'wrong_payer' }, own);
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, code]);
  });

  it('refuses a scenario that does not exist by listing those that do', async () => {
    const answer = await send(url, { scenario: 'toString' });
    expect(answer.json().error.fields.scenario).toContain('paid_twice');
  });
});

describe('creating a webhook endpoint', () => {
  const create = (body: object, own = desk) => send('/v1/webhook-endpoints', body, own);

  it('shows the secret this once, and null for every event', async () => {
    const answer = await create({ url: 'https://shop.example.com/hook?a=1' });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      secret: 'whsec_x',
      events: null,
      description: null,
      status: 'enabled',
    });
    expect(answer.json()).not.toHaveProperty('merchant_id');
  });

  it.each([
    ['url', 'shop.example.com'],
    ['url', 'ftp://shop.example.com'],
    ['url', 'https://user:pass@shop.example.com'],
    ['url', 'https://shop.example.com/#part'],
    ['url', 'https://shop.example.com/a b'],
    ['url', 'https://'],
    ['url', `https://shop.example.com/${'x'.repeat(2_048)}`],
    ['events', []],
    ['events', ['payment_session.cancelled']],
    ['events', ['payment_session.failed']],
    ['events', ['payment_session.succeeded', 'payment_session.succeeded']],
    ['events', 'payment_session.succeeded'],
    ['description', 'x'.repeat(256)],
    ['secret', 'mine'],
  ])('refuses %s %j', async (name, value) => {
    const answer = await create({ url: 'https://shop.example.com', [name]: value });
    expect([answer.statusCode, Object.keys(answer.json().error.fields)]).toEqual([400, [name]]);
  });

  it('repeats why the engine refused the address', async () => {
    const own = openDesk();
    own.verbs.webhook_endpoints.create = async () => ({
      kind: 'url_refused',
      message: 'The URL must be public.',
    });
    const answer = await create({ url: 'https://10.0.0.1' }, own);
    expect([answer.statusCode, answer.json().error.fields.url]).toEqual([400, 'The URL must be public.']);
  });
});

describe('deleting a webhook endpoint', () => {
  it('answers 204 without a body, and 404 for one that is not there', async () => {
    const remove = (id: string) => desk.send({ method: 'DELETE', url: `/v1/webhook-endpoints/${id}` });
    const answer = await remove(SESSION_ID);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect((await remove(SESSION_ID.replace('0198', '0199'))).statusCode).toBe(404);
    expect((await remove('nothing')).statusCode).toBe(404);
  });
});
