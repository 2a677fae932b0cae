import type { Environment } from '../../domain/operator.ts';
import { readPayables } from '../../store/ledger/payables.ts';
import { loadLeftPayables, loadUndonePayables } from '../../store/settlements/payees.ts';
import type { Database } from '../../store/statement.ts';

type Owner = { merchant_id: string; environment: Environment };

export const ownerOf = ({ merchant_id, environment }: Owner): string => `${merchant_id}/${environment}`;

/**
 * How much of what merchants have with us pays for nothing yet, by merchant and environment: what the operator has called undone, and
 * what may have been paid out to them after all. A settlement waits for the same; by a refund that money would leave another way.
 */
export async function loadUnsure(
  database: Database,
  owners: readonly Owner[],
): Promise<ReadonlyMap<string, number>> {
  const undone = await loadUndonePayables(database, owners);
  const left = new Map((await loadLeftPayables(database, owners)).map((row) => [ownerOf(row), row.left_xaf]));
  const sums = new Map(undone.map((row) => [ownerOf(row), row.undone_xaf]));
  return new Map(
    owners.map((owner) => {
      const name = ownerOf(owner);
      return [name, (sums.get(name) ?? 0) + (left.get(name) ?? 0)];
    }),
  );
}

/** Those who have less with us, beside what they give back already, than pays for nothing yet. */
export async function findShort(database: Database, owners: readonly Owner[]): Promise<ReadonlySet<string>> {
  const payables = await readPayables(database, owners);
  const unsure = await loadUnsure(database, owners);
  return new Set(payables.filter((one) => one.balance_xaf < (unsure.get(ownerOf(one)) ?? 0)).map(ownerOf));
}
