import type { Gap } from './book.ts';

/**
 * A run: movements that a statement lists one after the other, of a time that the book has gone past. Together they come
 * to a sum that the book doesn't know, and the step that balances it stands unexplained.
 */
export type PassedRun = {
  /** The step that keeps the tip where it was. */
  step_id: string;
  /** The balances of the statement before and after it; null where it prints none. */
  from_xaf: number | null;
  to_xaf: number | null;
  until_ms: number;
};

/**
 * What runs explain together: one that leads from one end of a gap to the other, whichever statements its parts came
 * with; and those that lead back to the balance where they began, since nothing is missing then. Balances alone
 * decide, to the franc. Pure.
 * @returns the steps that are unexplained no longer
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

/** Runs that lead from one balance to another, each the earliest that goes on; null: none do. */
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
