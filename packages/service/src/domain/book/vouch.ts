import { type Book, type BookPolicy, isAbove, type Pending, type Proven, withinBound } from './book.ts';
import { isCredit } from './move.ts';

type Standing = Pick<
  Book,
  'outflow_xaf' | 'pending' | 'is_suspected' | 'past' | 'contested_xaf' | 'unanchored_xaf'
>;

/**
 * Which credits a reading vouches for. Money that was never there makes it short, unless messages tell of as much
 * that has left. So a credit above everything that left unexplained is vouched for, and any other counts on against
 * the bound, however often the balance is read. Of the one that is vouched for as much counts on as has left: the
 * franc by which it is above may be a true payment whose place somebody took. So no more settles by it than the bound.
 * What is contested counts on whole: the reading may be true by the other way.
 */
export function vouch(
  { outflow_xaf, pending, is_suspected, past, contested_xaf, ...book }: Standing,
  path: readonly Proven[],
  contested: readonly string[],
  policy: BookPolicy,
): { proven: Proven[]; released: Pending[]; unanchored_xaf: number } {
  const doubted_xaf = past
    .filter(({ step_id, is_pending }) => !is_pending && contested.includes(step_id))
    .reduce((sum_xaf, { before_xaf, after_xaf }) => sum_xaf + after_xaf - before_xaf, contested_xaf);
  const keeps_xaf = outflow_xaf + doubted_xaf;
  let unanchored_xaf = Math.min(book.unanchored_xaf, keeps_xaf);
  const settles = (amount_xaf: number): boolean => {
    const standing = { unanchored_xaf, guesses: 0, is_suspected };
    if (!isAbove(outflow_xaf, amount_xaf, policy) && !withinBound(standing, amount_xaf, policy)) return false;
    unanchored_xaf = Math.min(unanchored_xaf + Math.min(amount_xaf, outflow_xaf), keeps_xaf);
    return true;
  };
  const released = pending.filter(
    ({ amount_xaf, is_contested, step_id }) =>
      !is_contested && !contested.includes(step_id) && settles(amount_xaf),
  );
  const proven = path.map((one) => ({
    ...one,
    is_pending: isCredit(one.move) && (contested.includes(one.claim.key) || !settles(one.move.amount_xaf)),
  }));
  return { proven, released, unanchored_xaf };
}
