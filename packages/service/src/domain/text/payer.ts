import { COUNTRY_CODE, HIDDEN_DIGIT, isNumber, NATIONAL_DIGITS, type PayerPrint } from '../msisdn.ts';
import { type Lexed, once, type Token } from './tokens.ts';

export interface PayerRead {
  readonly end: number;
  readonly payer: PayerPrint;
  /** Its groups may as well be this number (`66 12 34 56 66 77`): nobody can say which of the two it is. */
  readonly other?: PayerPrint;
}

const MASK_MARKS = new Set(['•', '●', '*', '·', '∙', '∗', '×']);
const MOST_SYMBOLS = 15;
const LEAST_DIGITS = 8;
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
  if (symbols.length < least || isDateOrId(tokens, end)) return null;
  return { end, payer: symbols, ...(other !== undefined && { other }) };
});

/** Digits and masks from a token on, one group for each. */
function readGroups(lexed: Lexed, at: number): string[] {
  const { tokens } = lexed;
  const plus = tokens[at]?.text === '+';
  const groups: string[] = [];
  let symbols = '';
  for (let end = plus ? at + 1 : at; end < tokens.length; end += 1) {
    lexed.tally.steps += 1;
    const group = groupAt(tokens, end, groups.length > 0);
    if (group === null || symbols.length + group.length > MOST_SYMBOLS) break;
    groups.push(group);
    symbols += group;
    // A number printed in one piece ends there, whatever figure stands behind it; so does a whole one behind our own code.
    if (isWhole(group) || (plus && isWholeBehindCode(symbols))) break;
  }
  return groups;
}

const isWhole = (group: string): boolean => group.length >= LEAST_DIGITS && isNumber(group);

/** All digits of a number behind the code of Chad. Where the last one is hidden, others may still follow. */
const isWholeBehindCode = (symbols: string): boolean =>
  symbols.length === COUNTRY_CODE.length + NATIONAL_DIGITS &&
  symbols.startsWith(COUNTRY_CODE) &&
  !symbols.endsWith(HIDDEN_DIGIT);

const PAIR_MARKS = new Set(['-', '.']);
/** A country's code, or figures in front of a number, are shorter. */
const MOST_LEAD_DIGITS = 5;

/**
 * A number in four pairs with a hyphen or a point between them, as no date, sum or id is printed (`66-12-34-56`), and one
 * with such a mark behind its country's code (`235-66123456`).
 */
function readMarked(lexed: Lexed, at: number): PayerRead | null {
  const { tokens, tally } = lexed;
  tally.steps += 1;
  const plus = tokens[at]?.text === '+';
  const first = plus ? at + 1 : at;
  // Behind such a mark and another group it is the rest of something longer.
  if (isPairMark(tokens, first - 1) && tokens[first]?.glued && tokens[first - 2]?.kind === 'num') return null;
  const alone = pairsAt(tokens, first);
  if (alone !== null) return { end: alone.end, payer: alone.symbols };
  const lead = tokens[first];
  if (lead?.kind !== 'num' || lead.text.length > MOST_LEAD_DIGITS) return null;
  const is_marked = isPairMark(tokens, first + 1);
  const from = is_marked ? first + 2 : first + 1;
  const pairs = pairsAt(tokens, from);
  const national = pairs ?? (is_marked ? wholeAt(tokens, from) : null);
  if (national === null) return null;
  const symbols = lead.text + national.symbols;
  const is_one = plus || (is_marked && pairs !== null) || isNumber(symbols) || isForeign(symbols);
  return { end: national.end, payer: is_one ? symbols : national.symbols };
}

type Symbols = { symbols: string; end: number };

const isPairMark = (tokens: readonly Token[], at: number): boolean =>
  PAIR_MARKS.has(tokens[at]?.text ?? '') && tokens[at]?.glued === true;

function pairsAt(tokens: readonly Token[], from: number): Symbols | null {
  let symbols = '';
  let at = from;
  for (let pair = 1; pair <= 4; pair += 1) {
    const inside = pair > 1;
    const one = groupAt(tokens, at, inside);
    if (one === null || (inside && !tokens[at]?.glued)) return null;
    at += 1;
    const other = one.length === 1 && tokens[at]?.glued ? groupAt(tokens, at, true) : '';
    if (other !== '') at += 1;
    const both = one + (other ?? '');
    if (both.length !== 2) return null;
    symbols += both;
    if (pair < 4 && !isPairMark(tokens, at)) return null;
    if (pair < 4) at += 1;
  }
  const runs_on = isPairMark(tokens, at) && tokens[at + 1]?.glued && tokens[at + 1]?.kind === 'num';
  return runs_on || isDateOrId(tokens, at) ? null : { symbols, end: at };
}

function wholeAt(tokens: readonly Token[], at: number): Symbols | null {
  const token = tokens[at];
  if (token?.kind !== 'num' || !token.glued || !isWhole(token.text)) return null;
  return isDateOrId(tokens, at + 1) ? null : { symbols: token.text, end: at + 1 };
}

/** How many digits follow the calling codes of Chad's neighbours, of other countries in that part of Africa, and of France. */
const FOREIGN_DIGITS: Readonly<Record<string, readonly number[]>> = {
  ...{ 216: [8], 218: [9], 221: [9], 222: [8], 223: [8], 224: [9], 225: [10], 226: [8], 227: [8], 228: [8] },
  ...{ 229: [8, 10], 234: [10], 236: [8], 237: [9], 241: [8], 242: [9], 243: [9], 249: [9], 33: [9] },
};

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
    const other = early.symbols.endsWith(HIDDEN_DIGIT) ? last : early.symbols;
    return other !== null && isMobile(other) ? { ...whole, other } : whole;
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
      if (isMobile(symbols) && isNumber(symbols)) return { symbols, to };
    }
  }
  return null;
}

/** Whether a number of Chad begins as those of mobiles do. */
const isMobile = (number: string): boolean => /[6-9]/.test(number.at(-NATIONAL_DIGITS) ?? '');

function isForeign(symbols: string): boolean {
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
function codeBefore(tokens: readonly Token[], at: number): string | null {
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

const digitsOf = (code: string): string => code.replace('+', '');

/** Whether a number behind this code is one of another country. */
function isAbroad(code: string, symbols: string): boolean {
  const digits = digitsOf(code);
  if (code.startsWith('+')) return digits !== '' && digits.replace(/0$/, '') !== COUNTRY_CODE;
  return isNumberOf(digits.replace(/^00/, ''), symbols);
}

function groupAt(tokens: readonly Token[], at: number, inside: boolean): string | null {
  const token = tokens[at];
  if (token === undefined || (inside && token.newLine)) return null;
  if (token.kind === 'num') return token.text;
  if (token.kind === 'mark') return MASK_MARKS.has(token.text) ? HIDDEN_DIGIT : null;
  return isAllX(token.text) && (inside || tokens[at + 1]?.glued === true) && touchesGroup(tokens, at)
    ? HIDDEN_DIGIT.repeat(token.text.length)
    : null;
}

function isGroup(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  return (
    token.kind === 'num' || (token.kind === 'mark' && MASK_MARKS.has(token.text)) || token.kind === 'word'
  );
}

/** A word of x alone masks digits only where it touches digits or marks. `XX` by itself may be a name. */
function touchesGroup(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at]?.glued === true && tokens[at - 1]?.kind === 'num';
  const after = tokens[at + 1]?.glued === true && tokens[at + 1]?.kind === 'num';
  const spaced = tokens[at - 1]?.kind === 'num' || isAllX(tokens[at - 1]?.text ?? '');
  return before || after || spaced;
}

function isAllX(text: string): boolean {
  if (text === '') return false;
  for (const char of text) if (char !== 'x') return false;
  return true;
}

/** The digits run on into a date, a time or an id (`12/06/24`, `260627.1644`). */
function isDateOrId(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at];
  if (next?.glued !== true) return false;
  if (next.kind !== 'mark') return true;
  const after = tokens[at + 1];
  if (after?.glued !== true || after.kind !== 'num') return false;
  const is_another = next.text === '/' && after.text.length >= LEAST_DIGITS;
  return ['.', '/', ':', ','].includes(next.text) && !is_another;
}
