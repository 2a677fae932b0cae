import { median, quantile } from './measure.ts';
import { type Effort, MEDIUM_NAMES, milliseconds, type Row, ratioRow } from './row.ts';
import {
  type Crowded,
  ENDPOINTS,
  type Field,
  openField,
  openGround,
  type Run,
  runLoad,
} from './webhooks-field.ts';

export const PER_SECOND = 500;
const P99_GOAL_MS = 50;
const RATIO_GOAL = 1.2;
const SIDES: readonly Crowded[] = ['hangs', 'absent', 'answers'];

/**
 * 500 events/s to 100 endpoints, one of which hangs with 30 % of them, against the same without its events,
 * and against the same with that endpoint in good health. The sides take turns, each run in a fresh process.
 */
export async function measureDeliver(effort: Effort): Promise<Row[]> {
  const ground = await openGround();
  if (ground === null) return [];
  try {
    const field = await openField(ground);
    const runs: Record<Crowded, Run[]> = { hangs: [], absent: [], answers: [] };
    const rounds = effort.quick ? 1 : 5;
    for (let round = 0; round < rounds; round += 1) {
      const order = round % 2 === 0 ? SIDES : SIDES.toReversed();
      for (const crowded of order) {
        effort.say(`deliver: round ${round + 1}, ${crowded}`);
        runs[crowded].push(await runOnce(field, crowded, effort));
      }
    }
    return rowsOf(runs, MEDIUM_NAMES[ground.opened.medium]);
  } finally {
    await ground.close();
  }
}

/** Longer than the 10 s after which the hanging endpoint's first attempts end. */
export function runOnce(field: Field, crowded: Crowded, effort: Effort): Promise<Run> {
  const seconds = effort.quick ? 6 : 12;
  return runLoad(field, { crowded, per_second: PER_SECOND, warm_up_seconds: 3, seconds });
}

export const p99 = (run: Run): number => quantile(run.waits_ms, 0.99);
export const p99s = (runs: readonly Run[]): string => runs.map((run) => milliseconds(p99(run))).join(', ');

/** A run counts only when every event of the healthy arrived. */
export const isWhole = (run: Run): boolean => run.written > 0 && run.delivered === run.written;

function rowsOf(runs: Record<Crowded, Run[]>, where: string): Row[] {
  const hanging = runs.hangs;
  const sum = (of: (run: Run) => number) => hanging.reduce((total, run) => total + of(run), 0);
  const whole = [...runs.hangs, ...runs.absent, ...runs.answers].every(isWhole);
  const p50_ms = median(hanging.map((run) => quantile(run.waits_ms, 0.5)));
  const p99_ms = median(hanging.map(p99));
  const what = `${PER_SECOND} events/s to ${ENDPOINTS} endpoints, one hanging with 30 % of them`;
  const ratio = (side: Crowded) => p99_ms / median(runs[side].map(p99));
  const from = (side: Crowded) => `medians of ${hanging.length}: ${p99s(hanging)} : ${p99s(runs[side])}`;
  return [
    {
      measurement: 'deliver',
      what: `${what}: the healthy's events written : delivered, ${where}`,
      value: `${whole ? '' : 'VOID '}1.000 : ${(sum((run) => run.delivered) / sum((run) => run.written)).toFixed(3)}`,
      goal: '1.000 each',
      met: whole,
      from: `${sum((run) => run.written)} events, ${sum((run) => run.again)} webhooks more than once`,
    },
    {
      measurement: 'deliver',
      what: `${what}: commit → the healthy's receipt`,
      value: `p50 ${milliseconds(p50_ms)}, p99 ${milliseconds(p99_ms)}`,
      goal: `p99 ≤ ${P99_GOAL_MS} ms`,
      met: whole && p99_ms <= P99_GOAL_MS,
      from: `p99 of ${hanging.length} runs: ${p99s(hanging)}; transactions begun after their time by p99 ${milliseconds(median(hanging.map((run) => run.late_p99_ms)))}`,
    },
    ratioRow(
      'deliver',
      'p99 of the healthy, with the hanging endpoint : without it and its events',
      ratio('absent'),
      { at_most: RATIO_GOAL },
      from('absent'),
    ),
    ratioRow(
      'deliver',
      'p99 of the healthy, with the hanging endpoint : with that endpoint answering',
      ratio('answers'),
      null,
      from('answers'),
    ),
  ];
}
