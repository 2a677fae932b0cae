import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time.ts';
import { attemptOutcome, type Exchange } from './delivery.ts';

/**
 * How long each attempt waits after the failure of the one before. The first goes at once; the whole lasts a
 * little over three days, so that a merchant's weekend outage loses nothing.
 */
export const RETRY_SCHEDULE_MS = [
  0,
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  1 * HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
] as const;

export const ATTEMPTS_MAX = RETRY_SCHEDULE_MS.length;

/** The shortest time in which all attempts of a delivery can fail. */
export const SCHEDULE_MS = RETRY_SCHEDULE_MS.reduce((sum, wait_ms) => sum + wait_ms, 0);

/** Deliveries that failed together must not all come back together. */
const JITTER_SHARE = 0.2;

/**
 * The wait before the attempt that follows attempt number `failed_attempt` (counted from 1), in
 * milliseconds, or null when that was the last one. `random` is in [0, 1).
 */
export function retryDelay(failed_attempt: number, random: number): number | null {
  const planned_ms = RETRY_SCHEDULE_MS[failed_attempt];
  if (planned_ms === undefined) return null;
  return Math.round(planned_ms * (1 + JITTER_SHARE * random));
}

export type NextStep = { kind: 'delivered' } | { kind: 'retry'; delay_ms: number } | { kind: 'dead' };

/** A receiver may ask us to wait, but not for longer than the longest step of the schedule. */
const RETRY_AFTER_MAX_MS = Math.max(...RETRY_SCHEDULE_MS);

/**
 * What follows attempt number `attempt` (from 1): done, another one after `delay_ms`, or dead. The schedule's
 * delay is a floor: `Retry-After` on 429 and 503 only lengthens it. `random` is in [0, 1).
 */
export function nextStep(attempt: number, exchange: Exchange, now_ms: number, random: number): NextStep {
  if (attemptOutcome(exchange) === 'delivered') return { kind: 'delivered' };
  const delay_ms = retryDelay(attempt, random);
  if (delay_ms === null) return { kind: 'dead' };
  return { kind: 'retry', delay_ms: Math.max(delay_ms, askedWait(exchange, now_ms)) };
}

function askedWait(exchange: Exchange, now_ms: number): number {
  if (exchange.kind !== 'answered' || exchange.retry_after === null) return 0;
  if (exchange.status_code !== 429 && exchange.status_code !== 503) return 0;
  return Math.min(parseRetryAfter(exchange.retry_after, now_ms), RETRY_AFTER_MAX_MS);
}

/** `Retry-After` as milliseconds from now: whole seconds or an HTTP date (RFC 9110, 10.2.3), however far off; 0 when neither. */
export function parseRetryAfter(text: string, now_ms: number): number {
  const value = text.trim();
  if (/^[0-9]+$/.test(value)) return Number(value) * 1_000;
  if (value.length > 40 || !value.endsWith(' GMT')) return 0;
  const at_ms = Date.parse(value);
  return Number.isNaN(at_ms) ? 0 : Math.max(0, at_ms - now_ms);
}
