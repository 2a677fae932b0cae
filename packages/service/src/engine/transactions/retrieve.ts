import type { ReadTransaction, RetrieveTransaction } from '../../domain/transaction/commands.ts';
import { loadTransactions } from '../../store/transactions/load.ts';
import type { Services } from '../services.ts';

/** Reads transactions; null for one that does not exist for this merchant and environment. */
export async function retrieveTransactions(
  services: Services,
  queries: readonly RetrieveTransaction[],
): Promise<(ReadTransaction | null)[]> {
  const rows = await loadTransactions(services.pool, queries);
  const nameOf = (one: { merchant_id: string; environment: string }, id: string): string =>
    `${id}/${one.merchant_id}/${one.environment}`;
  const byName = new Map(rows.map((row) => [nameOf(row, row.id), row]));
  return queries.map((query) => byName.get(nameOf(query, query.transaction_id)) ?? null);
}
