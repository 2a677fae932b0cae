import { COUNTRY_CODE, type MobileOperator, NATIONAL_DIGITS, OPERATOR_PREFIXES } from './prefixes.ts';

/** A Chadian number in international form: `+235` and 8 digits. */
export type Msisdn = `+235${string}`;

const MAX_TEXT_LENGTH = 40;
const FILLING = new Set([' ', '\u00a0', '\u202f', '-', '.', '(', ')']);

/**
 * The international form of a number written with or without `235`, `+235` or `00235`, with spaces, points,
 * hyphens or parentheses between its digits.
 *
 * @returns `+235` and 8 digits, or null when the text is not such a number
 */
export function normaliseMsisdn(text: string): Msisdn | null {
  if (text.length > MAX_TEXT_LENGTH) return null;
  let digits = '';
  let plus = false;
  for (const char of text.trim()) {
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
export function operatorOf(msisdn: Msisdn): MobileOperator | null {
  const national = lastEight(msisdn);
  return OPERATOR_PREFIXES.find(({ prefix }) => national.startsWith(prefix))?.operator ?? null;
}

/** The national part, 8 digits: what two ways of printing one number have in common. */
export function lastEight(msisdn: Msisdn): string {
  return msisdn.slice(-NATIONAL_DIGITS);
}
