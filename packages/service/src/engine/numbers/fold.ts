import { foldUsageRows } from '../../store/numbers/fold.ts';
import type { Services } from '../services.ts';

/** Deltas of one number and day that may stand before they are folded into one row. */
const DELTAS_MAX = 100;

/**
 * Folds what numbers took in. Two processes that fold at once are harmless: a delta is deleted by one of them
 * only, and the sums it is folded into count it once. @returns how many deltas were folded
 */
export async function foldUsage(services: Services): Promise<number> {
  const [row] = await foldUsageRows(services.pool, DELTAS_MAX);
  return row?.folded ?? 0;
}
