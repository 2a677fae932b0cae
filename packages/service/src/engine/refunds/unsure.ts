import type { PoolClient } from 'pg';
import type { Environment } from '../../domain/operator.ts';
import { lockPayables, readPayables } from '../../store/ledger/payables.ts';
import { loadGoingBack, loadLeftPayables, loadUndonePayables } from '../../store/settlements/payees.ts';
import type { Database } from '../../store/statement.ts';

type Owner = { merchant_id: string; environment: Environment };

export const ownerOf = ({ merchant_id, environment }: Owner): string => `${merchant_id}/${environment}`;

/**
 * How much of what merchants have with us pays for nothing yet, by merchant and environment: what the operator has called undone, what
 * may have been paid out to them after all, and what staff are sending back. A settlement waits for the same; by a refund that money would
 * leave another way.
 */
async function loadUnsure(
  database: Database,
  owners: readonly Owner[],
): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, number>();
  const add = (owner: Owner, sum_xaf: number) =>
    sums.set(ownerOf(owner), (sums.get(ownerOf(owner)) ?? 0) + sum_xaf);
  const [undone, left, going] = await Promise.all([
    loadUndonePayables(database, owners),
    loadLeftPayables(database, owners),
    loadGoingBack(database, owners),
  ]);
  for (const one of undone) add(one, one.undone_xaf);
  for (const one of left) add(one, one.left_xaf);
  for (const one of going) add(one, one.going_xaf);
  return sums;
}

/** Under lock, what merchants have with us that nobody doubts, by merchant and environment. */
export async function lockAvailable(
  client: PoolClient,
  owners: readonly Owner[],
): Promise<Map<string, number>> {
  const payables = await lockPayables(client, owners);
  const unsure = await loadUnsure(client, owners);
  return new Map(payables.map((one) => [ownerOf(one), one.balance_xaf - (unsure.get(ownerOf(one)) ?? 0)]));
}

/** Those who have less with us, beside what they give back already, than pays for nothing yet. */
export async function findShort(database: Database, owners: readonly Owner[]): Promise<ReadonlySet<string>> {
  const payables = await readPayables(database, owners);
  const unsure = await loadUnsure(database, owners);
  return new Set(payables.filter((one) => one.balance_xaf < (unsure.get(ownerOf(one)) ?? 0)).map(ownerOf));
}
