/** A steady rate with a burst: one request each `interval_ms`, and `burst` at once after a rest. */
export type Rate = { interval_ms: number; burst: number };

export type RateTaken = { allowed: true; full_at_ms: number } | { allowed: false; retry_after_ms: number };

/**
 * The generic cell rate algorithm: a token bucket whose whole state is one number, the time at which the
 * bucket is full again.
 *
 * @param full_at_ms the state of before; undefined, or any time not after `now_ms`, is a full bucket; so is one that no requests
 *   can have left by now: the clock was ahead, and has been set back
 * @param cost as many requests as this one counts for; more than the burst count as the burst
 */
export function take(full_at_ms: number | undefined, now_ms: number, rate: Rate, cost = 1): RateTaken {
  const is_possible = full_at_ms !== undefined && full_at_ms <= now_ms + rate.burst * rate.interval_ms + 1;
  const since_ms = is_possible ? Math.max(full_at_ms, now_ms) : now_ms;
  const next_full_ms = since_ms + Math.min(cost, rate.burst) * rate.interval_ms;
  const allowed_at_ms = next_full_ms - rate.burst * rate.interval_ms;
  // A thousandth of a millisecond forgives what adding fractions of milliseconds loses.
  if (now_ms < allowed_at_ms - 0.001) return { allowed: false, retry_after_ms: allowed_at_ms - now_ms };
  return { allowed: true, full_at_ms: next_full_ms };
}
