import { type Lexed, once, type Token } from '../../domain/text/tokens.ts';
import { type LocalTime, toUtc } from './time.ts';

export interface IdRead {
  readonly end: number;
  /** In capitals, as one payment may be told by two texts that differ in case. */
  readonly id: string;
}

/**
 * The transaction id at this token: Airtel's of today (kind, yymmdd, hhmm, serial), or an opaque one: 10 letters
 * and digits, 12 to 15 digits (Moov; Airtel Chad of 2017 began them with yymmdd), or a letter or two before them.
 */
export const readId = once<IdRead>('id', (lexed, at) => readAirtelId(lexed, at) ?? readOpaqueId(lexed, at));

/** `[A-Z]{2}\d{6}\.\d{4}\.[A-Z]?\d{4,8}`, whole. */
export function readAirtelId(lexed: Lexed, at: number): IdRead | null {
  const { tokens } = lexed;
  const kind = tokens[at];
  if (kind?.kind !== 'word' || !/^[a-z]{2}$/.test(kind.text) || runsOn(tokens, at - 1, at)) return null;
  let next = at + 1;
  const take = (wanted: Token['kind'], fits: (text: string) => boolean): boolean => {
    lexed.tally.steps += 1;
    const token = tokens[next];
    if (token?.kind !== wanted || !token.glued || !fits(token.text)) return false;
    next += 1;
    return true;
  };
  const isPoint = (text: string) => text === '.';
  const whole =
    take('num', (text) => text.length === 6) &&
    take('mark', isPoint) &&
    take('num', (text) => text.length === 4) &&
    take('mark', isPoint) &&
    (take('word', (text) => /^[a-z]$/.test(text)) || true) &&
    take('num', (text) => text.length >= 4 && text.length <= 8);
  return whole && !runsOn(tokens, next - 1, next) ? idBetween(lexed, at, next) : null;
}

function readOpaqueId(lexed: Lexed, at: number): IdRead | null {
  const { tokens } = lexed;
  let end = at;
  let length = 0;
  let digits = 0;
  for (; end < tokens.length && length <= 15; end += 1) {
    const token = tokens[end] as Token;
    if (token.kind === 'broken') return null;
    if (token.kind === 'mark' || (end > at && !token.glued)) break;
    if (token.kind === 'word' && !/^[a-z]+$/.test(token.text)) return null;
    length += token.text.length;
    if (token.kind === 'num') digits += token.text.length;
    lexed.tally.steps += 1;
  }
  const letters = length - digits;
  const isOpaque = (length === 10 && digits > 0) || (length >= 12 && length <= 15 && letters <= 2);
  return isOpaque && !runsOn(tokens, end - 1, end) ? idBetween(lexed, at, end) : null;
}

/** The characters go on: letters, digits, or a mark with more of them behind it. */
function runsOn(tokens: readonly Token[], left: number, right: number): boolean {
  const [before, after] = [tokens[left], tokens[right]];
  if (before === undefined || after === undefined || !after.glued) return false;
  if (before.kind === 'mark') return before.text === '-' || before.text === '_' || before.text === '/';
  if (after.kind !== 'mark') return true;
  const beyond = tokens[right + 1];
  return ['.', '-', '/', '_'].includes(after.text) && beyond?.glued === true && beyond.kind === 'num';
}

function idBetween(lexed: Lexed, start: number, end: number): IdRead {
  const id = lexed.text.slice(lexed.tokens[start]?.start, lexed.tokens[end - 1]?.end).toUpperCase();
  return { end, id };
}

const ZERO = '0'.charCodeAt(0);

/** The local time inside an Airtel id as UTC; null for an opaque id or an impossible date. */
export function timeOfId(id: string): string | null {
  if (id[8] !== '.' || id[13] !== '.') return null;
  const pair = (at: number) => 10 * (id.charCodeAt(at) - ZERO) + id.charCodeAt(at + 1) - ZERO;
  const local: LocalTime = {
    year: 2000 + pair(2),
    month: pair(4),
    day: pair(6),
    hour: pair(9),
    minute: pair(11),
  };
  return toUtc(local);
}

/** An Airtel id of kind `CI` is an agent's cash-in. */
export function isCashInId(id: string): boolean {
  return id.startsWith('CI') && timeOfId(id) !== null;
}
