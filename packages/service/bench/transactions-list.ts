import type { ListTransactions } from '../src/domain/transaction/commands.ts';
import type { Services } from '../src/engine/services.ts';
import { listTransactions } from '../src/engine/transactions/list.ts';
import { type BenchDatabase, openBenchCluster, openBenchDatabase } from './database.ts';
import { quantile } from './measure.ts';
import { type Effort, milliseconds, type Row, ratioRow } from './row.ts';
import { openShop, servicesOf } from './shop.ts';
import { fillTransactions, OF_A_PAYER, UNTIL } from './transactions-fill.ts';

const SMALL = 10_000;
const LARGE = { whole: 10_000_000, quick: 500_000 };
/** Sets another number of rows for the large side, for a machine with little room. */
const ROWS_VARIABLE = 'CHARI_BENCH_TRANSACTIONS';
const ASKED = { whole: 600, quick: 200 };
const WARM = 40;
const GOAL = 2;
const DAY_MS = 86_400_000;

type Filters = Partial<Omit<ListTransactions, 'merchant_id' | 'environment'>>;
/** One question of a kind; `chance` in [0, 1) is the same on both sides, `size` how many rows there are. */
type Ask = (chance: number, size: number) => Filters;

const before = (days: number): Date => new Date(UNTIL.getTime() - days * DAY_MS);
const deep = (chance: number, size: number): number => Math.floor(chance * (size - 50));
const payer = (chance: number, size: number): string =>
  String(66_000_000 + Math.floor((chance * size) / OF_A_PAYER));

const ASKS: Record<string, Ask> = {
  'the newest page': () => ({}),
  'a page of 1000': () => ({ limit: 1000 }),
  'a common status': () => ({ status: 'SUCCESS' }),
  'a rare status': () => ({ status: 'REFUNDED' }),
  'an operator': () => ({ operator: 'MOOV' }),
  'an operator and a status': () => ({ operator: 'AIRTEL', status: 'FAILED' }),
  'a day': (chance) => ({
    from: new Date(Math.floor(before(chance * 360).getTime() / DAY_MS) * DAY_MS),
    until: new Date(Math.floor(before(chance * 360).getTime() / DAY_MS) * DAY_MS + DAY_MS),
  }),
  'two moments far apart': (chance) => ({ from: before(360 - chance * 100), until: before(chance * 100) }),
  'two moments and a status': (chance) => ({
    from: before(360 - chance * 100),
    until: before(chance * 100),
    status: 'TIMEOUT',
  }),
  'any offset': (chance, size) => ({ offset: deep(chance, size) }),
  'any offset in a status': (chance, size) => ({
    status: 'SUCCESS',
    offset: Math.floor(0.8 * deep(chance, size)),
  }),
  'a whole reference': (chance, size) => ({
    search: `ORDER-${String(Math.floor((chance * size) / 2) * 2).padStart(9, '0')}`,
  }),
  'the beginning that half of the references have': () => ({ search: 'ORDER-' }),
  'the same in a status and a day': (chance) => ({
    search: 'ORDER-',
    status: 'SUCCESS',
    from: before(chance * 300 + 1),
    until: before(chance * 300),
  }),
  'a payer': (chance, size) => ({ search: payer(chance, size) }),
  'the beginning of ten payers': (chance, size) => ({ search: payer(chance, size).slice(0, 7) }),
};

type Side = { database: BenchDatabase; services: Services; merchant_id: string; size: number };

/** What listing costs among many transactions of one merchant against few, filter by filter. */
export async function measureList(effort: Effort): Promise<Row[]> {
  const opened = (await openBenchCluster('disk')) ?? (await openBenchCluster('ram'));
  if (opened === null) return [];
  try {
    const asked_for = Number(process.env[ROWS_VARIABLE]);
    const size = asked_for > SMALL ? asked_for : effort.quick ? LARGE.quick : LARGE.whole;
    const small = await openSide(await openBenchDatabase(opened.cluster), SMALL);
    effort.say(`list: filling ${size.toLocaleString('en-GB')} transactions`);
    const large = await openSide(await openBenchDatabase(opened.cluster), size);
    const rows: Row[] = [];
    for (const [name, ask] of Object.entries(ASKS)) {
      effort.say(`list: ${name}`);
      rows.push(await compare(name, ask, small, large, effort.quick ? ASKED.quick : ASKED.whole));
    }
    await small.database.drop();
    await large.database.drop();
    return rows;
  } finally {
    await opened.close();
  }
}

async function openSide(database: BenchDatabase, size: number): Promise<Side> {
  const services = servicesOf(database);
  const merchant_id = await openShop(services);
  await fillTransactions(database.pool, merchant_id, size);
  return { database, services, merchant_id, size };
}

/** Both sides answer the same questions, taking turns. */
async function compare(name: string, ask: Ask, small: Side, large: Side, asked: number): Promise<Row> {
  const times_ms = { small: [] as number[], large: [] as number[] };
  for (let n = 0; n < asked + WARM; n += 1) {
    const chance = (n * 0.618_033_988_75) % 1;
    const small_ms = await timeOf(small, ask(chance, small.size));
    const large_ms = await timeOf(large, ask(chance, large.size));
    if (n < WARM) continue;
    times_ms.small.push(small_ms);
    times_ms.large.push(large_ms);
  }
  const few_ms = quantile(times_ms.small, 0.99);
  const many_ms = quantile(times_ms.large, 0.99);
  const medians = [times_ms.small, times_ms.large].map((times) => milliseconds(quantile(times, 0.5)));
  return ratioRow(
    'list',
    `list transactions by ${name}, ${large.size.toLocaleString('en-GB')} rows against ${SMALL.toLocaleString('en-GB')}, p99`,
    many_ms / few_ms,
    { at_most: GOAL },
    `p99 ${milliseconds(many_ms)} against ${milliseconds(few_ms)}; medians ${medians[1]} and ${medians[0]}; ${asked} questions each, one at a time`,
  );
}

async function timeOf({ services, merchant_id }: Side, filters: Filters): Promise<number> {
  const query: ListTransactions = {
    merchant_id,
    environment: 'test',
    limit: 20,
    offset: 0,
    status: null,
    operator: null,
    from: null,
    until: null,
    search: null,
    ...filters,
  };
  const from_ms = performance.now();
  await listTransactions(services, query);
  return performance.now() - from_ms;
}
