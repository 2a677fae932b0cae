import { COUNTRY_CODE, HIDDEN_DIGIT, isNumber, NATIONAL_DIGITS, type PayerPrint } from '../msisdn.ts';
import { codeBefore, digitsOf, isAbroad, isForeign } from './abroad.ts';
import { groupAt, isGroup, isWhole, LEAST_DIGITS, runsOn } from './groups.ts';
import { readMarked } from './marked.ts';
import { dialledEnd, type Lexed, once, type Token } from './tokens.ts';

export interface PayerRead {
  readonly end: number;
  readonly payer: PayerPrint;
  /** Its groups may as well be this number (`66 12 34 56 66 77`): nobody can say which of the two it is. */
  readonly other?: PayerPrint;
}

const MOST_SYMBOLS = 15;
const LEAST_SYMBOLS_MASKED = 4;

/** Reads a number, perhaps masked, perhaps in groups: `+235 66 12 34 56`, `66-12-34-56`, `07 •• •• 31`, `66XXXX56`. */
export const readPayer = once<PayerRead>('payer', (lexed, at) => {
  const { tokens } = lexed;
  if (tokens[at]?.glued && isGroup(tokens, at - 1)) return null;
  const marked = readMarked(lexed, at);
  const groups = marked === null ? readGroups(lexed, at) : [marked.payer];
  const printed = groups.join('');
  if (printed === '') return null;
  const code = codeBefore(tokens, at);
  const is_abroad = code !== null && printed.length >= LEAST_DIGITS && isAbroad(code, printed);
  if (marked !== null) return is_abroad ? { ...marked, payer: `${digitsOf(code)}${printed}` } : marked;
  const first = tokens[at]?.text === '+' ? at + 1 : at;
  const read: NumberRead =
    is_abroad || first > at
      ? { symbols: `${is_abroad ? digitsOf(code) : ''}${printed}`, count: groups.length }
      : numberIn(lexed, groups);
  const { symbols, count, other } = read;
  const end = first + count;
  const least = symbols.includes(HIDDEN_DIGIT) ? LEAST_SYMBOLS_MASKED : LEAST_DIGITS;
  if (symbols.length < least || runsOn(tokens, end) || isCutOff(tokens, end, read)) return null;
  return { end, payer: symbols, ...(other !== undefined && { other }) };
});

/**
 * Whether the last group of this number touches a `#` (`66 ** ** 56#`), so that it was taken for a code to dial and
 * what is left is no number. Behind a whole one, or a mask that shows its end, a code begins with its star.
 */
function isCutOff(tokens: readonly Token[], end: number, { symbols, count }: NumberRead): boolean {
  if (dialledEnd(tokens, end) === null) return false;
  if (tokens[end]?.kind === 'num') return count > 1;
  if (symbols.includes(HIDDEN_DIGIT)) return symbols.endsWith(HIDDEN_DIGIT);
  return !isNumber(symbols) && !isForeign(symbols);
}

/** Digits and masks from a token on, one group for each. */
function readGroups(lexed: Lexed, at: number): string[] {
  const { tokens } = lexed;
  const plus = tokens[at]?.text === '+';
  const groups: string[] = [];
  let symbols = '';
  let piece = '';
  for (let end = plus ? at + 1 : at; end < tokens.length; end += 1) {
    lexed.tally.steps += 1;
    const group = groupAt(tokens, end, groups.length > 0);
    if (group === null || symbols.length + group.length > MOST_SYMBOLS) break;
    groups.push(group);
    symbols += group;
    piece = tokens[end]?.glued ? piece + group : group;
    // A number printed in one piece ends there, whatever figure stands behind it; so does a whole one behind our own code.
    const is_piece = isWhole(group) || (!tokens[end + 1]?.glued && isWholeMask(piece));
    if (is_piece || (plus && isWholeBehindCode(symbols))) break;
  }
  return groups;
}

/** A mask of as many places as a number has. Where the last one is hidden, others may still follow. */
const isWholeMask = (piece: string): boolean =>
  piece.length >= LEAST_DIGITS && piece.includes(HIDDEN_DIGIT) && !piece.endsWith(HIDDEN_DIGIT);

/** All digits of a number behind the code of Chad. Where the last one is hidden, others may still follow. */
const isWholeBehindCode = (symbols: string): boolean =>
  symbols.length === COUNTRY_CODE.length + NATIONAL_DIGITS &&
  symbols.startsWith(COUNTRY_CODE) &&
  !symbols.endsWith(HIDDEN_DIGIT);

type NumberRead = { symbols: string; count: number; other?: string };
type Early = { symbols: string; to: number };

/**
 * The number alone among groups of digits: a name may end in others (`BOUTIQUE 12 66123456`). Those that another country's
 * number begins with belong to it: `237 6 66 12 34 56` ends in a number of Chad and is none. Where some behind it make
 * another number of Chad with its last ones, it may be either.
 */
function numberIn(lexed: Lexed, groups: readonly string[]): NumberRead {
  const printed = groups.join('');
  const whole = { symbols: printed, count: groups.length };
  if (groups.length === 1 || isForeign(printed)) return whole;
  const coded = codedNumber(groups);
  if (coded !== null) return coded;
  const start = groups.findIndex((_, from) => isNumber(groups.slice(from).join('')));
  const last = start === -1 ? null : groups.slice(start).join('');
  const early = printed.length > NATIONAL_DIGITS ? earlierNumber(lexed, groups) : null;
  if (early === null) return last === null ? whole : { ...whole, symbols: last };
  if (printed.includes(HIDDEN_DIGIT)) {
    // The end of a mask is as good as its beginning; but figures before it or behind it may be none of it.
    if (!early.symbols.endsWith(HIDDEN_DIGIT)) return { ...whole, other: early.symbols };
    return last !== null && isMobile(last) ? { ...whole, other: last } : whole;
  }
  if (last === null || !isMobile(last)) return { symbols: early.symbols, count: early.to };
  return { ...whole, symbols: last, other: early.symbols };
}

/** A number behind the code of Chad in a group of its own: what stands before that is no part of it (`BOUTIQUE 7 235 66 12 34 56`). */
function codedNumber(groups: readonly string[]): NumberRead | null {
  const code = groups.findIndex((group) => group === COUNTRY_CODE || group === `00${COUNTRY_CODE}`);
  let symbols = '';
  for (let at = code + 1; code !== -1 && at < groups.length && symbols.length < NATIONAL_DIGITS; at += 1) {
    symbols += groups[at];
    const is_number = symbols.length === NATIONAL_DIGITS && isMobile(symbols);
    if (is_number && !symbols.includes(HIDDEN_DIGIT))
      return { symbols: `${COUNTRY_CODE}${symbols}`, count: at + 1 };
  }
  return null;
}

/** The first number of a mobile among groups behind which others stand. */
function earlierNumber(lexed: Lexed, groups: readonly string[]): Early | null {
  for (let from = 0; from < groups.length; from += 1) {
    let symbols = '';
    for (let to = from + 1; to < groups.length && symbols.length < MOST_SYMBOLS; to += 1) {
      lexed.tally.steps += 1;
      symbols += groups[to - 1];
      const may_be = isMobile(symbols) || (to < groups.length && mayBeMobile(symbols));
      if (may_be && isNumber(symbols)) return { symbols, to };
    }
  }
  return null;
}

/** Whether a number of Chad begins as those of mobiles do. */
const isMobile = (number: string): boolean => /[6-9]/.test(number.at(-NATIONAL_DIGITS) ?? '');

/**
 * Whether a mask that shows its end may begin so: its first digit is hidden, or the 0 that some print before
 * a number.
 */
const mayBeMobile = (mask: string): boolean =>
  mask.includes(HIDDEN_DIGIT) &&
  !mask.endsWith(HIDDEN_DIGIT) &&
  ['0', HIDDEN_DIGIT].includes(mask.at(-NATIONAL_DIGITS) ?? '');
