/** The numbers by which a feed is judged; milliseconds unless the name says otherwise. */
export type FeedPolicy = {
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
  silent_ms: 15 * 60_000,
  lag_ms: 90_000,
  late_count: 3,
  lag_window_ms: 30 * 60_000,
  skew_ms: 120_000,
};
