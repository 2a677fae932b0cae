import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_FILTER, type PaymentFilter, readFilter, spanOf } from '../../src/domain/payment/filter.ts';
import { readCursor, standingOf } from '../../src/domain/payment/payment.ts';
import {
  countListed,
  foldCountsOfPayments,
  type ListedPayment,
  listPayments,
} from '../../src/engine/payments/list.ts';
import { concludeTransactions } from '../../src/engine/rails/conclude.ts';
import { cancelSessions } from '../../src/engine/sessions/cancel.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { says, start } from '../collection/transactions.ts';
import { openWorld, type World } from '../collection/world.ts';

let world: World;
let merchant: string;
/** Everything of the merchant in test, newest first, as the database has it. */
let all: Row[] = [];
type Row = {
  kind: string;
  id: string;
  created_at: Date;
  amount_xaf: number;
  operator: string;
  status: string;
  reference: string;
  payer: string | null;
};

beforeAll(async () => {
  world = await openWorld();
  merchant = await world.merchant();
  const other = await world.merchant();
  for (let day = 0; day < 6; day += 1) {
    for (let n = 0; n < 6; n += 1) {
      const operator = n % 2 === 0 ? 'AIRTEL' : 'MOOV';
      const amount_xaf = 1000 + 500 * n + day;
      const session = await world.session(merchant, {
        operator,
        amount_xaf,
        customer_phone: n === 3 ? '+23566000777' : null,
      });
      if (n < 2)
        await world.pay(session, n === 0 ? { operator_transaction_id: `PP26112${day}.1200.A0000${n}` } : {});
      if (n === 2) await world.pay(session, { amount: amount_xaf + 1, motif: `commande ${session.ticket}` });
      if (n === 4)
        await cancelSessions(world.services, [{ ...session, session_id: session.id, idempotency: null }]);
      world.pass(20);
    }
    const paid = await start(world, merchant, { amount_xaf: 7000 + day, phone_number: '+23566000777' });
    await concludeTransactions(world.services, [says(world, paid, 'success')]);
    await start(world, merchant, { operator: 'MOOV' });
    await world.session(other);
    await start(world, other);
    // Past the grace of those that nobody paid, but not on the last day: those wait.
    if (day < 5) {
      world.pass(86_400 - 120);
      await expireSessions(world.services, { limit: 1000 });
    }
  }
  all = await world.rows<Row>(
    `select 'session' as kind, id, created_at, amount_xaf, operator, status, reference, customer_phone as payer
       from payment_sessions where merchant_id = $1 and environment = 'test'
     union all select 'transaction', id, created_at, amount_xaf, operator, status, reference, phone_number
       from transactions where merchant_id = $1 and environment = 'test'
     order by created_at desc, id desc`,
    [merchant],
  );
});
afterAll(() => world.close());

const list = (filter: PaymentFilter, after: string | null = null, limit = 50) =>
  listPayments(world.services, {
    merchant_id: merchant,
    environment: 'test',
    filter,
    after: readCursor(after),
    limit,
  });

async function everyPage(filter: PaymentFilter, limit: number): Promise<ListedPayment[]> {
  const first = await list(filter, null, limit);
  const payments = [...first.payments];
  for (let next = first.next; next !== null; ) {
    const page = await list(filter, next, limit);
    payments.push(...page.payments);
    next = page.next;
  }
  return payments;
}

/** A filter as an address has it, and how many of the 48 payments it selects. */
const FILTERS = `
  (nothing)                                  48
  standing=paid                              18
  standing=waiting                            8
  standing=in_review                          6
  standing=cancelled                          6
  standing=not_paid                          10
  standing=refunded                           0
  kind=session                               36
  kind=transaction                           12
  operator=MOOV                              24
  operator=MOOV&kind=session&standing=paid    6
  from=2026-11-22                            40
  to=2026-11-21                               8
  from=2026-11-22&to=2026-11-23              16
  amount=1000                                 1
  amount=1000-1002                            3
  amount=1 000-1 002&operator=MOOV            0
  q=ORDER-                                   36
  q=order-2                                   9
  q=TXN-                                     12
  q=66 00 07                                 12
  q=%2B23566000777                           12
  q=66000777&kind=transaction                 6
  q=nowhere                                   0
  q=PP261123.1200.A00000                      1
  q=pp261123.1200.a00000&standing=waiting     0
`;

const CASES = FILTERS.trim()
  .split('\n')
  .map((line) => /^\s*(.*?)\s+(\d+)$/.exec(line) ?? [])
  .map(([, text = '', count = '']) => ({ text, count: Number(count) }));

/** The same asked of the plain rows. */
function expected(filter: PaymentFilter): Row[] {
  const { from, until } = spanOf(filter);
  return all.filter(
    (one) =>
      (filter.kind === null || one.kind === filter.kind) &&
      (filter.operator === null || one.operator === filter.operator) &&
      (filter.standing === null ||
        standingOf(one.status as ListedPayment['status'] as 'SUCCESS') === filter.standing) &&
      (from === null || one.created_at >= from) &&
      (until === null || one.created_at < until) &&
      (filter.amount === null ||
        (one.amount_xaf >= filter.amount.least_xaf && one.amount_xaf <= filter.amount.most_xaf)),
  );
}

const filterOf = (text: string): PaymentFilter => {
  const params = new URLSearchParams(text === '(nothing)' ? '' : text);
  const { filter, wrong } = readFilter((name) => params.get(name));
  expect(wrong).toEqual([]);
  return filter;
};

describe('The list', () => {
  test.each(CASES)(
    'by $text shows $count payments, page by page and newest first',
    async ({ text, count }) => {
      const filter = filterOf(text);
      const whole = await list(filter, null, 100);
      expect(whole.payments.length).toBe(count);
      const ids = whole.payments.map(({ id }) => id);
      if (filter.search === null) expect(ids).toEqual(expected(filter).map(({ id }) => id));
      const key = (one: ListedPayment) => `${one.created_at.toISOString()}/${one.id}`;
      expect(ids).toEqual(whole.payments.toSorted((a, b) => (key(a) < key(b) ? 1 : -1)).map(({ id }) => id));
      if (filter.search === null) expect((await everyPage(filter, 7)).map(({ id }) => id)).toEqual(ids);
    },
  );

  test.each(CASES.filter(({ text }) => !/q=|amount=/.test(text)))(
    'by $text is counted by counters, before they are folded and after: $count',
    async ({ text, count }) => {
      const asked = { merchant_id: merchant, environment: 'test' as const, filter: filterOf(text) };
      expect(await countListed(world.services, asked)).toBe(count);
      await foldCountsOfPayments(world.services, { limit: 100_000 });
      expect(await countListed(world.services, asked)).toBe(count);
    },
  );

  test('finds a payment by its id, its ticket as customers see it, and its internal_ref', async () => {
    const [first] = (await list({ ...NO_FILTER, kind: 'session' })).payments;
    const [transaction] = (await list({ ...NO_FILTER, kind: 'transaction' })).payments;
    if (first === undefined || transaction === undefined) throw new Error('nothing to find');
    const shown = `${first.ticket.slice(0, 4)}-${first.ticket.slice(4)}`.toLowerCase();
    for (const [word, id] of [
      [first.id.toUpperCase(), first.id],
      [shown, first.id],
      [` ${first.ticket} `, first.id],
      [transaction.ticket.toLowerCase(), transaction.id],
    ] as const)
      expect(
        (await list({ ...NO_FILTER, search: word })).payments.map((one) => one.id),
        word,
      ).toEqual([id]);
  });

  test('finds a payment by its whole reference, however many newer ones have longer ones', async () => {
    const shop = await world.merchant();
    const session = await world.session(shop, { reference: 'BASKET-1', amount_xaf: 900 });
    const transaction = await start(world, shop, { reference: 'BASKET-1', amount_xaf: 900 });
    world.pass(1);
    const longer = (count: number, from: number) =>
      Array.from({ length: count }, (_, n) =>
        world.command(shop, { reference: `BASKET-1-${from + n}`, amount_xaf: 1000 + 7 * (from + n) }),
      );
    const search = async (text: string, amount: PaymentFilter['amount'] = null) => {
      const filter = { ...NO_FILTER, search: text, amount };
      const own = { merchant_id: shop, environment: 'test' as const, filter };
      return listPayments(world.services, { ...own, after: null, limit: 50 });
    };
    // More than a page shows, then more than are looked at of a beginning.
    for (const count of [60, 240]) {
      await world.create(longer(count, count));
      for (const text of ['BASKET-1', 'basket-1']) {
        const { payments, is_crowded } = await search(text);
        const found = payments.slice(-2).map(({ id }) => id);
        expect(found.toSorted(), `${text} of ${count}`).toEqual([session.id, transaction.id].toSorted());
        expect([payments.length, is_crowded]).toEqual([50, true]);
      }
    }
    expect((await search('BASKET-1', { least_xaf: 899, most_xaf: 899 })).payments).toEqual([]);
  });

  test('never finds what another merchant has, nor what is in the other environment', async () => {
    const stranger = await world.merchant();
    const searched = [all[0]?.id, all[0]?.reference, '66000777', 'PP261123.1200.A00000', 'ORDER-'];
    for (const search of searched) {
      const asked = { filter: { ...NO_FILTER, search: search ?? '' }, after: null, limit: 50 };
      for (const caller of [
        { merchant_id: stranger, environment: 'test' as const },
        { merchant_id: merchant, environment: 'live' as const },
      ])
        expect((await listPayments(world.services, { ...caller, ...asked })).payments).toEqual([]);
    }
  });

  test('goes on where it was, however much is added meanwhile', async () => {
    const before = await everyPage(NO_FILTER, 100);
    const first = await list(NO_FILTER, null, 10);
    for (let n = 0; n < 12; n += 1) {
      world.pass(1);
      await (n % 2 === 0 ? world.session(merchant, { amount_xaf: 90_000 + n }) : start(world, merchant));
    }
    const seen = [...first.payments];
    for (let next = first.next; next !== null; ) {
      const page = await list(NO_FILTER, next, 10);
      seen.push(...page.payments);
      next = page.next;
    }
    expect(seen.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  test('a search that more match than are shown says so', async () => {
    const { payments, is_crowded, next } = await list({ ...NO_FILTER, search: 'ORDER-' }, null, 5);
    expect([payments.length, is_crowded, next]).toEqual([5, true, null]);
  });
});

test('the counters are the rows: each status on the day of creation, what was collected on the day of confirmation', async () => {
  const differing = await world.rows(`
    with counted as (
      select merchant_id, environment, day, kind, operator, status, sum(count) as count, sum(amount_xaf) as amount_xaf
      from (select merchant_id, environment, day, kind, operator, status, count, amount_xaf from payment_counts
        union all
        select merchant_id, environment, day, kind, operator, status, count, amount_xaf from payment_count_changes) c
      group by 1, 2, 3, 4, 5, 6 having sum(count) <> 0 or sum(amount_xaf) <> 0
    ), rows as (
      select merchant_id, environment, (created_at + interval '1 hour')::date as day, 'session' as kind, operator, status,
        count(*) as count, sum(amount_xaf) as amount_xaf from payment_sessions group by 1, 2, 3, 4, 5, 6
      union all
      select merchant_id, environment, (closed_at + interval '1 hour')::date, 'session', operator, 'COLLECTED',
        count(*), sum(amount_xaf) from payment_sessions where status = 'SUCCESS' group by 1, 2, 3, 4, 5
      union all
      select merchant_id, environment, (created_at + interval '1 hour')::date, 'transaction', operator, status,
        count(*), sum(amount_xaf) from transactions group by 1, 2, 3, 4, 5, 6
      union all
      select merchant_id, environment, (confirmed_at + interval '1 hour')::date, 'transaction', operator, 'COLLECTED',
        count(*), sum(amount_xaf) from transactions where status = 'SUCCESS' group by 1, 2, 3, 4, 5
    )
    select * from counted full join rows using (merchant_id, environment, day, kind, operator, status)
    where counted.count is distinct from rows.count or counted.amount_xaf is distinct from rows.amount_xaf`);
  expect(differing).toEqual([]);
});
