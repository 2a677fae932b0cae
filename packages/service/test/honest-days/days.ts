import type { Stage } from '../evidence/play.ts';

/** What was paid for a session; when its message first came, and when it went on from what was known by then. */
export type Payment = {
  session: string;
  message: string;
  place: number;
  paid_ms: number;
  heard_ms: number;
  told_ms: number;
};
export type Asked = { amount_xaf: number; asked_ms: number; expires_ms: number };

/** What nobody but the days themselves knows: what was paid for what, and what people have brought and read. */
export class Days {
  readonly stage: Stage;
  /** The SIM that they are played on, among those of the stage. */
  readonly on: string;
  readonly #began_on: number;
  /** Sessions and transactions. */
  readonly asked = new Map<string, Asked>();
  readonly payments: Payment[] = [];
  /** By the place of a movement on its SIM: the fee in it, what it took back, and when a list of it was agreed to. */
  readonly fees = new Map<number, number>();
  readonly taken_back = new Map<number, string>();
  readonly listed = new Map<number, number>();
  /** Places of sweeps that people announced. */
  readonly announced = new Set<number>();
  /** Places of money that came from another SIM of ours. */
  readonly own = new Set<number>();
  /** When the SIM was read, and how many movements lay before it. */
  readonly readings: { at_ms: number; movements: number }[] = [];
  /** When somebody mistyped what he had read, and by how much. */
  readonly mistyped: { at_ms: number; off_xaf: number }[] = [];
  /** Lists that one person has brought and another has not yet agreed to, by their names. */
  readonly brought = new Map<string, { id: string; places: number[] }>();
  /** Payments that merchants give back, by their names, and where they left the SIM, if they did. */
  readonly returns = new Map<string, { refund_id: string; place: number | null }>();
  /** Messages that come when the phone is back. */
  readonly kept: string[] = [];
  /** Whom people have paid or turned away, and messages whose money they sent back, or said that it never came. */
  readonly decided = new Set<string>();
  readonly put_away = new Set<string>();
  /** A word with which the operator begins messages that nobody knows yet, unlike that of any other days. */
  readonly word: string;
  readonly wording = { is_taught: false };
  /** What the judge finds wrong. */
  readonly wrong: string[] = [];

  constructor(stage: Stage, on: string) {
    this.stage = stage;
    this.on = on;
    this.#began_on = localDay(stage.world.now);
    this.word = `Encaisse${[...this.sim.number.slice(-5)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
  }

  get now_ms(): number {
    return this.stage.world.now.getTime();
  }

  get sim() {
    const found = this.stage.world.sims.get(this.on);
    if (found === undefined) throw new Error(`no SIM is called ${this.on}`);
    return found.sim;
  }

  get sim_id(): string {
    return this.stage.world.sims.get(this.on)?.id ?? '';
  }

  /** Which of the days a moment lies on, by N'Djamena's calendar; the first is 0. */
  dayOf(at: Date): number {
    return localDay(at) - this.#began_on;
  }

  /** Whether its message has come or a list has named it. */
  knows(place: number): boolean {
    return this.listed.has(place) || this.sim.movements[place]?.told === true;
  }

  /** A message has come, for the first time or once more; or it will, when the phone is back. */
  told(message: string): void {
    if (this.stage.world.at(this.on).phone.away !== null) {
      this.kept.push(message);
      return;
    }
    for (const one of this.payments.filter((payment) => payment.message === message)) {
      one.heard_ms = Math.min(one.heard_ms, this.now_ms);
      if (this.isReached(one.place)) one.told_ms = Math.min(one.told_ms, this.now_ms);
    }
  }

  /** Whether nothing is missing before it: the messages go on from a reading, or from the first balance. */
  isReached(place: number): boolean {
    const from = Math.max(0, ...this.readings.map(({ movements }) => (movements <= place ? movements : 0)));
    for (let before = from; before <= place; before += 1) if (!this.knows(before)) return false;
    return true;
  }

  get knows_all(): boolean {
    return this.sim.movements.every((_, place) => this.knows(place));
  }
}

const localDay = (at: Date): number => Math.floor((at.getTime() + 3_600_000) / 86_400_000);
