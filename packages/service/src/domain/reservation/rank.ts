import type { FeedStatus } from '../feed/incident.ts';

/** `last`: proposed only when no number of the first choice can take the amount. */
export type Rank = 'first' | 'last';

/**
 * How a number's feed ranks it. A doubt lowers a number's rank and doesn't close it: otherwise one forged SMS
 * a SIM would stop everybody. Only silence, or a book without an opening balance, takes a number out.
 */
const FEED_RANKS: Readonly<Record<FeedStatus, Rank | 'never'>> = {
  HEALTHY: 'first',
  LAGGING: 'last',
  DOUBTED: 'last',
  SILENT: 'never',
  UNANCHORED: 'never',
};

const RANKS: readonly Rank[] = ['first', 'last'];

/** The feed statuses of a rank. */
export function feedStatusesOf(rank: Rank): FeedStatus[] {
  return (Object.keys(FEED_RANKS) as FeedStatus[]).filter((status) => FEED_RANKS[status] === rank);
}

/** The feed statuses with which a number may be assigned at all. */
export const ASSIGNABLE_FEEDS: readonly string[] = RANKS.flatMap(feedStatusesOf);
