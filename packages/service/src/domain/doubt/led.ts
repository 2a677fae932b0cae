import type { Claim } from '../movement/claim.ts';
import { toldBy } from '../movement/ways.ts';

/**
 * So many guesses, beside those that are forgiven, are somebody's search for the balance. Fewer come about by a few texts
 * that print the balance beside a sum.
 */
const SEARCHED_BY = 5;

/**
 * Whether somebody who searches for the balance may have led the book to where it stands. He needn't see which of his
 * messages was right: he leads from each balance that he takes as likely to one, by debits, airtime or small money, which
 * need no bound, and would be paid from there in sums that his wrong messages allow.
 * @param guesses how many of the guesses at the book are wrong
 * @param leads whether one of those ends where the book has stood since its last reading
 */
export const mayBeLed = (guesses: number, leads: boolean): boolean => leads && guesses >= SEARCHED_BY;

/** From one balance to another, by a message that has no place, or got it later than it came. */
export type Lead = {
  from_xaf: number;
  to_xaf: number;
  /** It is a settled step by now. */
  has_place: boolean;
};

/** Where the messages lead that wait, beside what is known of those that aren't in hand. */
export const leadsOf = (waiting: readonly Claim[], known: readonly Lead[]): Lead[] => [
  ...toldBy(waiting).map(({ from_xaf, after_xaf: to_xaf }) => ({ from_xaf, to_xaf, has_place: false })),
  ...known,
];

/**
 * Which steps end where a message without a place does that begins elsewhere. What comes once the book stands there may be a text that prints
 * the balance beside a price. The store asks the same of steps that are written (store/book/led.ts).
 */
export function leadingTo(
  leads: readonly Lead[],
): (step: { before_xaf: number; after_xaf: number }) => boolean {
  const ending = Map.groupBy(leads, ({ to_xaf }) => to_xaf);
  return ({ before_xaf, after_xaf }) =>
    ending.get(after_xaf)?.some(({ from_xaf }) => from_xaf !== before_xaf) === true;
}

/** How many of those without a place tell of a credit of a sum. What waited behind a late message, and has its place, was nobody's try at one session. */
export function tellingOf(leads: readonly Lead[]): (amount_xaf: number) => number {
  const placeless = leads.filter(({ has_place }) => !has_place);
  const telling = Map.groupBy(placeless, ({ from_xaf, to_xaf }) => to_xaf - from_xaf);
  return (amount_xaf) => telling.get(amount_xaf)?.length ?? 0;
}
