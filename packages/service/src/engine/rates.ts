import ipaddr from 'ipaddr.js';
import { type Rate, take } from '../domain/rate/gcra.ts';

const SWEEP_FROM = 1_024;
const BUCKETS_MAX = 100_000;
/** A sweep looks at every bucket, so one that frees a single place would be paid for by each request. */
const KEPT_OF_TOO_MANY = 90_000;

/**
 * Buckets by name, in this process only: with several processes each gives the whole rate, so the limit
 * protects a process and is no quota.
 *
 * Memory is bounded: a full bucket says nothing and is dropped, and beyond 100,000 the oldest 10,000 go.
 * @returns how many milliseconds to wait, 0 when the request may pass
 */
export function rateLimiter(rate: Rate): (name: string, now_ms: number, cost?: number) => number {
  const full_at_ms = new Map<string, number>();
  let sweep_at = SWEEP_FROM;

  const sweep = (now_ms: number): void => {
    for (const [name, at_ms] of full_at_ms) if (at_ms <= now_ms) full_at_ms.delete(name);
    if (full_at_ms.size > BUCKETS_MAX)
      for (const name of full_at_ms.keys()) {
        if (full_at_ms.size <= KEPT_OF_TOO_MANY) break;
        full_at_ms.delete(name);
      }
    sweep_at = Math.min(BUCKETS_MAX, Math.max(SWEEP_FROM, full_at_ms.size * 2));
  };

  return (name, now_ms, cost = 1) => {
    const taken = take(full_at_ms.get(name), now_ms, rate, cost);
    if (!taken.allowed) return taken.retry_after_ms;
    full_at_ms.set(name, taken.full_at_ms);
    if (full_at_ms.size > sweep_at) sweep(now_ms);
    return 0;
  };
}

/** An address of IPv4, or the 64 bits of IPv6 that one subscriber is given. */
export function householdOf(ip: string): string {
  if (!ip.includes(':') || !ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv4'
    ? address.toString()
    : address.toNormalizedString().split(':', 4).join(':');
}

/** Thousands of phones share one address of their operator: reading is cheap, so it may read a lot. */
export const READING: Rate = { interval_ms: 10, burst: 500 };

/** A rate for each address of a client. */
export function addressLimiter(rate: Rate): (ip: string, now_ms: number) => number {
  const takeFrom = rateLimiter(rate);
  return (ip, now_ms) => takeFrom(householdOf(ip), now_ms);
}
