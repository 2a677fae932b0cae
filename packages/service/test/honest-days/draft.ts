import type { Chance } from '../../sim/chance.ts';
import type { Manner } from './manner.ts';

/** How many things happen before a message that is late comes. */
const LATE_BY = [1, 2, 3, 6, 20, 40];
const SOON = [1, 2, 3];
const AGAIN_BY = [0, 1, 5, 20];
const PAUSES = ['20s', '1min', '2min', '7min', '20min', '45min'];

type Kind = { leaves: boolean; is_known_again?: boolean; is_late?: boolean };

/** The lines of honest days as they are drawn: what moves on the SIM, and when its message comes, if it does. */
export class Draft {
  readonly lines: string[] = [];
  readonly chance: Chance;
  readonly manner: Manner;
  /** Whoever has asked for money, and what has moved, by their names. */
  readonly asked: string[] = [];
  readonly moved: string[] = [];
  #lies = 0;
  #returns = 0;
  #due: { message: string; in: number }[] = [];
  readonly #heard = new Set<string>();

  constructor(chance: Chance, manner: Manner) {
    this.chance = chance;
    this.manner = manner;
  }

  add(...lines: string[]): void {
    this.lines.push(...lines);
  }

  pause(times: readonly string[] = PAUSES): void {
    this.add(`wait ${this.chance.pick(times)}`);
  }

  session(words: string): string {
    return this.#asks('session', words);
  }

  transaction(words: string): string {
    return this.#asks('transaction', words);
  }

  #asks(verb: 'session' | 'transaction', words: string): string {
    const name = `${verb.charAt(0)}${this.asked.length + 1}`;
    this.asked.push(name);
    this.add(`${verb} ${name} ${words}`);
    return name;
  }

  /** Something moves, for a session if it is said; its message comes, comes late, comes twice or is lost. Its name. */
  moves(words: string, session?: string, is_late = false): string {
    const leaves = /^(?:debit|moved -|reversal)/.test(words);
    // A text without an id that comes a second time, or after a day, can't be told from another payment of the sum.
    const is_known_again = !words.startsWith('moved') || words.includes('ID');
    return this.#told({ leaves, is_known_again, is_late }, (verb, name) => {
      this.add(`${verb} ${name} ${words}${session === undefined ? '' : ` # ${session}`}`);
    });
  }

  sweeps(sum: string, announced: boolean): void {
    this.#told({ leaves: true }, (verb, name) => {
      this.add(`sweep ${name} ${sum}${announced ? ' announced' : ''}${verb === 'late' ? ' late' : ''}`);
    });
  }

  /** Staff move money between this SIM and another one. */
  transfers(sum: number, way: 'from' | 'to', is_alone: boolean): void {
    this.#told({ leaves: way === 'to' }, (verb, name) => {
      const how = `${verb === 'late' ? ' late' : ''}${is_alone ? ' alone' : ''}`;
      this.add(`transfer ${name} ${sum} ${way} two${how}`);
    });
  }

  /** The operator tells of a payment once more, in other words. */
  copies(message: string, words: string): void {
    this.#told({ leaves: false }, (verb, name) => {
      this.add(`copy ${name} of ${message} ${words}${verb === 'late' ? ' late' : ''}`);
    });
  }

  /** People send back what waits for them. */
  repays(): void {
    this.#told({ leaves: true }, (verb, name) => {
      this.add(`repay ${name} any ${this.chance.between(0, 20)}${verb === 'late' ? ' late' : ''}`);
    });
  }

  /** A message that comes under the id of an earlier one, or of none, about money that never moved. */
  lie(words: string): void {
    this.#lies += 1;
    const like = this.chance.happens(0.15)
      ? ` like m${this.chance.between(1, Math.max(1, this.moved.length))}`
      : '';
    this.add(`sms x${this.#lies} ${words}${like}`);
  }

  /** A message under the id of a payment of which none has come, that says otherwise whose it is. */
  forges(message: string, how: string): void {
    if (this.#heard.has(message)) return;
    this.#lies += 1;
    this.add(`forge x${this.#lies} of ${message} ${how}`);
  }

  /** People have seen that the operator's list doesn't show one of those messages. */
  disown(): void {
    if (this.#lies > 0) this.add(`disown x${this.chance.between(1, this.#lies)}`);
  }

  /** A merchant gives back what somebody has paid; it is sent, or forgotten, and perhaps people say that it hasn't gone. */
  gives(): void {
    const any = `any ${this.chance.between(0, 20)}`;
    if (this.chance.happens(0.3)) {
      this.add(`give u${this.#returns} ${any} unsent`);
      this.#returns += 1;
      return;
    }
    this.#told({ leaves: true }, (verb, name) => {
      this.add(`give ${name} ${any}${verb === 'late' ? ' late' : ''}`);
    });
  }

  /** Somebody says of what he was to send back that it hasn't gone. */
  fails(): void {
    const { chance, moved } = this;
    const unsent = Array.from({ length: this.#returns }, (_, n) => `u${n}`);
    const some = [...unsent, ...moved.slice(-6)];
    if (some.length > 0) this.add(`fail ${chance.pick(some)}`);
  }

  heard(message: string): boolean {
    return this.#heard.has(message);
  }

  get is_anything_due(): boolean {
    return this.#due.length > 0;
  }

  /** Something else has happened: what was due by now comes, or all that is due. */
  deliver(all = false): void {
    const coming = this.#due.filter((one) => all || one.in <= 0);
    this.#due = this.#due.filter((one) => !coming.includes(one)).map((one) => ({ ...one, in: one.in - 1 }));
    for (const { message } of coming) this.add(`deliver ${message}`);
  }

  /** What never happens takes nothing from the chance of the other things. */
  readonly #happens = (likely: number): boolean => likely > 0 && this.chance.happens(likely);

  #told(
    { leaves, is_known_again = true, is_late = false }: Kind,
    add: (verb: 'sms' | 'late', name: string) => void,
  ): string {
    const { chance, manner } = this;
    const name = `m${this.moved.length + 1}`;
    this.moved.push(name);
    // Where the message of a debit prints no fee, what left unheard before it looks like that. And a reading that meets an
    // announced sweep hides what a lost payment and a lost debit of one sum were, on either side of it.
    const comes = manner.order === 'later_first' || (leaves && !this.#happens(manner.late_debits));
    const lost = !comes && !is_late && chance.happens(manner.lost);
    const late = !comes && !lost && (is_late || leaves || chance.happens(manner.late));
    add(lost || late ? 'late' : 'sms', name);
    if (late) this.#due.push({ message: name, in: chance.pick(is_known_again ? LATE_BY : SOON) });
    if (lost || late) return name;
    this.#heard.add(name);
    if (is_known_again && chance.happens(0.08)) this.#due.push({ message: name, in: chance.pick(AGAIN_BY) });
    return name;
  }
}
