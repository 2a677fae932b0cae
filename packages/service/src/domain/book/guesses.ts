import type { Move } from './move.ts';
import { type Claim, isPast } from './path.ts';
import { type BookPolicy, OUTLIVES_A_READING_MS, OVERTAKEN_MS } from './policy.ts';

/** At how many balances messages without a place would begin: each may be somebody's guess at where the book stands. */
export type Guesses = {
  /** Those that may lead on between balances which are likely here. */
  guesses: number;
  /** At how many balances those would end: a text of several sums begins at more. */
  guesses_at_end?: number;
  /** All of them. */
  guesses_anywhere?: number;
};

/**
 * One message that waits is an everyday thing and nobody's guess: the one behind a message that was lost, or a text about
 * something else that prints a sum and a balance. The latter would begin at two balances: the sum above the printed one,
 * or the sum below.
 */
export const FORGIVEN_GUESSES = 2;

/**
 * Texts about airtime, bonuses and offers print balances below this. One that brings nobody money is no guess at a SIM that holds ten
 * times as much: on no way that stays above that could it be a lucky one.
 */
export const LOW_XAF = 5000;
export const NEAR_LOW_XAF = 10 * LOW_XAF;
/** What begins above so many times what is held, or a hundred thousand, is no lucky guess either, but for a way that leads there. */
export const IMPLAUSIBLE = 10;
export const PLAUSIBLE_XAF = 100_000;

/** Beyond what balance nothing is likely between these. */
export function mostPlausible(balances: readonly number[]): number {
  return balances.reduce(
    (most_xaf, one) => Math.max(most_xaf, IMPLAUSIBLE * one),
    IMPLAUSIBLE * PLAUSIBLE_XAF,
  );
}

/**
 * Of the guesses at a book those that may be a lucky one on a way over these balances: on one that leads near nothing, or far above what
 * is held, every message may.
 */
export function guessesOn(
  { guesses, guesses_anywhere = guesses }: Guesses,
  balances: readonly number[],
  most_xaf = Number.POSITIVE_INFINITY,
): number {
  return balances.some((one) => one < NEAR_LOW_XAF || one > most_xaf) ? guesses_anywhere : guesses;
}

/** Of the guesses that were counted, those that are wrong where so many of them have their place. */
export function wrongGuesses(guesses: number, placed: number): number {
  return Math.max(0, guesses - placed - FORGIVEN_GUESSES);
}

/** Whether so many wrong messages make a credit of this sum no lucky guess: of half the sum four times as many may be wrong. */
export function isSmallFor(guesses: number, amount_xaf: number, { anchor_above_xaf }: BookPolicy): boolean {
  return anchor_above_xaf === null || amount_xaf ** 2 * (1 + 2 * guesses) <= anchor_above_xaf ** 2;
}

/**
 * Whether a credit that a reading would prove may be a lucky guess all the same: where a message is missing, whoever tries
 * many balances meets by one of them what is read, or what is missing.
 */
export function mayBeGuess(guesses: number, amount_xaf: number, policy: BookPolicy): boolean {
  return guesses > 0 && !isSmallFor(guesses, amount_xaf, policy);
}

/**
 * Whether a message is among the guesses of a book while it waits: it came since the last anchor, or just before and may still go on.
 * `counted` in store/book/book-state.ts asks the same.
 */
export function isCounted(
  claim: Claim,
  { anchored_at_ms, went_on_at_ms }: { anchored_at_ms?: number | null | undefined; went_on_at_ms: number },
): boolean {
  const anchored = anchored_at_ms ?? 0;
  return (
    claim.arrived_at_ms >= anchored ||
    (claim.arrived_at_ms >= anchored - OUTLIVES_A_READING_MS && !isPast(claim, went_on_at_ms - OVERTAKEN_MS))
  );
}

/** At how many balances these messages would begin, none of them above `most_xaf`: so many guesses they make at where the book stands. */
export function guessesIn(claims: readonly Claim[], most_xaf = Number.POSITIVE_INFINITY): number {
  return balancesIn(claims, ({ before_xaf }) =>
    before_xaf !== null && before_xaf <= most_xaf ? before_xaf : null,
  );
}

/** At how many they would end. */
export function endsIn(claims: readonly Claim[]): number {
  return balancesIn(claims, ({ after_xaf }) => after_xaf);
}

function balancesIn(claims: readonly Claim[], balanceOf: (move: Move) => number | null): number {
  return claims.reduce(
    (sum, { moves }) => sum + new Set(moves.flatMap((move) => balanceOf(move) ?? [])).size,
    0,
  );
}
