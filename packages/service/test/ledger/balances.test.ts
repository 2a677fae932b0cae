import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldDaysOfLedger, showBalances } from '../../src/engine/ledger/balances.ts';
import { postTransfers } from '../../src/engine/outcome/post-transfers.ts';
import { openWorld, type World } from '../collection/world.ts';
import { isBooked, moneyOf, owed } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** What is counted of a merchant's PAYABLE, by day. */
const days = (merchant_id: string) =>
  world.rows<{ day: string; debit_xaf: number; credit_xaf: number; transfers: number }>(
    `select d.day::text, d.debit_xaf, d.credit_xaf, d.transfers from ledger_days d join ledger_accounts a on a.id = d.account_id
    where a.owner_id = $1 and a.kind = 'PAYABLE' order by d.day`,
    [merchant_id],
  );

test('what a payment brings is owed at once, is unsettled, and counts on the day in N’Djamena on which it was made', async () => {
  const merchant = await world.merchant({ fee_basis_points: 150 });
  await world.pay(await world.session(merchant));
  expect(await owed(world, merchant)).toEqual([4925, 4925, 4925]);
  const rows = await world.rows<{ cause: string; amount_xaf: number }>(
    `select u.cause, u.amount_xaf from unsettled_transfers u join ledger_accounts a on a.id = u.account_id
    where a.owner_id = $1 order by u.cause desc`,
    [merchant],
  );
  expect(rows).toEqual([
    { cause: 'SESSION_SUCCESS', amount_xaf: 5000 },
    { cause: 'SESSION_FEE', amount_xaf: -75 },
  ]);
  // An hour before midnight in London it is midnight in N'Djamena.
  const late = { ...moneyOf(world, merchant, 'found', 200), occurred_at: new Date('2026-11-20T23:00:00Z') };
  await isBooked(world, [
    late,
    { ...late, cause_id: merchant, occurred_at: new Date('2026-11-20T22:59:59Z') },
  ]);
  expect(await days(merchant)).toEqual([]);
  expect(await foldDaysOfLedger(world.services, { limit: 1000 })).toBeGreaterThan(0);
  expect(await days(merchant)).toEqual([
    { day: '2026-11-20', debit_xaf: 0, credit_xaf: 200, transfers: 1 },
    { day: '2026-11-21', debit_xaf: 75, credit_xaf: 5200, transfers: 3 },
  ]);
  expect(await owed(world, merchant)).toEqual([5325, 5325, 5325]);
});

test('nobody takes out more than there is, whatever they take it for; what has left already is booked all the same', async () => {
  const merchant = await world.merchant();
  await isBooked(world, [moneyOf(world, merchant, 'found', 1000)]);
  for (const cause of ['REFUND_RESERVED', 'SETTLEMENT_RESERVED', 'RESERVE_KEPT'] as const)
    expect(await isBooked(world, [moneyOf(world, merchant, cause, 1001)])).toBe(false);
  // Each of two is covered, and both together are not.
  const halves = [600, 600].map((amount_xaf) => moneyOf(world, merchant, 'REFUND_RESERVED', amount_xaf));
  expect(await isBooked(world, halves)).toBe(false);
  expect(await isBooked(world, [moneyOf(world, merchant, 'RESERVE_KEPT', 1000)])).toBe(true);
  expect(await owed(world, merchant)).toEqual([0, 0, 0]);
  const both = ['test', 'live'].map((environment) => ({
    merchant_id: merchant,
    environment: environment as 'test' | 'live',
  }));
  const nothing_else = { on_hold_xaf: 0, in_flight_xaf: 0, settled_xaf: 0 };
  expect(await showBalances(world.services, both)).toEqual([
    { environment: 'test', payable_xaf: 0, reserve_xaf: 1000, ...nothing_else },
    { environment: 'live', payable_xaf: 0, reserve_xaf: 0, ...nothing_else },
  ]);
  expect(await isBooked(world, [moneyOf(world, merchant, 'lost', 10)])).toBe(true);
  expect(await owed(world, merchant)).toEqual([-10, -10, -10]);
  await isBooked(world, [moneyOf(world, merchant, 'found', 10)]);
});

test('what a settlement takes out leaves no row behind, so that the next settlement does not take it again', async () => {
  const merchant = await world.merchant();
  await isBooked(world, [moneyOf(world, merchant, 'found', 1000)]);
  const client = await world.db.pool.connect();
  await client.query('begin');
  await postTransfers(client, [moneyOf(world, merchant, 'SETTLEMENT_RESERVED', 1000)], world.now);
  // A settlement would also move the row of the 1,000 into its own set.
  const { rows } = await client.query(
    'select cause, amount_xaf from unsettled_transfers u join ledger_accounts a on a.id = u.account_id where a.owner_id = $1',
    [merchant],
  );
  expect(rows).toEqual([{ cause: 'STEP_EXPLAINED', amount_xaf: 1000 }]);
  await client.query('rollback');
  client.release();
});

test('a correction names a transfer of its own environment that is there, and not itself', async () => {
  const merchant = await world.merchant();
  const wrong = moneyOf(world, merchant, 'found', 1000);
  await isBooked(world, [wrong]);
  const { cause, cause_id } = wrong;
  const right = { ...moneyOf(world, merchant, 'lost', 1000), corrects: { cause, cause_id } };
  const refused = { code: '23503' };
  const itself = { cause: right.cause, cause_id: right.cause_id };
  for (const corrects of [
    { cause, cause_id: merchant },
    { ...right.corrects, cause: 'SESSION_FEE' } as const,
    itself,
  ])
    await expect(isBooked(world, [{ ...right, corrects }])).rejects.toMatchObject(refused);
  const live = { ...right, environment: 'live' as const };
  await expect(isBooked(world, [live])).rejects.toMatchObject(refused);
  expect(await isBooked(world, [right])).toBe(true);
});

test('a transaction that cannot see what others take is not let at a PAYABLE', async () => {
  const merchant = await world.merchant();
  await isBooked(world, [moneyOf(world, merchant, 'found', 1000)]);
  const client = await world.db.pool.connect();
  await client.query('begin isolation level repeatable read');
  await expect(
    postTransfers(client, [moneyOf(world, merchant, 'RESERVE_KEPT', 1)], world.now),
  ).rejects.toMatchObject({ code: '25000' });
  await client.query('rollback');
  client.release();
});
