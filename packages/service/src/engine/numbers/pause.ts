import { setNumberStatus } from '../../store/numbers/pause.ts';
import type { Services } from '../services.ts';
import { type NumberOutcome, outcomesOf, splitNames } from './named.ts';

/**
 * Takes numbers out of the choice for new sessions; credits to them are still read and matched.
 *
 * @param names ids, or for live numbers also the number itself; an outcome for each, in order
 */
export async function pauseNumbers(services: Services, names: readonly string[]): Promise<NumberOutcome[]> {
  const { ids, msisdns } = splitNames(names);
  return outcomesOf(names, await setNumberStatus(services.pool, ids, msisdns, 'PAUSED'));
}
