import type { Claim } from '../movement/claim.ts';
import { OUTLIVES_A_READING_MS } from '../movement/clocks.ts';
import { isCredit, type Move } from '../movement/move.ts';
import { FORGIVEN_GUESSES, guessesIn, wrongGuesses } from './guesses.ts';

/**
 * Since the last reading the tip was moved by a step that no bound holds, that nobody announced or explained, and that no statement lists:
 * when the last such took its place, and the wrong guesses at the book that had come by then or within minutes. It may have been the lucky one of them.
 */
export type Unbounded = { at_ms: number; guesses: number };

/**
 * Whether a step moves the tip for nothing: only a customer's money is held to the bound. The attack: a debit from each likely balance
 * to one, at which the author knows the book stands once one of them was right. A customer's money that nobody asked for is no such step:
 * for 100 francs anybody could close a SIM on which three forged messages wait.
 */
export const isUnbounded = ({ move, announced }: { move: Move; announced: unknown }): boolean =>
  !isCredit(move) && announced === null;

/** Whether a message came early enough to be one of the guesses of which such a step was the lucky one. */
const isAround = ({ at_ms }: Unbounded, { arrived_at_ms }: Claim): boolean =>
  arrived_at_ms <= at_ms + OUTLIVES_A_READING_MS;

/** The same with the guesses of what has just come. */
export function withGuesses(
  unbounded: Unbounded | null | undefined,
  fresh: readonly Claim[],
): Unbounded | null {
  if (unbounded == null) return null;
  const around = fresh.filter((claim) => isAround(unbounded, claim));
  return { ...unbounded, guesses: unbounded.guesses + guessesIn(around) };
}

/** Whether such a step may have been a lucky guess. `placed`: those of the counted messages that find their place. */
export function mayBeLucky(
  unbounded: Unbounded | null | undefined,
  placed: readonly Claim[],
  forgiven_before?: number,
): boolean {
  if (unbounded == null) return false;
  const around = placed.filter((claim) => isAround(unbounded, claim));
  return wrongGuesses(unbounded.guesses, guessesIn(around), forgiven_before) > 0;
}

/**
 * Those messages of a chain that were no wrong guesses. Where balances hardly ever come back, all of it waited for what comes first. Where they do,
 * somebody may have led to each of his guesses from where the right one had: then those alone that had their place as they came, so that
 * all that lead to them stand before them in their batch.
 * @param batch in the order in which they came
 */
export function rightOnes<One extends { claim: Claim; after_xaf: number }>(
  chain: readonly One[],
  batch: readonly Claim[],
): One[] {
  const comes_back = chain.length - new Set(chain.map(({ after_xaf }) => after_xaf)).size;
  if (comes_back <= FORGIVEN_GUESSES) return [...chain];
  const places = new Map(batch.map((claim, place) => [claim, place]));
  let latest = -1;
  return chain.filter(({ claim }) => {
    const place = places.get(claim) ?? 0;
    const is_right = place > latest && claim.is_stored !== true;
    latest = Math.max(latest, place);
    return is_right;
  });
}
