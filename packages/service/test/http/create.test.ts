import { describe, expect, it } from 'vitest';
import { KEYS, openDesk, post, SESSION_ID, VALID } from './desk.ts';

const desk = openDesk();

async function fieldsOf(body: unknown): Promise<Record<string, string>> {
  const answer = await post(desk, body);
  expect(answer.statusCode).toBe(400);
  const { error } = answer.json();
  expect(error.code).toBe('VALIDATION_ERROR');
  expect(error.status).toBe(400);
  return error.fields;
}

describe('creating a payment session', () => {
  it('answers 201 with the fields of the contract, and no others', async () => {
    const answer = await post(desk, { ...VALID, metadata: { secret: 'plan' }, ttl_minutes: 60 });
    expect(answer.statusCode).toBe(201);
    expect(Object.keys(answer.json())).toEqual([
      'id',
      'reference',
      'ticket',
      'amount',
      'currency',
      'operator',
      'status',
      'environment',
      'assigned_collection_number',
      'expires_at',
      'created_at',
      'instructions',
      'checkout_url',
    ]);
    expect(answer.body).not.toContain('plan');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('hands the engine a command with the defaults filled in', async () => {
    await post(desk, VALID);
    expect(desk.commands.at(-1)).toEqual({
      merchant_id: expect.any(String),
      environment: 'test',
      reference: 'ORDER-1',
      amount_xaf: 5000,
      operator: 'AIRTEL',
      customer_phone: null,
      description: null,
      metadata: null,
      ttl_minutes: 10,
      idempotency: null,
    });
  });

  it('names every wrong field at once, with what to write', async () => {
    const fields = await fieldsOf({
      amount: 50.5,
      currency: 'EUR',
      customer_phone: '66000001',
      ttl_minutes: 61,
      colour: 'red',
    });
    expect(Object.keys(fields).sort()).toEqual(
      ['amount', 'colour', 'currency', 'customer_phone', 'operator', 'reference', 'ttl_minutes'].sort(),
    );
    expect(fields.reference).toMatch(/^Is missing\. Must be 1 to 100 characters/);
    expect(fields.colour).toContain('Is not a field of this request');
  });

  it.each([
    ['reference', ''],
    ['reference', 'a b'],
    ['reference', 'é'],
    ['reference', 'x'.repeat(101)],
    ['reference', 'ORDER-1\n'],
    ['reference', 7],
    ['amount', 0],
    ['amount', -1],
    ['amount', 5000.5],
    ['amount', '5000'],
    ['amount', 1_000_000_001],
    ['amount', 9e15],
    ['amount', true],
    ['amount', [5000]],
    ['currency', 'xaf'],
    ['operator', 'airtel'],
    ['operator', 'TIGO'],
    ['customer_phone', '+23566000'],
    ['customer_phone', '0023566000001'],
    ['customer_phone', '+235 66000001'],
    ['customer_phone', '+23566000001\n'],
    ['description', 'x'.repeat(256)],
    ['description', 5],
    ['metadata', []],
    ['metadata', 'text'],
    ['metadata', Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, i]))],
    ['metadata', { long: 'é'.repeat(8_192) }],
    ['ttl_minutes', 0],
    ['ttl_minutes', 61],
    ['ttl_minutes', 1.5],
    ['ttl_minutes', '10'],
  ])('refuses %s %j', async (name, value) => {
    expect(Object.keys(await fieldsOf({ ...VALID, [name]: value }))).toEqual([name]);
  });

  it.each([
    ['reference', 'A-z.0_9:/'],
    ['reference', 'x'.repeat(100)],
    ['amount', 1],
    ['amount', 1_000_000_000],
    ['customer_phone', '+23566000001'],
    ['description', ''],
    ['description', '😀'.repeat(255)],
    ['metadata', {}],
    ['metadata', Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, null]))],
    ['metadata', { a: 'x'.repeat(16_384 - '{"a":""}'.length) }],
    ['ttl_minutes', 1],
    ['ttl_minutes', 60],
  ])('accepts %s at its limit', async (name, value) => {
    expect((await post(desk, { ...VALID, [name]: value })).statusCode).toBe(201);
  });

  it.each(['5000.0', '5e3', '5E+3', '50000e-1'])(
    'reads the amount %s as the whole number it is',
    async (number) => {
      const answer = await post(desk, JSON.stringify(VALID).replace('5000', number));
      expect(answer.statusCode).toBe(201);
      expect(answer.json().amount).toBe(5000);
    },
  );

  it.each(['-0', '5000.5', '1e400', '5000.0000000000000000001', '-5000'])(
    'refuses the amount %s',
    async (number) => {
      const answer = await post(desk, JSON.stringify(VALID).replace('5000', number));
      expect(answer.statusCode).toBe(400);
    },
  );

  it.each(['merchant_id', 'is_test', 'environment'])('refuses %s with a message of its own', async (name) => {
    const fields = await fieldsOf({ ...VALID, [name]: 'x' });
    expect(fields[name]).toMatch(/^Must not be sent: the API key selects/);
  });

  it.each(Object.keys(VALID).concat('customer_phone', 'description', 'metadata', 'ttl_minutes'))(
    'refuses null for %s',
    async (name) => {
      const fields = await fieldsOf({ ...VALID, [name]: null });
      expect(fields[name]).toMatch(/^Must not be null/);
    },
  );

  it('says which session has the reference already', async () => {
    const own = openDesk();
    own.verbs.payment_sessions.create = async () => ({
      kind: 'reference_already_used',
      existing_payment_session_id: SESSION_ID,
      replayed: false,
    });
    const answer = await post(own, VALID);
    expect(answer.statusCode).toBe(409);
    expect(answer.json().error).toMatchObject({
      code: 'DUPLICATE_REFERENCE',
      status: 409,
      existing_payment_session_id: SESSION_ID,
    });
  });

  it.each([
    ['no_collection_number', 'COLLECTION_NUMBER_UNAVAILABLE'],
    ['rail_not_ready', 'PROVIDER_RAIL_NOT_READY'],
  ] as const)('answers %s in the flat shape', async (kind, code) => {
    const own = openDesk();
    const failed_checks = [{ name: 'sms_gateway_online', ready: false, reason: 'none is online', count: 0 }];
    own.verbs.payment_sessions.create = async () => ({ kind, failed_checks });
    const answer = await post(own, VALID, {}, KEYS.live);
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({
      error: expect.any(String),
      code,
      operator: 'AIRTEL',
      environment: 'live',
      failed_checks,
    });
  });
});
