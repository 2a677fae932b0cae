import { setNumberSenders } from '../../store/numbers/senders.ts';
import type { Services } from '../services.ts';
import { type NumberOutcome, outcomesOf, splitNames } from './named.ts';

/**
 * Says whose SMS to live numbers are evidence: a text from any other sender is kept and proves nothing. What
 * was read before stays as it was read. An empty list trusts nobody. Names and outcomes as of `pauseNumbers`.
 */
export async function trustSenders(
  services: Services,
  names: readonly string[],
  sender_allow_list: readonly string[],
): Promise<NumberOutcome[]> {
  const { ids, msisdns } = splitNames(names);
  return outcomesOf(names, await setNumberSenders(services.pool, ids, msisdns, sender_allow_list));
}
