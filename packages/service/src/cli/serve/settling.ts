import { type AfterFailure, batcherInLanes } from '../../engine/batch.ts';
import type { KeptNotice } from '../../engine/gateways/intake.ts';
import { startRounds } from '../../engine/rounds.ts';

const LIMITS = { lanes: 4, max_batch: 256, max_queue: 10_000 };

/**
 * Settles the notices of live numbers behind the door's back. Whoever settles for a number holds its book: two sets
 * that both had messages of one number would run one after the other, and the later messages might come first and
 * wait as claims. So a number always has the same lane.
 *
 * @param onFailure told of each notice that was not settled; the others of its lane go on
 */
export function openSettling(
  run: (notice_ids: string[]) => Promise<unknown[]>,
  afterFailure: AfterFailure,
  onFailure: (error: unknown) => void,
) {
  const settle = batcherInLanes(
    (notices: KeptNotice[]) => run(notices.map((notice) => notice.notice_id)),
    LIMITS,
    afterFailure,
    (notice) => notice.number_id,
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

export type SweepStep = {
  name: string;
  /** Does at most one bounded portion and says how many rows it took; 0 when nothing was due. */
  run: () => Promise<number>;
};

export type SweeperOptions = {
  steps: readonly SweepStep[];
  interval_ms: number;
  /** In [0, 1): spreads processes that started together. */
  random: () => number;
  onFailure: (step: string, error: unknown) => void;
};

/** Portions of one step before the others get their turn again. */
const PORTIONS_MAX = 20;

/**
 * Runs the steps every interval, give or take a fifth, until stopped. Any number of processes may do so at
 * once: the steps lock what they take. A step that fails is reported and tried again at the next round.
 *
 * @returns a function that stops: it resolves once the step under way is finished
 */
export function startSweeper(options: SweeperOptions): () => Promise<void> {
  const { steps, interval_ms, random, onFailure } = options;

  const runStep = async (step: SweepStep): Promise<void> => {
    // One portion after the other on purpose: each is a transaction of its own.
    for (let portion = 0; portion < PORTIONS_MAX && !rounds.isStopping(); portion += 1) {
      if ((await step.run()) === 0) return;
    }
  };

  const rounds = startRounds({
    round: async () => {
      for (const step of steps) await runStep(step).catch((error: unknown) => onFailure(step.name, error));
      return interval_ms * (0.8 + 0.4 * random());
    },
    // A step that fails is told above, so that the next ones have their turn.
    backoff: { first_ms: interval_ms, max_ms: interval_ms, random },
    onFailure: (error) => onFailure('sweep', error),
  });
  return rounds.stop;
}
