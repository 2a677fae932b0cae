import type { PrintedRow } from './row.ts';

/** A row whose printed balance isn't the one before it plus what the row moved. */
export type Broken = {
  line: number;
  operator_transaction_id: string;
  expected_xaf: number;
  printed_xaf: number;
};

type Moving = Pick<PrintedRow, 'operator_transaction_id' | 'moved_xaf' | 'before_xaf' | 'after_xaf'>;

/**
 * The balance as it is carried through a file from row to row, without any tolerance: upwards in a file that begins
 * with the oldest row, downwards in one that begins with the newest. Balances may be left empty; the next one that is
 * printed must be right all the same.
 */
export class Carried {
  readonly #is_newest_first: boolean;
  /** The balance between the last row that was read and the next one. */
  #at_xaf: number | null;
  /** What rows have moved since the beginning of the file. */
  #moved_xaf = 0;
  #first_xaf: number | null = null;
  broken: Broken | null = null;

  /** @param begins_xaf where the file begins, once that is known */
  constructor(is_newest_first: boolean, begins_xaf: number | null = null) {
    this.#is_newest_first = is_newest_first;
    this.#at_xaf = begins_xaf;
  }

  /** @returns the balance after this row, printed or carried to it; null where none is known yet */
  row(line: number, { operator_transaction_id, moved_xaf, before_xaf, after_xaf }: Moving): number | null {
    const printed_xaf = after_xaf ?? (before_xaf === null ? null : before_xaf + moved_xaf);
    const carried_xaf =
      this.#at_xaf === null ? null : this.#is_newest_first ? this.#at_xaf : this.#at_xaf + moved_xaf;
    const own_xaf = before_xaf === null ? carried_xaf : before_xaf + moved_xaf;
    for (const expected_xaf of [carried_xaf, own_xaf])
      if (expected_xaf !== null && printed_xaf !== null && expected_xaf !== printed_xaf)
        this.broken ??= { line, operator_transaction_id, expected_xaf, printed_xaf };
    const now_xaf = printed_xaf ?? carried_xaf;
    if (now_xaf !== null) {
      const touched_xaf = this.#is_newest_first ? now_xaf : now_xaf - moved_xaf;
      this.#first_xaf ??= this.#is_newest_first
        ? touched_xaf + this.#moved_xaf
        : touched_xaf - this.#moved_xaf;
      this.#at_xaf = this.#is_newest_first ? now_xaf - moved_xaf : now_xaf;
    }
    this.#moved_xaf += moved_xaf;
    return now_xaf;
  }

  /** The balance at which the file begins and the one at which it ends, as it is written; null: it prints none. */
  get ends(): { begins_xaf: number; ends_xaf: number } | null {
    return this.#first_xaf === null || this.#at_xaf === null
      ? null
      : { begins_xaf: this.#first_xaf, ends_xaf: this.#at_xaf };
  }
}

/** Both ways to read a file at once, until its end says which it was. */
export class Continuity {
  readonly #ways = [new Carried(false), new Carried(true)] as const;
  #first_ms: number | null = null;
  #last_ms = 0;

  row(line: number, row: Moving & Pick<PrintedRow, 'completed_at'>): void {
    for (const way of this.#ways) way.row(line, row);
    this.#first_ms ??= row.completed_at.getTime();
    this.#last_ms = row.completed_at.getTime();
  }

  /** How the file is written and between which balances, or where its balances break. */
  end():
    | { broken: Broken }
    | { is_newest_first: boolean; opening_xaf: number | null; closing_xaf: number | null } {
    const [up, down] = this.#ways;
    const by_time = (this.#first_ms ?? 0) > this.#last_ms;
    if (up.broken !== null && down.broken !== null) {
      // Read the way that it was written, a broken file goes further before it breaks.
      const is_down = down.broken.line === up.broken.line ? by_time : down.broken.line > up.broken.line;
      return { broken: is_down ? down.broken : up.broken };
    }
    const is_newest_first = up.broken === null && down.broken === null ? by_time : up.broken !== null;
    const { begins_xaf = null, ends_xaf = null } = (is_newest_first ? down : up).ends ?? {};
    return is_newest_first
      ? { is_newest_first, opening_xaf: ends_xaf, closing_xaf: begins_xaf }
      : { is_newest_first, opening_xaf: begins_xaf, closing_xaf: ends_xaf };
  }
}
