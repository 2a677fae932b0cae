import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, later } from '../../src/domain/time.ts';
import { setFees } from '../../src/engine/desk/merchants/set-fees.ts';
import { foldDaysOfLedger } from '../../src/engine/ledger/balances.ts';
import { findProblems } from '../../src/engine/ledger/check.ts';
import type { LedgerProblem } from '../../src/store/ledger/check.ts';
import { openWorld, type World } from '../collection/world.ts';
import { agree, draft } from '../settlements/shop.ts';

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
  await agree(world, merchant_id, { environment: 'test', reserve_xaf: 1000 });
  expect(await draft(world, merchant_id, { environment: 'test' })).toMatchObject({ kind: 'drafted' });
  await world.pay(await world.session(merchant_id, { amount_xaf: 6000 }));
});
afterAll(() => world.close());

/** What the proof finds after a change that no trigger has seen; the change is taken back. */
async function foundAfter(...changes: string[]): Promise<string[]> {
  const found = await problemsAfter(...changes);
  return [...new Set(found.map(({ problem }) => problem))].sort();
}

async function problemsAfter(...changes: string[]): Promise<LedgerProblem[]> {
  const client: PoolClient = await world.db.pool.connect();
  try {
    await client.query('begin');
    await client.query("set local session_replication_role = 'replica'");
    for (const change of changes) expect((await client.query(change)).rowCount, change).toBeGreaterThan(0);
    return await findProblems(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const DAY = 'a day of an account that is not its transfers';
const NO_CAUSE = 'an entry without what it is booked of';
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
    ['an account below zero that may not be', NO_CAUSE],
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

describe('An entry', () => {
  /** The problems of one kind after a change, by the entries that they name. */
  async function named(problem: string, changes: string[]): Promise<string[]> {
    const found = await problemsAfter(...changes);
    return found.filter((one) => one.problem === problem).map(({ subject }) => subject);
  }

  test('is found without what it is booked of, whatever its cause', async () => {
    const [listed] = await world.rows<{ causes: string[] }>(
      `select array_agg(m[1]) as causes from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([A-Z_]+)''', 'g') m
      where c.conname = 'ledger_transfers_cause_check'`,
    );
    const causes = listed?.causes ?? [];
    expect(causes.length).toBeGreaterThan(30);
    const found = await named(NO_CAUSE, [
      `insert into ledger_transfers (environment, debit_account_id, credit_account_id, amount_xaf, cause, cause_id, created_at,
        occurred_at, corrects_cause, corrects_cause_id)
      select 'live', c.id, p.id, 500, cause, gen_random_uuid(), now(), now(),
        case when cause in ('CORRECTION', 'CREDIT_UNMARKED', 'CREDIT_MARKED_AGAIN') then 'CREDIT_REFUND' end,
        case when cause in ('CORRECTION', 'CREDIT_UNMARKED', 'CREDIT_MARKED_AGAIN') then gen_random_uuid() end
      from unnest('{${causes}}'::text[]) cause, ledger_accounts c, ledger_accounts p
      where c.kind = 'CAPITAL' and c.environment = 'live' and p.kind = 'PAYABLE' and p.environment = 'live'`,
    ]);
    expect(found.map((one) => one.split(' ')[0]).toSorted()).toEqual(causes.toSorted());
  });

  const other = `(select id from ledger_accounts where kind = 'RESERVE' and environment = 'test')`;

  test.each<[string, 'debit' | 'credit', string]>([
    ['SESSION_SUCCESS', 'credit', other],
    ['SESSION_SUCCESS', 'debit', other],
    ['SESSION_FEE', 'credit', other],
    [
      'SESSION_TAX',
      'debit',
      `(select id from ledger_accounts where kind = 'SUSPENSE' and environment = 'test')`,
    ],
    [
      'RESERVE_KEPT',
      'credit',
      `(select id from ledger_accounts where kind = 'REVENUE' and environment = 'test')`,
    ],
    ['SETTLEMENT_RESERVED', 'credit', other],
    [
      'SESSION_SUCCESS',
      'credit',
      `(select id from ledger_accounts where kind = 'PAYABLE' and environment = 'live')`,
    ],
  ])('is found where %s has another account on its %s side', async (cause, side, account) => {
    const found = await named('an entry between other accounts than its cause moves', [
      `update ledger_transfers set ${side}_account_id = ${account} where cause = '${cause}'`,
    ]);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((one) => !one.startsWith(`${cause} `))).toEqual([]);
  });

  test.each(['SESSION_SUCCESS', 'SETTLEMENT_RESERVED'])(
    'is found where %s is of another sum',
    async (cause) => {
      const found = await named(NO_CAUSE, [
        `update ledger_transfers set amount_xaf = amount_xaf + 1 where cause = '${cause}'`,
      ]);
      expect(found).not.toEqual([]);
    },
  );
});
