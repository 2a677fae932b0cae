import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from './client.ts';
import { openService, type Service } from './service.ts';
import { concluded, purchase, started, TRANSACTIONS } from './transactions.ts';

let service: Service;
let key: string;
beforeAll(async () => {
  service = await openService();
  ({ test_key: key } = await service.merchant());
});
afterAll(() => service.close());

const post = (body: unknown, with_key = key) => service.client.post(TRANSACTIONS, with_key, body);
const get = (id: string, with_key = key) => service.client.get(`${TRANSACTIONS}/${id}`, with_key);

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const FULL =
  'id reference internal_ref amount currency operator phone_number description status is_test environment webhook_sent initiated_at expires_at created_at updated_at'.split(
    ' ',
  );

describe('Transaction, the three views', () => {
  it('create answers 201 with exactly six fields', async () => {
    const answer = await post(purchase());
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body)).toEqual([
      'id',
      'internal_ref',
      'status',
      'is_test',
      'environment',
      'expires_at',
    ]);
    expect(answer.body).toMatchObject({ status: 'PENDING', is_test: true, environment: 'test' });
    expect(answer.body.id).toMatch(UUID);
    expect(answer.body.internal_ref).toMatch(/^TX\d{6}[0-9A-HJKMNP-TV-Z]{8}$/);
    expect(answer.body.expires_at).toMatch(ISO);
  });

  it('retrieve answers the full view; confirmed_at comes with the confirmation', async () => {
    const body = purchase({ description: 'rice' });
    const { id, internal_ref } = (await post(body)).body;
    const before = (await get(id)).body;
    expect(Object.keys(before)).toEqual(FULL);
    expect(before).toMatchObject({ ...body, id, internal_ref, is_test: true, environment: 'test' });
    expect(['PENDING', 'PROCESSING']).toContain(before.status);
    expect(before.webhook_sent).toBe(false);
    expect(Date.parse(before.expires_at) - Date.parse(before.created_at)).toBe(600_000);
    for (const name of ['initiated_at', 'expires_at', 'created_at', 'updated_at'])
      expect(before[name]).toMatch(ISO);
    service.clock.pass(1);
    await concluded(service, id, 'success');
    const after = (await get(id)).body;
    expect(Object.keys(after)).toEqual(FULL.toSpliced(FULL.indexOf('expires_at'), 0, 'confirmed_at'));
    expect(after.confirmed_at).toMatch(ISO);
    expect(after.updated_at > before.updated_at).toBe(true);
  });

  it('the list view is the full view without description', async () => {
    const { id } = await started(service, key, { description: 'never in a list' });
    const { body, text } = await service.client.get(`${TRANSACTIONS}?limit=1`, key);
    expect(body.transactions[0].id).toBe(id);
    expect(Object.keys(body.transactions[0])).toEqual(FULL.filter((name) => name !== 'description'));
    expect(text).not.toContain('never in a list');
  });

  it('a description that was not sent is absent', async () => {
    const { id } = await started(service, key);
    expect((await get(id)).body).not.toHaveProperty('description');
  });

  it('another spelling of the id in capitals is the same id', async () => {
    const { id } = await started(service, key);
    expect((await get(id.toUpperCase())).body.id).toBe(id);
  });
});

describe('POST /v1/transactions, each field: 400 when it is malformed or missing', () => {
  const REFUSED: Record<string, unknown[]> = {
    reference: [undefined, null, '', ' ', 'a b', 'é', 'order#1', '~txn:x', 'x'.repeat(101), 7, {}],
    amount: [undefined, null, 0, -1, 100.5, '5000', 1e-9, true, []],
    currency: [undefined, null, 'EUR', 'xaf', ''],
    operator: [undefined, null, 'TIGO', 'airtel', ''],
    phone_number: [
      undefined,
      null,
      '',
      '66123456',
      '23566123456',
      '+2356612345',
      '+235661234567',
      '+237661234567',
      '+235 66123456',
      66123456,
    ],
    description: [null, 'x'.repeat(256), 7],
  };
  for (const [name, values] of Object.entries(REFUSED))
    for (const value of values)
      it(`${name} ${value === undefined ? 'missing' : JSON.stringify(value).slice(0, 40)}`, async () => {
        expectError(await post(purchase({ [name]: value })), 400, 'VALIDATION_ERROR', [name]);
      });

  const IMPOSED = ['merchant_id', 'is_test', 'environment', 'customer_phone', 'metadata', 'ttl_minutes'];
  it.each(IMPOSED)('%s is no field of it', async (name) => {
    expectError(await post(purchase({ [name]: 'x' })), 400, 'VALIDATION_ERROR', [name]);
  });

  it('everything that is wrong is said at once', async () => {
    const names = ['reference', 'amount', 'currency', 'operator', 'phone_number'];
    expectError(await post({}), 400, 'VALIDATION_ERROR', names);
  });

  it.each([
    ['reference', 'A'.repeat(100)],
    ['reference', 'a-Z_0.9:/'],
    ['description', 'x'.repeat(255)],
    ['description', ''],
    ['amount', 100],
    ['amount', 2_000_000],
    ['operator', 'MOOV'],
  ])('%s %j is accepted', async (name, value) => {
    expect((await post(purchase({ [name]: value }))).status).toBe(201);
  });
});

describe('POST /v1/transactions, 422: well-formed, and outside what is offered', () => {
  it.each([1, 99, 2_000_001, 1_000_000_001, Number.MAX_SAFE_INTEGER])(
    'an amount of %d XAF',
    async (amount) => {
      const answer = await post(purchase({ amount }));
      expectError(answer, 422, 'VALIDATION_ERROR', ['amount']);
    },
  );

  it('400 comes before 422', async () => {
    expectError(await post(purchase({ amount: 5, phone_number: '66' })), 400, 'VALIDATION_ERROR', [
      'phone_number',
    ]);
  });

  it('an operator that is not enabled for this merchant', async () => {
    const merchant = await service.merchant();
    await service.rows(`update merchants set operators = '{MOOV}' where id = $1`, [merchant.id]);
    const refused = await post(purchase({ operator: 'AIRTEL' }), merchant.test_key);
    expectError(refused, 422, 'VALIDATION_ERROR', ['operator']);
    expect((await post(purchase({ operator: 'MOOV' }), merchant.test_key)).status).toBe(201);
  });
});
