import { lastEight, type Msisdn } from './normalise.ts';
import { COUNTRY_CODE, NATIONAL_DIGITS } from './prefixes.ts';

/** Stands for one digit that the operator hides. */
export const HIDDEN_DIGIT = '•';

/**
 * A payer as an operator's text prints it: its digits in order, HIDDEN_DIGIT for each hidden one, nothing
 * else. `07 •• •• 31` is `07••••31`. It may be full, without its country code, or with a foreign one.
 */
export type PayerPrint = string;

/** Fewer visible digits than this say nothing: one customer in ten shares a last digit. */
const MIN_VISIBLE_DIGITS = 2;
const MAX_PRINT_LENGTH = 20;

/**
 * Whether the printed payer can be the declared one. Only visible digits of the last 8 are compared, for a
 * number is printed with or without its country code. A mask of fewer than 8 places is of no sure length:
 * its first and last visible digits are compared with both ends of the number.
 *
 * `same` for a masked print means only that nothing visible contradicts it. `unknown`: nothing to compare.
 */
export function samePayer(printed: PayerPrint, declared: Msisdn): 'same' | 'different' | 'unknown' {
  const symbols = [...printed];
  if (symbols.length > MAX_PRINT_LENGTH || !symbols.every(isPrintSymbol)) return 'unknown';
  const national = lastEight(declared);
  if (symbols.length >= NATIONAL_DIGITS) return compareAligned(symbols.slice(-NATIONAL_DIGITS), national);
  if (!symbols.includes(HIDDEN_DIGIT)) return 'unknown';
  return compareEnds(symbols.join(''), national);
}

function isPrintSymbol(symbol: string): boolean {
  return symbol === HIDDEN_DIGIT || (symbol >= '0' && symbol <= '9' && symbol.length === 1);
}

function compareAligned(symbols: readonly string[], national: string): 'same' | 'different' | 'unknown' {
  let visible = 0;
  for (const [place, symbol] of symbols.entries()) {
    if (symbol === HIDDEN_DIGIT) continue;
    if (symbol !== national[place]) return 'different';
    visible += 1;
  }
  return visible >= MIN_VISIBLE_DIGITS ? 'same' : 'unknown';
}

function compareEnds(print: string, national: string): 'same' | 'different' | 'unknown' {
  const head = print.slice(0, print.indexOf(HIDDEN_DIGIT));
  const tail = print.slice(print.lastIndexOf(HIDDEN_DIGIT) + 1);
  if (head.length + tail.length < MIN_VISIBLE_DIGITS) return 'unknown';
  const headFits = national.startsWith(head) || `${COUNTRY_CODE}${national}`.startsWith(head);
  return headFits && national.endsWith(tail) ? 'same' : 'different';
}
