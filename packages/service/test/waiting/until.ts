import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

const PATIENCE_MS = 100_000;

/** Waits until the condition holds, and gives what it said. Patience is for what never comes, not a bound. */
export async function until<Said>(condition: () => Promise<Said>, patience_ms = PATIENCE_MS): Promise<Said> {
  const said = await askFor(condition, patience_ms);
  if (!said) throw new Error('waited in vain');
  return said;
}

/** The same for a caller who goes on where patience ends, since he then finds out what is missing. */
export async function untilPatienceEnds(
  condition: () => Promise<boolean>,
  patience_ms: number,
): Promise<void> {
  await askFor(condition, patience_ms);
}

async function askFor<Said>(condition: () => Promise<Said>, patience_ms: number): Promise<Said> {
  const deadline = performance.now() + patience_ms;
  for (;;) {
    const said = await condition();
    if (said || performance.now() > deadline) return said;
    await sleep(20);
  }
}

/**
 * Asks until the answer is the one wanted. What was asked more than `within_ms` after this began must get it, however
 * slow the machine: what is late is then not the service's promise but the machine that asks.
 */
export async function holdsWithin<Said>(
  within_ms: number,
  ask: () => Promise<Said>,
  wanted: Said,
): Promise<void> {
  const began_ms = performance.now();
  for (;;) {
    const asked_ms = performance.now();
    const said = await ask();
    if (isDeepStrictEqual(said, wanted)) return;
    if (asked_ms - began_ms > within_ms)
      throw new Error(`after ${within_ms} ms still ${JSON.stringify(said)}`);
  }
}
