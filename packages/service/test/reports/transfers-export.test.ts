import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TransferTitles, transfersCsv } from '../../src/engine/reports/transfers.ts';
import { listOwnTransfers } from '../../src/store/reports/transfers.ts';
import { openWorld, type World } from '../collection/world.ts';
import { unchecked } from '../database/unchecked.ts';
import { emptyPayments, fillPayments } from '../payments/history.ts';
import { explained, type Plan } from '../payments/plan.ts';

/** A million with CHARI_SOAK=1; enough for a walk over all of them to show even so. */
const ROWS = process.env.CHARI_SOAK === '1' ? 1_000_000 : 50_000;
const PORTION = 2_000;

let world: World;
let merchant: string;
beforeAll(async () => {
  world = await openWorld();
  merchant = await world.merchant();
  await fillPayments(world.db.pool, { merchant_id: merchant, size: ROWS, before: world.now });
  await inReplica([
    // Two of three are settled, which is the older part and so what a walk begins with.
    `insert into settlement_transfers (settlement_id, line, account_id, cause_id, cause, amount_xaf, occurred_at)
      select '${merchant}', row_number() over (order by x.created_at), ${OWN}, x.id, x.cause, x.amount_xaf, x.created_at
      from (${PAYMENTS} order by 3 limit ${Math.floor((ROWS * 2) / 3)}) x`,
    `insert into unsettled_transfers (account_id, occurred_at, cause_id, cause, amount_xaf)
      select ${OWN}, x.created_at, x.id, x.cause, x.amount_xaf from (${PAYMENTS}) x
      where not exists (select from settlement_transfers s where s.cause_id = x.id)`,
  ]);
  await world.rows('vacuum analyze');
}, 600_000);
afterAll(async () => {
  // They have no books, which every database is held against at its end.
  await inReplica(['delete from settlement_transfers', 'delete from unsettled_transfers']);
  await emptyPayments(world.db.pool);
  await world.close();
});

const OWN = `(select a.id from ledger_accounts a where a.owner_id = (select merchant_id from payment_sessions limit 1)
  and a.kind = 'PAYABLE' and a.environment = 'test')`;
const PAYMENTS = `select id, 'SESSION_SUCCESS' as cause, created_at, amount_xaf from payment_sessions
  union all select id, 'TRANSACTION_SUCCESS', created_at, amount_xaf from transactions`;

const inReplica = (statements: readonly string[]): Promise<void> =>
  unchecked(world.db.pool, async (client) => {
    for (const sql of statements) await client.query(sql);
  });

const ALL = { from: new Date(0), until: new Date('2100-01-01') };
const TITLES: TransferTitles = {
  title: 'transfers',
  day: 'day',
  occurred: 'occurred',
  kind: 'kind',
  operator: 'operator',
  reference: 'reference',
  amount: 'amount',
  id: 'id',
  kinds: { payment: 'Payments' },
  payout: 'Paid out',
};

/** The most entries of tables and indexes that the pieces of a plan gave, thrown away included. */
const touched = (plan: Plan): number =>
  plan.nodes
    .filter(({ type }) => type.includes('Scan') && !/CTE|Subquery|Function|Append/.test(type))
    .reduce((sum, { rows, removed, loops }) => sum + (rows + removed) * loops, 0);

test('a portion of a merchant’s transfers walks indexes, as far as it goes, wherever it begins', async () => {
  const NOBODY = '00000000-0000-0000-0000-000000000000';
  const moments = [0.001, 0.5, 0.999].map((part) => new Date(world.now.getTime() - ROWS * 1000 * part));
  for (const after of [new Date(0), ...moments]) {
    const plans = await explained(world.db.pool, () =>
      listOwnTransfers(world.db.pool, {
        merchant_id: merchant,
        environment: 'test',
        from: ALL.from,
        until: ALL.until,
        occurred_at: after,
        cause_id: NOBODY,
        cause: '',
        portion: PORTION,
      }),
    );
    expect(plans).toHaveLength(1);
    for (const plan of plans) {
      expect(
        plan.nodes.filter(({ type }) => type === 'Seq Scan'),
        plan.text,
      ).toEqual([]);
      // Its own rows from each of the two tables, then the payment of each.
      expect(touched(plan), plan.text).toBeLessThan(6 * PORTION);
    }
  }
});

test(`${ROWS.toLocaleString('en')} transfers go through a heap that does not grow with them`, {
  timeout: 600_000,
}, async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heap = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const asked = { merchant_id: merchant, environment: 'test' as const, ...ALL };
  const began = performance.now();
  let lines = 0;
  let pieces = 0;
  let bytes = 0;
  let early = 0;
  let latest = 0;
  for await (const text of transfersCsv(world.services, asked, TITLES)) {
    pieces += 1;
    bytes += text.length;
    lines += text.split('\r\n').length - 1;
    if (pieces === 8) early = heap();
    if (pieces > 8 && pieces % 50 === 0) latest = Math.max(latest, heap());
  }
  expect(lines).toBe(ROWS + 1);
  const kept = Math.max(latest, heap()) - early;
  if (process.env.CHARI_SOAK === '1') {
    const took_s = ((performance.now() - began) / 1000).toFixed(1);
    process.stderr.write(
      `${lines} lines, ${bytes} letters, ${took_s} s, heap +${kept}, rss ${process.memoryUsage().rss}\n`,
    );
  }
  expect(bytes).toBeGreaterThan(ROWS * 90);
  expect(kept).toBeLessThan(4_000_000);
});
