import { HIDDEN_DIGIT, isNumber, type PayerPrint } from '../msisdn.ts';
import { type Lexed, once, type Token } from './tokens.ts';

export interface PayerRead {
  readonly end: number;
  readonly payer: PayerPrint;
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
  if (marked !== null) return marked;
  const groups: string[] = [];
  let end = tokens[at]?.text === '+' ? at + 1 : at;
  for (; end < tokens.length; end += 1) {
    lexed.tally.steps += 1;
    const group = groupAt(tokens, end, groups.length > 0);
    if (group === null || groups.join('').length + group.length > MOST_SYMBOLS) break;
    groups.push(group);
    // A number printed in one piece ends there, whatever figure stands behind it.
    if (groups.length === 1 && tokens[at]?.text !== '+' && isWhole(group)) {
      end += 1;
      break;
    }
  }
  const symbols = (tokens[at]?.text === '+' ? groups : withoutNumeral(groups)).join('');
  const masked = symbols.includes(HIDDEN_DIGIT);
  const least = masked ? LEAST_SYMBOLS_MASKED : LEAST_DIGITS;
  if (symbols.length < least || isDateOrId(tokens, end)) return null;
  return { end, payer: symbols };
});

const isWhole = (group: string): boolean => group.length >= LEAST_DIGITS && isNumber(group);

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

/** How many digits follow the calling codes of Chad's neighbours and those near them. */
const FOREIGN_DIGITS: Readonly<Record<string, number>> = {
  ...{ 218: 9, 227: 8, 234: 10, 236: 8, 237: 9, 241: 8, 242: 9, 243: 9, 249: 9 },
};

/**
 * The digits of the number alone: a name may end in others (`BOUTIQUE 12 66123456`). Those that another country's number
 * begins with belong to it: `237 6 66 12 34 56` ends in a number of Chad and is none.
 */
function withoutNumeral(groups: readonly string[]): readonly string[] {
  const start = groups.findIndex((_, from) => isNumber(groups.slice(from).join('')));
  return start === -1 || isForeign(groups.join('')) ? groups : groups.slice(start);
}

function isForeign(symbols: string): boolean {
  const international = symbols.replace(/^00/, '');
  return FOREIGN_DIGITS[international.slice(0, 3)] === international.length - 3;
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
