import { availableParallelism } from 'node:os';
import { type AfterFailure, batcherByName } from '../../engine/batch.ts';
import type { KeptNotice } from '../../engine/gateways/intake.ts';

const IN_FLIGHT_MAX = 4;

/**
 * A set keeps nearly two cores busy, one of ours and one of PostgreSQL. Where there are no more, several at once are only smaller,
 * and each costs PostgreSQL nearly the same whatever its size (docs/performance.md, "What bounds it").
 */
const LIMITS = {
  in_flight: Math.min(IN_FLIGHT_MAX, Math.max(1, Math.floor(availableParallelism() / 2))),
  in_flight_max: IN_FLIGHT_MAX,
  max_batch: 256,
  max_queue: 20_000,
};

/** A set that takes so long waits for a lock: somebody holds the book of one of its numbers, as where a statement is settled. */
const SLOW_MS = 250;
export const whenSlow = (then: () => void): void => void setTimeout(then, SLOW_MS).unref();

/**
 * Puts a batcher before what settles credits, with as many sets at once as the cores have room for. What has one name is never in
 * two sets at once.
 *
 * @param inAWhile calls back when a set that began now has taken long
 * @param in_flight_max no more sets at once, however long some take
 */
export function batcherOfSettling<Command, Outcome>(
  run: (commands: Command[]) => Promise<Outcome[]>,
  afterFailure: AfterFailure,
  nameOf: (command: Command) => string,
  inAWhile = whenSlow,
  in_flight_max = IN_FLIGHT_MAX,
) {
  const in_flight = Math.min(LIMITS.in_flight, in_flight_max);
  return batcherByName(run, { ...LIMITS, in_flight, in_flight_max }, afterFailure, nameOf, inAWhile);
}

/**
 * Settles the notices of live numbers behind the door's back. Whoever settles for a number holds its book: two sets
 * that both had messages of one number would run one after the other, and the later messages might come first and
 * wait as claims. So no number is in two sets at once.
 *
 * @param onFailure told of each notice that was not settled; the others go on
 * @param in_flight_max no more sets at once, however long some take
 */
export function openSettling(
  run: (notice_ids: string[]) => Promise<unknown[]>,
  afterFailure: AfterFailure,
  onFailure: (error: unknown) => void,
  inAWhile = whenSlow,
  in_flight_max = IN_FLIGHT_MAX,
) {
  const settle = batcherOfSettling(
    (notices: KeptNotice[]) => run(notices.map((notice) => notice.notice_id)),
    afterFailure,
    (notice) => notice.number_id,
    inAWhile,
    in_flight_max,
  );
  let under_way = 0;
  let onIdle = (): void => undefined;
  const end = (): void => {
    under_way -= 1;
    if (under_way === 0) onIdle();
  };
  return {
    settle: (notice: KeptNotice): void => {
      under_way += 1;
      settle(notice).catch(onFailure).finally(end);
    },
    /** Resolves when nothing is under way. */
    done: () =>
      new Promise<void>((resolve) => {
        onIdle = resolve;
        if (under_way === 0) resolve();
      }),
  };
}
