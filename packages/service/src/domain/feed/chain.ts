import { byTime, type Edge } from './edge.ts';

/** Where a message is missing: the balance before it and after it. */
export type Hole = {
  key: string;
  before_xaf: number;
  after_xaf: number;
  /** What is missing had happened by then; a message of a later time is not it. */
  until_ms: number;
  /** One payment of exactly this sum is missing, and nothing less fills it. */
  is_whole: boolean;
};

/** The trusted chain of one number while messages are put into it. Changes in place. */
export class Chain {
  tip_xaf: number;
  chained_until_ms: number;
  readonly holes: Hole[];
  /** Those that found their place, in the order of the chain; those that fill holes first. */
  readonly placed: Edge[] = [];
  readonly #rest: Set<Edge>;

  constructor(tip_xaf: number, chained_until_ms: number, holes: readonly Hole[], edges: readonly Edge[]) {
    this.tip_xaf = tip_xaf;
    this.chained_until_ms = chained_until_ms;
    this.holes = holes.map((hole) => ({ ...hole }));
    this.#rest = new Set(edges.toSorted(byTime));
  }

  /** Those without a place, earlier first. */
  get rest(): Edge[] {
    return [...this.#rest];
  }

  /** Puts into the chain whatever goes on from its tip, and into holes whatever touches one of their ends. */
  extend(): void {
    const from = Map.groupBy(this.#rest, (edge) => edge.before_xaf);
    for (let next = this.#next(from); next !== undefined; next = this.#next(from)) {
      this.#take(next);
      this.tip_xaf = next.after_xaf;
      // A time printed later than the message came is no time to judge others by.
      const happened_ms = Math.min(next.occurred_at_ms, next.arrived_at_ms);
      this.chained_until_ms = Math.max(this.chained_until_ms, happened_ms);
    }
    for (const hole of this.holes) this.#fill(hole);
  }

  /** Goes on from the balance before `head`, leaving a hole where the one payment before it is missing. */
  jump(head: Edge): void {
    const { key, before_xaf: after_xaf, occurred_at_ms, precision_ms } = head;
    const until_ms = occurred_at_ms + precision_ms;
    this.holes.push({ key, before_xaf: this.tip_xaf, after_xaf, until_ms, is_whole: true });
    this.tip_xaf = after_xaf;
    this.extend();
  }

  /** An enquiry moves nothing, so it goes before what leaves its balance behind. */
  #next(from: Map<number, Edge[]>): Edge | undefined {
    const here = from.get(this.tip_xaf)?.filter((edge) => this.#rest.has(edge)) ?? [];
    return here.find((edge) => edge.after_xaf === edge.before_xaf) ?? here[0];
  }

  /**
   * A balance at the end of a hole is as little known to a stranger as the tip is. But there are many of them
   * in a week, so by its time the message must be of before the hole, when no session of now was waiting.
   */
  #fill(hole: Hole): void {
    for (let found = this.#touching(hole); found !== undefined; found = this.#touching(hole)) {
      this.#take(found);
      if (found.before_xaf === hole.before_xaf) hole.before_xaf = found.after_xaf;
      else hole.after_xaf = found.before_xaf;
    }
  }

  #touching(hole: Hole): Edge | undefined {
    if (hole.before_xaf === hole.after_xaf) return undefined;
    return this.rest.find((edge) => {
      if (edge.before_xaf === edge.after_xaf || edge.occurred_at_ms > hole.until_ms) return false;
      const begins = edge.before_xaf === hole.before_xaf;
      const ends = edge.after_xaf === hole.after_xaf;
      return hole.is_whole ? begins && ends : begins || ends;
    });
  }

  #take(edge: Edge): void {
    this.#rest.delete(edge);
    this.placed.push(edge);
  }
}

/** The balances that follow one another from an edge on, among edges without a place. */
export function runFrom(head: Edge, edges: readonly Edge[]): Edge[] {
  const run = [head];
  const left = new Set(edges);
  left.delete(head);
  for (let last = head; ; ) {
    const next = [...left].find((edge) => edge.before_xaf === last.after_xaf);
    if (next === undefined) return run;
    left.delete(next);
    run.push(next);
    last = next;
  }
}
