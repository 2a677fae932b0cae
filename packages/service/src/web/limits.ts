import ipaddr from 'ipaddr.js';
import { rateLimiter } from '../engine/rates.ts';

/** Thousands of phones share one address of their operator: reading is cheap, so it may read a lot. */
const READING = { interval_ms: 10, burst: 500 };
/** Few of them write: a claim is kept for a person to read, and a scenario is a dozen statements. */
const CLAIMING = { interval_ms: 60_000, burst: 10 };
const PLAYING = { interval_ms: 2_000, burst: 30 };

export type Limits = Record<'read' | 'claim' | 'play', (ip: string, now_ms: number) => number>;

/** Limits per address of a client; each says how many milliseconds to wait, 0 when the request may pass. */
export function pageLimits(is_limited: boolean): Limits {
  if (!is_limited) return { read: () => 0, claim: () => 0, play: () => 0 };
  const per = (rate: typeof READING) => {
    const take = rateLimiter(rate);
    return (ip: string, now_ms: number) => take(householdOf(ip), now_ms);
  };
  return { read: per(READING), claim: per(CLAIMING), play: per(PLAYING) };
}

/** An address of IPv4, or the 64 bits of IPv6 that one subscriber is given. */
export function householdOf(ip: string): string {
  if (!ip.includes(':') || !ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv4'
    ? address.toString()
    : address.toNormalizedString().split(':', 4).join(':');
}
