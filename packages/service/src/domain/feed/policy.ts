/** The numbers by which a feed is judged; milliseconds unless the name says otherwise. */
export type FeedPolicy = {
  /** How long a message that does not follow waits for the one before it. */
  wait_ms: number;
  /** In a burst of jumbled messages it waits until none has come for `wait_ms`, but no longer than this. */
  wait_most_ms: number;
  /** Where one missed payment would explain it: how long it waits for a message that goes on from it. */
  continuation_ms: number;
  /** A gateway not heard for so long is silent. */
  silent_ms: number;
  /** A message later than this is late; `late_count` in a row make a feed lag. */
  lag_ms: number;
  late_count: number;
  /** Only messages that arrived so recently tell how late a feed is now. */
  lag_window_ms: number;
  skew_ms: number;
};

export const DEFAULT_FEED_POLICY: FeedPolicy = {
  wait_ms: 30_000,
  wait_most_ms: 300_000,
  continuation_ms: 30 * 60_000,
  silent_ms: 15 * 60_000,
  lag_ms: 90_000,
  late_count: 3,
  lag_window_ms: 30 * 60_000,
  skew_ms: 120_000,
};

/**
 * With more different amounts outstanding than this, a gap is explained by nobody but staff: each amount is
 * one more balance that a forger could guess.
 */
export const EXPLAINERS_MAX = 64;
