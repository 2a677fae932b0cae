import type { Doubt } from '../doubt/contesting.ts';
import { isSmallFor } from '../doubt/guesses.ts';
import type { Met } from '../movement/announced.ts';
import { isCredit } from '../movement/move.ts';
import type { Book, Pending, Proven } from './book.ts';

/** What bounds the book of a number; amounts in francs, null for no bound. */
export type BookPolicy = {
  /** What one number may settle by chained credits since its last anchor. */
  unanchored_limit_xaf: number | null;
  /** A single chained credit above this waits for an anchor or a witness. */
  anchor_above_xaf: number | null;
  /** How long a claim waits before staff, and its gateway, are asked. */
  wait_ms: number;
  /**
   * From this sum on what staff typed in and a reading or a gap may settle waits for two of them; null or
   * unset: never.
   */
  second_person_xaf?: number | null;
};

export const DEFAULT_BOOK_POLICY: BookPolicy = {
  unanchored_limit_xaf: 1_000_000,
  anchor_above_xaf: 200_000,
  wait_ms: 30_000,
};

/**
 * Whether a chained credit may settle. Somebody who knows the balance takes no more than the bound. Somebody who guesses it
 * leaves wrong messages behind, and the more of them there are, the smaller a credit has to be: at half the sum about four
 * times as many are allowed. So small payments go on, and what is worth guessing for waits for an anchor.
 */
export function withinBound(
  book: Pick<Book, 'unanchored_xaf' | 'guesses' | 'is_suspected'>,
  amount_xaf: number,
  policy: BookPolicy,
): boolean {
  return isSmallFor(book.guesses, amount_xaf, policy) && hasRoom(book, amount_xaf, policy);
}

/** Whether the bound leaves room to settle so much more before the next anchor. A suspected number has no room. */
function hasRoom(
  { unanchored_xaf, is_suspected }: Pick<Book, 'unanchored_xaf' | 'is_suspected'>,
  xaf: number,
  { unanchored_limit_xaf }: BookPolicy,
): boolean {
  return !is_suspected && (unanchored_limit_xaf === null || unanchored_xaf + xaf <= unanchored_limit_xaf);
}

/**
 * Whether what staff alone typed in is so much that only two of them, a witness or the phone can say whose
 * it is.
 */
export const takesTwo = (typed_xaf: readonly number[], { second_person_xaf }: BookPolicy): boolean =>
  typed_xaf.reduce((sum_xaf, xaf) => sum_xaf + xaf, 0) >= (second_person_xaf ?? Number.POSITIVE_INFINITY);

/** What of a book says how much of what a reading found may settle. */
type BoundOfBook = Pick<Book, 'outflow_xaf' | 'unanchored_xaf' | 'is_suspected' | 'is_disproven'>;

/**
 * How much of the bound a credit uses that a reading found; null where it may not settle:
 *
 * | a credit                       | settles                                 | and uses               |
 * | ------------------------------ | --------------------------------------- | ---------------------- |
 * | of a disproven number          | never                                   |                        |
 * | larger than all that has left, | where the bound has room for what it    | what has left, with    |
 * | which is within the bound      | uses; also without, where it uses       | what other messages    |
 * |                                | nothing, and no other message tells     | tell of it             |
 * | any other                      | as at the tip: where it is small, and   | its whole sum          |
 * |                                | the bound has room for all of it        |                        |
 *
 * So small credits settle however much has left. A suspected number has no room, but for what is larger than all
 * that has left, and of which no other message tells.
 * @param credit `doubted_xaf`: so much of it other messages tell of; `most_xaf`: it uses no more than this
 */
export function usedBy(
  { outflow_xaf, is_disproven, ...book }: BoundOfBook,
  credit: { amount_xaf: number; doubted_xaf: number; most_xaf?: number },
  policy: BookPolicy,
): number | null {
  const { amount_xaf, doubted_xaf, most_xaf = amount_xaf } = credit;
  if (is_disproven) return null;
  const used_xaf = Math.min(amount_xaf, outflow_xaf + doubted_xaf, most_xaf);
  const bound_xaf = policy.unanchored_limit_xaf ?? Number.POSITIVE_INFINITY;
  if (amount_xaf <= outflow_xaf || outflow_xaf > bound_xaf)
    return withinBound({ ...book, guesses: 0 }, amount_xaf, policy) ? used_xaf : null;
  if (used_xaf === 0 && doubted_xaf === 0) return used_xaf;
  // That it is larger clears it of what the number is suspected of, as far as no other message tells of it.
  const standing = { ...book, is_suspected: book.is_suspected && doubted_xaf > 0 };
  return hasRoom(standing, used_xaf, policy) ? used_xaf : null;
}

/**
 * Whether the next reading would settle one of the credits that wait in a trusted book, if it found what
 * the book has and nothing contested.
 * @param waiting `typed_xaf`: those that staff alone typed in; `typed_contested_xaf`: such as another message contests
 */
export function wouldRelease(
  book: Pick<Book, 'outflow_xaf' | 'unanchored_xaf' | 'contested_xaf'>,
  waiting: Record<'heard_xaf' | 'typed_xaf' | 'typed_contested_xaf', readonly number[]>,
  policy: BookPolicy,
): boolean {
  const all = [
    ...waiting.heard_xaf.map((amount_xaf) => ({ amount_xaf, is_typed: false, is_contested: false })),
    ...waiting.typed_xaf.map((amount_xaf) => ({ amount_xaf, is_typed: true, is_contested: false })),
    ...waiting.typed_contested_xaf.map((amount_xaf) => ({ amount_xaf, is_typed: true, is_contested: true })),
  ];
  const pending = all.map((one, n) => ({ ...one, step_id: String(n) }));
  const trusted = { ...book, is_suspected: false, is_disproven: false, pending, past: [] };
  return vouch(trusted, [], new Map(), policy).released.length > 0;
}

/**
 * Decides which credits a reading vouches for. Money that was never there makes the SIM hold less than its book, unless
 * forged debits of as much made up for it. So:
 * - A credit that is larger than all that has left unexplained is vouched for. Any other settles within the bound and uses
 *   it, however often the SIM is read.
 * - A credit that is vouched for still uses as much of the bound as has left: what it is larger by may be a true payment
 *   whose place a forger took.
 * - What is contested counts on as far as it may be false, since the reading is right by the other way as well. A credit
 *   that waits and is contested as a whole goes on waiting.
 * - What staff alone typed in settles by no reading where it comes to much: the balance says that money came, and
 *   not whose it is, which whoever types it chooses.
 * - Where a step was found false and the balance is right all the same, something else in the book is false too: nothing is
 *   vouched for until people have found it.
 * @returns the path, each credit marked as pending or not; the pending credits that settle now; how much of the bound is
 *   used then
 */
export function vouch(
  { pending, past, contested_xaf, ...book }: BoundOfBook & Pick<Book, 'pending' | 'past' | 'contested_xaf'>,
  path: readonly Met[],
  contested: ReadonlyMap<string, Doubt>,
  policy: BookPolicy,
): { proven: Proven[]; released: Pending[]; unanchored_xaf: number } {
  const doubted_xaf = past
    .filter(({ is_pending }) => !is_pending)
    .reduce((sum_xaf, { step_id }) => sum_xaf + (contested.get(step_id)?.xaf ?? 0), contested_xaf);
  /** As much of the bound is used at most: what has left, and what of the settled credits may be false. */
  let keeps_xaf = book.outflow_xaf + doubted_xaf;
  let unanchored_xaf = Math.min(book.unanchored_xaf, keeps_xaf);
  /** Settles a credit where it may, and then uses the bound for what of it may be false. */
  const settle = (step_id: string, amount_xaf: number): boolean => {
    const { is_whole = false, xaf: doubted_xaf = 0 } = contested.get(step_id) ?? {};
    const most_xaf = keeps_xaf + doubted_xaf - unanchored_xaf;
    const used_xaf = usedBy({ ...book, unanchored_xaf }, { amount_xaf, doubted_xaf, most_xaf }, policy);
    if (is_whole || used_xaf === null) return false;
    keeps_xaf += doubted_xaf;
    unanchored_xaf += used_xaf;
    return true;
  };
  const on_path = path.filter(({ claim, move }) => claim.is_typed === true && isCredit(move));
  const typed = [...pending.filter((one) => one.is_typed === true), ...on_path.map(({ move }) => move)];
  const takes_two = takesTwo(
    typed.map(({ amount_xaf }) => amount_xaf),
    policy,
  );
  const waitsForTwo = ({ is_typed }: { is_typed?: boolean }) => takes_two && is_typed === true;
  const released = pending.filter(
    (one) => !one.is_contested && !waitsForTwo(one) && settle(one.step_id, one.amount_xaf),
  );
  const proven = path.map((one) => ({
    ...one,
    gap: null,
    is_pending: isCredit(one.move) && (waitsForTwo(one.claim) || !settle(one.claim.key, one.move.amount_xaf)),
  }));
  return { proven, released, unanchored_xaf };
}
