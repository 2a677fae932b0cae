import { DAY_MS, later, MINUTE_MS } from '../time.ts';

/** How long it may take from the look at the SIM to the word of what it showed; money may move meanwhile. */
export const READING_MS = 2 * MINUTE_MS;

/** Whether the look at a SIM whose balance was last said at `read_at` came after a moment; null: nobody has ever said one. */
export const lookedSince = (read_at: Date | null, moment: Date): boolean =>
  read_at !== null && later(read_at, -READING_MS) > moment;

/**
 * Nobody had looked at the SIM yet so long before the word of its balance: the look may be `READING_MS` old, and times are
 * printed to the minute.
 */
export const LOOKED_BEFORE_MS = READING_MS + MINUTE_MS;

/** A moment before anybody had looked at the SIM for its last reading. */
export const lookedBefore = (anchored_at_ms: number): number => anchored_at_ms - LOOKED_BEFORE_MS;

/**
 * A message that arrived so shortly before a reading may still go on from it, since the look at the SIM was before the word
 * of it.
 */
export const OUTLIVES_A_READING_MS = 5 * MINUTE_MS;

/** The clock of an operator, or of a phone, is wrong by no more than this before people have seen to it. */
export const CLOCKS_DIFFER_MS = 10 * MINUTE_MS;

/**
 * A payment is as old as its payer's confirmation, and somebody who confirms in the next minute may be served before him.
 * So a true message may be older than the step before it by so much.
 */
export const OVERTAKEN_MS = MINUTE_MS;

/** After so long an announced debit that no message has met explains nothing any more. */
export const ANNOUNCED_LASTS_HOURS = 24;

/** A message may still find its place this many days after it came; what waited longer is history. */
export const CLAIM_DAYS = 7;

/** What came before is no claim any more. */
export const claimsSince = (now: Date): Date => later(now, -CLAIM_DAYS * DAY_MS);

/** The same words without an id are another payment after so long: no phone sends its inbox again from so far back. */
export const SAID_AGAIN_HOURS = 12;

/** A session that a claim would pay waits at most this long for the book, then goes to review. */
export const EXPIRY_WAITS_MOST_HOURS = 24;
