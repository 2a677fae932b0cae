/** U+202F, the mark French typography puts between thousands and before a unit; it keeps a sum on one line. */
const NARROW_NO_BREAK_SPACE = '\u202f';

/**
 * A sum for a French reader: `25 000 FCFA`, both spaces narrow and unbreakable (U+202F).
 *
 * @param amount_xaf whole francs, may be negative
 */
export function formatXaf(amount_xaf: number): string {
  const digits = String(Math.abs(Math.trunc(amount_xaf)));
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  const sign = amount_xaf < 0 ? '-' : '';
  return `${sign}${groups.join(NARROW_NO_BREAK_SPACE)}${NARROW_NO_BREAK_SPACE}FCFA`;
}

/** The largest sum that anybody may ask for or send. A text that prints a larger one is damaged or hostile, and is left unread. */
export const AMOUNT_XAF_MAX = 1_000_000_000;

/** No balance and no sum of many payments is larger: what is, was mistyped or misread. */
export const SUM_XAF_MAX = 1_000_000_000_000;

/** Longer than any sum with all its marks; keeps the work bounded whatever is handed in. */
const MAX_TEXT_LENGTH = 40;

export interface ParsedAmount {
  /** Whole francs; a decimal part is cut off, and `exact` says so. */
  readonly amount_xaf: number;
  /** False when cents were printed that XAF does not have, or when the thousands marks disagree. */
  readonly exact: boolean;
}

/**
 * Reads a printed sum by the amount rule of the operators' texts: with both `,` and `.` the last one is the
 * decimal mark; one of them, once, followed by exactly 3 digits at the end, marks thousands; otherwise it is
 * decimal. Spaces (U+0020, U+00A0, U+202F) and apostrophes between digits mark thousands.
 *
 * Strict beyond that: groups have 3 digits, no leading zero, no sign, no currency. What does not fit is null,
 * never a guess. Never throws.
 *
 * @param text the digits and their marks only, e.g. `4 000,00`
 * @param max_xaf the largest that it may be: a balance, or the sum of many payments, is larger than any of them
 * @returns francs between 0 and `max_xaf`, or null when unreadable
 */
export function parseAmount(text: string, max_xaf = AMOUNT_XAF_MAX): ParsedAmount | null {
  const split = splitAtMarks(text);
  if (split === null) return null;
  const { groups, marks } = split;

  const decimalAt = findDecimalMark(groups, marks);
  if (decimalAt === 'unreadable') return null;
  const whole = decimalAt === 'none' ? groups : groups.slice(0, decimalAt + 1);
  const wholeMarks = decimalAt === 'none' ? marks : marks.slice(0, decimalAt);
  if (decimalAt !== 'none' && wholeMarks.includes(marks[decimalAt] ?? '')) return null;
  if (!isGrouped(whole)) return null;

  const digits = whole.join('');
  if (digits.length > String(max_xaf).length) return null;
  const amount_xaf = Number(digits);
  if (amount_xaf > max_xaf) return null;
  const cents = decimalAt === 'none' ? '' : (groups[decimalAt + 1] ?? '');
  return { amount_xaf, exact: isAllZero(cents) && new Set(wholeMarks).size <= 1 };
}

interface Split {
  readonly groups: readonly string[];
  /** One mark between each two groups; the kinds of space and of apostrophe count as one each. */
  readonly marks: readonly string[];
}

function splitAtMarks(text: string): Split | null {
  const trimmed = text.trim();
  if (trimmed.length === 0 || trimmed.length > MAX_TEXT_LENGTH) return null;
  const groups: string[] = [];
  const marks: string[] = [];
  let group = '';
  for (const char of trimmed) {
    if (char >= '0' && char <= '9') {
      group += char;
      continue;
    }
    const mark = THOUSANDS_AND_DECIMAL_MARKS[char];
    if (mark === undefined || group === '') return null;
    groups.push(group);
    marks.push(mark);
    group = '';
  }
  if (group === '') return null;
  groups.push(group);
  return { groups, marks };
}

const THOUSANDS_AND_DECIMAL_MARKS: Readonly<Record<string, string>> = {
  ' ': ' ',
  '\u00a0': ' ',
  '\u2009': ' ',
  '\u202f': ' ',
  "'": "'",
  '\u2019': "'",
  ',': ',',
  '.': '.',
};

/** Index of the decimal mark among the marks, 'none' when all mark thousands. */
function findDecimalMark(
  groups: readonly string[],
  marks: readonly string[],
): number | 'none' | 'unreadable' {
  const commas = marks.filter((mark) => mark === ',').length;
  const points = marks.filter((mark) => mark === '.').length;
  if (commas + points === 0) return 'none';
  const last = Math.max(marks.lastIndexOf(','), marks.lastIndexOf('.'));
  const endsThere = last === marks.length - 1;
  if (commas > 0 && points > 0) return endsThere ? last : 'unreadable';
  if (commas + points > 1) return 'none';
  if (!endsThere) return 'unreadable';
  return groups[last + 1]?.length === 3 ? 'none' : last;
}

function isGrouped(groups: readonly string[]): boolean {
  const [first = '', ...rest] = groups;
  if (first.length > 1 && first.startsWith('0')) return false;
  if (rest.length === 0) return true;
  return first.length <= 3 && first !== '0' && rest.every((group) => group.length === 3);
}

function isAllZero(digits: string): boolean {
  for (const digit of digits) if (digit !== '0') return false;
  return true;
}

const ARABIC_ZEROS = ['٠', '۰'].map((zero) => zero.charCodeAt(0));

/** Digits of Arabic keyboards, also the Persian ones, as those of the operators. */
export function westernDigits(text: string): string {
  return text.replaceAll(/[٠-٩۰-۹]/g, (digit) => {
    const zero = ARABIC_ZEROS.findLast((code) => code <= digit.charCodeAt(0)) ?? 0;
    return String(digit.charCodeAt(0) - zero);
  });
}

/**
 * Marks of direction, which a phone sets around a number that it copies. Not U+202E: what follows it was seen the other way
 * round, so that whoever typed it meant another number.
 */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202d\u2066-\u2069]/g;

export const withoutDirection = (text: string): string => text.replaceAll(DIRECTION, '');

/** What somebody typed or pasted, with the digits of an Arabic keyboard as ours, and without marks of direction. */
export const asTyped = (text: string): string => withoutDirection(westernDigits(text));
