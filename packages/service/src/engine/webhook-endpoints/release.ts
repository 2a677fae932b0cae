import { enableEndpoints } from '../../store/webhooks/enable.ts';
import { type EndpointReport, reportEndpoints } from '../../store/webhooks/report.ts';
import type { Services } from '../services.ts';

export type ReleaseOutcome =
  /** `endpoint.held` is what follows, in portions, from every process that works. */
  | { kind: 'released'; endpoint: EndpointReport }
  | { kind: 'not_disabled'; endpoint: EndpointReport }
  | { kind: 'not_found' };

/** Enables a disabled endpoint, whatever merchant's; its held deliveries become due. For staff. */
export async function releaseEndpoint(services: Services, endpoint_id: string): Promise<ReleaseOutcome> {
  const now = services.now();
  const enabled = await enableEndpoints(services.pool, [endpoint_id], now);
  const [endpoint] = await reportEndpoints(services.pool, now, endpoint_id, null, null, 1);
  if (endpoint === undefined) return { kind: 'not_found' };
  return { kind: enabled.length > 0 ? 'released' : 'not_disabled', endpoint };
}
