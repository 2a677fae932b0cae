import type { Book, BookPolicy } from './book.ts';

/**
 * Whether a chained credit may settle: what a forger can take is bounded, whatever he knows. Who has to guess the
 * balance leaves wrong messages behind; the more there are, the less a single one may settle. Half the sum allows
 * four times as many: small payments go on, and what is worth guessing for waits for an anchor.
 */
export function withinBound(
  book: Pick<Book, 'unanchored_xaf' | 'guesses' | 'is_suspected'>,
  amount_xaf: number,
  { unanchored_limit_xaf, anchor_above_xaf }: BookPolicy,
): boolean {
  if (book.is_suspected) return false;
  return (
    (anchor_above_xaf === null || amount_xaf ** 2 * (1 + 2 * book.guesses) <= anchor_above_xaf ** 2) &&
    (unanchored_limit_xaf === null || book.unanchored_xaf + amount_xaf <= unanchored_limit_xaf)
  );
}

/** Whether so much more may be false between two readings. */
export function hasRoom(
  { unanchored_xaf, is_suspected }: Pick<Book, 'unanchored_xaf' | 'is_suspected'>,
  xaf: number,
  { unanchored_limit_xaf }: BookPolicy,
): boolean {
  return !is_suspected && (unanchored_limit_xaf === null || unanchored_xaf + xaf <= unanchored_limit_xaf);
}

/** Whether a credit is above all that has left unexplained, where that is no more than the bound. */
export function isAbove(
  outflow_xaf: number,
  amount_xaf: number,
  { unanchored_limit_xaf }: BookPolicy,
): boolean {
  return amount_xaf > outflow_xaf && (unanchored_limit_xaf === null || outflow_xaf <= unanchored_limit_xaf);
}
