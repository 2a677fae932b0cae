import { createHash, randomBytes } from 'node:crypto';
import { DAY_MS, later, localDay } from '../../src/domain/time.ts';
import { closeNextDay, type ProofServices } from '../../src/engine/proof/close.ts';
import { spanOfDay } from '../../src/engine/proof/look.ts';
import type { Sim } from '../book/world.ts';

/** The day on which the clock of a test begins, in N'Djamena. */
export const TODAY = '2026-11-21';

/** The day on which the clock stands now, in N'Djamena, and the one after it. */
export const dayOf = (sim: Sim): string => localDay(sim.world.now);
export const dayAfter = (day: string): string => localDay(later(spanOfDay(day).begins, DAY_MS));

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const provingOf = (sim: Sim): ProofServices => ({
  ...sim.world.services,
  sha256,
  randomHex: (bytes) => randomBytes(bytes).toString('hex'),
});

/** To the next day's four in the morning. */
export const passToMorning = (sim: Sim): void => sim.world.pass(17 * 3600);

/** Closes everything that is over. */
export async function closeDays(sim: Sim): Promise<string[]> {
  const proving = provingOf(sim);
  const closed: string[] = [];
  for (let day = await closeNextDay(proving); day !== null; day = await closeNextDay(proving))
    closed.push(day);
  return closed;
}

export async function payAt(sim: Sim, amount_xaf = 5000) {
  const session = await sim.session(amount_xaf);
  await sim.take(sim.credit(amount_xaf));
  return session;
}
