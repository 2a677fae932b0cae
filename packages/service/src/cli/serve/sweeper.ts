import { startRounds } from '../../engine/rounds.ts';

export type SweepStep = {
  name: string;
  /**
   * Does at most one bounded portion and says how many rows it took; 0 when nothing was due. What is long in
   * spite of that ends between two of its parts once `isStopping` says so.
   */
  run: (isStopping?: () => boolean) => Promise<number>;
};

/** A step that looks again `interval_ms` after it found nothing to do, or failed; at once where the clock was set back. */
export function seldom(now: () => Date, interval_ms: number, { name, run }: SweepStep): SweepStep {
  let next_ms = Number.NEGATIVE_INFINITY;
  return {
    name,
    run: async (isStopping) => {
      const now_ms = now().getTime();
      if (now_ms < next_ms && next_ms - now_ms <= interval_ms) return 0;
      next_ms = now_ms + interval_ms;
      const done = await run(isStopping);
      if (done > 0) next_ms = Number.NEGATIVE_INFINITY;
      return done;
    },
  };
}

export type SweeperOptions = {
  steps: readonly SweepStep[];
  interval_ms: number;
  /** In [0, 1): spreads processes that started together. */
  random: () => number;
  onFailure: (step: string, error: unknown) => void;
  /** Whether a round may begin. Left out: always. */
  mayBegin?: (() => Promise<boolean>) | undefined;
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
  const { steps, interval_ms, random, onFailure, mayBegin = async () => true } = options;

  const runStep = async (step: SweepStep): Promise<void> => {
    // One portion after the other on purpose: each is a transaction of its own.
    for (let portion = 0; portion < PORTIONS_MAX && !rounds.isStopping(); portion += 1) {
      if ((await step.run(rounds.isStopping)) === 0) return;
    }
  };

  const rounds = startRounds({
    round: async () => {
      const due = (await mayBegin()) ? steps : [];
      for (const step of due) await runStep(step).catch((error: unknown) => onFailure(step.name, error));
      return interval_ms * (0.8 + 0.4 * random());
    },
    // A step that fails is told above, so that the next ones have their turn.
    backoff: { first_ms: interval_ms, max_ms: interval_ms, random },
    onFailure: (error) => onFailure('sweep', error),
  });
  return rounds.stop;
}
