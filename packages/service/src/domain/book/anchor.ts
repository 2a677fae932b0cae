import {
  type Announced,
  announcedOn,
  type Book,
  type BookPolicy,
  isAbove,
  type Pending,
  type Proven,
  type Stood,
  withinBound,
} from './book.ts';
import { isCredit } from './move.ts';
import { type Claim, Pile, type Placed } from './path.ts';

/** What a balance read on the SIM makes of a book. */
export type Anchored = {
  /** Where the book stands then: at the balance, or where payments have brought it since the look at the SIM. */
  tip_xaf: number;
  /** What lies on the path to it, in order; after `missing`, if something is. */
  proven: Proven[];
  /** From the tip to the first of `proven`, or to the anchor; null when nothing is missing. */
  missing: { before_xaf: number; after_xaf: number; announced: Announced | null } | null;
  /** Less money is there than the tip says: a step since the last anchor was false, or money has left unseen. */
  is_short: boolean;
  /** Credits that were booked before and settle now. */
  released: Pending[];
  /** What of the settled credits this reading doesn't vouch for: it counts on against the bound. */
  unanchored_xaf: number;
  /** What it settles or leaves unexplained: above the configured amount two people name the balance. */
  moved_xaf: number;
};

type Standing = Pick<
  Book,
  'tip_xaf' | 'announced' | 'outflow_xaf' | 'pending' | 'unanchored_xaf' | 'is_suspected' | 'stood'
>;

/**
 * An anchor settles what lies on the only path from the tip to it, in order. Where a message is missing, what
 * ends exactly in the anchor is proven too, and the difference is booked as unexplained until messages or staff
 * say what it was. A balance at which the book stood when the SIM was looked at is none that is missing: what came
 * between the look and the word stays as it was. Pure.
 */
export function anchorBook(
  book: Standing,
  balance_xaf: number,
  claims: readonly Claim[],
  policy: BookPolicy,
): Anchored {
  const { path, missing } = pathTo(book, balance_xaf, claims);
  const stood = path.length === 0 ? book.stood.find((one) => one.balance_xaf === balance_xaf) : undefined;
  if (stood !== undefined && balance_xaf !== book.tip_xaf) return anchoredEarlier(book, stood, policy);
  const proven = announcedOn(path, book.announced);
  const lost_xaf =
    missing === null || missing.announced !== null ? 0 : missing.after_xaf - missing.before_xaf;
  const outflow_xaf = book.outflow_xaf + Math.max(0, -lost_xaf) + leaving(proven);
  const is_suspected = book.is_suspected || lost_xaf < 0;
  const vouched = vouch({ ...book, outflow_xaf, is_suspected }, proven, policy);
  const moved = [...proven.map(({ move }) => move), ...vouched.released];
  return {
    ...vouched,
    tip_xaf: balance_xaf,
    missing,
    is_short: lost_xaf < 0,
    moved_xaf: moved.reduce((sum_xaf, { amount_xaf }) => sum_xaf + amount_xaf, Math.abs(lost_xaf)),
  };
}

/** The reading vouches for what came before it; what came since counts on. */
function anchoredEarlier(book: Standing, stood: Stood, policy: BookPolicy): Anchored {
  const before: Standing = {
    ...book,
    unanchored_xaf: Math.max(0, book.unanchored_xaf - stood.settled_xaf),
    pending: book.pending.filter(({ step_id }) => !stood.step_ids.includes(step_id)),
  };
  const { released, unanchored_xaf } = vouch(before, [], policy);
  return {
    tip_xaf: book.tip_xaf ?? stood.balance_xaf,
    proven: [],
    missing: null,
    is_short: false,
    released,
    unanchored_xaf: unanchored_xaf + stood.settled_xaf,
    moved_xaf: released.reduce((sum_xaf, { amount_xaf }) => sum_xaf + amount_xaf, 0),
  };
}

function pathTo(
  { tip_xaf, announced }: Standing,
  balance_xaf: number,
  claims: readonly Claim[],
): { path: Placed[]; missing: Anchored['missing'] } {
  if (tip_xaf === null) return { path: [], missing: null };
  const pile = new Pile(claims);
  const whole = pile.onlyPath(tip_xaf, balance_xaf, () => true);
  if (whole !== null) return { path: whole, missing: null };
  if (tip_xaf === balance_xaf) return { path: [], missing: null };
  const found = pile.pathTo(balance_xaf);
  const begins_xaf = found[0]?.before_xaf ?? balance_xaf;
  const between = (after_xaf: number) =>
    announced.find((one) => one.amount_xaf === tip_xaf - after_xaf) ?? null;
  // A chain that would begin below the tip leaves money unaccounted for: it is not believed.
  const path = begins_xaf >= tip_xaf || between(begins_xaf) !== null ? found : [];
  const after_xaf = path[0]?.before_xaf ?? balance_xaf;
  if (after_xaf === tip_xaf) return { path, missing: null };
  return { path, missing: { before_xaf: tip_xaf, after_xaf, announced: between(after_xaf) } };
}

/** What leaves by these steps and nobody has explained. */
export function leaving(steps: readonly Pick<Proven, 'before_xaf' | 'after_xaf' | 'announced'>[]): number {
  return steps
    .filter(({ announced }) => announced === null)
    .reduce((sum_xaf, { before_xaf, after_xaf }) => sum_xaf + Math.max(0, before_xaf - after_xaf), 0);
}

/**
 * Which credits a reading vouches for. Money that was never there makes it short, unless messages tell of as much
 * that has left. So a credit above everything that left unexplained is vouched for, and any other counts on against
 * the bound, however often the balance is read. Of the one that is vouched for as much counts on as has left: the
 * franc by which it is above may be a true payment whose place somebody took. So no more settles by it than the bound.
 */
function vouch(
  { outflow_xaf, pending, is_suspected, ...book }: Standing,
  path: readonly Proven[],
  policy: BookPolicy,
): Pick<Anchored, 'proven' | 'released' | 'unanchored_xaf'> {
  let unanchored_xaf = Math.min(book.unanchored_xaf, outflow_xaf);
  const settles = (amount_xaf: number): boolean => {
    const standing = { unanchored_xaf, guesses: 0, is_suspected };
    if (!isAbove(outflow_xaf, amount_xaf, policy) && !withinBound(standing, amount_xaf, policy)) return false;
    unanchored_xaf = Math.min(unanchored_xaf + amount_xaf, outflow_xaf);
    return true;
  };
  const released = pending.filter(({ amount_xaf, is_contested }) => !is_contested && settles(amount_xaf));
  const proven = path.map((one) => ({
    ...one,
    is_pending: isCredit(one.move) && !settles(one.move.amount_xaf),
  }));
  return { proven, released, unanchored_xaf };
}
