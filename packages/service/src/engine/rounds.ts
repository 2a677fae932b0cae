import { setTimeout } from 'node:timers';

/** Waits that grow while something keeps failing. */
export type Backoff = {
  first_ms: number;
  max_ms: number;
  /** In [0, 1): takes up to a fifth off, so that processes don't knock together. */
  random: () => number;
};

/** The wait after so many failures in a row: the first, doubled each time up to the longest, less a part by chance. */
export function backoff_ms({ first_ms, max_ms, random }: Backoff, failures: number): number {
  return Math.min(first_ms * 2 ** Math.min(failures - 1, 30), max_ms) * (0.8 + 0.2 * random());
}

export type RoundsOptions = {
  /** Does what is due, a bounded portion, and says how long to wait before the next round, in milliseconds. */
  round: () => Promise<number>;
  backoff: Backoff;
  /** Told of a round that failed; the next one comes after the wait. */
  onFailure: (error: unknown, failures: number, wait_ms: number) => void;
};

export type Rounds = {
  /** The next round begins at once; during a round, as soon as that ends. Not while rounds fail: it would only knock. */
  wake: () => void;
  isStopping: () => boolean;
  /** Begins no round more, and resolves when the one under way has ended. Safe to call twice. */
  stop: () => Promise<void>;
};

/**
 * What a process does again and again: a round, a wait, the next round, until it is stopped. A round that fails is
 * reported and tried again, ever more slowly while the failures go on. Rounds never overlap.
 */
export function startRounds({ round, backoff, onFailure }: RoundsOptions): Rounds {
  const pause = openPause();
  let failures = 0;
  let stopping = false;

  const step = async (): Promise<number> => {
    try {
      const wait_ms = await round();
      failures = 0;
      return wait_ms;
    } catch (error) {
      failures += 1;
      const wait_ms = backoff_ms(backoff, failures);
      onFailure(error, failures, wait_ms);
      return wait_ms;
    }
  };
  const run = async (): Promise<void> => {
    while (!stopping) await pause.wait(await step());
  };

  // Not before whoever starts it holds it.
  const ended = Promise.resolve().then(run);
  return {
    wake: () => {
      if (failures === 0) pause.end();
    },
    isStopping: () => stopping,
    stop: () => {
      stopping = true;
      pause.end();
      return ended;
    },
  };
}

/** A wait that can be ended from outside; ended while nobody waits, the next wait is over at once. */
function openPause(): { wait: (wait_ms: number) => Promise<void>; end: () => void } {
  let is_ended = false;
  let finish: (() => void) | null = null;
  return {
    wait: (wait_ms) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          finish = null;
          is_ended = false;
          resolve();
        };
        const timer = setTimeout(done, wait_ms);
        finish = done;
        if (is_ended) done();
      }),
    end: () => {
      is_ended = true;
      finish?.();
    },
  };
}
