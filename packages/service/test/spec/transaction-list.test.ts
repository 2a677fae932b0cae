import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TRANSACTION_STATUSES } from '../../src/domain/transaction/transaction.ts';
import { expectError } from './client.ts';
import { type Merchant, openService, type Service } from './service.ts';
import { inStatus, started, TRANSACTIONS } from './transactions.ts';

let service: Service;
let shop: Merchant;
/** Ids by status, the newest last. */
const ids: Record<string, string> = {};
beforeAll(async () => {
  service = await openService({ rails: false });
  shop = await service.merchant();
  // TIMEOUT first: it takes the clock past the others' expiry.
  for (const status of ['TIMEOUT', ...TRANSACTION_STATUSES.filter((one) => one !== 'TIMEOUT')]) {
    const { id } = await started(service, shop.test_key, {
      reference: `in-${status}`,
      operator: status === 'SUCCESS' ? 'MOOV' : 'AIRTEL',
      phone_number: status === 'FAILED' ? '+23569000001' : '+23566123456',
    });
    await inStatus(service, id, status);
    ids[status] = id;
    service.clock.pass(1);
  }
  const other = await service.merchant();
  await started(service, other.test_key);
});
afterAll(() => service.close());

const list = (query = '', key = shop.test_key) => service.client.get(`${TRANSACTIONS}${query}`, key);
const found = async (query: string): Promise<string[]> => {
  const { status, body, text } = await list(query);
  expect(status, text).toBe(200);
  expect(body.total).toBe(body.transactions.length);
  return body.transactions.map((one: { id: string }) => one.id);
};

describe('GET /v1/transactions, parameter by parameter', () => {
  it('answers transactions, total, limit, offset; newest first; the merchant’s own of this environment', async () => {
    const { body } = await list();
    expect(Object.keys(body)).toEqual(['transactions', 'total', 'limit', 'offset']);
    expect(body).toMatchObject({ total: 7, limit: 20, offset: 0 });
    expect(body.transactions.map((one: { id: string }) => one.id)).toEqual(Object.values(ids).toReversed());
    expect((await list('', shop.live_key)).body).toEqual({
      transactions: [],
      total: 0,
      limit: 20,
      offset: 0,
    });
  });

  it('limit and offset page through it; total stays', async () => {
    const { body } = await list('?limit=2&offset=3');
    expect(body).toMatchObject({ total: 7, limit: 2, offset: 3 });
    expect(body.transactions.map((one: { id: string }) => one.id)).toEqual(
      Object.values(ids).toReversed().slice(3, 5),
    );
    expect((await list('?offset=7')).body).toMatchObject({ transactions: [], total: 7 });
  });

  it('without a limit there are 20 of them, with all the fields but description, confirmed_at where it is due', async () => {
    const shop = await service.merchant();
    for (let n = 0; n < 21; n += 1) await started(service, shop.test_key, { description: 'not listed' });
    const { transactions, total } = (await list('', shop.test_key)).body;
    expect([transactions.length, total]).toEqual([20, 21]);
    const { body } = await list();
    const confirmed = body.transactions.filter((one: object) => 'confirmed_at' in one);
    expect(confirmed.map((one: { status: string }) => one.status).toSorted()).toEqual([
      'REFUNDED',
      'SUCCESS',
    ]);
  });

  it('a limit above 1000 is served as 1000', async () => {
    expect((await list('?limit=1000')).body.limit).toBe(1000);
    expect((await list('?limit=1001')).body.limit).toBe(1000);
    expect((await list('?limit=999999999')).body.limit).toBe(1000);
  });

  it.each(['10000000000000000', '9'.repeat(100)])(
    'a limit that no number holds exactly is above 1000 as well: %s',
    async (limit) => {
      const { status, body } = await list(`?limit=${limit}`);
      expect([status, body.limit]).toEqual([200, 1000]);
    },
  );

  it.each(TRANSACTION_STATUSES)('status=%s', async (status) => {
    expect(await found(`?status=${status}`)).toEqual([ids[status]]);
  });

  it('operator', async () => {
    expect(await found('?operator=MOOV')).toEqual([ids.SUCCESS]);
    expect(await found('?operator=AIRTEL&status=SUCCESS')).toEqual([]);
  });

  it.each([
    ['a whole reference', 'in-SUCCESS', 'SUCCESS'],
    ['its beginning', 'in-SUC', 'SUCCESS'],
    ['its end', 'SUCCESS', null],
    ['its beginning in another case', 'IN-success', null],
    ['the payer’s number', '%2B23569000001', 'FAILED'],
    ['the payer’s number with its plus read as a space', '+23569000001', 'FAILED'],
    ['its national digits', '69000001', 'FAILED'],
    ['its first digits', '690', 'FAILED'],
  ])('search by %s', async (_what, search, status) => {
    expect(await found(`?search=${search}`)).toEqual(status === null ? [] : [ids[status]]);
  });

  it('search by internal_ref', async () => {
    const [one] = (await list('?status=PENDING')).body.transactions;
    expect(await found(`?search=${one.internal_ref}`)).toEqual([ids.PENDING]);
  });

  it('date_from and date_to: a day is the whole UTC day', async () => {
    const now = service.clock.now().getTime();
    const day = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10);
    expect((await list(`?date_from=${day(-1)}&date_to=${day(1)}`)).body.total).toBe(7);
    expect(await found(`?date_from=${day(2)}`)).toEqual([]);
    expect(await found(`?date_to=${day(-2)}`)).toEqual([]);
    const created = (await list('?status=PENDING')).body.transactions[0].created_at;
    const its_day = created.slice(0, 10);
    expect(await found(`?status=PENDING&date_from=${its_day}&date_to=${its_day}`)).toEqual([ids.PENDING]);
  });

  it('date_from and date_to: a moment counts itself, in any offset', async () => {
    const { created_at } = (await list('?status=PENDING')).body.transactions[0];
    const at = Date.parse(created_at);
    const moment = (ms: number) => new Date(at + ms).toISOString();
    const local = `${new Date(at + 3_600_000).toISOString().slice(0, -1)}+01:00`;
    const pending = '?status=PENDING&';
    expect(await found(`${pending}date_from=${created_at}&date_to=${created_at}`)).toEqual([ids.PENDING]);
    expect(await found(`${pending}date_from=${moment(1)}`)).toEqual([]);
    expect(await found(`${pending}date_to=${moment(-1)}`)).toEqual([]);
    expect(await found(`${pending}date_from=${encodeURIComponent(local)}`)).toEqual([ids.PENDING]);
    expect(await found(`${pending}date_from=${local}&date_to=${local}`)).toEqual([ids.PENDING]);
  });

  it('date_from and date_to: an offset as PHP and strftime write it, +0100 or +01, is the same moment', async () => {
    const { created_at } = (await list('?status=PENDING')).body.transactions[0];
    const local = new Date(Date.parse(created_at) + 3_600_000).toISOString().slice(0, -1);
    for (const sign of ['+', '%2B'])
      for (const offset of ['0100', '01', '01:00']) {
        const same = `${local}${sign}${offset}`;
        expect(await found(`?status=PENDING&date_from=${same}&date_to=${same}`), same).toEqual([ids.PENDING]);
      }
  });

  it.each(['1970-01-01', '1999-12-31', '0000-01-01', '0001-01-01T00:00:00+14:00', '1970-01-01T00:00:00Z'])(
    'date_from=%s is before everything, and as date_to it leaves nothing',
    async (day) => {
      expect((await list(`?date_from=${day}`)).body.total).toBe(7);
      expect((await list(`?date_from=${day}&date_to=9999-12-31&limit=2`)).body.total).toBe(7);
      expect((await list(`?date_from=${day}&search=in-`)).body.total).toBe(7);
      expect((await list(`?date_to=${day}`)).body).toMatchObject({ total: 0, transactions: [] });
    },
  );

  it.each(['2100-01-01', '9999-12-31', '9999-12-31T23:59:59.999-12:00'])(
    'date_to=%s is after everything, and as date_from it leaves nothing',
    async (day) => {
      expect((await list(`?date_to=${day}`)).body.total).toBe(7);
      expect((await list(`?date_from=${day}`)).body).toMatchObject({ total: 0, transactions: [] });
    },
  );
});

describe('an invalid filter is 400 VALIDATION_ERROR, and fields names it', () => {
  it.each([
    ['limit=0', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=x', 'offset'],
    ['status=success', 'status'],
    ['status=PAID', 'status'],
    ['status=', 'status'],
    ['operator=TIGO', 'operator'],
    ['date_from=yesterday', 'date_from'],
    ['date_from=2026-02-30', 'date_from'],
    ['date_from=2026-13-01', 'date_from'],
    ['date_to=2026-02-30T10:00:00Z', 'date_to'],
    ['date_to=27/06/2026', 'date_to'],
    ['date_from=1970-02-30', 'date_from'],
    ['date_from=9999-13-01T00:00:00Z', 'date_from'],
    ['date_from=2026-06-27T15:44:00%2B99', 'date_from'],
    ['date_from=2026-06-27T15:44:00%2B0199', 'date_from'],
    ['date_from=12026-06-27', 'date_from'],
    ['date_from=2001-01-01&date_to=1999-01-01', 'date_to'],
    ['date_from=1999-01-01&date_to=1998-01-01', 'date_to'],
    ['date_from=2026-06-28&date_to=2026-06-27', 'date_to'],
    ['search=', 'search'],
    [`search=${'x'.repeat(101)}`, 'search'],
    ['page=2', 'page'],
    ['environment=live', 'environment'],
  ])('%s', async (query, field) => {
    expectError(await list(`?${query}`), 400, 'VALIDATION_ERROR', [field]);
  });

  it('an offset of 16 digits is told the most that it may be, which is taken', async () => {
    const refused = await list('?offset=1000000000000000');
    expectError(refused, 400, 'VALIDATION_ERROR', ['offset']);
    expect(refused.body.error.fields.offset).toContain('from 0 to 999999999999999');
    expect((await list('?offset=999999999999999')).body).toMatchObject({ transactions: [] });
  });

  it('everything that is wrong is said at once', async () => {
    expectError(await list('?limit=x&status=y&colour=z'), 400, 'VALIDATION_ERROR', [
      'limit',
      'status',
      'colour',
    ]);
  });

  it('hostile searches find nothing and break nothing', async () => {
    for (const search of ["'; drop table transactions; --", '%', '_', '\\', '\u0000', '😀', '..', '%00'])
      expect((await list(`?search=${encodeURIComponent(search)}`)).body.total, search).toBe(0);
  });
});
