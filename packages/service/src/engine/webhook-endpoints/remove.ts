import { transaction } from '../../store/connect/transaction.ts';
import { deleteEndpoints, type EndpointAsked } from '../../store/webhooks/endpoints.ts';
import { retireDeliveries } from '../../store/webhooks/release.ts';
import type { EndpointServices } from './services.ts';

export type RemoveOutcome = { kind: 'removed' } | { kind: 'not_found' };

/** The delivery loop retires what is left of a longer queue in later steps. */
const RETIRED_AT_ONCE_MAX = 1_000;

/**
 * Removes endpoints: from the commit on no attempt is begun for them (one that is under way still ends), and
 * what waits is DEAD with its reason. The same endpoint twice in one array is removed once.
 */
export async function removeEndpoints(
  services: Pick<EndpointServices, 'pool' | 'now'>,
  asked: readonly EndpointAsked[],
): Promise<RemoveOutcome[]> {
  const now = services.now();
  return transaction(services.pool, async (client) => {
    const gone = new Set(await deleteEndpoints(client, asked, now));
    if (gone.size > 0) await retireDeliveries(client, [...gone], now, RETIRED_AT_ONCE_MAX);
    return asked.map(({ endpoint_id }) =>
      gone.delete(endpoint_id) ? { kind: 'removed' } : { kind: 'not_found' },
    );
  });
}
