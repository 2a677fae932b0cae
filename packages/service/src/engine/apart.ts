import { isRetryable } from '../store/connect/errors.ts';
import { batcher } from './batch.ts';

/**
 * Does all of a set in one transaction; where that fails, in parts, down to the one at fault, which keeps no other from being done.
 * What fails since the database is busy or gone is not tried in parts.
 * @param together does so many in one transaction, and says of each what came of it
 * @param when_busy what is done then; `again` where it may be done twice
 * @returns of each, in order, what came of it or why it failed
 */
export async function eachApart<One, Outcome>(
  all: readonly One[],
  together: (some: One[]) => Promise<Outcome[]>,
  when_busy: 'again' | 'give_up' = 'give_up',
): Promise<PromiseSettledResult<Outcome>[]> {
  const limits = { max_batch: all.length, in_flight: 1, max_queue: all.length };
  const one = batcher(together, limits, (error) => (isRetryable(error) ? when_busy : 'split'));
  return Promise.allSettled(all.map((each) => one(each)));
}

/**
 * The same for a step of the sweeper, which tries again what failed.
 * @returns what came of each
 * @throws why the first that failed did, once the others are done
 */
export async function allApart<One, Outcome>(
  all: readonly One[],
  together: (some: One[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const results = await eachApart(all, together);
  const failed = results.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}
