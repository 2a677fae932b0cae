import { HIDDEN_DIGIT, isNumber, type PayerPrint } from '../../domain/msisdn.ts';
import { type Lexed, once, type Token } from '../tokens.ts';

export interface PayerRead {
  readonly end: number;
  readonly payer: PayerPrint;
}

const MASK_MARKS = new Set(['•', '●', '*', '·', '∙', '∗', '×']);
const MOST_SYMBOLS = 15;
const LEAST_DIGITS = 8;
const LEAST_SYMBOLS_MASKED = 4;
/** A name has fewer words than this. */
const MOST_TOKENS = 24;
/** Their point ends no sentence. */
const TITLES = new Set(['m', 'mr', 'mme', 'mlle', 'dr', 'ste', 'ets']);
/**
 * The payer's number among the tokens of his slot: `NOM (94123456)`, `2359… - NOM`. Null without one in the first
 * sentence, and where there are two: one of them is then his own invention.
 */
export function scanPayer(lexed: Lexed, from: number, to: number): PayerPrint | null {
  const first = nextPayer(lexed, from, to);
  if (first === null || nextPayer(lexed, first.end, to) !== null) return null;
  return first.payer;
}

function nextPayer(lexed: Lexed, from: number, to: number): PayerRead | null {
  for (let at = from; at < Math.min(from + MOST_TOKENS, to); at += 1) {
    lexed.tally.steps += 1;
    const token = lexed.tokens[at] as Token;
    const read = readPayer(lexed, at);
    if (read !== null && read.end <= to) return read;
    if (token.text === '.' && endsSentence(lexed, at) && !TITLES.has(lexed.tokens[at - 1]?.text ?? ''))
      return null;
  }
  return null;
}

/** Reads a number, perhaps masked, perhaps in groups: `+235 66 12 34 56`, `07 •• •• 31`, `66XXXX56`. */
export const readPayer = once<PayerRead>('payer', (lexed, at) => {
  const { tokens } = lexed;
  if (tokens[at]?.glued && isGroup(tokens, at - 1)) return null;
  const groups: string[] = [];
  let end = tokens[at]?.text === '+' ? at + 1 : at;
  for (; end < tokens.length; end += 1) {
    lexed.tally.steps += 1;
    const group = groupAt(tokens, end, groups.length > 0);
    if (group === null || groups.join('').length + group.length > MOST_SYMBOLS) break;
    groups.push(group);
  }
  const symbols = (tokens[at]?.text === '+' ? groups : withoutNumeral(groups)).join('');
  const masked = symbols.includes(HIDDEN_DIGIT);
  const least = masked ? LEAST_SYMBOLS_MASKED : LEAST_DIGITS;
  if (symbols.length < least || isDateOrId(tokens, end)) return null;
  return { end, payer: symbols };
});

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
  return ['.', '/', ':', ','].includes(next.text) && after?.glued === true && after.kind === 'num';
}

/** A point that is not inside a number or an abbreviation such as `M.X`. */
function endsSentence(lexed: Lexed, at: number): boolean {
  const next = lexed.tokens[at + 1];
  return next === undefined || !next.glued || next.newLine;
}
