import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until the condition holds, and gives what it said. Patience is for what never comes, not a bound. */
export async function until<Said>(condition: () => Promise<Said>, patience_ms = 50_000): Promise<Said> {
  const deadline = performance.now() + patience_ms;
  for (;;) {
    const said = await condition();
    if (said) return said;
    if (performance.now() > deadline) throw new Error('waited in vain');
    await sleep(20);
  }
}
