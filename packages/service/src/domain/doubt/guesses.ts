import { type Claim, isPast } from '../movement/claim.ts';
import { lookedBefore, OUTLIVES_A_READING_MS, OVERTAKEN_MS, READING_MS } from '../movement/clocks.ts';
import { LOW_XAF } from '../movement/move.ts';
import type { Lead } from './led.ts';

/** How many guesses there are on a way. */
export type Counted = {
  /** Those that could be lucky between balances that are likely here: see `LOW_XAF` and `IMPLAUSIBLE`. */
  guesses: number;
  /** All of them. */
  guesses_anywhere: number;
};

/**
 * The guesses at a book: at how many balances its claims and refuted messages would begin. Each may be somebody's try at
 * where the book stands.
 */
export type Guesses = Counted & {
  /** At how many balances those messages would end, which counts behind a lost message; a text of several sums begins at more. */
  guesses_at_end: number;
  disowned: Disowned | null;
  /** Of the two that are forgiven so many were wrong in the week before the last reading. */
  forgiven_before: number;
  /** One of those messages ends where the book has stood since, and since its last reading. See `mayBeLed`. */
  has_led: boolean;
  /** Where those lead that are refuted, disowned, or have a place by now. */
  known_leads: readonly Lead[];
};

/** What people have disowned since the last reading. */
type Disowned = {
  /** At how many balances those messages would begin. */
  guesses: number;
  /** Of these, those by messages that had come since the last reading or just before it. */
  guesses_since: number;
  /** When people last disowned one. */
  at_ms: number;
  /** A message that came among them has its place, and may have been the lucky one. */
  has_step: boolean;
  /** The guesses that had come by then and are still without a place. */
  left: Counted;
};

/**
 * Two guesses are forgiven, since a single message that waits is an everyday thing: the one behind a lost message, or a
 * text about something else that prints a sum and a balance. Such a text would begin at two balances: the sum above the
 * printed one, or below it.
 */
export const FORGIVEN_GUESSES = 2;
/** They aren't forgiven anew after each reading: else somebody has three tries a day, two of them for nothing, for months. */
export const FORGIVEN_DAYS = 7;

/**
 * A text that tells of balances below `LOW_XAF`, and brings nobody money, is no guess on a way that always stays above ten
 * times that: it could not be a lucky one there.
 */
export const NEAR_LOW_XAF = 10 * LOW_XAF;
/**
 * Nor is a message a guess that begins above so many times the highest balance of a way, or of `PLAUSIBLE_XAF` where that
 * is more, unless the way itself leads so high.
 */
export const IMPLAUSIBLE = 10;
export const PLAUSIBLE_XAF = 100_000;

/** Above this balance no message is a likely guess on a way over these balances. */
export function mostPlausible(balances: readonly number[]): number {
  return balances.reduce(
    (most_xaf, one) => Math.max(most_xaf, IMPLAUSIBLE * one),
    IMPLAUSIBLE * PLAUSIBLE_XAF,
  );
}

/**
 * How many of the guesses at a book could be a lucky one on a way over these balances: all of them, where the way leads
 * near nothing or above `most_xaf`.
 */
export function guessesOn(
  { guesses, guesses_anywhere }: Counted,
  balances: readonly number[],
  most_xaf = Number.POSITIVE_INFINITY,
): number {
  return balances.some((one) => one < NEAR_LOW_XAF || one > most_xaf) ? guesses_anywhere : guesses;
}

/**
 * A wrong guess that tells of a credit's very sum counts for so many. Whoever wants a session of his paid has to tell of its sum each
 * time, and others' payments, of other sums, needn't wait for what he tries.
 */
const OF_SUM_COUNTS = 5;

/** How much the wrong guesses at a book count against a credit of whose sum so many messages tell; two of these are forgiven as well. */
export function againstSum(guesses: number, of_sum: number, forgiven_before: number): number {
  return guesses + (OF_SUM_COUNTS - 1) * Math.min(guesses, wrongGuesses(of_sum, 0, forgiven_before));
}

/** A single credit above this is never settled by the chain alone, in francs; null for no bound. */
export type Threshold = { anchor_above_xaf: number | null };

/**
 * The wrong ones of these guesses: without those that have their place (`placed`), and without the two that are forgiven a
 * week, as far as the week before has not used them up (`forgiven_before`).
 */
export function wrongGuesses(guesses: number, placed: number, forgiven_before: number): number {
  return Math.max(0, guesses - placed - (FORGIVEN_GUESSES - forgiven_before));
}

/**
 * How many guesses count against one credit because of messages that people have disowned since the last
 * reading. None where nobody disowned any, or the credit came after they did. All of those, while more than
 * two others that had come by then still wait: the right guess may be among these. Where a message that
 * came among them is a step by now, its sender may know the balance: they count until the next reading,
 * also against later credits, as if nobody had disowned them.
 * @param placed those of the messages without a place that have theirs now
 * @param balances of the way on which the credit lies
 */
export function disownedBeside(
  { disowned, forgiven_before, ...waiting }: Guesses,
  arrived_at_ms: number,
  placed: readonly Claim[],
  balances: readonly number[],
): number {
  if (disowned === null) return 0;
  const { guesses, guesses_since, left } = disowned;
  if (disowned.has_step) {
    // As if nobody had disowned them: two are forgiven in all, of these and of those that wait. What had come
    // before the reading is no guess at where the book has stood since, and is among those of the week before.
    const wrong = (more: number) =>
      wrongGuesses(guessesOn(waiting, balances) + more, guessesIn(placed), forgiven_before);
    return Math.max(wrong(guesses_since) - wrong(0), wrongGuesses(guesses, 0, 0));
  }
  if (arrived_at_ms > disowned.at_ms) return 0;
  const known = placed.filter((one) => one.arrived_at_ms <= disowned.at_ms);
  // Two may be left, whatever was wrong in the week before: the credit that has waited is one of them, and people
  // can't disown that. Else nothing that they disown would free it.
  return wrongGuesses(guessesOn(left, balances), guessesIn(known), 0) > 0 ? guesses : 0;
}

/**
 * Whether a credit is so small that it may settle beside so many wrong guesses: at half the sum about four times as many
 * are allowed.
 */
export function isSmallFor(guesses: number, amount_xaf: number, { anchor_above_xaf }: Threshold): boolean {
  return anchor_above_xaf === null || amount_xaf ** 2 * (1 + 2 * guesses) <= anchor_above_xaf ** 2;
}

/**
 * Whether a credit that a reading would prove may be a lucky guess all the same. Where a message is missing, one of many
 * guesses happens to end at the balance that is read, or to fill exactly what is missing.
 */
export function mayBeGuess(guesses: number, amount_xaf: number, policy: Threshold): boolean {
  return guesses > 0 && !isSmallFor(guesses, amount_xaf, policy);
}

/**
 * Whether a message that waits counts as a guess at this book. It does if it came after the earliest moment of the last look at the SIM,
 * whatever time it prints; or in the minutes before the balance was typed in (`OUTLIVES_A_READING_MS`), unless it happened before that
 * look: it may go on from that balance, which may have made it right. That it fitted nowhere as it came makes it no older here.
 * `outlives` in store/book/counted.ts asks the same.
 */
export function isCounted(claim: Claim, { anchored_at_ms }: { anchored_at_ms: number }): boolean {
  return (
    claim.arrived_at_ms >= lookedBefore(anchored_at_ms) ||
    (claim.arrived_at_ms >= anchored_at_ms - OUTLIVES_A_READING_MS &&
      !isPast({ ...claim, is_idle: false }, anchored_at_ms - READING_MS - OVERTAKEN_MS))
  );
}

/** At how many balances these messages would begin, but for those above `most_xaf`. Each is a guess at where the book stands. */
export const guessesIn = (claims: readonly Claim[], most_xaf = Number.POSITIVE_INFINITY): number =>
  balancesIn(claims, 'before_xaf', most_xaf);

/** At how many balances these messages would end. */
export const endsIn = (claims: readonly Claim[]): number =>
  balancesIn(claims, 'after_xaf', Number.POSITIVE_INFINITY);

function balancesIn(claims: readonly Claim[], at: 'before_xaf' | 'after_xaf', most_xaf: number): number {
  const balances = claims.map(({ moves }) => new Set(moves.flatMap((move) => move[at] ?? [])));
  return balances.reduce((sum, own) => sum + [...own].filter((one) => one <= most_xaf).length, 0);
}
