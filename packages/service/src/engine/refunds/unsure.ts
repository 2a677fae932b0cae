import type { PoolClient } from 'pg';
import type { Environment } from '../../domain/operator.ts';
import { loadUndonePayables } from '../../store/ledger/payables.ts';
import { loadLeftPayables } from '../../store/settlements/payees.ts';

type Owner = { merchant_id: string; environment: Environment };

export const ownerOf = ({ merchant_id, environment }: Owner): string => `${merchant_id}/${environment}`;

/**
 * How much of what merchants have with us pays for nothing yet, by merchant and environment: what the operator has called undone, and
 * what may have been paid out to them after all. A settlement waits for the same; by a refund that money would leave another way.
 */
export async function loadUnsure(
  client: PoolClient,
  owners: readonly Owner[],
): Promise<ReadonlyMap<string, number>> {
  const undone = await loadUndonePayables(client, owners);
  const left = new Map((await loadLeftPayables(client, owners)).map((row) => [ownerOf(row), row.left_xaf]));
  const sums = new Map(undone.map((row) => [ownerOf(row), row.undone_xaf]));
  return new Map(
    owners.map((owner) => {
      const name = ownerOf(owner);
      return [name, (sums.get(name) ?? 0) + (left.get(name) ?? 0)];
    }),
  );
}
