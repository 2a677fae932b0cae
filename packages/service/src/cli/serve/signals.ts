/** A terminal signals the whole process group, npm passes it on too: what comes within this is one signal. */
const SAME_SIGNAL_MS = 500;
const DRAIN_MAX_MS = 20_000;

const LOOK_MS = 250;

/**
 * Runs `drain` at the first SIGTERM, SIGINT or SIGHUP. A second signal, or 20 seconds, ends the process at
 * once with exit code 1; what was committed is safe, what was under way is done again by the next start.
 *
 * @returns a function that begins the same without a signal, unless it has begun
 */
export function drainOnSignal(
  drain: () => Promise<void>,
  tell: (sentence: string) => void,
): (reason: string) => void {
  let first_at_ms: number | null = null;

  const end = (reason: string): void => {
    tell(`Ended without waiting any longer: ${reason}.`);
    process.exit(1);
  };

  const begin = (reason: string): void => {
    if (first_at_ms !== null) {
      if (performance.now() - first_at_ms > SAME_SIGNAL_MS) end(`a second ${reason}`);
      return;
    }
    first_at_ms = performance.now();
    tell(`${reason}: finishing what is under way.`);
    setTimeout(() => end('draining took 20 seconds'), DRAIN_MAX_MS).unref();
    drain().then(
      () => process.exit(0),
      (error: unknown) => end(`draining failed (${error instanceof Error ? error.message : String(error)})`),
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => begin(signal));
  whenNpmEnds(() => begin('npm has ended'));
  return (reason) => {
    if (first_at_ms === null) begin(reason);
  };
}

/**
 * npm runs its scripts below a shell, and a shell that is ended tells its child nothing: the server would run
 * on, unseen, with its port. So below npm, and only there, a parent that is gone is a signal.
 */
function whenNpmEnds(tell: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    tell();
  }, LOOK_MS);
  timer.unref();
}
