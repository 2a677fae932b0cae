import type { Announced, Book } from './book.ts';
import { type Claim, Pile, type Placed } from './path.ts';

/** What a balance read on the SIM makes of a book. */
export type Anchored = {
  /** What lies on the path to it, in order; after `missing`, if something is. */
  proven: Placed[];
  /** From the tip to the first of `proven`, or to the anchor; null when nothing is missing. */
  missing: { before_xaf: number; after_xaf: number; announced: Announced | null } | null;
  /** Less money is there than the tip says: a step since the last anchor was false, or money has left unseen. */
  is_short: boolean;
  /** What it settles or leaves unexplained: above the configured amount two people name the balance. */
  moved_xaf: number;
};

/**
 * An anchor settles what lies on the only path from the tip to it, in order. Where a message is missing, what
 * ends exactly in the anchor is proven too, and the difference is booked as unexplained until messages or staff
 * say what it was. Pure.
 */
export function anchorBook(
  { tip_xaf, announced }: Pick<Book, 'tip_xaf' | 'announced'>,
  balance_xaf: number,
  claims: readonly Claim[],
): Anchored {
  if (tip_xaf === null) return anchoredBy([], null);
  const pile = new Pile(claims);
  const whole = pile.onlyPath(tip_xaf, balance_xaf, () => true);
  if (whole !== null) return anchoredBy(whole, null);
  if (tip_xaf === balance_xaf) return anchoredBy([], null);
  const path = pile.pathTo(balance_xaf);
  const begins_xaf = path[0]?.before_xaf ?? balance_xaf;
  const between = (after_xaf: number) =>
    announced.find((one) => one.amount_xaf === tip_xaf - after_xaf) ?? null;
  // A chain that would begin below the tip leaves money unaccounted for: it is not believed.
  const proven = begins_xaf >= tip_xaf || between(begins_xaf) !== null ? path : [];
  const after_xaf = proven[0]?.before_xaf ?? balance_xaf;
  if (after_xaf === tip_xaf) return anchoredBy(proven, null);
  return anchoredBy(proven, { before_xaf: tip_xaf, after_xaf, announced: between(after_xaf) });
}

function anchoredBy(proven: Placed[], missing: Anchored['missing']): Anchored {
  const unexplained_xaf =
    missing === null || missing.announced !== null ? 0 : Math.abs(missing.after_xaf - missing.before_xaf);
  return {
    proven,
    missing,
    is_short: missing !== null && missing.announced === null && missing.after_xaf < missing.before_xaf,
    moved_xaf: proven.reduce((sum_xaf, { move }) => sum_xaf + move.amount_xaf, unexplained_xaf),
  };
}
