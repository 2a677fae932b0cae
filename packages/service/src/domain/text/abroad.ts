import { COUNTRY_CODE } from '../msisdn.ts';
import type { Token } from './tokens.ts';

/** A country's code, or figures in front of a number, are shorter. */
export const MOST_LEAD_DIGITS = 5;

/** How many digits follow the calling codes of Chad's neighbours, of other countries in that part of Africa, and of France. */
const FOREIGN_DIGITS: Readonly<Record<string, readonly number[]>> = {
  ...{ 216: [8], 218: [9], 221: [9], 222: [8], 223: [8], 224: [9], 225: [10], 226: [8], 227: [8], 228: [8] },
  ...{ 229: [8, 10], 234: [10], 236: [8], 237: [9], 241: [8], 242: [9], 243: [9], 249: [9], 33: [9] },
};

/** Whether these are the code and the number of a phone of another country. */
export function isForeign(symbols: string): boolean {
  const international = symbols.replace(/^00/, '');
  return [3, 2].some((code) => isNumberOf(international.slice(0, code), international.slice(code)));
}

/** Whether a country whose code this is has such numbers. In France only those of mobiles are looked for: `HALL 331 66123456`. */
function isNumberOf(code: string, symbols: string): boolean {
  return (
    FOREIGN_DIGITS[code]?.includes(symbols.length) === true && (code !== '33' || !/^[0-589]/.test(symbols))
  );
}

const CODE_MARKS = new Set(['(', ')', '[', ']', '+', '/', '-']);
/** Tokens of a country's code with the marks around it: `(+33) (0)`. */
const CODE_TOKENS = 8;

/** What may be the code of a country before a number, with marks between the two: `(+227) 90…`, `227/90…`. */
export function codeBefore(tokens: readonly Token[], at: number): string | null {
  const groups: string[] = [];
  for (let before = at - 1; before >= Math.max(0, at - CODE_TOKENS); before -= 1) {
    const { kind, text } = tokens[before] as Token;
    if (text === '+') return isOfWord(tokens, before) ? null : `+${groups.join('')}`;
    const is_digits = kind === 'num' && (tokens[before + 1] as Token).kind === 'mark';
    if (!is_digits && !CODE_MARKS.has(text)) break;
    if (is_digits) groups.unshift(text);
    if (groups.join('').length > MOST_LEAD_DIGITS) return null;
  }
  const [code = null, ...others] = groups;
  return others.length > 0 ? null : code;
}

/** A mark inside a name, or at its end: `CANAL+ 12`, `R+1`. */
const isOfWord = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.glued === true && tokens[at - 1] !== undefined && tokens[at - 1]?.kind !== 'mark';

export const digitsOf = (code: string): string => code.replace('+', '');

/** Whether a number behind this code is one of another country. */
export function isAbroad(code: string, symbols: string): boolean {
  const digits = digitsOf(code);
  if (code.startsWith('+')) return digits !== '' && digits.replace(/0$/, '') !== COUNTRY_CODE;
  return isNumberOf(digits.replace(/^00/, ''), symbols);
}
