import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListTransactions } from '../../src/domain/transaction/commands.ts';
import type { Transaction } from '../../src/domain/transaction/transaction.ts';
import { concludeTransactions } from '../../src/engine/rails/conclude.ts';
import { createTransactions } from '../../src/engine/transactions/create.ts';
import { foldTransactionCounts, listTransactions } from '../../src/engine/transactions/list.ts';
import { prove } from './proof.ts';
import { asked, says, start } from './transactions.ts';
import { NOON, openWorld, type World } from './world.ts';

let world: World;
let merchant: string;
/** Everything of the merchant in test, newest first, as it should be listed. */
let all: Transaction[] = [];

const STEPS = [0, 1, 59, 600, 3600, 86_400, 3 * 86_400, 20 * 86_400];

beforeAll(async () => {
  world = await openWorld();
  merchant = await world.merchant();
  const other = await world.merchant();
  for (let round = 0; round < 24; round += 1) {
    world.pass(STEPS[round % STEPS.length] ?? 0);
    const commands = Array.from({ length: 40 }, (_, i) =>
      asked(merchant, {
        reference: `${i % 4 === 0 ? 'shop/' : 'ORDER-'}${round}-${i}`,
        operator: i % 3 === 0 ? 'MOOV' : 'AIRTEL',
        phone_number: `+235661${String((round * 7 + i) % 50).padStart(5, '0')}`,
      }),
    );
    const made = (await createTransactions(world.services, commands)).flatMap((one) =>
      one.kind === 'created' ? [one.transaction] : [],
    );
    const kinds = ['success', 'failed'] as const;
    await concludeTransactions(
      world.services,
      made.flatMap((one, i) => (i % 5 < 2 ? [says(world, one, kinds[i % 2] ?? 'success')] : [])),
    );
    if (round === 11) await foldTransactionCounts(world.services, { limit: 100_000 });
  }
  await start(world, other);
  await start(world, merchant, { environment: 'test', reference: 'the-last' });
  const rows = await world.rows<Transaction>(
    `select * from transactions where merchant_id = $1 order by created_at desc, id desc`,
    [merchant],
  );
  all = rows;
});
afterAll(async () => {
  await prove(world);
  await world.close();
});

const list = (fields: Partial<ListTransactions> = {}) =>
  listTransactions(world.services, {
    merchant_id: merchant,
    environment: 'test',
    limit: 20,
    offset: 0,
    status: null,
    operator: null,
    from: null,
    until: null,
    search: null,
    ...fields,
  });

/** The same question asked of the plain array. */
function expected(fields: Partial<ListTransactions>): Transaction[] {
  const { status = null, operator = null, from = null, until = null, search = null } = fields;
  return all.filter(
    (one) =>
      (status === null || one.status === status) &&
      (operator === null || one.operator === operator) &&
      (from === null || one.created_at >= from) &&
      (until === null || one.created_at < until) &&
      (search === null || one.reference.startsWith(search) || one.phone_number.startsWith(`+235${search}`)),
  );
}

const day = (days: number): Date => new Date(NOON.getTime() + days * 86_400_000);
const FILTERS: Record<string, Partial<ListTransactions>> = {
  nothing: {},
  'a status': { status: 'SUCCESS' },
  'an operator': { operator: 'MOOV' },
  'a status and an operator': { status: 'PENDING', operator: 'AIRTEL' },
  'a status that none has': { status: 'REFUNDED' },
  'dates on the hour': { from: day(1), until: day(30) },
  'dates between the hours': {
    from: new Date(NOON.getTime() + 30_000),
    until: new Date(NOON.getTime() + 4_000_000),
  },
  'an open beginning': { until: day(26) },
  'an open end and a status': { from: new Date(day(2).getTime() + 1), status: 'FAILED' },
  'the beginning of a reference': { search: 'ORDER-1-' },
  'the beginning of a number': { search: '6610001' },
  'a search in a status and dates': { search: 'shop/', status: 'SUCCESS', from: day(1) },
  'a search that finds nothing': { search: 'nowhere' },
};

test('there is something to see on each side', () => {
  expect(all.length).toBe(24 * 40 + 1);
  for (const [name, filter] of Object.entries(FILTERS).filter(([name]) => !/none|nothing/.test(name)))
    expect(expected(filter).length, name).toBeGreaterThan(0);
});

for (const folded of ['some counts folded', 'all counts folded']) {
  test.each(Object.entries(FILTERS))(
    `by %s: every page and the total are those of the plain rows, ${folded}`,
    async (_name, filter) => {
      if (folded === 'all counts folded') await foldTransactionCounts(world.services, { limit: 100_000 });
      const right = expected(filter).map(({ id }) => id);
      for (const [offset, limit] of [
        [0, 20],
        [7, 1],
        [199, 20],
        [200, 3],
        [333, 50],
        [700, 1000],
        [955, 20],
        [5000, 5],
      ] as const) {
        const { transactions, total } = await list({ ...filter, offset, limit });
        expect(total).toBe(right.length);
        expect(
          transactions.map(({ id }) => id),
          `${offset}+${limit}`,
        ).toEqual(right.slice(offset, offset + limit));
      }
    },
  );
}

test('pages put together are the whole list, once each', async () => {
  const seen: string[] = [];
  for (let offset = 0; offset < all.length; offset += 97) {
    const { transactions } = await list({ offset, limit: 97 });
    seen.push(...transactions.map(({ id }) => id));
  }
  expect(seen).toEqual(all.map(({ id }) => id));
});

test('an internal_ref finds its transaction', async () => {
  const one = all[123] as Transaction;
  const { transactions, total } = await list({ search: one.internal_ref.toLowerCase() });
  expect([total, transactions[0]?.id]).toEqual([1, one.id]);
});

test('a search that more than 250 match finds the newest of them, and its total says how many it looked at', async () => {
  const many = await world.merchant();
  for (let round = 0; round < 3; round += 1) {
    world.pass(60);
    await createTransactions(
      world.services,
      Array.from({ length: 700 }, (_, i) =>
        asked(many, { reference: `A-${(i * 37 + round * 11) % 700}-${round}` }),
      ),
    );
  }
  const { transactions, total } = await list({ merchant_id: many, search: 'A-', limit: 250 });
  const newest = await world.rows<{ id: string }>(
    'select id from transactions where merchant_id = $1 order by created_at desc, id desc limit 250',
    [many],
  );
  expect(transactions.map(({ id }) => id)).toEqual(newest.map(({ id }) => id));
  expect(total).toBeGreaterThanOrEqual(250);
  expect(total).toBeLessThanOrEqual(500);
});

test('a whole reference finds its transaction though hundreds that are newer have longer ones', async () => {
  const shop = await world.merchant();
  const { id } = await start(world, shop, { reference: 'BASKET-1' });
  world.pass(60);
  await createTransactions(
    world.services,
    Array.from({ length: 600 }, (_, i) => asked(shop, { reference: `BASKET-1-${i}` })),
  );
  for (const search of ['BASKET-1', 'basket-1']) {
    const { transactions, total } = await list({ merchant_id: shop, search, limit: 1000 });
    expect(transactions.at(-1)?.id).toBe(id);
    expect(transactions.length).toBe(total);
    const last = await list({ merchant_id: shop, search, limit: 20, offset: total - 1 });
    expect(last.transactions.map((one) => one.id)).toEqual([id]);
  }
  const { transactions } = await list({ merchant_id: shop, search: 'BASKET-1', status: 'SUCCESS' });
  expect(transactions).toEqual([]);
});

test('webhook_sent is true once a delivery of an event of it was answered 2xx', async () => {
  const [first] = (await list({ status: 'SUCCESS', limit: 1 })).transactions;
  expect(first?.webhook_sent).toBe(false);
  await world.rows(
    `insert into webhook_deliveries (id, event_id, endpoint_id, state, created_at)
     select gen_random_uuid(), id, gen_random_uuid(), 'DELIVERED', created_at from events where object_id = $1`,
    [first?.id],
  );
  expect((await list({ status: 'SUCCESS', limit: 1 })).transactions[0]?.webhook_sent).toBe(true);
});
