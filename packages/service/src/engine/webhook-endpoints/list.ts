import type { WebhookEndpoint } from '../../domain/delivery/endpoint.ts';
import type { Caller } from '../../domain/session/commands.ts';
import { selectEndpointsOf } from '../../store/webhooks/endpoints.ts';
import type { EndpointServices } from './services.ts';

/** Each caller's endpoints, oldest first, without secrets. One statement. */
export async function listEndpoints(
  services: Pick<EndpointServices, 'pool'>,
  callers: readonly Caller[],
): Promise<WebhookEndpoint[][]> {
  return selectEndpointsOf(services.pool, callers);
}
