/** A wait that can be ended from outside; ended while nobody waits, the next wait is over at once. */
export type Pause = { wait: (wait_ms: number) => Promise<void>; end: () => void };

export function pause(): Pause {
  let ended = false;
  let finish: (() => void) | null = null;
  return {
    wait: (wait_ms) =>
      new Promise((resolve) => {
        if (ended) {
          ended = false;
          resolve();
          return;
        }
        const done = () => {
          clearTimeout(timer);
          finish = null;
          ended = false;
          resolve();
        };
        const timer = setTimeout(done, wait_ms);
        finish = done;
      }),
    end: () => {
      ended = true;
      finish?.();
    },
  };
}
