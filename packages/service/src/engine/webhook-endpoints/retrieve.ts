import type { WebhookEndpoint } from '../../domain/delivery/endpoint.ts';
import { type EndpointAsked, selectEndpoints } from '../../store/webhooks/endpoints.ts';
import type { EndpointServices } from './services.ts';

/** The endpoints asked for, without secrets; null where that merchant and environment has none such. */
export async function retrieveEndpoints(
  services: Pick<EndpointServices, 'pool'>,
  asked: readonly EndpointAsked[],
): Promise<(WebhookEndpoint | null)[]> {
  return selectEndpoints(services.pool, asked);
}
