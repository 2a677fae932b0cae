import { MINUTE_MS } from '../time.ts';

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

/** How long it may take from the look at the SIM to the word of what it showed; money may move meanwhile. */
export const READING_MS = 2 * MINUTE_MS;

/** Somebody had not looked at the SIM yet, so long before the word of it: a minute is the precision of what is printed. */
export const LOOKED_BEFORE_MS = READING_MS + MINUTE_MS;

/** A message that came so much before a reading may still go on from it: the look at the SIM was before the word of it. */
export const OUTLIVES_A_READING_MS = 5 * MINUTE_MS;

/** The clock of an operator, or of a phone, is wrong by no more than this before people have seen to it. */
export const CLOCKS_DIFFER_MS = 10 * MINUTE_MS;

/** An id is made when its payer confirms; who confirms in the next minute may be served before him. */
export const OVERTAKEN_MS = MINUTE_MS;

/** A message may still find its place this many days after it came; what waited longer is history. */
export const CLAIM_DAYS = 7;

/** After so long the same words without an id are another payment: no inbox is sent again from so far back. */
export const SAID_AGAIN_HOURS = 12;

/** A session that a claim would pay waits at most this long for the book, then goes to review. */
export const EXPIRY_WAITS_MOST_HOURS = 24;
