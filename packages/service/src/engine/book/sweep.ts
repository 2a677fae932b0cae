import { later } from '../../domain/time/local.ts';
import { findWaitingNotices } from '../../store/notices/inbox.ts';
import type { Services } from '../services.ts';
import { type FailedNotice, settleApart } from './settle-apart.ts';

/** A notice this young is most likely being settled by whoever kept it. */
const PATIENCE_MS = 2_000;

/**
 * Settles notices that were kept but whose reading never came: their process was killed in between, or a
 * batch failed. Any number of processes may do it at once. A notice that can't be settled keeps no other from
 * it: it stays in the inbox and is named in `failed`.
 */
export async function settleWaitingNotices(
  services: Services,
  { limit, patience_ms = PATIENCE_MS }: { limit: number; patience_ms?: number },
): Promise<{ settled: number; failed: FailedNotice[] }> {
  const now = services.now();
  const waiting = await findWaitingNotices(services.pool, later(now, -patience_ms), limit);
  const { settled, failed } = await settleApart(
    services,
    waiting.map((row) => row.notice_id),
  );
  return { settled: settled.length, failed };
}
