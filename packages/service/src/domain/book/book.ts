import type { Announced } from './announced.ts';
import type { Past } from './contest.ts';
import { type Guesses, isSmallFor } from './guesses.ts';
import type { Claim, Placed } from './path.ts';
import type { BookPolicy } from './policy.ts';

/**
 * What an anchor found missing and nobody has explained yet: its two ends are trusted. `is_contested`: messages lead
 * another way past it, so that what fills it settles by people alone.
 */
export type Gap = {
  step_id: string;
  before_xaf: number;
  after_xaf: number;
  /** When the balance was said by which it was found: somebody had looked at the SIM `READING_MS` before. */
  until_ms: number;
  /** What had come by then lies before the look of the reading before. */
  since_ms?: number;
  is_contested: boolean;
  /** Of those messages that are not proven and came since then. */
  guesses?: number;
  guesses_anywhere?: number;
  /** Of those that tell of the sum that it misses. */
  guesses_of_sum?: number;
  /** What other messages told of between its ends when it was found, and which: so much of what fills it may be false. */
  told?: { xaf: number; by: readonly string[] } | null;
};

/** A credit in the book whose settlement waits for a reading of the SIM, or for a witness. */
export type Pending = {
  step_id: string;
  amount_xaf: number;
  /** Another message begins at the same balance: one of the two is somebody's invention. */
  is_contested: boolean;
};

/** A balance at which the book stood a moment ago, and what it has done since. */
export type Stood = {
  balance_xaf: number;
  /** What credits have settled since then. */
  settled_xaf: number;
  /** Credits that were booked since then. */
  step_ids: readonly string[];
  /** Another reading has moved the book since then: one of the two is of another moment, or a slip. */
  is_behind_reading: boolean;
};

/** The book of one number as it stands under lock. */
export type Book = Guesses & {
  /** Null until staff have read the first balance. */
  tip_xaf: number | null;
  went_on_at_ms: number;
  /** When somebody said the last balance that was read. */
  anchored_at_ms?: number | null;
  /** What chained credits have settled since the last anchor. */
  unanchored_xaf: number;
  /** What has left by steps that nobody has explained; known where a reading, a witness or a gap is judged. */
  outflow_xaf: number;
  /** Credits that are booked, and settle when a reading vouches for them. */
  pending: readonly Pending[];
  is_suspected: boolean;
  /** People, or the operator's list, found a step of it false: until a person closes that no reading vouches for anything. */
  is_disproven?: boolean;
  /** Where the book has stood in the last minutes, the latest first; known where a reading is judged. */
  stood: readonly Stood[];
  /** Its steps since the last reading, in order; known where a reading is judged. */
  past: readonly Past[];
  /** Messages without a place that begin on that way or go on from one that does; known where a reading is judged. */
  otherwise: readonly Claim[];
  /** What has settled and an earlier reading found contested, until people have looked it up; and what they found forged. */
  contested_xaf: number;
  gaps: readonly Gap[];
  announced: readonly Announced[];
};

/**
 * A claim that is proven. `gap`: what it explains, when it does not move the tip. `is_pending`: a credit beyond the
 * bound, which is booked because others go on from it, and does not settle yet.
 */
export type Proven = Placed & {
  gap: Gap | null;
  announced: Announced | null;
  is_pending: boolean;
  /** Of what fills a gap and settles: so much may be false, since other messages told of it. */
  told?: { xaf: number; by: readonly string[] } | null;
  /** Of a witnessed movement that the book has gone past: the tip does not move by it, or by its neighbours. */
  passed?: Passed;
};

/**
 * The balances that its statement prints, null where it prints none; and, at the last of a run, the step that takes
 * the tip back.
 */
export type Passed = {
  before_xaf: number | null;
  after_xaf: number | null;
  balance: { step_id: string; tip_xaf: number } | null;
};

export type Kept = {
  /** In order: those that go on from the tip, then those that fill gaps. */
  proven: Proven[];
  refuted: Claim[];
  /** A credit goes on from the tip, and all the same waits for an anchor or a witness to settle. */
  is_bound: boolean;
  tip_xaf: number | null;
  unanchored_xaf: number;
  /** The operator's time of the newest step whose message prints one. */
  went_on_at_ms: number;
};

/** What these steps leave open: the gaps that none of them fills, and what was announced and none of them is. */
export function leftOpen(
  { gaps, announced }: Pick<Book, 'gaps' | 'announced'>,
  steps: readonly Pick<Proven, 'gap' | 'announced'>[],
): Pick<Book, 'gaps' | 'announced'> {
  const filled = new Set(steps.map(({ gap }) => gap));
  const made = new Set(steps.map((one) => one.announced));
  return {
    gaps: gaps.filter((gap) => !filled.has(gap)),
    announced: announced.filter((one) => !made.has(one)),
  };
}

/**
 * Whether a chained credit may settle: what a forger can take is bounded, whatever he knows. Who has to guess the
 * balance leaves wrong messages behind; the more there are, the less a single one may settle. Half the sum allows
 * four times as many: small payments go on, and what is worth guessing for waits for an anchor.
 */
export function withinBound(
  book: Pick<Book, 'unanchored_xaf' | 'guesses' | 'is_suspected'>,
  amount_xaf: number,
  policy: BookPolicy,
): boolean {
  return isSmallFor(book.guesses, amount_xaf, policy) && hasRoom(book, amount_xaf, policy);
}

/** Whether so much more may be false between two readings. */
export function hasRoom(
  { unanchored_xaf, is_suspected }: Pick<Book, 'unanchored_xaf' | 'is_suspected'>,
  xaf: number,
  { unanchored_limit_xaf }: BookPolicy,
): boolean {
  return !is_suspected && (unanchored_limit_xaf === null || unanchored_xaf + xaf <= unanchored_limit_xaf);
}

/** Whether a credit is above all that has left unexplained, where that is no more than the bound. */
export function isAbove(
  outflow_xaf: number,
  amount_xaf: number,
  { unanchored_limit_xaf }: BookPolicy,
): boolean {
  return amount_xaf > outflow_xaf && (unanchored_limit_xaf === null || outflow_xaf <= unanchored_limit_xaf);
}
