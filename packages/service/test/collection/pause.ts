import { findNumbers } from '../../src/engine/numbers.ts';
import type { Services } from '../../src/engine/services.ts';
import { setNumberStatus } from '../../src/store/numbers/numbers.ts';

/**
 * Takes live numbers out of the choice for new sessions.
 * @param names ids, or the numbers themselves
 */
export const pauseNumbers = (services: Services, names: readonly string[]) => use(services, names, 'PAUSED');
/** Puts them back. */
export const resumeNumbers = (services: Services, names: readonly string[]) => use(services, names, 'ACTIVE');

async function use({ pool }: Services, names: readonly string[], status: 'PAUSED' | 'ACTIVE') {
  const numbers = await findNumbers(pool, names);
  const ids = numbers.filter((one) => one !== null).map(({ id }) => id);
  return setNumberStatus(pool, { ids, status });
}
