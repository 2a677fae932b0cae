import ipaddr from 'ipaddr.js';
import type { Environment } from '../../domain/operator.ts';
import type { Database } from '../../store/statement.ts';
import { enableEndpoints } from '../../store/webhooks/change.ts';
import { type EndpointReport, reportEndpoints } from '../../store/webhooks/report.ts';
import type { Services } from '../services.ts';

// Public by number and yet the host's own: Azure's metadata and health service answers there.
const HOST_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);
// IANA has given out global unicast addresses from here alone. What lies outside (IPv4-compatible ::/96
// for one) only looks like unicast.
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/**
 * Whether webhooks may be sent to this IP address: public unicast only. IPv4 in IPv6 clothes (mapped, NAT64,
 * 6to4, Teredo) is refused whatever it hides, and so is a text that is no address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed.kind() === 'ipv4') return !HOST_ADDRESSES.has(parsed.toString());
  return (parsed as ipaddr.IPv6).match(GLOBAL_IPV6);
}

/** The IP address that a URL's host is, without the brackets of IPv6; null when it is a name. */
export function literalAddress(hostname: string): string | null {
  const address = hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(address) ? address : null;
}

export type ReleaseOutcome =
  /** `endpoint.held` is what follows, in portions, from every process that works. */
  | { kind: 'released'; endpoint: EndpointReport }
  | { kind: 'not_disabled'; endpoint: EndpointReport }
  | { kind: 'not_found' };

/** Enables a disabled endpoint, whatever merchant's; its held deliveries become due. For staff. */
export async function releaseEndpoint(
  services: Pick<Services, 'now'> & { pool: Database },
  endpoint_id: string,
): Promise<ReleaseOutcome> {
  const now = services.now();
  const enabled = await enableEndpoints(services.pool, [endpoint_id], now);
  const [endpoint] = await reportEndpoints(services.pool, {
    now,
    endpoint_id,
    merchant_id: null,
    environment: null,
    limit: 1,
  });
  if (endpoint === undefined) return { kind: 'not_found' };
  return { kind: enabled.length > 0 ? 'released' : 'not_disabled', endpoint };
}

export type ReportQuery = {
  /** Null: of all merchants. */
  merchant_id: string | null;
  environment: Environment | null;
  limit: number;
};

/** The endpoints that match, with their health and what waits for them; those in trouble first. */
export function reportEndpointHealth(services: Services, query: ReportQuery): Promise<EndpointReport[]> {
  const { merchant_id, environment, limit } = query;
  return reportEndpoints(services.pool, {
    now: services.now(),
    endpoint_id: null,
    merchant_id,
    environment,
    limit,
  });
}
