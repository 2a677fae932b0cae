import { type AmountRead, readAmount } from './fields/amount.ts';
import { readPayer } from './fields/payer.ts';
import { readTime } from './fields/time.ts';
import { readAirtelId, readId } from './fields/transaction-id.ts';
import type { Lexed, Token } from './tokens.ts';
import { isName, isOpaque, SLOTS, type SlotName, type Step, type Wording } from './wording.ts';

/** What one slot holds. */
export interface Filled {
  readonly slot: SlotName;
  /** Range of tokens. */
  readonly start: number;
  readonly end: number;
  readonly amount?: AmountRead['amount'];
  /** An id in capitals, a payer's number, or a time in UTC. */
  readonly value?: string;
}

/** More ways to lay one wording over one text than any honest text has. */
const MATCHES_MAX = 8;
/** Marks that say something: they hide digits of a number, or make a sum another currency's. */
const HARD_MARK = /^[•●*·∙∗×\p{Sc}]$/u;
/** Others may stand before a word or a value without changing it, so many at most. */
const MOST_SOFT_MARKS = 6;

/**
 * Every way in which the wording covers the whole text, the preferred first: optional parts are taken where they
 * fit, and an opaque slot ends where the rest of the wording first fits up to the end of the text. What can't be
 * the rest is remembered, so that the work is bounded by steps × tokens × the length of a slot.
 */
export function matchWording(lexed: Lexed, wording: Wording): Filled[][] {
  const { tokens, tally } = lexed;
  const matches: Filled[][] = [];
  const dead = new Set<number>();
  const filled: Filled[] = [];

  function walk(place: number, at: number): boolean {
    const name = place * (tokens.length + 1) + at;
    if (dead.has(name)) return false;
    tally.steps += 1;
    const found = follow(wording.steps[place] as Step, at);
    if (!found) dead.add(name);
    return found;
  }

  function follow(step: Step, at: number): boolean {
    switch (step.step) {
      case 'end':
        if (passOver(tokens, at, tokens.length) < tokens.length) return false;
        matches.push([...filled]);
        return true;
      case 'fork':
        return step.ways.reduce((found, way) => (!isFull() && walk(way, at)) || found, false);
      case 'word': {
        const token = tokens[passOver(tokens, at)];
        const isWord = token?.kind === 'word' || token?.kind === 'num';
        return isWord && token.text === step.word && walk(step.next, passOver(tokens, at) + 1);
      }
      case 'slot':
        return isOpaque(step.slot) ? fillOpaque(step, at) : fillTyped(step, at);
    }
  }

  const isFull = () => matches.length >= MATCHES_MAX;

  function fillTyped(step: Step & { step: 'slot' }, at: number): boolean {
    const read = readSlot(lexed, step.slot, passOver(tokens, at));
    return read !== null && walkWith(read, step.next);
  }

  function fillOpaque({ slot, next }: Step & { step: 'slot' }, at: number): boolean {
    let found = false;
    const last = lastEnd(lexed, slot, at);
    for (let end = firstEnd(lexed, slot, at); end <= last && !isFull(); end += 1) {
      if (end > at && lengthOf(lexed, at, end) > SLOTS[slot].opaque) break;
      found = walkWith({ slot, start: at, end }, next) || found;
    }
    return found;
  }

  function walkWith(read: Filled, next: number): boolean {
    filled.push(read);
    const found = walk(next, read.end);
    filled.pop();
    return found;
  }

  if (wording.needs.every((word) => lexed.words.has(word))) walk(wording.first, 0);
  return matches;
}

/** Advertising goes on to the end of the text, or there is none. */
function firstEnd(lexed: Lexed, slot: SlotName, at: number): number {
  if (slot !== 'promo') return at;
  return at > lastEvidence(lexed) ? lexed.tokens.length : Number.POSITIVE_INFINITY;
}

/** A name ends before a date with a time. */
function lastEnd(lexed: Lexed, slot: SlotName, at: number): number {
  const times = isName(slot) ? timesIn(lexed) : [];
  return times.find((start) => start >= at) ?? lexed.tokens.length;
}

const times = new WeakMap<Lexed, number[]>();

/** Where a date with a time begins. */
function timesIn(lexed: Lexed): number[] {
  const known = times.get(lexed);
  if (known !== undefined) return known;
  const found = lexed.tokens.flatMap((_, at) => (readTime(lexed, at) === null ? [] : [at]));
  times.set(lexed, found);
  return found;
}

/** Characters between these tokens; marks in front, such as a label's colon, don't count. */
function lengthOf({ tokens, text }: Lexed, at: number, end: number): number {
  const from = tokens[passOver(tokens, at)]?.start ?? text.length;
  return (tokens[end - 1] as Token).end - from;
}

/** Index of the first token that is no soft mark. */
function passOver(tokens: readonly Token[], at: number, most = MOST_SOFT_MARKS): number {
  let next = at;
  while (next < at + most && isSoft(tokens[next])) next += 1;
  return next;
}

const isSoft = (token: Token | undefined): boolean => token?.kind === 'mark' && !HARD_MARK.test(token.text);

function readSlot(lexed: Lexed, slot: SlotName, start: number): Filled | null {
  switch (slot) {
    case 'amount':
    case 'balance':
    case 'fee':
    case 'sum':
      return readSum(lexed, slot, start);
    case 'id':
    case 'reversed': {
      const read = readId(lexed, start);
      return read && { slot, start, end: read.end, value: read.id };
    }
    case 'time':
    case 'date': {
      const read = readTime(lexed, start);
      return read && { slot, start, end: read.end, ...(read.at !== null && { value: read.at }) };
    }
    case 'phone': {
      const read = readPayer(lexed, start);
      return read && { slot, start, end: read.end, value: read.payer };
    }
    case 'code': {
      const token = lexed.tokens[start];
      return token?.kind === 'num' && token.text.length <= 12 ? { slot, start, end: start + 1 } : null;
    }
    default:
      throw new Error(`bug: {${slot}} is opaque`);
  }
}

/** A sum with a sign is none of ours, and a movement of nothing is no movement. */
function readSum(lexed: Lexed, slot: SlotName, start: number): Filled | null {
  const { tokens } = lexed;
  const sign = tokens[start - 1];
  if (tokens[start]?.glued && ['-', '–', '—', '+'].includes(sign?.text ?? '')) return null;
  const read = readAmount(lexed, start);
  if (read === null || read.amount === null || isOtherMeasure(tokens[read.end])) return null;
  if (slot === 'amount' && read.amount.amount_xaf === 0) return null;
  return { slot, start, end: read.end, amount: read.amount };
}

const isOtherMeasure = (token: Token | undefined): boolean => /^[%\p{Sc}]$/u.test(token?.text ?? '');

/** Words that label evidence, or take back what was said: advertising has none of them. */
const NO_ADVERTISING = new Set(
  (
    'solde balance montant frais amount fee ref reference tid trans txn annule annulee annules annulees annulation ' +
    'rembourse remboursee echoue echouee echec attente refuse refusee rejete rejetee insuffisant expire expiree ' +
    'demande entrez saisissez confirmez cliquez repondez rappelez envoye retire debite reversal reversed cancelled failed pending'
  ).split(' '),
);

const lastEvidences = new WeakMap<Lexed, number>();

/** Index of the last token that advertising can't hold; -1 without one. */
function lastEvidence(lexed: Lexed): number {
  const known = lastEvidences.get(lexed);
  if (known !== undefined) return known;
  let at = lexed.tokens.length - 1;
  while (at >= 0 && !isEvidence(lexed, at)) at -= 1;
  lastEvidences.set(lexed, at);
  return at;
}

function isEvidence(lexed: Lexed, at: number): boolean {
  lexed.tally.steps += 1;
  const token = lexed.tokens[at] as Token;
  if (token.kind === 'mark' || token.kind === 'broken') return false;
  if (NO_ADVERTISING.has(token.text) || readAirtelId(lexed, at) !== null) return true;
  if (token.kind === 'word') return readAmount(lexed, at)?.currency === true;
  const isLong = token.text.length >= 12;
  return isLong || readAmount(lexed, at)?.currency === true || readTime(lexed, at) !== null;
}
