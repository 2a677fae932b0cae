import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clock, message } from '../../../test/book/chains.ts';
import { Keeper } from '../../../test/book/keeper.ts';
import type { Doubt } from '../doubt/contesting.ts';
import { isCredit } from '../movement/move.ts';
import type { Book } from './book.ts';
import type { BookPolicy } from './bound.ts';

const PLACES = [
  'tip to a true one',
  'tip',
  'SIM',
  'up to the SIM',
  'opening',
  'true one',
  'own one',
] as const;
const FATES = ['told', 'told', 'lost', 'late'] as const;

type Act =
  | { what: 'pay' | 'spend'; amount_xaf: number; fate: (typeof FATES)[number] }
  | { what: 'forge'; amount_xaf: number; place: (typeof PLACES)[number]; back: number }
  /**
   * `come`: late messages. `close`: a person believes the book again. `explain`: people say of steps what is true.
   * `disown`: they say of each forged message without a place that the operator's list does not show it.
   */
  | { what: 'read' | 'close' | 'come' | 'explain' | 'disown' };

const payment = <What extends 'pay' | 'spend'>(what: What, ...amounts: number[]) =>
  fc.record({
    what: fc.constant(what),
    amount_xaf: fc.constantFrom(...amounts),
    fate: fc.constantFrom(...FATES),
  });
const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: payment('pay', 1, 1000, 1900, 2000) },
  { weight: 1, arbitrary: payment('spend', 1, 500, 2000) },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('forge' as const),
      amount_xaf: fc.constantFrom(1, 900, 1900, 2000, 2900, -1, -100, -1000, -2000),
      place: fc.constantFrom(...PLACES),
      back: fc.nat(3),
    }),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('read', 'read', 'read', 'close', 'come', 'explain', 'disown')
      .map((what) => ({ what }) as { what: 'read' | 'close' | 'come' | 'explain' | 'disown' }),
  },
);
const policies = fc.record({
  unanchored_limit_xaf: fc.constantFrom(1000, 5000, 20_000),
  anchor_above_xaf: fc.constantFrom(null, 1000, 2000),
  wait_ms: fc.constant(30_000),
});

/** A SIM, its book, and people who say of it only what is true. */
class Desk {
  readonly keeper: Keeper;
  readonly sims = [5000];
  readonly #forged: number[] = [5000];
  readonly #explained = new Set<string>();
  readonly #contested = new Map<string, Doubt>();
  #late: { text: string; paid_xaf: number }[] = [];
  #unvouched_xaf = 0;
  /** Money that was truly paid, and of which no message told before a reading. */
  hidden_xaf = 0;

  constructor(policy: BookPolicy) {
    this.keeper = new Keeper({ tip_xaf: 5000 }, policy);
  }

  get sim_xaf(): number {
    return this.sims.at(-1) as number;
  }

  act(act: Act, n: number): void {
    const { keeper } = this;
    const time = `10:${String(n + 10).padStart(2, '0')}`;
    if (act.what === 'pay') this.#move(act.amount_xaf, act.fate, `t${n} ${time}`);
    else if (act.what === 'spend') this.#move(-act.amount_xaf, act.fate, `t${n} ${time}`);
    else if (act.what === 'forge') this.#forge(act, `f${n} ${time}`);
    else if (act.what === 'read') this.#read(clock(time));
    else if (act.what === 'explain') this.#explain();
    else if (act.what === 'disown') this.#disown();
    else if (act.what === 'close') keeper.book = { ...keeper.book, is_suspected: false };
    else for (const { text } of this.#late.splice(0)) keeper.take(message(text));
  }

  #move(change_xaf: number, fate: (typeof FATES)[number], name: string): void {
    if (this.sim_xaf + change_xaf < 0) return;
    this.sims.push(this.sim_xaf + change_xaf);
    const text = `${name} ${signed(change_xaf)} =${this.sim_xaf}`;
    if (fate === 'told') {
      this.keeper.take(message(text));
      return;
    }
    if (fate === 'late') this.#late.push({ text, paid_xaf: Math.max(0, change_xaf) });
    else this.hidden_xaf += Math.max(0, change_xaf);
  }

  #forge({ amount_xaf: told_xaf, place, back }: Act & { what: 'forge' }, name: string): void {
    const tip_xaf = this.keeper.book.tip_xaf ?? 0;
    const true_xaf = this.sims.at(-1 - back) ?? 5000;
    const amount_xaf = place === 'tip to a true one' ? true_xaf - tip_xaf : told_xaf;
    const from_xaf = {
      'tip to a true one': tip_xaf,
      tip: tip_xaf,
      SIM: this.sim_xaf,
      'up to the SIM': this.sim_xaf - told_xaf,
      opening: 5000,
      'true one': true_xaf,
      'own one': this.#forged.at(-1 - back) ?? 5000,
    }[place];
    if (from_xaf + amount_xaf < 0 || amount_xaf === 0) return;
    this.#forged.push(from_xaf + amount_xaf);
    this.keeper.take(message(`${name} ${signed(amount_xaf)} =${from_xaf + amount_xaf}`));
  }

  #read(now_ms: number): void {
    const { contested, unanchored_xaf } = this.keeper.anchor(this.sim_xaf, now_ms);
    for (const [step_id, doubt] of contested) this.#contested.set(step_id, doubt);
    this.#unvouched_xaf = unanchored_xaf;
    // A message that comes after a reading contests nothing behind that reading, so its money counts as hidden.
    for (const one of this.#late) {
      this.hidden_xaf += one.paid_xaf;
      one.paid_xaf = 0;
    }
  }

  /** People explain the true payments as paid and the true debits as sent; they write off the forged credits that are pending. */
  #explain(): void {
    const { keeper } = this;
    let { contested_xaf, outflow_xaf } = keeper.book;
    const pending = new Set(keeper.book.pending.map(({ step_id }) => step_id));
    for (const { claim, move, before_xaf, after_xaf, gap, doubt } of keeper.proven) {
      if (!claim.key.startsWith('t') || pending.has(claim.key) || this.#explained.has(claim.key)) continue;
      const found = gap === null ? this.#contested.get(claim.key) : doubt;
      if (isCredit(move) && (found ?? null) === null) continue;
      this.#explained.add(claim.key);
      if (isCredit(move)) contested_xaf -= found?.xaf ?? 0;
      else if (gap === null) outflow_xaf -= before_xaf - after_xaf;
    }
    const left = keeper.book.pending.filter(({ step_id }) => !step_id.startsWith('f'));
    this.#vouch({ pending: left, contested_xaf, outflow_xaf });
  }

  /**
   * People disown the forged messages. A step that only those contest, or messages that have found their place, is
   * contested no more.
   */
  #disown(): void {
    const { keeper } = this;
    const isTrue = ({ key }: { key: string }) => !key.startsWith('f');
    keeper.waiting = keeper.waiting.filter(isTrue);
    keeper.refuted = keeper.refuted.filter(isTrue);
    let { contested_xaf, pending } = keeper.book;
    const placed = new Set(keeper.proven.map(({ claim: { key } }) => key));
    const free = (found: Doubt | undefined) =>
      found !== undefined &&
      found.by.length > 0 &&
      found.by.every((key) => key.startsWith('f') || placed.has(key));
    for (const { claim, gap, move } of keeper.proven) {
      const found = gap === null ? this.#contested.get(claim.key) : undefined;
      if (!free(found) || this.#explained.has(claim.key) || !isCredit(move)) continue;
      this.#contested.delete(claim.key);
      const waits = pending.some(({ step_id }) => step_id === claim.key);
      if (!waits) contested_xaf -= found?.xaf ?? 0;
      pending = pending.map((one) => (one.step_id === claim.key ? { ...one, is_contested: false } : one));
    }
    this.#vouch({ pending, contested_xaf, outflow_xaf: keeper.book.outflow_xaf });
  }

  /** The last reading vouches for what it did not, as far as people have said meanwhile what was in doubt. */
  #vouch(words: Pick<Book, 'pending' | 'contested_xaf' | 'outflow_xaf'>): void {
    const { keeper } = this;
    const unvouched_xaf = Math.max(0, Math.min(this.#unvouched_xaf, words.outflow_xaf + words.contested_xaf));
    const unanchored_xaf = keeper.book.unanchored_xaf - this.#unvouched_xaf + unvouched_xaf;
    this.#unvouched_xaf = unvouched_xaf;
    keeper.book = { ...keeper.book, ...words, unanchored_xaf };
  }
}

const signed = (change_xaf: number): string => `${change_xaf < 0 ? '-' : '+'}${Math.abs(change_xaf)}`;

describe('Whoever reads every message and forges any, where any are lost or come late between two readings', () => {
  it('takes no more than the bound and what it told of, whatever people truly say of the steps', () => {
    fc.assert(
      fc.property(fc.array(acts, { maxLength: 24 }), policies, (played, policy) => {
        const desk = new Desk(policy);
        for (const [n, act] of played.entries()) desk.act(act, n);
        const forged = desk.keeper.settled.filter(({ key }) => key.startsWith('f'));
        const taken_xaf = forged.reduce((sum, { amount_xaf }) => sum + amount_xaf, 0);
        expect(taken_xaf).toBeLessThanOrEqual(policy.unanchored_limit_xaf + desk.hidden_xaf);
      }),
      { numRuns: process.env.CHARI_SOAK === '1' ? 400_000 : 5000 },
    );
  });
});
