import type { ByPerson } from '../../domain/account/actions.ts';
import { changeEndpoint, type EndpointChange } from '../../domain/delivery/change.ts';
import { type WebhookEndpoint, withoutSecrets } from '../../domain/delivery/endpoint.ts';
import type { Caller, IdempotencyKey } from '../../domain/session/commands.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { lockEndpoints, type SealedWholeEndpoint, updateEndpoints } from '../../store/webhooks/change.ts';
import { type EndpointAsked, selectEndpoints, selectEndpointsOf } from '../../store/webhooks/endpoints.ts';
import { recordCommands } from '../actions.ts';
import { beginKeyed, type KeyRefusal, type KeyState, keepAnswers, keyRefusal } from '../idempotency.ts';
import { urlRefusal } from './create.ts';
import { keptEndpoint, reviveEndpoint } from './kept.ts';
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
export async function changeEndpoints(
  services: EndpointServices,
  commands: readonly ChangeEndpoint[],
): Promise<ChangeEndpointOutcome[]> {
  const now = services.now();
  return atomically(services.pool, async (client) => {
    const states = await beginKeyed(client, OPERATION, commands);
    const fresh = commands.filter((_, position) => states[position]?.kind === 'fresh');
    const endpoints = new Map((await lockEndpoints(client, fresh)).map((one) => [one.id, one]));
    const changed = new Set<string>();
    const outcomes = commands.map(({ change, ...asked }, position): ChangeEndpointOutcome => {
      const early = answerOf(states[position]);
      if (early !== null) return early;
      const endpoint = endpoints.get(asked.endpoint_id);
      if (endpoint === undefined || !isOf(endpoint, asked)) return { kind: 'not_found' };
      const message =
        change.url === undefined ? null : urlRefusal(change.url, services.allow_private_webhooks);
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
    await keepAnswers(client, OPERATION, { commands, states, outcomes }, keptAs, now);
    await recordCommands(services, client, { commands, outcomes }, ({ kind }, { endpoint_id, change }) =>
      kind === 'changed'
        ? { action: 'webhook_endpoint.changed', subject_id: endpoint_id, detail: { ...change } }
        : null,
    );
    return outcomes;
  });
}

function answerOf(state: KeyState | undefined): ChangeEndpointOutcome | null {
  if (state?.kind !== 'replay') return keyRefusal(state);
  return { kind: 'changed', endpoint: reviveEndpoint(state.outcome), replayed: true };
}

function keptAs(outcome: ChangeEndpointOutcome): string | null {
  return outcome.kind === 'changed' ? keptEndpoint(outcome.endpoint) : null;
}

function isOf(endpoint: WebhookEndpoint, { merchant_id, environment }: EndpointAsked): boolean {
  return endpoint.merchant_id === merchant_id && endpoint.environment === environment;
}
