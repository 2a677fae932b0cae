import { type ParsedAmount, parseAmount } from '../../domain/money.ts';
import { once, type Token } from '../../domain/text/tokens.ts';

export interface AmountRead {
  readonly start: number;
  /** Index after the last token, the currency included. */
  readonly end: number;
  /** Null when the digits do not make a sum. */
  readonly amount: ParsedAmount | null;
  readonly currency: boolean;
}

/** More groups of digits than any sum has; a longer chain is cut and thereby unreadable. */
const MOST_GROUPS = 12;
const GROUP_MARKS = new Set([',', '.', "'", '’']);
const CURRENCIES = new Set(['xaf', 'fcfa', 'cfa', 'f', 'fr', 'frs', 'franc', 'francs', 'فرنك', 'فرنكا']);
/** Behind these `CFA` may follow: `F CFA` and `F.CFA` are one. */
const FRANCS = new Set(['f', 'fr', 'frs', 'franc', 'francs']);

/**
 * Reads the sum at a token: a chain of digit groups, held together by spaces or marks, with its currency
 * before or after. The whole chain must be one sum: `25 0000` is unreadable, not 25.
 */
export const readAmount = once<AmountRead>('amount', (lexed, at) => {
  const { tokens } = lexed;
  const currencyBefore = currencyEnd(tokens, at);
  const first = currencyBefore ?? at;
  if (tokens[first]?.kind !== 'num') return null;
  let last = first;
  let groups = 1;
  for (; groups < MOST_GROUPS; groups += 1) {
    const next = nextGroup(tokens, last);
    if (next === null) break;
    last = next;
  }
  lexed.tally.steps += groups;
  const digits = lexed.text.slice(tokens[first]?.start, tokens[last]?.end);
  const whole = groups < MOST_GROUPS && !isGluedToLetters(tokens, last + 1);
  const currencyAfter = currencyEnd(tokens, last + 1);
  return {
    start: at,
    end: currencyAfter ?? last + 1,
    amount: whole ? parseAmount(digits) : null,
    currency: currencyAfter !== null || currencyBefore !== null,
  };
});

/** Also a plus: no operator of ours prints either before a sum that moved. */
const SIGNS = new Set(['-', '–', '—', '‐', '−', '+']);
/** A hyphen with a space behind it parts a label from its sum; this one never does. */
const MINUS = '−';

/** Whether the number at a token has a sign. */
export function isSigned(tokens: readonly Token[], at: number): boolean {
  const sign = tokens[at - 1]?.text ?? '';
  return sign === MINUS || (tokens[at]?.glued === true && SIGNS.has(sign));
}

/** Whether it is below zero for certain: a hyphen that touches what stands before it as well may part the two. */
export function isNegative(tokens: readonly Token[], at: number): boolean {
  const sign = tokens[at - 1];
  return sign?.text === MINUS || (isSigned(tokens, at) && sign?.text !== '+' && sign?.glued === false);
}

function nextGroup(tokens: readonly Token[], last: number): number | null {
  const next = tokens[last + 1];
  if (next === undefined) return null;
  if (next.kind === 'num') return next.newLine ? null : last + 1;
  const after = tokens[last + 2];
  const held = next.glued && GROUP_MARKS.has(next.text) && after?.kind === 'num' && after.glued;
  return held ? last + 2 : null;
}

/** Index after a currency at this token. */
function currencyEnd(tokens: readonly Token[], at: number): number | null {
  const token = tokens[at];
  if (token?.kind !== 'word' || !CURRENCIES.has(token.text)) return null;
  if (!FRANCS.has(token.text)) return at + 1;
  const next = tokens[at + 1]?.text === '.' ? at + 2 : at + 1;
  return tokens[next]?.text === 'cfa' ? next + 1 : at + 1;
}

/** `500MB` is no sum; `500F` is. */
function isGluedToLetters(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  return token?.kind === 'word' && token.glued && !CURRENCIES.has(token.text);
}
