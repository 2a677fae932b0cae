import { setNumberStatus } from '../../store/numbers/pause.ts';
import type { Services } from '../services.ts';
import { type NumberOutcome, outcomesOf, splitNames } from './named.ts';

/** Puts paused numbers back into the choice. Names and outcomes as of `pauseNumbers`. */
export async function resumeNumbers(services: Services, names: readonly string[]): Promise<NumberOutcome[]> {
  const { ids, msisdns } = splitNames(names);
  return outcomesOf(names, await setNumberStatus(services.pool, ids, msisdns, 'ACTIVE'));
}
