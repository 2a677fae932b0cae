import { asTyped, withoutDirection } from './money.ts';
import type { Operator } from './operator.ts';

/** A Chadian number in international form: `+235` and 8 digits. */
export type Msisdn = `+235${string}`;

const MAX_TEXT_LENGTH = 40;
const FILLING = new Set([' ', '\u00a0', '\u202f', '-', '.', '(', ')']);

/**
 * The international form of a number written with or without `235`, `+235` or `00235`, with spaces, points,
 * hyphens or parentheses between its digits, and with the marks of direction that a phone copies along.
 *
 * @returns `+235` and 8 digits, or null when the text is not such a number
 */
export function normaliseMsisdn(text: string): Msisdn | null {
  if (text.length > MAX_TEXT_LENGTH) return null;
  let digits = '';
  let plus = false;
  for (const char of withoutDirection(text).trim()) {
    if (char >= '0' && char <= '9') digits += char;
    else if (char === '+' && digits === '' && !plus) plus = true;
    else if (!FILLING.has(char)) return null;
  }
  const national = stripCountryCode(digits, plus);
  return national === null ? null : `+${COUNTRY_CODE}${national}`;
}

function stripCountryCode(digits: string, plus: boolean): string | null {
  const international = plus ? digits : digits.startsWith('00') ? digits.slice(2) : digits;
  if (
    international.length === COUNTRY_CODE.length + NATIONAL_DIGITS &&
    international.startsWith(COUNTRY_CODE)
  ) {
    return international.slice(COUNTRY_CODE.length);
  }
  return !plus && digits.length === NATIONAL_DIGITS && !digits.startsWith('0') ? digits : null;
}

/** The operator a number belongs to by its first digits; null when it is none that we offer. */
export function operatorOf(msisdn: Msisdn): Operator | null {
  const national = lastEight(msisdn);
  return OPERATOR_PREFIXES.find(({ prefix }) => national.startsWith(prefix))?.operator ?? null;
}

/** The national part, 8 digits: what two ways of printing one number have in common. */
export function lastEight(msisdn: Msisdn): string {
  return msisdn.slice(-NATIONAL_DIGITS);
}

export const COUNTRY_CODE = '235';
export const NATIONAL_DIGITS = 8;

/**
 * First digits of a national number and the operator they belong to, as far as it is known (likely, not sure:
 * no public numbering plan says it). 77 and 79 exist, of Sotel and others: not offered, hence absent.
 */
export const OPERATOR_PREFIXES: ReadonlyArray<{
  readonly prefix: string;
  readonly operator: Operator;
}> = [
  { prefix: '6', operator: 'AIRTEL' },
  { prefix: '85', operator: 'AIRTEL' },
  { prefix: '86', operator: 'AIRTEL' },
  { prefix: '9', operator: 'MOOV' },
];

/** Stands for one digit that the operator hides. */
export const HIDDEN_DIGIT = '•';

/**
 * A payer as an operator's text prints it: its digits in order, HIDDEN_DIGIT for each hidden one, nothing
 * else. `07 •• •• 31` is `07••••31`. It may be full, without its country code, or with a foreign one.
 */
export type PayerPrint = string;

/** Fewer visible digits than this say nothing: one customer in ten shares a last digit. */
export const MIN_VISIBLE_DIGITS = 2;
const MAX_PRINT_LENGTH = 20;

/** What may stand before the 8 digits of a number of Chad, the country code last. */
const LEADS = ['', '0', '235', '0235', '00235'];

/**
 * A print as its last 8 symbols where these may be a number of Chad; null where what stands before is of another country.
 * How many digits a mask hides is not always sure: one of an odd length is compared by its end alone.
 */
function nationalOf(print: PayerPrint): string | null {
  const symbols = print.startsWith('+') ? print.slice(1) : print;
  const national = symbols.slice(-NATIONAL_DIGITS);
  const lead = symbols.slice(0, -NATIONAL_DIGITS);
  if (!LEADS.some(({ length }) => length === lead.length))
    return symbols.includes(HIDDEN_DIGIT) ? national : null;
  return LEADS.some((one) => mayBeLead(lead, one)) ? national : null;
}

/** Whether what is shown of a lead is what stands in this one. */
function mayBeLead(lead: string, one: string): boolean {
  if (lead.length !== one.length) return false;
  for (let place = 0; place < lead.length; place += 1)
    if (lead[place] !== HIDDEN_DIGIT && lead[place] !== one[place]) return false;
  return true;
}

/** Whether as many symbols are as many digits of a number of Chad, with what may stand before it or without. */
const isOfSureLength = ({ length }: string): boolean =>
  LEADS.some((lead) => lead.length === length - NATIONAL_DIGITS);

/**
 * Whether the printed payer can be the declared one. Only visible digits of the last 8 are compared, for a
 * number is printed with or without its country code; with that of another country it is another number. A mask that no number of
 * Chad fills is of no sure length (`235****01`): its first and last visible digits are compared with both ends of the number, and others with what lies between.
 *
 * `same` for a masked print means only that nothing visible contradicts it. `unknown`: nothing to compare.
 */
export function samePayer(printed: PayerPrint, declared: Msisdn): 'same' | 'different' | 'unknown' {
  if (printed.length > MAX_PRINT_LENGTH || !PRINT.test(printed)) return 'unknown';
  const national = lastEight(declared);
  const known = isOfSureLength(printed) ? nationalOf(printed) : null;
  if (known !== null) return compareAligned(known, national);
  if (printed.includes(HIDDEN_DIGIT)) return compareEnds(printed, national);
  return printed.length >= NATIONAL_DIGITS ? 'different' : 'unknown';
}

/** Digits and hidden ones, nothing else. */
const PRINT = new RegExp(`^[0-9${HIDDEN_DIGIT}]*$`);

function isPrintSymbol(symbol: string): boolean {
  return symbol === HIDDEN_DIGIT || (symbol >= '0' && symbol <= '9' && symbol.length === 1);
}

function compareAligned(symbols: string, national: string): 'same' | 'different' | 'unknown' {
  let visible = 0;
  for (let place = 0; place < symbols.length; place += 1) {
    if (symbols[place] === HIDDEN_DIGIT) continue;
    if (symbols[place] !== national[place]) return 'different';
    visible += 1;
  }
  return visible >= MIN_VISIBLE_DIGITS ? 'same' : 'unknown';
}

function compareEnds(print: string, national: string): 'same' | 'different' | 'unknown' {
  const head = print.slice(0, print.indexOf(HIDDEN_DIGIT));
  const tail = print.slice(print.lastIndexOf(HIDDEN_DIGIT) + 1);
  if (head.length + tail.length < MIN_VISIBLE_DIGITS) return 'unknown';
  const lead = LEADS.find((one) => `${one}${national}`.startsWith(head));
  if (lead === undefined || !national.endsWith(tail)) return 'different';
  const middle = `${lead}${national}`.slice(head.length, -tail.length || undefined);
  return showsInOrder(print.slice(head.length, print.length - tail.length), middle) ? 'same' : 'different';
}

/** Whether what a mask shows between hidden digits stands in these, in its order. */
function showsInOrder(mask: string, digits: string): boolean {
  let from = 0;
  for (const shown of mask.split(HIDDEN_DIGIT)) {
    const at = digits.indexOf(shown, from);
    if (at === -1) return false;
    from = at + shown.length;
  }
  return true;
}

/**
 * Whether two prints can be one phone. Only what both show is compared; two masks of which one is of no sure length
 * say nothing.
 */
export function samePhone(
  one: PayerPrint | null | undefined,
  other: PayerPrint | null | undefined,
): 'same' | 'different' | 'unknown' {
  if (one == null || other == null) return 'unknown';
  const full = fullNumber(other);
  if (full !== null) return samePayer(one, full);
  const known = fullNumber(one);
  if (known !== null) return samePayer(other, known);
  const [left, right] = [[...one].slice(-NATIONAL_DIGITS), [...other].slice(-NATIONAL_DIGITS)];
  if (left.length < NATIONAL_DIGITS || right.length < NATIONAL_DIGITS) return 'unknown';
  const shown = left.flatMap((symbol, place) =>
    symbol === HIDDEN_DIGIT || right[place] === HIDDEN_DIGIT ? [] : [symbol === right[place]],
  );
  if (shown.includes(false)) return 'different';
  return shown.length >= MIN_VISIBLE_DIGITS ? 'same' : 'unknown';
}

/** Whether two prints show and hide the same, but for the code of Chad: before the same digits that of another country makes another number. */
export function isSamePrint(one: PayerPrint, other: PayerPrint | null | undefined): boolean {
  const printed = (print: PayerPrint) => nationalOf(print) ?? print;
  return other != null && printed(one) === printed(other);
}

/** What two prints that can be one phone show of it together; the first alone, where the places of either's digits are not sure. */
export function shownByEither(one: PayerPrint, other: PayerPrint | null): PayerPrint {
  if (other === null || !isNumber(one) || !isNumber(other)) return one;
  const symbols = [...other.slice(-NATIONAL_DIGITS)];
  return [...one.slice(-NATIONAL_DIGITS)]
    .map((symbol, place) => (symbol === HIDDEN_DIGIT ? symbols[place] : symbol))
    .join('');
}

/** Whether a print shows enough of a phone to tell it from others. What does not may be anybody's. */
export function showsPhone(print: PayerPrint): boolean {
  return samePhone(print, print.replaceAll(HIDDEN_DIGIT, '0')) === 'same';
}

/** A number of another country: a digit too many makes no phone of Chad one. */
const ABROAD = /^(?:\+|00)(?!235)([1-9][0-9]{7,14})$/;

/**
 * The phone that somebody has typed whole, as operators' texts print it; null where digits are missing or hidden, or there are too
 * many. One of another country is typed with `+` or `00`.
 */
export function wholePhone(typed: string): PayerPrint | null {
  const text = asTyped(typed);
  const known = normaliseMsisdn(text);
  if (known !== null) return lastEight(known);
  const symbols = [...text.trim()].filter((char) => !FILLING.has(char)).join('');
  return ABROAD.exec(symbols)?.[1] ?? null;
}

/** Whether a print has the form of a whole number of Chad, with or without its code, some digits hidden perhaps. */
export function isNumber(print: PayerPrint): boolean {
  const lead = print.length - NATIONAL_DIGITS;
  return LEADS.some(({ length }) => length === lead) && nationalOf(print) !== null;
}

/** The number of Chad that a print stands for when its last eight digits are visible; null for any other. */
export function fullNumber(print: PayerPrint): Msisdn | null {
  const national = nationalOf(print) ?? '';
  return /^\d{8}$/.test(national) ? `+${COUNTRY_CODE}${national}` : null;
}

/**
 * What the declared phone looks like of which a mask shows this much, for SQL's `like`: `_` for each hidden digit, `%` for
 * those of a mask of fewer than 8 places, whose length is not sure; null where too little is shown, or nothing is hidden.
 */
export function maskedLike(print: PayerPrint): string | null {
  const visible = print.replaceAll(HIDDEN_DIGIT, '').length;
  if (!PRINT.test(print) || visible === print.length || visible < MIN_VISIBLE_DIGITS) return null;
  const national = isOfSureLength(print) ? nationalOf(print) : null;
  if (national === null) {
    const head = print.slice(0, print.indexOf(HIDDEN_DIGIT)).replace(/^0+/, '');
    const tail = print.slice(print.lastIndexOf(HIDDEN_DIGIT) + 1);
    if (head.length + tail.length < MIN_VISIBLE_DIGITS) return null;
    // What is shown of the beginning may be of the country's code alone, and what is shown of both ends more than there is.
    const has_code = head.startsWith(COUNTRY_CODE) || COUNTRY_CODE.startsWith(head);
    const of_number = has_code ? head.slice(COUNTRY_CODE.length) : head;
    const rest = tail.slice(Math.max(0, tail.length - (NATIONAL_DIGITS - of_number.length)));
    return `+${has_code ? '' : COUNTRY_CODE}${head}%${rest}`;
  }
  const shown = national.replaceAll(HIDDEN_DIGIT, '').length;
  if (shown < MIN_VISIBLE_DIGITS || shown === NATIONAL_DIGITS) return null;
  return `+${COUNTRY_CODE}${national.replaceAll(HIDDEN_DIGIT, '_')}`;
}

/** A phone as the operators' texts print it: its 8 national digits where it is one of Chad, else its digits. */
export function printOf(phone: string | null): PayerPrint | null {
  if (phone === null) return null;
  const known = normaliseMsisdn(phone);
  if (known !== null) return lastEight(known);
  const symbols = [...phone].filter(isPrintSymbol).join('').slice(0, MAX_PRINT_LENGTH);
  return symbols === '' ? null : symbols;
}
