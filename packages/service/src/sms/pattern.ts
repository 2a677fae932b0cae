import { type AmountRead, readAmount } from './fields/amount.ts';
import { type PayerRead, scanPayer } from './fields/payer.ts';
import type { Lexed } from './tokens.ts';

/**
 * One step of a pattern. A pattern is data and is matched from left to right without ever going back: a gap
 * ends at the first token where the next part fits, an optional part that fits is taken. Each part is thus
 * tried a bounded number of times at each place, and a whole text costs time in proportion to its length.
 */
export type Part =
  | { readonly part: 'word'; readonly words: ReadonlySet<string> }
  | { readonly part: 'maybe'; readonly pattern: Pattern }
  | { readonly part: 'gap'; readonly most: number }
  /** A sum with its currency (`25 000 FCFA`). */
  | { readonly part: 'amount' }
  /** A payer's number within the sentence, after a name or before it. Never fails: it may be missing. */
  | { readonly part: 'payer' };

export type Pattern = readonly Part[];

export interface Match {
  readonly start: number;
  /** Index after the last token. */
  readonly end: number;
  readonly amount?: AmountRead;
  readonly payer?: PayerRead;
}

/** Words, alternatives apart by `|`: `say('vous avez recu|recus')` is three parts. */
export function say(words: string): Pattern {
  return words.split(' ').map((choice) => ({ part: 'word', words: new Set(choice.split('|')) }));
}

export const maybe = (words: string): Pattern => [{ part: 'maybe', pattern: say(words) }];
export const gap = (most: number): Pattern => [{ part: 'gap', most }];
export const amount: Pattern = [{ part: 'amount' }];
export const payer: Pattern = [{ part: 'payer' }];

/** Marks which may stand between two parts without changing what they say. */
const PASSED_OVER = new Set([':', '"', '«', '»', '(', ')', ',', '=']);
const MOST_PASSED_OVER = 2;

/** Matches the pattern at one token; null when it does not fit. */
export function matchAt(lexed: Lexed, pattern: Pattern, start: number): Match | null {
  let at = start;
  let found: { amount?: AmountRead; payer?: PayerRead } = {};
  let room = 0;
  for (const part of pattern) {
    if (part.part === 'gap') {
      room = part.most;
      continue;
    }
    const step = matchWithin(lexed, part, at, room, at > start);
    room = 0;
    if (step === null) return null;
    at = step.end;
    found = {
      ...found,
      ...(step.amount && { amount: step.amount }),
      ...(step.payer && { payer: step.payer }),
    };
  }
  return { start, end: at, ...found };
}

function matchWithin(lexed: Lexed, part: Part, from: number, room: number, inside: boolean): Match | null {
  for (let at = from; at <= from + room && at <= lexed.tokens.length; at += 1) {
    const step = matchPart(lexed, part, inside ? passOver(lexed, part, at) : at);
    if (step !== null) return step;
  }
  return null;
}

function matchPart(lexed: Lexed, part: Part, at: number): Match | null {
  lexed.tally.steps += 1;
  switch (part.part) {
    case 'word': {
      const token = lexed.tokens[at];
      return token?.kind === 'word' && part.words.has(token.text) ? { start: at, end: at + 1 } : null;
    }
    case 'maybe':
      return matchAt(lexed, part.pattern, passOver(lexed, part, at)) ?? { start: at, end: at };
    case 'amount': {
      const read = readAmount(lexed, at);
      return read?.currency ? { start: at, end: read.end, amount: read } : null;
    }
    case 'payer': {
      const read = scanPayer(lexed, at);
      return read === null ? { start: at, end: at } : { start: at, end: read.end, payer: read };
    }
    case 'gap':
      throw new Error('a gap is matched with the part after it');
  }
}

function passOver(lexed: Lexed, part: Part, at: number): number {
  if (part.part === 'payer') return at;
  let next = at;
  while (next < at + MOST_PASSED_OVER && PASSED_OVER.has(lexed.tokens[next]?.text ?? '')) next += 1;
  return next;
}

/** Patterns by their first word, so that a token which opens none costs one look. Each must start with a word. */
export type PatternSet = ReadonlyMap<string, readonly Pattern[]>;

/** Groups patterns by first word; those with one first word keep their order. */
export function patternSet(...patterns: readonly Pattern[]): PatternSet {
  const set = new Map<string, Pattern[]>();
  for (const pattern of patterns) {
    const first = pattern[0];
    if (first?.part !== 'word') throw new Error('a pattern starts with a word');
    for (const word of first.words) set.set(word, [...(set.get(word) ?? []), pattern]);
  }
  return set;
}

/** Every place where one of the patterns fits, at most one match a place, from left to right. */
export function matchAll(lexed: Lexed, patterns: PatternSet): Match[] {
  const matches: Match[] = [];
  for (let at = 0; at < lexed.tokens.length; at += 1) {
    lexed.tally.steps += 1;
    for (const pattern of patterns.get(lexed.tokens[at]?.text ?? '') ?? []) {
      const match = matchAt(lexed, pattern, at);
      if (match === null) continue;
      matches.push(match);
      break;
    }
  }
  return matches;
}
