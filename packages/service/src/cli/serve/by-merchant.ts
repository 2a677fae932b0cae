import { type AfterFailure, type BatchLimits, batcherByName } from '../../engine/batch.ts';
import { whenSlow } from './settling.ts';

/** Beside batches that wait for a merchant's lock so many more may be under way, with what is of others. */
const BESIDE_SLOW = 2;
/** What of a queue one merchant may fill. */
const MERCHANT_PART = 1 / 10;

/**
 * Puts a batcher before what may take long: what one merchant asks for is never in two batches at once, nor in one with what another
 * asks for, nor in more than a tenth of the queue. Else whoever asked five hundred times a second, or locked his own balance for a
 * while, would have others wait behind him.
 *
 * @param inAWhile calls back when a batch that began now has taken long
 */
export function batcherByMerchant<Command extends { merchant_id: string }, Outcome>(
  run: (commands: Command[]) => Promise<Outcome[]>,
  limits: BatchLimits,
  afterFailure: AfterFailure,
  inAWhile = whenSlow,
): (command: Command) => Promise<Outcome> {
  const in_flight_max = limits.in_flight + BESIDE_SLOW;
  const of_one_max = Math.ceil(limits.max_queue * MERCHANT_PART);
  const named = { ...limits, in_flight_max, of_one_max, is_apart: true };
  return batcherByName(run, named, afterFailure, ({ merchant_id }) => merchant_id, inAWhile);
}
