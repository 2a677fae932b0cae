import ipaddr from 'ipaddr.js';

/** An address of IPv4, or the 64 bits of IPv6 that one subscriber is given. */
export function householdOf(ip: string): string {
  if (!ip.includes(':') || !ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv4'
    ? address.toString()
    : address.toNormalizedString().split(':', 4).join(':');
}
