import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, order, SESSIONS, type SessionBody } from './client.ts';
import { DASHBOARD_URL, type Merchant, openService, type Service } from './service.ts';

let service: Service;
let merchant: Merchant;
let session: SessionBody;
let key: string;
beforeAll(async () => {
  service = await openService();
  merchant = await service.merchant();
  key = merchant.test_key;
  session = await service.client.session(key, {
    reference: 'ORDER.2026_11:21/A-7',
    amount: 12_500,
    operator: 'MOOV',
    customer_phone: '+23599123456',
    description: 'Two sacks of millet',
    metadata: { secret: 'plan-b' },
    ttl_minutes: 20,
  });
});
afterAll(() => service.close());

const create = (fields: object) => service.client.post(SESSIONS, key, order(fields));
const FIELDS = [
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
];
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

describe('Payment session, the table of its fields', () => {
  it('id | string (UUID) | session identifier', () => {
    expect(session.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it("reference | string | the merchant's order identifier", () => {
    expect(session.reference).toBe('ORDER.2026_11:21/A-7');
  });

  it('ticket | string | service-side reference for the customer to keep', () => {
    expect(session.ticket).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  });

  it('amount | integer | XAF', () => {
    expect(session.amount).toBe(12_500);
  });

  it('currency | string | XAF', () => {
    expect(session.currency).toBe('XAF');
  });

  it('operator | string | AIRTEL or MOOV', async () => {
    expect(session.operator).toBe('MOOV');
    expect((await service.client.session(key, { operator: 'AIRTEL' })).operator).toBe('AIRTEL');
  });

  it('status | string | see States and transitions', () => {
    expect(session.status).toBe('AWAITING_PAYMENT');
  });

  it('environment | string | test or live', () => {
    expect(session.environment).toBe('test');
  });

  it('assigned_collection_number | string | number the customer must pay', () => {
    expect(session.assigned_collection_number).toMatch(/^\+2359[0-9]{7}$/);
  });

  it('expires_at | string, ISO 8601 UTC timestamp | session expiry', () => {
    expect(session.expires_at).toMatch(TIMESTAMP);
    expect(Date.parse(session.expires_at) - Date.parse(session.created_at)).toBe(20 * 60_000);
  });

  it('created_at | string, ISO 8601 UTC timestamp', () => {
    expect(session.created_at).toMatch(TIMESTAMP);
    expect(Math.abs(Date.parse(session.created_at) - service.clock.now().getTime())).toBeLessThan(30_000);
  });

  it('instructions | string | human-readable payment instruction text', () => {
    const number = session.assigned_collection_number;
    const words = session.instructions.replaceAll('\u00a0', ' ');
    expect(words).toContain('12 500 FCFA');
    expect(words).toContain('Moov Money');
    expect(words.replaceAll(' ', '')).toContain(number);
    expect(words).toContain(session.ticket);
  });

  it('instructions from expires_at on, while it still waits, ask nobody to send money', async () => {
    const late = await service.client.session(key, { ttl_minutes: 1 });
    service.clock.pass(60);
    for (const _ of ['at expires_at', 'a second after']) {
      const { body } = await service.client.get(`${SESSIONS}/${late.id}`, key);
      expect(body.status).toBe('AWAITING_PAYMENT');
      expect(body.instructions).toContain('Le délai pour payer est terminé.');
      expect(body.instructions).not.toContain('Envoyez');
      service.clock.pass(1);
    }
  });

  it('checkout_url | string (URL) | {dashboard_url}/pay/payment-sessions/<session_id>', () => {
    expect(session.checkout_url).toBe(`${DASHBOARD_URL}/pay/payment-sessions/${session.id}`);
  });

  it('holds these fields and no others', () => {
    expect(Object.keys(session)).toEqual(FIELDS);
  });

  it('is the same shape from create, retrieve and cancel', async () => {
    const path = `${SESSIONS}/${session.id}`;
    const retrieved = await service.client.get(path, key);
    expect([retrieved.status, retrieved.body]).toEqual([200, session]);
    const cancelled = await service.client.post(`${path}/cancel`, key);
    expect(cancelled.status).toBe(200);
    expect(Object.keys(cancelled.body)).toEqual(FIELDS);
    const { status, instructions, ...rest } = cancelled.body;
    expect(session).toMatchObject(rest);
    expect(status).toBe('CANCELLED');
    expect(instructions).not.toContain(session.ticket);
    expect((await service.client.get(path, key)).body).toEqual(cancelled.body);
  });
});

describe('Payment session, the rules beneath the table', () => {
  it('metadata, customer_phone and description are accepted at creation; metadata is stored and never returned', async () => {
    const path = `${SESSIONS}/${session.id}`;
    const again = await service.client.post(SESSIONS, key, { ...order(), reference: session.reference });
    const answers = [
      await service.client.get(path, key),
      await service.client.post(`${path}/cancel`, key),
      again,
    ];
    for (const { text } of [{ text: JSON.stringify(session) }, ...answers]) {
      for (const hidden of ['plan-b', 'metadata', '99123456', 'millet']) expect(text).not.toContain(hidden);
    }
    const [row] = await service.rows<object>(
      'select metadata, customer_phone, description from payment_sessions where id = $1',
      [session.id],
    );
    expect(row).toEqual({
      metadata: { secret: 'plan-b' },
      customer_phone: '+23599123456',
      description: 'Two sacks of millet',
    });
  });

  it.each(['merchant_id', 'is_test', 'environment'])(
    '%s is imposed by the API key and must never be sent in a request body',
    async (name) => {
      const answer = await create({ [name]: 'test' });
      expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(answer.body.error.fields).toEqual({
        [name]: expect.stringMatching(/^Must not be sent: the API key selects/),
      });
    },
  );

  it('number assignment depends on the operator and never gives two open sessions one number and amount', async () => {
    const many = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        service.client.session(key, { amount: 777, operator: i % 2 ? 'MOOV' : 'AIRTEL' }),
      ),
    );
    expect(new Set(many.map((one) => `${one.operator} ${one.assigned_collection_number}`)).size).toBe(60);
    for (const one of many) {
      const prefix = one.operator === 'MOOV' ? '+2359' : '+2356';
      expect(one.assigned_collection_number.startsWith(prefix)).toBe(true);
    }
  });

  it('a session always has an expiry', async () => {
    const plain = await service.client.session(key);
    expect(Date.parse(plain.expires_at)).toBeGreaterThan(Date.parse(plain.created_at));
  });
});

describe('POST /v1/payment-sessions, the table of the request body', () => {
  const refused = (answer: Answer, name: string) => {
    expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(Object.keys(answer.body.error.fields)).toEqual([name]);
  };

  it.each(['reference', 'amount', 'currency', 'operator'])('%s | required: yes', async (name) => {
    const body = order();
    delete body[name];
    const answer = await service.client.post(SESSIONS, key, body);
    refused(answer, name);
    expect(answer.body.error.fields[name]).toMatch(/^Is missing\./);
  });

  it('customer_phone, description, metadata, ttl_minutes | required: no', async () => {
    expect((await create({})).status).toBe(201);
  });

  it.each([
    ['reference', 'merchant order identifier', 'ORDER-A', ['', 'a b', 'é', 7, null, {}]],
    ['amount', 'whole XAF, greater than 0', 1, [0, -1, 0.5, 5000.5, '5000', null, true, [5000]]],
    ['currency', 'XAF', 'XAF', ['xaf', 'EUR', '', null, 950]],
    ['operator', 'AIRTEL or MOOV', 'MOOV', ['airtel', 'TIGO', '', null, 1, ['AIRTEL']]],
    [
      'customer_phone',
      'payer phone',
      '+23566000001',
      ['66000001', '+2356600000', '+2376600000', '', null, 235],
    ],
    ['description', 'short description', 'Millet', [5, null, {}, []]],
    ['metadata', 'arbitrary data', { a: [1, { b: null }], é: true }, [[], 'text', 5, null]],
    ['ttl_minutes', 'lifetime in minutes, 1 to 60', 60, [0, 61, -1, 1.5, '10', null, true]],
  ] as const)('%s | %s', async (name, _rule, accepted, values) => {
    expect((await create({ [name]: accepted })).status).toBe(201);
    for (const value of values) refused(await create({ [name]: value }), name);
  });

  it('reference | unique per environment', async () => {
    const live = await service.client.post(SESSIONS, merchant.live_key, order({ reference: 'TWICE' }));
    // Live is not ready here: what counts is that the reference of the other environment does not stand in the way.
    expect(live.status).toBe(503);
    expect((await create({ reference: 'TWICE' })).status).toBe(201);
    expect((await create({ reference: 'TWICE' })).status).toBe(409);
  });

  it('ttl_minutes | default 10', async () => {
    const { created_at, expires_at } = await service.client.session(key);
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(600_000);
  });

  it('names every wrong field at once, with what to write', async () => {
    const answer = await service.client.post(SESSIONS, key, { amount: 1.5, currency: 'EUR', colour: 'red' });
    expect(answer.status).toBe(400);
    const { fields } = answer.body.error;
    expect(Object.keys(fields).sort()).toEqual(['amount', 'colour', 'currency', 'operator', 'reference']);
    expect(fields.colour).toContain('Is not a field of this request');
  });
});
