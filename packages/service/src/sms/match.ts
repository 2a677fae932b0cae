import { mayBeParty, mayStandBefore, mayStandBehind } from '../domain/text/party.ts';
import { readPayer } from '../domain/text/payer.ts';
import type { Lexed, Token } from '../domain/text/tokens.ts';
import { type AmountRead, readAmount } from './fields/amount.ts';
import { readTime } from './fields/time.ts';
import { readAirtelId, readId } from './fields/transaction-id.ts';
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

/**
 * Every way in which the wording covers the whole text, the preferred first: optional parts are taken where they
 * fit, and an opaque slot ends where the rest of the wording first fits up to the end of the text. What can't be
 * the rest is remembered, so that the work is bounded by steps × tokens × the length of a slot.
 *
 * @param is_money it tells of money received: then no sentence of the operator's passes for a part of a name
 */
export function matchWording(lexed: Lexed, wording: Wording, is_money = true): readonly Filled[][] {
  for (const word of wording.needs) if (!lexed.words.has(word)) return NOWHERE;
  const layout = new Layout(lexed, wording.steps, is_money);
  layout.covers(wording.first, 0);
  return layout.matches;
}

const NOWHERE: readonly Filled[][] = [];

/** One wording being laid over one text. */
class Layout {
  readonly matches: Filled[][] = [];
  readonly #lexed: Lexed;
  readonly #steps: readonly Step[];
  readonly #is_money: boolean;
  readonly #filled: Filled[] = [];
  /** Forks and slots that can't be the rest from a token on. */
  readonly #dead = new Set<number>();

  constructor(lexed: Lexed, steps: readonly Step[], is_money: boolean) {
    this.#lexed = lexed;
    this.#steps = steps;
    this.#is_money = is_money;
  }

  /** Whether the wording from this step on covers the text from this token on. */
  covers(first: number, from: number): boolean {
    const { tokens, solid, tally } = this.#lexed;
    let place = first;
    let at = from;
    for (;;) {
      const step = this.#steps[place] as Step;
      if (step.step === 'end') return this.#ends(at);
      if (step.step === 'slot') return this.#coversOnce(place, at, null);
      tally.steps += 1;
      const start = solid[at] as number;
      const word = wordOf(tokens[start]);
      if (step.step === 'word') {
        if (word !== step.word) return false;
        place = step.next;
        at = start + 1;
      } else {
        const ways = step.byWord.get(word) ?? step.others;
        if (ways.length !== 1) return this.#coversOnce(place, at, ways);
        place = ways[0] as number;
      }
    }
  }

  #coversOnce(place: number, at: number, ways: readonly number[] | null): boolean {
    const name = place * this.#lexed.solid.length + at;
    if (this.#dead.has(name)) return false;
    const found = ways === null ? this.#fills(this.#steps[place] as Slot, at) : this.#forks(ways, at);
    if (!found) this.#dead.add(name);
    return found;
  }

  #ends(at: number): boolean {
    const { tokens, solid } = this.#lexed;
    let next = at;
    while (next < tokens.length && solid[next] !== next) next = solid[next] as number;
    if (next < tokens.length) return false;
    this.matches.push([...this.#filled]);
    return true;
  }

  #forks(ways: readonly number[], at: number): boolean {
    let found = false;
    for (const way of ways) if (!this.#isFull() && this.covers(way, at)) found = true;
    return found;
  }

  #fills(step: Slot, at: number): boolean {
    if (isOpaque(step.slot)) return this.#fillsOpaque(step, at);
    const read = readSlot(this.#lexed, step.slot, this.#lexed.solid[at] as number);
    return read !== null && this.#coversBehind(read, step.next);
  }

  #fillsOpaque(step: Slot, at: number): boolean {
    const { slot, next, until } = step;
    const { tokens, solid, tally } = this.#lexed;
    let found = false;
    const last = lastEnd(this.#lexed, slot, at);
    for (let end = firstEnd(this.#lexed, slot, at); end <= last && !this.#isFull(); end += 1) {
      tally.steps += 1;
      if (until !== null && !until.has(wordOf(tokens[solid[end] as number]))) continue;
      if (end > at && lengthOf(this.#lexed, at, end) > SLOTS[slot].opaque) break;
      if (this.#is_money && isName(slot) && !mayBeName(this.#lexed, step, at, end)) continue;
      if (this.#coversBehind({ slot, start: at, end }, next)) found = true;
    }
    return found;
  }

  #coversBehind(read: Filled, next: number): boolean {
    this.#filled.push(read);
    const found = this.covers(next, read.end);
    this.#filled.pop();
    return found;
  }

  #isFull(): boolean {
    return this.matches.length >= MATCHES_MAX;
  }
}

type Slot = Step & { step: 'slot' };

/** The fixed word that the token can be; none of a mark, nor of what hides something. */
const wordOf = (token: Token | undefined): string =>
  token?.kind === 'word' || token?.kind === 'num' ? token.text : '';

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
  const found: number[] = [];
  for (let at = 0; at < lexed.tokens.length; at += 1) if (readTime(lexed, at) !== null) found.push(at);
  times.set(lexed, found);
  return found;
}

/** Whether a name may be cut so: what is beside its number, or beside the number that it touches, is a name and no sentence. */
function mayBeName(lexed: Lexed, { slot, phone }: Slot, start: number, end: number): boolean {
  const range = { start, end };
  if (phone === 'before') return mayStandBehind(lexed, range);
  const number = phone === 'behind' ? readPayer(lexed, lexed.solid[end] as number) : null;
  if (number !== null) return mayStandBefore(lexed, { start, end: lexed.solid[end] as number }, number.payer);
  return slot === 'name' || mayBeParty(lexed, range);
}

/** Characters between these tokens; marks in front, such as a label's colon, don't count. */
function lengthOf({ tokens, text, solid }: Lexed, at: number, end: number): number {
  const from = tokens[solid[at] as number]?.start ?? text.length;
  return (tokens[end - 1] as Token).end - from;
}

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
  if (token.kind === 'word') return isSum(lexed, at);
  const isLong = token.text.length >= 12;
  return isLong || isSum(lexed, at) || readTime(lexed, at) !== null;
}

/** A sum with its currency. The letters of a ticket may begin like one: `F9CTJRFJ`. */
function isSum(lexed: Lexed, at: number): boolean {
  const read = readAmount(lexed, at);
  const behind = lexed.tokens[read?.end ?? at];
  return read?.currency === true && !(behind?.glued === true && behind.kind !== 'mark');
}
