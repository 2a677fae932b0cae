import { heardUntil } from '../../domain/feed/heard-until.ts';
import { loadDueFeeds } from '../../store/feeds/signals.ts';
import type { Services } from '../services.ts';

/** Up to when the live numbers have been heard that have sessions to expire; those heard for good are left out. */
export async function hearDueFeeds(
  services: Services,
  now: Date,
): Promise<{ collection_number_id: string; heard_until: Date }[]> {
  const rows = await loadDueFeeds(services.pool, now);
  return rows.flatMap(({ collection_number_id, is_routed, heard_at, incidents }) => {
    const open = (incidents ?? []).map(({ kind, opened_at, delay_ms }) => ({
      kind,
      opened_at_ms: Date.parse(opened_at),
      delay_ms,
    }));
    const until_ms = heardUntil({ is_routed, heard_at_ms: heard_at?.getTime() ?? null, incidents: open });
    return Number.isFinite(until_ms) ? [{ collection_number_id, heard_until: new Date(until_ms) }] : [];
  });
}
