import { foldCounts } from '../../store/transactions/counts.ts';
import type { Services } from '../services.ts';

/** Folds what the counts of transactions have changed by. @returns how many deltas were folded */
export async function foldTransactionCounts(
  services: Services,
  { limit }: { limit: number },
): Promise<number> {
  const [row] = await foldCounts(services.pool, limit);
  return row?.folded ?? 0;
}
