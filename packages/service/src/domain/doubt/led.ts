import type { Claim } from '../movement/claim.ts';
import { toldBy } from '../movement/ways.ts';

/**
 * So many guesses, beside those that are forgiven, are somebody's search for the balance. Fewer come about by a few texts
 * that print the balance beside a sum.
 */
const SEARCHED_BY = 5;

/**
 * Whether somebody who searches for the balance may have led the book to where it stands. He doesn't see which of his
 * messages was right. So he leads from each balance that he takes as likely to one, by debits, airtime or small money, which
 * need no bound, and would be paid from there in sums that his wrong messages allow.
 * @param guesses how many of the guesses at the book are wrong
 * @param leads whether one of those ends where the book has stood since its last reading
 */
export const mayBeLed = (guesses: number, leads: boolean): boolean => leads && guesses >= SEARCHED_BY;

/**
 * Which steps end where a message without a place does that begins elsewhere. The store asks the same of what came before
 * (store/book/led.ts).
 */
export function leadingTo(
  waiting: readonly Claim[],
): (step: { before_xaf: number; after_xaf: number }) => boolean {
  const begins = Map.groupBy(toldBy(waiting), ({ after_xaf }) => after_xaf);
  return ({ before_xaf, after_xaf }) =>
    begins.get(after_xaf)?.some(({ from_xaf }) => from_xaf !== before_xaf) === true;
}

/** Whether one of these messages that has just come ends at the tip. */
export const endsAt = (tip_xaf: number, waiting: readonly Claim[]): boolean =>
  toldBy(waiting).some(({ claim, after_xaf }) => after_xaf === tip_xaf && claim.is_stored !== true);
