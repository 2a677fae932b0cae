/** What bounds the book of a number; amounts in francs, null for no bound. */
export type BookPolicy = {
  /** What one number may settle by chained credits since its last anchor. */
  unanchored_limit_xaf: number | null;
  /** A single chained credit above this waits for an anchor or a witness. */
  anchor_above_xaf: number | null;
  /** How long a claim waits before its gateway, and then staff, are asked. */
  wait_ms: number;
};

export const DEFAULT_BOOK_POLICY: BookPolicy = {
  unanchored_limit_xaf: 1_000_000,
  anchor_above_xaf: 200_000,
  wait_ms: 30_000,
};

/** A message may still find its place this many days after it came; what waited longer is history. */
export const CLAIM_DAYS = 7;

/** A session that a claim would pay waits at most this long for the book, then goes to review. */
export const EXPIRY_WAITS_MOST_HOURS = 24;
