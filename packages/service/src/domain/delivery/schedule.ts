const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

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
