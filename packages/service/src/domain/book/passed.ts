import type { Gap, PassedRun } from './book.ts';

/**
 * What runs explain together: one that leads from one end of a gap to the other, whichever statements its parts came
 * with; those that lead back to the balance where they began, since nothing is missing then; and all that are of the time
 * of a gap, where they come to what it misses: the book had moved on when it was found, or no balances are printed.
 * Sums alone decide, to the franc. Pure.
 * @returns the steps that are unexplained no longer
 */
export function explainedBy(gaps: readonly Gap[], runs: readonly PassedRun[]): string[] {
  const left = new Set(runs);
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
  for (const { step_id, before_xaf, after_xaf, since_ms = 0, until_ms } of gaps) {
    if (explained.includes(step_id)) continue;
    const within = [...left].filter((run) => run.until_ms > since_ms && run.until_ms <= until_ms);
    const moved_xaf = within.reduce((sum_xaf, run) => sum_xaf + run.moved_xaf, 0);
    if (within.length === 0 || moved_xaf !== after_xaf - before_xaf) continue;
    explained.push(step_id);
    take(within);
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
