import { later } from '../../domain/time/local.ts';
import { isRetryable } from '../../store/connect/errors.ts';
import { findWaitingNotices } from '../../store/notices/inbox.ts';
import { batcher } from '../batch.ts';
import type { Services } from '../services.ts';
import { settleNotices } from './settle.ts';

/** A notice this young is most likely being settled by whoever kept it. */
const PATIENCE_MS = 2_000;

export type SweptNotices = { settled: number; failed: { notice_id: string; error: unknown }[] };

/**
 * Settles notices that were kept but whose reading never came: their process was killed in between, or a
 * batch failed. Any number of processes may do it at once. A notice that can't be settled keeps no other from
 * it: it stays in the inbox and is named in `failed`.
 */
export async function settleWaitingNotices(
  services: Services,
  { limit, patience_ms = PATIENCE_MS }: { limit: number; patience_ms?: number },
): Promise<SweptNotices> {
  const now = services.now();
  const waiting = await findWaitingNotices(services.pool, later(now, -patience_ms), limit);
  const settle = batcher(
    (ids: string[]) => settleNotices(services, ids),
    { max_batch: limit, in_flight: 1, max_queue: limit },
    (error) => (isRetryable(error) ? 'give_up' : 'split'),
  );
  const results = await Promise.allSettled(waiting.map((row) => settle(row.notice_id)));
  const failed = results.flatMap((result, position) =>
    result.status === 'rejected'
      ? [{ notice_id: waiting[position]?.notice_id ?? '', error: result.reason }]
      : [],
  );
  return { settled: waiting.length - failed.length, failed };
}
