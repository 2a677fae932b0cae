import type { Doubt, WeighedStep } from '../doubt/contesting.ts';
import type { Counted, Guesses } from '../doubt/guesses.ts';
import type { Announced, Met } from '../movement/announced.ts';
import type { Claim } from '../movement/claim.ts';
import type { Move } from '../movement/move.ts';

/**
 * When a message came, by our own clock, and by the operator's the latest moment at which its money may have moved; null: it prints no time.
 */
export type Heard = { came_ms: number; printed_ms: number | null };

/**
 * A difference between the book and a balance that was read, which nobody has explained yet. Both of its balances are
 * trusted. The guesses are those by unproven messages that arrived since `since_ms`.
 */
export type Gap = Counted & {
  step_id: string;
  before_xaf: number;
  after_xaf: number;
  /** When the balance that found it was typed in; the look at the SIM was up to `READING_MS` earlier. */
  until_ms: number;
  /** The messages that go on from it, and have their place behind it. */
  gone_on: readonly Heard[];
  /** A message that had arrived by then fills nothing here: it came before the look for the reading before. */
  since_ms: number;
  /** Those guesses that are by messages that tell of exactly the sum that is missing. */
  guesses_of_sum: number;
  /** Of the guesses that are forgiven so many were wrong in the week before `since_ms`. */
  forgiven_before: number;
  /** What spoke against the missing money when it was found: as much of what fills it may be false. */
  doubt: Doubt | null;
};

/** A credit that is booked, and settles once a reading or a witness vouches for it. */
export type Pending = {
  step_id: string;
  amount_xaf: number;
  /**
   * Another unproven message begins at the same balance, or a reading found messages that lead another way past it: only
   * one of the two can be true.
   */
  is_contested: boolean;
  /** Nobody tells of it but one of the staff, who typed it in. */
  is_typed?: boolean;
};

/** A balance at which the book stood a moment ago, and what it has done since. */
export type Stood = {
  balance_xaf: number;
  /** What credits have settled since then. */
  settled_xaf: number;
  /** The steps that were booked since then. */
  step_ids: readonly string[];
  /** Another reading has moved the book since then: one of the two readings is of another moment, or was mistyped. */
  is_behind_reading: boolean;
};

/** The book of one number as it stands under lock. */
export type Book = Guesses & {
  /** Null until staff have read the first balance. */
  tip_xaf: number | null;
  went_on_at_ms: number;
  /** When somebody said the last balance that was read; 0 where nobody has. */
  anchored_at_ms: number;
  /** How much chained credits have settled since the last anchor, and what that one did not vouch for. */
  unanchored_xaf: number;
  /**
   * Money that has left by steps which nobody has explained, and money that people found forged. Loaded where a reading, a
   * witness or a gap is judged.
   */
  outflow_xaf: number;
  /** Credits that are booked, and settle when a reading vouches for them. */
  pending: readonly Pending[];
  /**
   * Each credit of which staff alone tell and that waits, or has filled a gap since two people last read the SIM;
   * known where there are gaps.
   */
  typed_xaf: readonly number[];
  is_suspected: boolean;
  /** People, or the operator's list, found one of its steps false: no reading vouches for anything until a person closes that. */
  is_disproven: boolean;
  /** Where the book has stood in the last minutes, the latest first; known where a reading is judged. */
  stood: readonly Stood[];
  /** Its steps since the last reading, in order; known where a reading is judged. */
  past: readonly WeighedStep[];
  /**
   * Messages that no step is made of, and that touch a balance of `past` or lead to or from one that does; and the newest
   * others. Loaded where a reading is judged.
   */
  otherwise: readonly Claim[];
  /** The money of settled credits that an earlier reading found contested, until people have looked them up. */
  contested_xaf: number;
  gaps: readonly Gap[];
  announced: readonly Announced[];
};

/**
 * A claim that is proven, with its place. `gap`: the gap that it fills; such a step doesn't move the tip. `is_pending`: a
 * credit that is booked and doesn't settle yet, since it is beyond the bound or a reading doesn't vouch for it.
 */
export type Proven = Omit<Met, 'move'> & {
  move: Move;
  gap: Gap | null;
  is_pending: boolean;
  /** For a credit that fills a gap: what speaks against it. */
  doubt?: Doubt | null;
  /** For a row of a time that the book has gone past: its run leaves the tip where it was. */
  passed?: Passed;
};

/**
 * The balances that the statement prints around such a row, null where it prints none. `balance`: at the last row of a run,
 * the unexplained step that takes the tip back.
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
  /** A credit that goes on from the tip is beyond the bound, and waits for an anchor or a witness to settle. */
  is_bound: boolean;
  tip_xaf: number | null;
  unanchored_xaf: number;
  /** The operator's time of the newest step whose message prints one. */
  went_on_at_ms: number;
};

/** The gaps that none of these steps fills, and the announcements that none of them meets. */
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
