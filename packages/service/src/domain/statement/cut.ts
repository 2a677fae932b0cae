import type { Layout } from './profile.ts';
import type { PrintedRow, RowProblem } from './row.ts';

/**
 * Looks for the row in which a text was cut: its last one, where no line break ends that. The last columns of a row may be empty, and some
 * writers leave them out then, so a short row alone is no cut one: the rows above it say how this file is written.
 */
export class Cut {
  /** The cells of the shortest completed row above. */
  #shortest = Number.POSITIVE_INFINITY;
  #prints_balances = false;
  #problem: RowProblem | null = null;

  row({ profile, places, width }: Layout, cells: number, row: PrintedRow): void {
    const { id, completed_at, status, credit, debit, fee, before } = profile.columns;
    /** A row of fewer cells ends in the last of these columns, or before it. */
    const beyond = (titles: readonly (string | null)[]) =>
      Math.max(...titles.map((title) => (title === null ? 0 : (places.get(title) ?? -1) + 2)));
    const { is_completed, before_xaf, after_xaf } = row;
    const misses_balance = after_xaf === null && (this.#prints_balances || before_xaf !== null);
    const is_shorter = cells < Math.min(this.#shortest, width);
    const is_like_none = this.#shortest >= width && this.#shortest !== Number.POSITIVE_INFINITY;
    const is_cut = is_completed
      ? misses_balance || (is_shorter && (is_like_none || cells < beyond([credit, debit, fee, before])))
      : cells < beyond([id, completed_at, status]);
    this.#problem = cells < width && is_cut ? { kind: 'cut', cells, expected: width } : null;
    if (!is_completed) return;
    this.#shortest = Math.min(this.#shortest, cells);
    this.#prints_balances ||= after_xaf !== null;
  }

  /** What is wrong with the last row; null where it is whole. */
  end(): RowProblem | null {
    return this.#problem;
  }
}
