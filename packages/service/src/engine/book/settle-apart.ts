import { isRetryable } from '../../store/connect/errors.ts';
import { batcher } from '../batch.ts';
import type { Services } from '../services.ts';
import { type NoticeOutcome, settleNotices } from './settle.ts';

export type FailedNotice = { notice_id: string; error: unknown };

/** Settles notices of which one that fails keeps no other from it. */
export async function settleApart(
  services: Services,
  ids: readonly string[],
): Promise<{ settled: NoticeOutcome[]; failed: FailedNotice[] }> {
  const settle = batcher(
    (some: string[]) => settleNotices(services, some),
    { max_batch: ids.length, in_flight: 1, max_queue: ids.length },
    (error) => (isRetryable(error) ? 'give_up' : 'split'),
  );
  const results = await Promise.allSettled(ids.map((id) => settle(id)));
  return {
    settled: results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    failed: results.flatMap((one, at) =>
      one.status === 'rejected' ? [{ notice_id: ids[at] ?? '', error: one.reason }] : [],
    ),
  };
}
