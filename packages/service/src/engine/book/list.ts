import { CLAIM_DAYS } from '../../domain/book/policy.ts';
import { DAY_MS, later, MINUTE_MS } from '../../domain/time/local.ts';
import {
  type BookLine,
  loadBookLines,
  loadLatestSteps,
  loadUnexplained,
  loadWaitingClaims,
  type WaitingClaim,
} from '../../store/book/look.ts';
import type { BookStepRow } from '../../store/rows.generated.ts';
import type { Services } from '../services.ts';

/** So long before its expiry plus grace a session that is still unpaid expires soon. */
const SOON_MS = 3 * MINUTE_MS;

/** The book of each live number: its tip, what waits, what nobody has explained. */
export function listBooks(services: Services): Promise<BookLine[]> {
  const now = services.now();
  return loadBookLines(services.pool, later(now, -CLAIM_DAYS * DAY_MS), later(now, SOON_MS), now);
}

/** What lies in the books of numbers: their latest steps (newest first), what is unexplained and what waits. */
export async function showBooks(
  services: Services,
  numbers: readonly string[],
): Promise<{ steps: BookStepRow[]; unexplained: BookStepRow[]; claims: WaitingClaim[] }> {
  const [steps, unexplained, claims] = await Promise.all([
    loadLatestSteps(services.pool, numbers),
    loadUnexplained(services.pool, numbers),
    loadWaitingClaims(services.pool, numbers),
  ]);
  return { steps, unexplained, claims };
}
