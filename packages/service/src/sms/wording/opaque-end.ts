import { mayBeParty, mayStandBefore, mayStandBehind } from '../../domain/text/party.ts';
import { readPayer } from '../../domain/text/payer.ts';
import type { Lexed, Token } from '../../domain/text/tokens.ts';
import { readTime } from '../fields/time.ts';
import { lastEvidence } from './advertising.ts';
import { isName, type SlotName } from './slots.ts';
import type { SlotStep } from './steps.ts';

/** Advertising goes on to the end of the text, or there is none. */
export function firstEnd(lexed: Lexed, slot: SlotName, at: number): number {
  if (slot !== 'promo') return at;
  return at > lastEvidence(lexed) ? lexed.tokens.length : Number.POSITIVE_INFINITY;
}

/** A name ends before a date with a time. */
export function lastEnd(lexed: Lexed, slot: SlotName, at: number): number {
  const times = isName(slot) ? timesIn(lexed) : [];
  return times.find((start) => start >= at) ?? lexed.tokens.length;
}

const times = new WeakMap<Lexed, number[]>();

/** Where a date with a time begins. */
function timesIn(lexed: Lexed): number[] {
  const known = times.get(lexed);
  if (known !== undefined) return known;
  const found: number[] = [];
  for (let at = 0; at < lexed.tokens.length; at += 1) if (readTime(lexed, at) !== null) found.push(at);
  times.set(lexed, found);
  return found;
}

/** Whether a name may be cut so: what is beside its number, or beside the number that it touches, is a name and no sentence. */
export function mayBeName(lexed: Lexed, { slot, phone }: SlotStep, start: number, end: number): boolean {
  const range = { start, end };
  if (phone === 'before') return mayStandBehind(lexed, range);
  const number = phone === 'behind' ? readPayer(lexed, lexed.solid[end] as number) : null;
  if (number !== null) return mayStandBefore(lexed, { start, end: lexed.solid[end] as number }, number.payer);
  return slot === 'name' || mayBeParty(lexed, range);
}

/** Characters between these tokens; marks in front, such as a label's colon, don't count. */
export function lengthOf({ tokens, text, solid }: Lexed, at: number, end: number): number {
  const from = tokens[solid[at] as number]?.start ?? text.length;
  return (tokens[end - 1] as Token).end - from;
}
