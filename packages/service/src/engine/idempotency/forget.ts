import { later, MINUTE_MS } from '../../domain/time/local.ts';
import { deleteAnswers } from '../../store/idempotency/forget.ts';
import type { Services } from '../services.ts';

/** First answers are kept for 24 hours (design section 3). */
const KEPT_MS = 24 * 60 * MINUTE_MS;

/** Forgets the oldest answers whose day is over. @returns how many */
export async function forgetAnswers(services: Services, { limit }: { limit: number }): Promise<number> {
  const [row] = await deleteAnswers(services.pool, later(services.now(), -KEPT_MS), limit);
  return row?.deleted ?? 0;
}
