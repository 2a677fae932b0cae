import { pageUnparsed, requeueNotices } from '../../store/notices/inbox.ts';
import type { Services } from '../services.ts';
import { loadTemplates } from '../templates/load.ts';
import { readNotice } from './read.ts';
import type { NoticeOutcome } from './settle.ts';
import { type FailedNotice, settleApart } from './settle-apart.ts';

export type ReplayedNotices = {
  /** How many were read again. */
  read: number;
  /** What became of those that are understood now. */
  understood: NoticeOutcome[];
  /** Those that could not be settled; they wait in the inbox for the sweeper. */
  failed: FailedNotice[];
  /** Where the next page begins; null when there is no more. */
  last: number | null;
};

/**
 * Reads notices again that no template had understood or whose sender was not on the list, as after a template
 * or a sender was added, and settles those that are taken now: a second reading beside the first, judged by when
 * the money moved. What stays unclear is left as it is. Any number may run beside each other and beside what
 * comes in.
 * @param after the `last` of the page before
 */
export async function replayNotices(
  services: Services,
  { after, limit }: { after: number; limit: number },
): Promise<ReplayedNotices> {
  const templates = await loadTemplates(services);
  const page = await pageUnparsed(services.pool, after, limit);
  const ids = page
    .map((notice) => readNotice({ ...notice, is_replay: true }, templates, notice.id))
    .filter(({ outcome }) => outcome === 'CREDIT' || outcome === 'NOT_A_CREDIT')
    .map(({ notice }) => notice.id);
  await requeueNotices(services.pool, ids);
  const { settled, failed } = await settleApart(services, ids);
  return {
    read: page.length,
    understood: settled,
    failed,
    last: page.length < limit ? null : (page.at(-1)?.reading_id ?? null),
  };
}
