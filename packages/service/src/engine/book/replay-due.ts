import { DAY_MS, later, MINUTE_MS } from '../../domain/time.ts';
import { findNewestListing } from '../../store/notices/inbox.ts';
import type { Services } from '../services.ts';
import { type FailedNotice, replayNotices } from './settle-waiting.ts';

/** So long after people have spoken, whatever was being read by the words and senders of before is read. */
const REPLAY_AFTER_MS = 3 * MINUTE_MS;

/**
 * Reads what nobody had understood again, once, some minutes after people have confirmed words or listed a sender: a message that
 * waited for its SIM's book meanwhile was read by those of before, and had no reading yet when people had the others read
 * again; and whoever should have done that may have been cut off. Each process does it, and one that has just begun
 * for what people have said since yesterday: a message that is understood already is not in the page.
 *
 * @returns does a portion each time, and says how many messages it has looked at
 */
export function replaysDue(
  services: Services,
): (options: { limit: number }) => Promise<{ read: number; failed: FailedNotice[] }> {
  /** The newest word of people that is read again, and the one that is being; where its next page begins. */
  let [done_ms, at_ms, after] = [0, 0, 0];
  return async ({ limit }) => {
    const now = services.now();
    const [{ at } = { at: null }] = await findNewestListing(services.pool, {
      since: later(now, -DAY_MS),
      before: later(now, -REPLAY_AFTER_MS),
    });
    if (at === null || at.getTime() <= done_ms) return { read: 0, failed: [] };
    if (at.getTime() !== at_ms) [at_ms, after] = [at.getTime(), 0];
    const { read, failed, last } = await replayNotices(services, { after, limit });
    after = last ?? 0;
    if (last === null) done_ms = at_ms;
    return { read, failed };
  };
}
