import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, later } from '../../src/domain/time.ts';
import { setFees } from '../../src/engine/desk/merchants/set-fees.ts';
import { foldDaysOfLedger } from '../../src/engine/ledger/balances.ts';
import { findBalanceProblems } from '../../src/store/ledger/check-balances.ts';
import { openWorld, type World } from '../collection/world.ts';
import { isBooked, moneyOf } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  const merchant_id = await world.merchant();
  const valid_from = later(world.now, DAY_MS);
  const terms = {
    merchant_id,
    flow: 'session',
    terms: ['1.5%+10', 'tax=18%'],
    valid_from,
    note: 'agreed',
  } as const;
  for (const actor of ['Awa', 'Brahim']) await setFees(world.services, [{ ...terms, actor }]);
  world.pass(DAY_MS / 1000);
  // Folded, and not folded yet.
  await world.pay(await world.session(merchant_id));
  await foldDaysOfLedger(world.services, { limit: 1000 });
  await world.pay(await world.session(merchant_id, { amount_xaf: 6000 }));
  await isBooked(world, [moneyOf(world, merchant_id, 'RESERVE_KEPT', 1000)]);
});
afterAll(() => world.close());

/** What the proof finds after a change that no trigger has seen; the change is taken back. */
async function foundAfter(...changes: string[]): Promise<string[]> {
  const client: PoolClient = await world.db.pool.connect();
  try {
    await client.query('begin');
    await client.query("set local session_replication_role = 'replica'");
    for (const change of changes) expect((await client.query(change)).rowCount, change).toBeGreaterThan(0);
    const problems = await findBalanceProblems(client, { limit: 100 });
    return [...new Set(problems.map(({ problem }) => problem))].sort();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const DAY = 'a day of an account that is not its transfers';
const SUM = 'a PAYABLE that is not the sum of its unsettled rows';
const payable = `(select id from ledger_accounts where kind = 'PAYABLE' and environment = 'test')`;

test('finds nothing in books that are whole', async () => {
  expect(await foundAfter("select 'nothing'")).toEqual([]);
});

test.each<[string, string[], string[]]>([
  [
    'a franc more on a day that is folded',
    [`update ledger_days set credit_xaf = credit_xaf + 1 where account_id = ${payable}`],
    [SUM, DAY],
  ],
  ['a delta that is lost', [`delete from ledger_day_deltas where account_id = ${payable}`], [SUM, DAY]],
  [
    'a day that nothing was booked on',
    [`insert into ledger_days values (${payable}, '2020-01-01', 0, 0, 1)`],
    [DAY],
  ],
  [
    'a row that no settlement took and that is gone',
    [`delete from unsettled_transfers where cause = 'SESSION_TAX'`],
    [SUM, 'a transfer of a merchant that is neither unsettled nor in a settlement'],
  ],
  [
    'a row of a transfer that is not there',
    [`insert into unsettled_transfers values (${payable}, now(), gen_random_uuid(), 'SESSION_SUCCESS', 5)`],
    [SUM, 'an unsettled row without its transfer'],
  ],
  [
    'a merchant who was given more than was paid',
    [
      `insert into ledger_transfers (environment, debit_account_id, credit_account_id, amount_xaf, cause, cause_id, created_at, occurred_at)
       select 'test', ${payable}, id, 1000000, 'REFUND_RESERVED', gen_random_uuid(), now(), now()
       from ledger_accounts where kind = 'REFUND_IN_FLIGHT' and environment = 'test'`,
      `insert into ledger_day_deltas (account_id, day, debit_xaf, credit_xaf, transfers)
       select debit_account_id, local_day(occurred_at), amount_xaf, 0, 1 from ledger_transfers where cause = 'REFUND_RESERVED'
       union all select credit_account_id, local_day(occurred_at), 0, amount_xaf, 1 from ledger_transfers where cause = 'REFUND_RESERVED'`,
      `insert into unsettled_transfers
       select debit_account_id, occurred_at, cause_id, cause, -amount_xaf from ledger_transfers where cause = 'REFUND_RESERVED'`,
    ],
    ['an account below zero that may not be'],
  ],
  [
    'a merchant account without its lock',
    [`delete from payables`],
    ['a merchant account without its lock', 'an unsettled row without its transfer'],
  ],
  [
    'a correction of nothing',
    [
      `update ledger_transfers set corrects_cause = 'SESSION_FEE', corrects_cause_id = gen_random_uuid() where cause = 'RESERVE_KEPT'`,
    ],
    ['a correction of a transfer that is not there'],
  ],
  [
    'terms that were made dearer after the payment',
    [`update fee_terms set fixed_xaf = 11 where tax_basis_points = 1800`],
    ['a fee or tax that its terms do not ask for'],
  ],
  [
    'terms of another merchant',
    [`update fee_terms set merchant_id = gen_random_uuid() where tax_basis_points = 1800`],
    ['terms that hold for another'],
  ],
])('finds %s', async (_, changes, problems) => {
  expect(await foundAfter(...changes)).toEqual(problems.toSorted());
});
