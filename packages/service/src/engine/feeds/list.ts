import { loadSignals, type SignalRow } from '../../store/feeds/signals.ts';
import type { Services } from '../services.ts';

/** How each live number is heard, as staff see it. */
export function listFeeds(services: Services): Promise<SignalRow[]> {
  return loadSignals(services.pool, services.policy.feed.late_count);
}
