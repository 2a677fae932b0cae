import type { ByPerson } from '../../domain/account/actions.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { deleteEndpoints, type EndpointAsked, selectEndpoints } from '../../store/webhooks/endpoints.ts';
import { retireDeliveries } from '../../store/webhooks/held.ts';
import { recordCommands } from '../actions.ts';
import type { EndpointServices } from './secrets.ts';

export type RemoveOutcome = { kind: 'removed' } | { kind: 'not_found' };

/** The delivery loop retires what is left of a longer queue in later steps. */
const RETIRED_AT_ONCE_MAX = 1_000;

/**
 * Removes endpoints: from the commit on nothing more is claimed for them, and what waits is DEAD with its reason; what a process
 * has claimed by then is still sent, for up to two seconds. The same endpoint twice in one array is removed once.
 */
export async function removeEndpoints(
  services: Pick<EndpointServices, 'pool' | 'now' | 'newId'>,
  commands: readonly (EndpointAsked & ByPerson)[],
): Promise<RemoveOutcome[]> {
  const now = services.now();
  return atomically(services.pool, async (client) => {
    const asked = commands.map(({ by: _, ...one }) => one);
    const before = await selectEndpoints(client, asked);
    const gone = new Set(await deleteEndpoints(client, asked, now));
    if (gone.size > 0) await retireDeliveries(client, [...gone], now, RETIRED_AT_ONCE_MAX);
    const outcomes = asked.map(
      ({ endpoint_id }): RemoveOutcome =>
        gone.delete(endpoint_id) ? { kind: 'removed' } : { kind: 'not_found' },
    );
    const urls = new Map(before.map((one) => [one?.id, one?.url]));
    await recordCommands(services, client, { commands, outcomes }, ({ kind }, { endpoint_id: subject_id }) =>
      kind === 'removed'
        ? { action: 'webhook_endpoint.removed', subject_id, detail: { url: urls.get(subject_id) } }
        : null,
    );
    return outcomes;
  });
}
