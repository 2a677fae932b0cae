import { type ListedNotice, listNoticeRows, listUnparsedRows } from '../../store/notices/list.ts';
import type { Services } from '../services.ts';

/** Kept notices, newest first; `unparsed` shows those that no template understands or no allow-list trusts. */
export function listNotices(
  services: Services,
  options: { unparsed: boolean; limit: number },
): Promise<ListedNotice[]> {
  const list = options.unparsed ? listUnparsedRows : listNoticeRows;
  return list(services.pool, options.limit);
}
