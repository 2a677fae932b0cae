import { later } from '../../domain/time/local.ts';
import { countRails, type RailCounts } from '../../store/feeds/signals.ts';
import { freshly, perOwner } from '../fresh.ts';
import type { Services } from '../services.ts';

const railsOf = perOwner((services: Services) =>
  freshly<'rails', RailCounts[]>(
    (name) => name,
    async (_names, database) => [
      await countRails(database, later(services.now(), -services.policy.feed.silent_ms)),
    ],
  ),
);

/** What each operator's live rail has: numbers, healthy ones, gateways online; at most a second old. */
export async function liveRails(services: Services): Promise<RailCounts[]> {
  const found = await railsOf(services).get(['rails'], services.now(), services.pool);
  return found.get('rails') ?? [];
}
