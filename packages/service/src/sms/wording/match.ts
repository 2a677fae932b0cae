import type { Lexed, Token } from '../../domain/text/tokens.ts';
import { firstEnd, lastEnd, lengthOf, mayBeName } from './opaque-end.ts';
import { type Filled, readSlot } from './read-slot.ts';
import { isName, isOpaque, SLOTS } from './slots.ts';
import type { SlotStep, Wording, WordingStep } from './steps.ts';

/** More ways to lay one wording over one text than any honest text has, of those that say different things. */
const MATCHES_MAX = 8;

/**
 * Every way in which the wording covers the whole text, the preferred first: optional parts are taken where they
 * fit, and an opaque slot ends where the rest of the wording first fits up to the end of the text. Ways that differ in fixed
 * words alone, or in what nobody uses, are one. What can't be the rest is remembered, and so is what has been found before: so
 * the work is bounded by steps × tokens × the length of a slot.
 *
 * None of a text with too many: it would be for whoever wrote into it to choose the ones that are kept.
 *
 * @param is_money it tells of money received: then no sentence of the operator's passes for a part of a name
 */
export function matchWording(lexed: Lexed, wording: Wording, is_money = true): readonly Filled[][] {
  for (const word of wording.needs) if (!lexed.words.has(word)) return NOWHERE;
  const layout = new Layout(lexed, wording.steps, is_money);
  layout.covers(wording.first, 0);
  return layout.matches.length > MATCHES_MAX ? NOWHERE : layout.matches;
}

const NOWHERE: readonly Filled[][] = [];

/** One wording being laid over one text. */
class Layout {
  readonly matches: Filled[][] = [];
  readonly #lexed: Lexed;
  readonly #steps: readonly WordingStep[];
  readonly #is_money: boolean;
  /** A number for each step at each token, and one for the end. */
  readonly #names: number;
  readonly #filled: Filled[] = [];
  /** What the slots filled so far say, by its number in `#sayings`: 0 is nothing. */
  #said = 0;
  // Most wordings are out before there is anything to remember, so each of these is made when there is.
  #sayings: Map<string, number> | null = null;
  /** Forks and slots that can't be the rest from a token on. */
  #dead: Set<number> | null = null;
  /** Those that can, and the end, with what was said before them. */
  #found: Set<number> | null = null;

  constructor(lexed: Lexed, steps: readonly WordingStep[], is_money: boolean) {
    this.#lexed = lexed;
    this.#steps = steps;
    this.#is_money = is_money;
    this.#names = steps.length * lexed.solid.length + 1;
  }

  /** Whether the wording from this step on covers the text from this token on. */
  covers(first: number, from: number): boolean {
    const { tokens, solid, tally } = this.#lexed;
    let place = first;
    let at = from;
    for (;;) {
      const step = this.#steps[place] as WordingStep;
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
        if (ways.length === 0) return false;
        if (ways.length !== 1) return this.#coversOnce(place, at, ways);
        place = ways[0] as number;
      }
    }
  }

  #coversOnce(place: number, at: number, ways: readonly number[] | null): boolean {
    const name = place * this.#lexed.solid.length + at;
    if (this.#dead?.has(name)) return false;
    if (this.#isFound(name)) return true;
    const found = ways === null ? this.#fills(this.#steps[place] as SlotStep, at) : this.#forks(ways, at);
    if (found) this.#remember(name);
    else this.#giveUp(name);
    return found;
  }

  #giveUp(name: number): void {
    this.#dead ??= new Set();
    this.#dead.add(name);
  }

  #isFound(name: number): boolean {
    return this.#found?.has(this.#said * this.#names + name) === true;
  }

  #remember(name: number): void {
    this.#found ??= new Set();
    this.#found.add(this.#said * this.#names + name);
  }

  #ends(at: number): boolean {
    const { tokens, solid } = this.#lexed;
    let next = at;
    while (next < tokens.length && solid[next] !== next) next = solid[next] as number;
    if (next < tokens.length) return false;
    const name = this.#names - 1;
    if (!this.#isFound(name)) this.matches.push([...this.#filled]);
    this.#remember(name);
    return true;
  }

  #forks(ways: readonly number[], at: number): boolean {
    let found = false;
    for (const way of ways) if (!this.#isFull() && this.covers(way, at)) found = true;
    return found;
  }

  #fills(step: SlotStep, at: number): boolean {
    if (isOpaque(step.slot)) return this.#fillsOpaque(step, at);
    const read = readSlot(this.#lexed, step.slot, this.#lexed.solid[at] as number);
    return read !== null && this.#coversBehind(read, step.next);
  }

  #fillsOpaque(step: SlotStep, at: number): boolean {
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
    const before = this.#said;
    this.#filled.push(read);
    this.#said = this.#withMore(saidOf(this.#lexed, read));
    const found = this.covers(next, read.end);
    this.#said = before;
    this.#filled.pop();
    return found;
  }

  /** The number of what has been said with this behind it. */
  #withMore(said: string): number {
    if (said === '') return this.#said;
    this.#sayings ??= new Map();
    const both = `${this.#said}${said}`;
    const number = this.#sayings.get(both) ?? this.#sayings.size + 1;
    this.#sayings.set(both, number);
    return number;
  }

  #isFull(): boolean {
    return this.matches.length > MATCHES_MAX;
  }
}

/** What a slot holds, of those that are used: a value or, of names and advertising, where they stand without the marks beside them. */
function saidOf({ tokens, solid }: Lexed, { slot, start, end, amount, value }: Filled): string {
  if (SLOTS[slot].decides || slot === 'phone')
    return ` ${slot} ${value ?? `${amount?.amount_xaf} ${amount?.exact}`}`;
  if (!isName(slot) && slot !== 'promo') return '';
  let last = end;
  while (last > start && tokens[last - 1]?.kind === 'mark') last -= 1;
  return last > start ? ` ${slot} ${solid[start]} ${last}` : '';
}

/** The fixed word that the token can be; none of a mark, nor of what hides something. */
const wordOf = (token: Token | undefined): string =>
  token?.kind === 'word' || token?.kind === 'num' ? token.text : '';
