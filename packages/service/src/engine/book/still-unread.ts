import type { PoolClient } from 'pg';
import { findDisownedCopies } from '../../store/book/known-steps.ts';
import { findUnderstood, takeNotices, type UnreadNotice } from '../../store/notices/inbox.ts';
import { digestOf } from './messages.ts';

/**
 * What is left of notices to be read, and those among them that are copies of a message which two people
 * have disowned.
 */
type Left = { unread: readonly UnreadNotice[]; copies: readonly UnreadNotice[] };

/**
 * Takes notices out of the inbox. `stale`: notices that came back to be read again, and are understood or
 * disowned by now. Of those the copies have to be kept as such: they have nothing of their own that says
 * so, and would come back each time.
 */
export async function takeUnread(
  client: PoolClient,
  ids: readonly string[],
): Promise<Left & { stale: string[] }> {
  const taken = await takeNotices(client, ids);
  const { unread, copies } = await stillUnread(client, taken);
  const left = new Set(unread);
  return { unread, copies, stale: taken.filter((one) => !left.has(one)).map(({ id }) => id) };
}

/**
 * Notices without those that came back to be read again and are understood or disowned by now, themselves or
 * as copies; the same array where none is. Asked again once their books are held: two people may disown one
 * while it waits for a book of others.
 */
export async function stillUnread(client: PoolClient, notices: readonly UnreadNotice[]): Promise<Left> {
  const again = notices.filter((notice) => notice.is_replay);
  const understood = await findUnderstood(
    client,
    again.map(({ id }) => id),
  );
  const disowned = await findDisownedCopies(
    client,
    again.map((notice) => ({ notice_id: notice.id, words: digestOf(notice) })),
  );
  const gone = new Set([...understood, ...disowned].map(({ notice_id }) => notice_id));
  if (gone.size === 0) return { unread: notices, copies: [] };
  const copied = new Set(disowned.map(({ notice_id }) => notice_id));
  for (const { notice_id } of understood) copied.delete(notice_id);
  return {
    unread: notices.filter(({ id }) => !gone.has(id)),
    copies: notices.filter(({ id }) => copied.has(id)),
  };
}
