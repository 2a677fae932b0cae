import type { Services } from '../services.ts';
import { type NoticeOutcome, settleNotices } from './settle.ts';

/** Settles notices of the sandbox, as `settleNotices` does: they never wait for one another. */
export async function settleTestNotices(services: Services, notice_ids: string[]): Promise<NoticeOutcome[]> {
  const outcomes = await settleNotices(services, notice_ids);
  return outcomes.map((one) => {
    if (one.outcome === 'PARKED') throw new Error(`bug: notice ${one.notice_id} of the sandbox is parked`);
    return one;
  });
}
