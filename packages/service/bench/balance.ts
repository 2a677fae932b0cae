import { foldDaysOfLedger, showBalances } from '../src/engine/ledger/balances.ts';
import { postTransfers } from '../src/engine/outcome/post-transfers.ts';
import type { Services } from '../src/engine/services.ts';
import { atomically } from '../src/store/connect/atomically.ts';
import { openBenchCluster, openBenchDatabase } from './database.ts';
import { quantile } from './measure.ts';
import { type Effort, milliseconds, type Row } from './row.ts';
import { openShop, servicesOf } from './shop.ts';

const SIZE = { whole: 10_000_000, quick: 1_000_000 };
/** Sets another number of transfers, for a machine with little room or time. */
const ROWS_VARIABLE = 'CHARI_BENCH_TRANSFERS';
const PORTION = 250_000;
const ASKED = 300;
const WARM = 20;
const GOAL_MS = 5;
/** What the sweeper has not folded yet while payments come in. */
const UNFOLDED = 2_000;
/** Three years in all, whatever the number of transfers. */
const DAYS = 1_096;

type Shop = { services: Services; merchant_id: string; environment: 'test'; size: number };

/** How long a merchant with millions of transfers waits for its balance, and for money to be reserved. */
export async function measureBalance(effort: Effort): Promise<Row[]> {
  const opened = (await openBenchCluster('disk')) ?? (await openBenchCluster('ram'));
  if (opened === null) return [];
  try {
    const wished = Number(process.env[ROWS_VARIABLE]);
    const size = wished > 0 ? wished : effort.quick ? SIZE.quick : SIZE.whole;
    const database = await openBenchDatabase(opened.cluster);
    const services = servicesOf(database);
    const shop: Shop = { services, merchant_id: await openShop(services), environment: 'test', size };
    await fill(shop, effort);
    const rows = [await measure(shop, 'balance read', () => showBalances(services, [shop]), 'all folded')];
    await insert(shop, size + 1, UNFOLDED, 1);
    const unfolded = `${UNFOLDED.toLocaleString('en-GB')} statements not folded yet`;
    rows.push(await measure(shop, 'balance read', () => showBalances(services, [shop]), unfolded));
    rows.push(await measure(shop, 'reservation booked', () => reserve(shop), unfolded));
    await database.drop();
    return rows;
  } finally {
    await opened.close();
  }
}

async function fill(shop: Shop, effort: Effort): Promise<void> {
  const { services, size } = shop;
  for (let first = 1; first <= size; first += PORTION) {
    effort.say(`balance: transfers ${first.toLocaleString('en-GB')} of ${size.toLocaleString('en-GB')}`);
    await insert(shop, first, Math.min(PORTION, size - first + 1), PORTION);
  }
  await foldDaysOfLedger(services, { limit: 100_000_000 });
  await services.pool.query('vacuum analyze');
}

/** Through the triggers, as a payment does: so many transfers to the merchant, a number of them a statement. */
async function insert({ services, merchant_id, size }: Shop, first: number, count: number, each: number) {
  for (let from = first; from < first + count; from += each)
    await services.pool.query(
      `insert into ledger_transfers (environment, debit_account_id, credit_account_id, amount_xaf, cause, cause_id,
        created_at, occurred_at)
      select 'test', w.id, p.id, 1000 + n % 9000, 'TRANSACTION_SUCCESS', uuidv7(), at, at
      from generate_series($2::bigint, $3::bigint) n
      cross join lateral (select now() - interval '${DAYS} days' * greatest(0, 1 - n / $4::float8) as at) t
      cross join ledger_accounts w cross join ledger_accounts p
      where w.kind = 'WALLET_AIRTEL' and w.environment = 'test'
        and p.kind = 'PAYABLE' and p.environment = 'test' and p.owner_id = $1`,
      [merchant_id, from, Math.min(from + each, first + count) - 1, size],
    );
}

function reserve({ services, merchant_id, environment }: Shop): Promise<void> {
  const transfer = {
    environment,
    debit: { kind: 'PAYABLE', owner_id: merchant_id },
    credit: { kind: 'RESERVE', owner_id: merchant_id },
    amount_xaf: 1,
    cause: 'RESERVE_KEPT',
    cause_id: services.newId(),
    occurred_at: null,
  } as const;
  return atomically(services.pool, (client) => postTransfers(client, [transfer], services.now()));
}

async function measure({ size }: Shop, what: string, ask: () => Promise<unknown>, how: string): Promise<Row> {
  const times_ms: number[] = [];
  for (let n = 0; n < ASKED + WARM; n += 1) {
    const from_ms = performance.now();
    await ask();
    if (n >= WARM) times_ms.push(performance.now() - from_ms);
  }
  const p99_ms = quantile(times_ms, 0.99);
  return {
    measurement: 'balance',
    what: `${what}, ${size.toLocaleString('en-GB')} transfers of one merchant over three years, p99`,
    value: milliseconds(p99_ms),
    goal: `≤ ${GOAL_MS} ms`,
    met: p99_ms <= GOAL_MS,
    from: `median ${milliseconds(quantile(times_ms, 0.5))}; ${how}; ${ASKED} times, one after the other`,
  };
}
