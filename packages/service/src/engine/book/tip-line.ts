import type { Passed } from '../../domain/book/book.ts';
import { happenedBy } from '../../domain/movement/claim.ts';
import type { Move } from '../../domain/movement/move.ts';
import type { PassedRun } from '../../domain/statement/passed.ts';
import type { Message } from './change.ts';
import { movedXaf } from './filling.ts';

/** `is_older`: only its time says that the book has gone past it. */
type Run = { members: Passed[]; moved_xaf: number; until_ms: number; is_older: boolean };

/**
 * Puts rows that fill no gap into the book. A row that goes on from the tip moves it. Rows of a time that the book has gone
 * past leave the tip where it was: those that the statement lists one after the other make a run, and a run that doesn't
 * come to nothing is followed by an unexplained step that takes the tip back.
 */
export class TipLine {
  readonly #newId: () => string;
  /** Where the next step begins; beside the tip while a run of the past is put down. */
  #at_xaf: number;
  #last_ms: number;
  #run: Run | null = null;
  readonly #runs: PassedRun[] = [];
  tip_xaf: number;

  constructor(tip_xaf: number, last_ms: number, newId: () => string) {
    this.tip_xaf = tip_xaf;
    this.#at_xaf = tip_xaf;
    this.#last_ms = last_ms;
    this.#newId = newId;
  }

  /**
   * Where this row begins in the book. What goes on in the list from a row that is older than the book's last step, and is older itself,
   * is past too, though the balance may have come back to the tip since.
   * @param is_passed the book is known to have gone past it
   */
  put(
    claim: Message,
    { before_xaf, after_xaf }: Move,
    is_passed: boolean,
  ): { before_xaf: number; passed?: Passed } {
    const moved_xaf = movedXaf(claim);
    const at_ms = happenedBy(claim);
    const goes_on = this.#run?.is_older === true && this.#run.members.at(-1)?.after_xaf === before_xaf;
    const is_beside = before_xaf !== null && (before_xaf !== this.tip_xaf || goes_on);
    if (!is_passed && !(is_beside && at_ms <= this.#last_ms)) {
      this.#close();
      const begins_xaf = this.tip_xaf;
      this.tip_xaf += moved_xaf;
      this.#at_xaf = this.tip_xaf;
      this.#last_ms = Math.max(this.#last_ms, at_ms);
      return { before_xaf: begins_xaf };
    }
    if (this.#run !== null && this.#run.members.at(-1)?.after_xaf !== before_xaf) this.#close();
    this.#run ??= { members: [], moved_xaf: 0, until_ms: at_ms, is_older: !is_passed };
    const passed: Passed = { before_xaf, after_xaf, balance: null };
    this.#run.members.push(passed);
    this.#run.moved_xaf += moved_xaf;
    this.#run.until_ms = Math.max(this.#run.until_ms, at_ms);
    const begins_xaf = this.#at_xaf;
    this.#at_xaf += moved_xaf;
    return { before_xaf: begins_xaf, passed };
  }

  /** The runs that didn't come to nothing, once all rows are put down. */
  end(): readonly PassedRun[] {
    this.#close();
    return this.#runs;
  }

  #close(): void {
    const run = this.#run;
    this.#run = null;
    const [first, last] = [run?.members[0], run?.members.at(-1)];
    if (run === null || first === undefined || last === undefined || run.moved_xaf === 0) return;
    const step_id = this.#newId();
    last.balance = { step_id, tip_xaf: this.tip_xaf };
    this.#at_xaf = this.tip_xaf;
    const { until_ms } = run;
    this.#runs.push({ step_id, from_xaf: first.before_xaf, to_xaf: last.after_xaf, until_ms });
  }
}
