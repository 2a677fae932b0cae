import { number } from './figures.ts';
import type { SimulationResult } from './run.ts';
import type { Simulation } from './world.ts';

/** What one pair of limits costs in waiting and in work. */
export type Row = { unanchored_limit_xaf: number; anchor_above_xaf: number; result: SimulationResult };

const LIMITS_XAF = [250_000, 500_000, 1_000_000, 2_000_000, 0];
const ABOVE_XAF = [50_000, 200_000, 0];

/** The same world once for each pair of settings; 0 lifts a limit. */
export function worldsOf(
  simulation: Simulation,
): (Pick<Row, 'unanchored_limit_xaf' | 'anchor_above_xaf'> & { simulation: Simulation })[] {
  return LIMITS_XAF.flatMap((unanchored_limit_xaf) =>
    ABOVE_XAF.map((anchor_above_xaf) => ({
      unanchored_limit_xaf,
      anchor_above_xaf,
      simulation: {
        ...simulation,
        profile: { ...simulation.profile, unanchored_limit_xaf, anchor_above_xaf },
      },
    })),
  );
}

const HEAD = [
  'unanchored limit',
  'anchor above',
  'insiders took at most',
  'sessions that waited',
  'median wait',
  'balances read a number and day',
];

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** The head of a Markdown table, which is also readable at a terminal. */
export const headLines = (): string[] => [line(HEAD), line(HEAD.map(() => '---:'))];

export function rowLine({
  unanchored_limit_xaf,
  anchor_above_xaf,
  result: { counts, anchors },
}: Row): string {
  return line([
    unanchored_limit_xaf === 0 ? 'none' : number(unanchored_limit_xaf),
    anchor_above_xaf === 0 ? 'none' : number(anchor_above_xaf),
    number(counts.taken_most_xaf),
    `${number(counts.waited)} of ${number(counts.payments)}`,
    `${(counts.median_wait_ms / 60_000).toFixed(1)} min`,
    anchors.mean_a_day.toFixed(2),
  ]);
}
