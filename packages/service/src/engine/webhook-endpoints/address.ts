import ipaddr from 'ipaddr.js';

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
