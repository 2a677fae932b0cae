import type { Gap } from '../book/book.ts';

/**
 * A run: rows that a statement lists one after the other, from a time that the book has gone past. The book doesn't know
 * the sum that they come to, so a step of the opposite sum takes the tip back and stands unexplained.
 */
export type PassedRun = {
  /** That unexplained step. */
  step_id: string;
  /** The balances of the statement before and after it; null where it prints none. */
  from_xaf: number | null;
  to_xaf: number | null;
  until_ms: number;
};

/**
 * Which unexplained steps the runs of statements explain: first, runs that together lead from one end of a gap to the
 * other, whichever statements they came with. Then runs that together lead back to the balance where they began, since
 * nothing is missing then. Balances alone decide, to the franc: a sum says only that the book has no step of a row's id, not
 * that its money is missing. Pure.
 * @returns the ids of the steps that are explained now, of gaps and of runs
 */
export function explainedBy(gaps: readonly Gap[], runs: readonly PassedRun[]): string[] {
  const left = new Set(runs.filter(({ from_xaf }) => from_xaf !== null));
  const explained: string[] = [];
  const take = (path: readonly PassedRun[]) => {
    for (const run of path) {
      left.delete(run);
      explained.push(run.step_id);
    }
  };
  for (const { step_id, before_xaf, after_xaf, until_ms } of gaps) {
    const early = [...left].filter((run) => run.until_ms <= until_ms);
    const path = pathOf(early, before_xaf, after_xaf);
    if (path === null) continue;
    explained.push(step_id);
    take(path);
  }
  for (const run of runs) {
    if (!left.has(run) || run.from_xaf === null || run.to_xaf === null) continue;
    const others = [...left].filter((one) => one !== run);
    const path = pathOf(others, run.to_xaf, run.from_xaf);
    if (path !== null) take([run, ...path]);
  }
  return explained;
}

/** Runs that lead from one balance to another, always the first that goes on from where the last one ended; null where none do. */
function pathOf(runs: readonly PassedRun[], from_xaf: number, to_xaf: number): PassedRun[] | null {
  const path: PassedRun[] = [];
  for (let at_xaf: number | null = from_xaf; at_xaf !== to_xaf; ) {
    const next = runs.find((run) => run.from_xaf === at_xaf && !path.includes(run));
    if (next === undefined) return null;
    path.push(next);
    at_xaf = next.to_xaf;
  }
  return path;
}
