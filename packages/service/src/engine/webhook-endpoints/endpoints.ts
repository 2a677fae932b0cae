import type { PoolClient } from 'pg';
import type { ByPerson } from '../../domain/account/actions.ts';
import { changeEndpoint, type EndpointChange } from '../../domain/delivery/change.ts';
import { type WebhookEndpoint, withoutSecrets } from '../../domain/delivery/endpoint.ts';
import type { Caller, IdempotencyKey, KeyRefusal } from '../../domain/session/commands.ts';
import {
  isOf,
  lockEndpoints,
  type SealedWholeEndpoint,
  updateEndpoints,
} from '../../store/webhooks/change.ts';
import { type EndpointAsked, selectEndpoints, selectEndpointsOf } from '../../store/webhooks/endpoints.ts';
import { recordCommands } from '../actions.ts';
import { keyed } from '../idempotency.ts';
import { urlRefusal } from './create.ts';
import type { EndpointServices } from './secrets.ts';

/** Each caller's endpoints, oldest first, without secrets. One statement. */
export async function listEndpoints(
  services: Pick<EndpointServices, 'pool'>,
  callers: readonly Caller[],
): Promise<WebhookEndpoint[][]> {
  return selectEndpointsOf(services.pool, callers);
}

/** The endpoints asked for, without secrets; null where that merchant and environment has none such. */
export async function retrieveEndpoints(
  services: Pick<EndpointServices, 'pool'>,
  asked: readonly EndpointAsked[],
): Promise<(WebhookEndpoint | null)[]> {
  return selectEndpoints(services.pool, asked);
}

export type ChangeEndpoint = EndpointAsked &
  ByPerson & { change: EndpointChange; idempotency: IdempotencyKey | null };

export type ChangeEndpointOutcome =
  | { kind: 'changed'; endpoint: WebhookEndpoint; replayed: boolean }
  /** `message` is one sentence for the merchant. */
  | { kind: 'url_refused'; message: string }
  | { kind: 'not_found' }
  | KeyRefusal;

const OPERATION = 'change_webhook_endpoint';

/**
 * Changes endpoints. What waits for an endpoint that becomes disabled is held by the upkeep, and released by
 * it once the endpoint is enabled. Two changes of one endpoint in one array are made one after the other.
 *
 * @returns one outcome a command, in order; a refused command leaves its neighbours alone
 */
export function changeEndpoints(
  services: EndpointServices,
  commands: readonly ChangeEndpoint[],
): Promise<ChangeEndpointOutcome[]> {
  return keyed(services, OPERATION, commands, {
    run: (client, fresh) => applyChanges(services, client, fresh),
    keptAs: (outcome) => (outcome.kind === 'changed' ? outcome.endpoint : null),
    revive: (endpoint): ChangeEndpointOutcome => ({ kind: 'changed', endpoint, replayed: true }),
  });
}

async function applyChanges(
  services: EndpointServices,
  client: PoolClient,
  commands: readonly ChangeEndpoint[],
): Promise<ChangeEndpointOutcome[]> {
  const now = services.now();
  const endpoints = new Map((await lockEndpoints(client, commands)).map((one) => [one.id, one]));
  const changed = new Set<string>();
  const outcomes = commands.map(({ change, ...asked }): ChangeEndpointOutcome => {
    const endpoint = endpoints.get(asked.endpoint_id);
    if (endpoint === undefined || !isOf(endpoint, asked)) return { kind: 'not_found' };
    const message = change.url === undefined ? null : urlRefusal(change.url, services.allow_private_webhooks);
    if (message !== null) return { kind: 'url_refused', message };
    // The secrets are read and written as they are.
    const next = changeEndpoint(endpoint, change, now) as SealedWholeEndpoint;
    endpoints.set(next.id, next);
    changed.add(next.id);
    return { kind: 'changed', endpoint: withoutSecrets(next), replayed: false };
  });
  await updateEndpoints(
    client,
    [...endpoints.values()].filter(({ id }) => changed.has(id)),
    now,
  );
  await recordCommands(services, client, { commands, outcomes }, ({ kind }, { endpoint_id, change }) =>
    kind === 'changed'
      ? { action: 'webhook_endpoint.changed', subject_id: endpoint_id, detail: { ...change } }
      : null,
  );
  return outcomes;
}
