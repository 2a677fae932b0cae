import type { WebhookEndpoint } from '../../domain/delivery/endpoint.ts';
import type { Caller } from '../../domain/session/commands.ts';
import { type EndpointAsked, selectEndpoints, selectEndpointsOf } from '../../store/webhooks/endpoints.ts';
import type { EndpointServices } from './services.ts';

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
