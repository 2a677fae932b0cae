import { NO_FILTER, type PaymentFilter } from '../src/domain/payment/filter.ts';
import { exportPayments } from '../src/engine/payments/export.ts';
import { lookAtHome } from '../src/engine/payments/home.ts';
import { readPaymentLife } from '../src/engine/payments/life.ts';
import { countListed, foldCountsOfPayments, listPayments } from '../src/engine/payments/list.ts';
import type { Services } from '../src/engine/services.ts';
import { fillPayments } from '../test/payments/history.ts';
import { openBenchCluster, openBenchDatabase } from './database.ts';
import { quantile } from './measure.ts';
import { type Effort, milliseconds, perSecond, type Row } from './row.ts';
import { openShop, servicesOf } from './shop.ts';

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

type Shop = { services: Services; merchant_id: string; environment: 'test'; size: number };
/** One question of a kind; `chance` in [0, 1) says which. */
type Ask = (shop: Shop, chance: number) => Promise<unknown>;

const listed =
  (filter: (chance: number, size: number) => Partial<PaymentFilter>): Ask =>
  ({ services, size, ...own }, chance) => {
    const asked = { ...own, filter: { ...NO_FILTER, ...filter(chance, size) } };
    return Promise.all([
      listPayments(services, { ...asked, after: null, limit: ROWS }),
      countListed(services, asked),
    ]);
  };
const anyNumber = (chance: number, size: number): number => 1 + Math.floor(chance * (size - 1));
const dayBefore = (chance: number, size: number): string =>
  new Date(UNTIL.getTime() - chance * size * EVERY_S * 1000).toISOString().slice(0, 10);

const PAGES: Record<string, Ask> = {
  'the first page': ({ services, ...own }) => lookAtHome(services, own),
  'the newest payments, and how many': listed(() => ({})),
  'those in review': listed(() => ({ standing: 'in_review' })),
  'an operator’s that were not paid': listed(() => ({ standing: 'not_paid', operator: 'MOOV' })),
  'those of a day': listed((chance, size) => {
    const day = dayBefore(chance, size);
    return { from_day: day, to_day: day };
  }),
  'a page anywhere in the past': ({ services, size, ...own }, chance) => {
    const created_at = new Date(UNTIL.getTime() - chance * size * EVERY_S * 1000);
    const after = { created_at, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
    return listPayments(services, { ...own, filter: NO_FILTER, after, limit: ROWS });
  },
  'an amount, five thousand looked at': listed(() => ({ amount: { least_xaf: 90_600, most_xaf: 90_600 } })),
  'a payment’s page': async ({ services, size, ...own }, chance) => {
    const filter = { ...NO_FILTER, search: `ORDER-${anyNumber(chance, size)}` };
    const { payments } = await listPayments(services, { ...own, filter, after: null, limit: 1 });
    return readPaymentLife(services, { ...own, payment_id: payments[0]?.id ?? own.merchant_id });
  },
};

const SEARCHES: Record<string, Ask> = {
  'a letter': listed(() => ({ search: 'O' })),
  'the beginning of a reference': listed((chance, size) => ({
    search: `ORDER-${anyNumber(chance, size)}`.slice(0, 9),
  })),
  'a whole reference': listed((chance, size) => ({ search: `ORDER-${anyNumber(chance, size)}` })),
  'the beginning of a phone': listed((chance) => ({ search: `661${String(Math.floor(chance * 100))}` })),
  'a phone': listed((chance) => ({ search: `661${String(Math.floor(chance * 99_999)).padStart(5, '0')}` })),
  'an operator’s transaction id': listed((chance) => ({
    search: `PP261121.1200.A${Math.floor(chance * 1e5)}`,
  })),
  'a payment’s id': listed(() => ({ search: '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f' })),
  'what nothing has': listed((chance) => ({ search: `nowhere-${chance}`.slice(0, 20) })),
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
    const shop: Shop = { services, merchant_id: await openShop(services), environment: 'test', size };
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

async function measureExport({ services, size, ...own }: Shop): Promise<Row> {
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
