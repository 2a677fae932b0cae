import { DAY_MS, later } from '../../domain/time.ts';
import { findUnsent } from '../../store/desk/waiting.ts';
import type { Services } from '../services.ts';

/** What is marked as sent back for something, and no SIM has told of within a day; null: nothing. */
export type UnsentOf = Awaited<ReturnType<typeof findUnsent>>[number] | null;

export async function unsentOf({ pool, now }: Services, cause_id: string): Promise<UnsentOf> {
  const [found = null] = await findUnsent(pool, {
    cause_ids: [cause_id],
    unsent_before: later(now(), -DAY_MS),
  });
  return found;
}
