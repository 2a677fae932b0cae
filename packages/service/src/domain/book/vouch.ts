import { type Book, hasRoom, isAbove, type Pending, type Proven, withinBound } from './book.ts';
import type { Contested } from './contest.ts';
import { isCredit } from './move.ts';
import type { BookPolicy } from './policy.ts';

/**
 * Which credits a reading vouches for. Money that was never there makes it short, unless messages tell of as much
 * that has left. So a credit above everything that left unexplained is vouched for, and any other counts on against
 * the bound, however often the balance is read. Of one that is vouched for as much counts on as has left, since the
 * franc by which it is above may be a true payment whose place somebody took; so no more than the bound settles by it.
 * What is contested counts on as far as it may be false, since the reading is true by the other way as well. A credit
 * that waits and is contested as a whole goes on waiting. Where a step was found false, and the balance is right all the same,
 * something else in the book is false too: nothing is vouched for until people have found it.
 */
export function vouch(
  { outflow_xaf, pending, is_suspected, is_disproven = false, past, contested_xaf, ...book }: Book,
  path: readonly Proven[],
  contested: readonly Contested[],
  policy: BookPolicy,
): { proven: Proven[]; released: Pending[]; unanchored_xaf: number } {
  const found = new Map(contested.map((one) => [one.step_id, one]));
  const doubted_xaf = past
    .filter(({ is_pending }) => !is_pending)
    .reduce((sum_xaf, { step_id }) => sum_xaf + (found.get(step_id)?.xaf ?? 0), contested_xaf);
  let keeps_xaf = outflow_xaf + doubted_xaf;
  let unanchored_xaf = Math.min(book.unanchored_xaf, keeps_xaf);
  const settles = (step_id: string, amount_xaf: number): boolean => {
    const { is_whole = false, xaf = 0 } = found.get(step_id) ?? {};
    if (is_whole || is_disproven) return false;
    const standing = { unanchored_xaf, guesses: 0, is_suspected };
    const counts_xaf = Math.min(amount_xaf, outflow_xaf + xaf, keeps_xaf + xaf - unanchored_xaf);
    // What counts on may be false, also of one that is above what has left: no more than the bound settles by it.
    const doubted = { unanchored_xaf, is_suspected: is_suspected && xaf > 0 };
    if ((counts_xaf > 0 || xaf > 0) && !hasRoom(doubted, counts_xaf, policy)) return false;
    if (!isAbove(outflow_xaf, amount_xaf, policy) && !withinBound(standing, amount_xaf, policy)) return false;
    keeps_xaf += xaf;
    unanchored_xaf += counts_xaf;
    return true;
  };
  const released = pending.filter(
    ({ amount_xaf, is_contested, step_id }) => !is_contested && settles(step_id, amount_xaf),
  );
  const proven = path.map((one) => ({
    ...one,
    is_pending: isCredit(one.move) && !settles(one.claim.key, one.move.amount_xaf),
  }));
  return { proven, released, unanchored_xaf };
}
