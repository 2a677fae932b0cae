import { AMOUNT_XAF_MAX } from '../money/parse.ts';

/** A fee added to be kind, or taken off by the sender; in francs. Assumed: no tariff of Chad is public. */
const FEES_XAF = [50, 100];

/**
 * Amounts that somebody who owes this one may send by a slip: a zero too many or too few, a fee added or taken
 * off. Two sessions that declare no payer and are this close are kept on different numbers where others are
 * free: on one number the slip of one customer would look exactly like the payment of the other. Symmetrical.
 */
export function easilyMistaken(amount_xaf: number): number[] {
  const tenth = amount_xaf % 10 === 0 ? [amount_xaf / 10] : [];
  const near = FEES_XAF.flatMap((fee_xaf) => [amount_xaf - fee_xaf, amount_xaf + fee_xaf]);
  return [amount_xaf * 10, ...tenth, ...near].filter((one) => one >= 1 && one <= AMOUNT_XAF_MAX);
}
