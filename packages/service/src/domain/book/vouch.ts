import { type Book, maySettle, type Pending, type Proven } from './book.ts';
import type { Contested } from './contesting.ts';
import { isCredit } from './move.ts';
import type { BookPolicy } from './policy.ts';

/**
 * Decides which credits a reading vouches for. Money that was never there makes the SIM hold less than its book, unless
 * forged debits of as much made up for it. So:
 * - A credit that is larger than all that has left unexplained is vouched for. Any other settles within the bound and uses
 *   it, however often the SIM is read.
 * - A credit that is vouched for still uses as much of the bound as has left: what it is larger by may be a true payment
 *   whose place a forger took.
 * - What is contested counts on as far as it may be false, since the reading is right by the other way as well. A credit
 *   that waits and is contested as a whole goes on waiting.
 * - Where a step was found false and the balance is right all the same, something else in the book is false too: nothing is
 *   vouched for until people have found it.
 * @returns the path, each credit marked as pending or not; the pending credits that settle now; how much of the bound is
 *   used then
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
  /** As much of the bound is used at most: what has left, and what of the settled credits may be false. */
  let keeps_xaf = outflow_xaf + doubted_xaf;
  let unanchored_xaf = Math.min(book.unanchored_xaf, keeps_xaf);
  /** Settles a credit where it may, and then uses the bound for what of it may be false. */
  const settle = (step_id: string, amount_xaf: number): boolean => {
    const { is_whole = false, xaf: doubted_xaf = 0 } = found.get(step_id) ?? {};
    const room_xaf = keeps_xaf + doubted_xaf - unanchored_xaf;
    const counts_xaf = Math.min(amount_xaf, outflow_xaf + doubted_xaf, room_xaf);
    const standing = { outflow_xaf, unanchored_xaf, is_suspected };
    const credit = { amount_xaf, counts_xaf, doubted_xaf };
    if (is_whole || is_disproven || !maySettle(standing, credit, policy)) return false;
    keeps_xaf += doubted_xaf;
    unanchored_xaf += counts_xaf;
    return true;
  };
  const released = pending.filter(
    ({ amount_xaf, is_contested, step_id }) => !is_contested && settle(step_id, amount_xaf),
  );
  const proven = path.map((one) => ({
    ...one,
    is_pending: isCredit(one.move) && !settle(one.claim.key, one.move.amount_xaf),
  }));
  return { proven, released, unanchored_xaf };
}
