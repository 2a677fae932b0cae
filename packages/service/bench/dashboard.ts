import { NO_FILTER, type PaymentFilter } from '../src/domain/payment/filter.ts';
import { settleNotices } from '../src/engine/book/settle.ts';
import { receiveNotices } from '../src/engine/notices.ts';
import { exportPayments } from '../src/engine/payments/export.ts';
import { lookAtHome } from '../src/engine/payments/home.ts';
import { readPaymentLife } from '../src/engine/payments/life.ts';
import { countListed, foldCountsOfPayments, listPayments } from '../src/engine/payments/list.ts';
import type { Services } from '../src/engine/services.ts';
import { createSessions } from '../src/engine/sessions/create.ts';
import { fillPayments } from '../test/payments/history.ts';
import { openBenchCluster, openBenchDatabase } from './database.ts';
import { quantile } from './measure.ts';
import { type Effort, milliseconds, perSecond, type Row } from './row.ts';
import { newCommands, openShop, paymentOf, servicesOf } from './shop.ts';

const SIZE = { whole: 10_000_000, quick: 500_000 };
/** Sets another number of payments, for a machine with little room or time. */
const ROWS_VARIABLE = 'CHARI_BENCH_PAYMENTS';
const PORTION = 250_000;
const ASKED = { whole: 300, quick: 100 };
const WARM = 10;
const ROWS = 20;
const PAGE_GOAL_MS = 100;
const SEARCH_GOAL_MS = 150;
const EXPORTED = 100_000;
/** The past ends here, a payment each so many seconds. */
const UNTIL = new Date('2026-11-21T11:00:00.000Z');
const EVERY_S = 4;

/** So many of them went through the engine: they have credits, events and deliveries, as each has in life. */
const PAID = 300;

type Paid = { id: string; operator_transaction_id: string };
type Shop = {
  services: Services;
  merchant_id: string;
  environment: 'test';
  size: number;
  paid: readonly Paid[];
};
/** One question of a kind; `chance` in [0, 1) says which. */
type Ask = (shop: Shop, chance: number) => Promise<unknown>;

const listed =
  (filter: (chance: number, shop: Shop) => Partial<PaymentFilter>, finds = true): Ask =>
  async (shop, chance) => {
    const { services, merchant_id, environment } = shop;
    const asked = { merchant_id, environment, filter: { ...NO_FILTER, ...filter(chance, shop) } };
    const [{ payments }] = await Promise.all([
      listPayments(services, { ...asked, after: null, limit: ROWS }),
      countListed(services, asked),
    ]);
    if (finds !== payments.length > 0) throw new Error(`found ${payments.length}: ${JSON.stringify(asked)}`);
  };
/** Of each ten the last one is a transaction, whose reference is another. */
const anyReference = (chance: number, { size }: Shop): string =>
  `ORDER-${10 * Math.floor((chance * size) / 10) + 1 + (Math.floor(chance * size) % 9)}`;
const anyPaid = (chance: number, { paid }: Shop): Paid => {
  const one = paid[Math.floor(chance * paid.length)];
  if (one === undefined) throw new Error('nothing was paid');
  return one;
};
const dayBefore = (chance: number, size: number): string =>
  new Date(UNTIL.getTime() - chance * size * EVERY_S * 1000).toISOString().slice(0, 10);

const PAGES: Record<string, Ask> = {
  'the first page': ({ services, ...own }) => lookAtHome(services, own),
  'the newest payments, and how many': listed(() => ({})),
  'those in review': listed(() => ({ standing: 'in_review' })),
  'an operator’s that were not paid': listed(() => ({ standing: 'not_paid', operator: 'MOOV' })),
  'those of a day': listed((chance, { size }) => {
    const day = dayBefore(chance, size);
    return { from_day: day, to_day: day };
  }),
  'a page anywhere in the past': ({ services, size, paid: _, ...own }, chance) => {
    const created_at = new Date(UNTIL.getTime() - chance * size * EVERY_S * 1000);
    const after = { created_at, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
    return listPayments(services, { ...own, filter: NO_FILTER, after, limit: ROWS });
  },
  // No payment has it, so that all five thousand are looked at.
  'an amount, five thousand looked at': listed(
    () => ({ amount: { least_xaf: 90_600, most_xaf: 90_600 } }),
    false,
  ),
  'a payment’s page': async (shop, chance) => {
    const { services, merchant_id, environment } = shop;
    const { id: payment_id } = anyPaid(chance, shop);
    const life = await readPaymentLife(services, { merchant_id, environment, payment_id });
    if (life === null) throw new Error(`no payment ${payment_id}`);
  },
};

const SEARCHES: Record<string, Ask> = {
  'a letter': listed(() => ({ search: 'O' })),
  'the beginning of a reference': listed((chance, shop) => ({
    search: anyReference(chance, shop).slice(0, 9),
  })),
  'a whole reference': listed((chance, shop) => ({ search: anyReference(chance, shop) })),
  'the beginning of a phone': listed((chance, { size }) => ({
    search: `661${String(Math.floor((chance * Math.min(size, 99_999)) / 1_000)).padStart(2, '0')}`,
  })),
  'a phone': listed((chance, { size }) => ({
    search: `661${String((20 * Math.floor((chance * size) / 20) + 4) % 99_999).padStart(5, '0')}`,
  })),
  'an operator’s transaction id': listed((chance, shop) => ({
    search: anyPaid(chance, shop).operator_transaction_id,
  })),
  'a payment’s id': listed((chance, shop) => ({ search: anyPaid(chance, shop).id })),
  'what nothing has': listed((chance) => ({ search: `nowhere-${chance}`.slice(0, 20) }), false),
};

/** What the pages of a merchant with millions of payments ask of the database, and how fast the file is written. */
export async function measureDashboard(effort: Effort): Promise<Row[]> {
  const opened = (await openBenchCluster('disk')) ?? (await openBenchCluster('ram'));
  if (opened === null) return [];
  try {
    const wished = Number(process.env[ROWS_VARIABLE]);
    const size = wished > 0 ? wished : effort.quick ? SIZE.quick : SIZE.whole;
    const database = await openBenchDatabase(opened.cluster);
    const services = { ...servicesOf(database), now: () => UNTIL };
    const filled = { services, merchant_id: await openShop(services), environment: 'test' as const, size };
    const shop: Shop = { ...filled, paid: await pay(filled) };
    await fill(shop, effort);
    const asked = effort.quick ? ASKED.quick : ASKED.whole;
    const rows: Row[] = [];
    for (const [name, ask] of Object.entries(PAGES))
      rows.push(await measure(shop, name, ask, asked, PAGE_GOAL_MS));
    for (const [name, ask] of Object.entries(SEARCHES))
      rows.push(await measure(shop, `search: ${name}`, ask, asked, SEARCH_GOAL_MS));
    rows.push(await measureExport(shop));
    await database.drop();
    return rows;
  } finally {
    await opened.close();
  }
}

/** Pays some through the engine, each under an operator's transaction id. */
async function pay({ services, merchant_id }: Omit<Shop, 'paid'>): Promise<Paid[]> {
  const created = await createSessions(services, newCommands(merchant_id, PAID));
  const sessions = created.flatMap((one) => (one.kind === 'created' ? [one.session] : []));
  const paid = sessions.map((session, place) => {
    const operator_transaction_id = `PP261121.1200.A${10_000 + place}`;
    const body = JSON.stringify({ amount: session.amount_xaf, operator_transaction_id });
    const notice = { ...paymentOf(session), body, received_at: UNTIL };
    return { id: session.id, operator_transaction_id, notice };
  });
  const kept = await receiveNotices(
    services,
    paid.map(({ notice }) => notice),
  );
  await settleNotices(
    services,
    kept.flatMap((one) => (one.kind === 'kept' ? [one.notice_id] : [])),
  );
  return paid.map(({ notice: _, ...one }) => one);
}

async function fill({ services, merchant_id, size }: Shop, effort: Effort): Promise<void> {
  const filled = { merchant_id, before: UNTIL, every_s: EVERY_S };
  for (let first = 1; first <= size; first += PORTION) {
    effort.say(`dashboard: payments ${first.toLocaleString('en-GB')} of ${size.toLocaleString('en-GB')}`);
    const portion = Math.min(PORTION, size - first + 1);
    await fillPayments(services.pool, { ...filled, first, size: portion });
  }
  await foldCountsOfPayments(services, { limit: 10_000_000 });
  await services.pool.query('vacuum analyze');
}

async function measure(shop: Shop, name: string, ask: Ask, asked: number, goal_ms: number): Promise<Row> {
  const times_ms: number[] = [];
  for (let n = 0; n < asked + WARM; n += 1) {
    const from_ms = performance.now();
    await ask(shop, (n * 0.618_033_988_75) % 1);
    if (n >= WARM) times_ms.push(performance.now() - from_ms);
  }
  const p99_ms = quantile(times_ms, 0.99);
  return {
    measurement: 'dashboard',
    what: `${name}, ${shop.size.toLocaleString('en-GB')} payments of one merchant, p99 of its statements`,
    value: milliseconds(p99_ms),
    goal: `≤ ${goal_ms} ms`,
    met: p99_ms <= goal_ms,
    from: `median ${milliseconds(quantile(times_ms, 0.5))}; ${asked} questions, one at a time`,
  };
}

async function measureExport({ services, size, paid: _, ...own }: Shop): Promise<Row> {
  const from_ms = performance.now();
  let lines = 0;
  let bytes = 0;
  for await (const text of exportPayments(services, { ...own, filter: NO_FILTER })) {
    lines += text.split('\r\n').length - 1;
    bytes += text.length;
    if (lines > EXPORTED) break;
  }
  const seconds = (performance.now() - from_ms) / 1000;
  return {
    measurement: 'dashboard',
    what: `the CSV file, its first ${Math.min(EXPORTED, size).toLocaleString('en-GB')} of ${size.toLocaleString('en-GB')} lines`,
    value: perSecond(lines / seconds),
    goal: null,
    met: null,
    from: `${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s`,
  };
}
