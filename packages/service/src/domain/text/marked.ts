import { isNumber, type PayerPrint } from '../msisdn.ts';
import { isForeign, MOST_LEAD_DIGITS } from './abroad.ts';
import { groupAt, isWhole, runsOn } from './groups.ts';
import type { Lexed, Token } from './tokens.ts';

type Marked = { end: number; payer: PayerPrint };

const PAIR_MARKS = new Set(['-', '.']);

/**
 * A number in four pairs with a hyphen or a point between them, as no date, sum or id is printed (`66-12-34-56`), and one
 * with such a mark behind its country's code (`235-66123456`).
 */
export function readMarked(lexed: Lexed, at: number): Marked | null {
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
  return runs_on || runsOn(tokens, at) ? null : { symbols, end: at };
}

function wholeAt(tokens: readonly Token[], at: number): Symbols | null {
  const token = tokens[at];
  if (token?.kind !== 'num' || !token.glued || !isWhole(token.text)) return null;
  return runsOn(tokens, at + 1) ? null : { symbols: token.text, end: at + 1 };
}
