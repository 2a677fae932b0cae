import type { ServerSettings } from '@chari/postgres';
import type { Medium } from './database.ts';
import { median } from './measure.ts';
import { milliseconds, perSecond, type Row, ratioRow } from './row.ts';

/** Singles in flight: more than a small machine's cores can work on, so that commits share an fsync. */
export const SINGLES_IN_FLIGHT = 32;
/** A third does not pay on four cores that PostgreSQL and the load generator share. */
export const PROCESSES = 2;
export const CONNECTIONS = 64;
const COST_GOAL_US = 50;

/** Where the database lies: what the ratios are asked to be there, and what the server is told beyond its defaults. */
export type Place = {
  medium: Medium;
  name: string;
  settings: ServerSettings;
  against_pgbench: number | null;
  against_singles: number;
};

/** Of each side, a number a round. */
export type Runs = Record<
  'batched' | 'fleet' | 'singles' | 'pgbench' | 'p50_ms' | 'p99_ms' | 'service_us' | 'postgres_us',
  number[]
>;

/** Of the ratios of each round: a machine that others use too is slower in some rounds for both sides. */
const medianRatio = (ours: number[], others: number[]): number =>
  median(ours.map((rate, round) => rate / (others[round] ?? Number.NaN)));

const rates = (values: number[]) => values.map(perSecond).join(', ');

export function rowsOf(place: Place, runs: Runs, commit_ms: number): Row[] {
  const where = `${place.name} (a commit alone: ${milliseconds(commit_ms)})`;
  const what = `sessions over HTTP at ${CONNECTIONS} connections`;
  const of_one = ratioRow(
    'create',
    `${what} : the same service with batches of one, ${where}`,
    medianRatio(runs.batched, runs.singles),
    { at_least: place.against_singles },
    `${rates(runs.batched)} : ${rates(runs.singles)} (${SINGLES_IN_FLIGHT} in flight)`,
  );
  if (place.against_pgbench === null) return [of_one];
  return [...againstPgbench(place.against_pgbench, runs, what, where), of_one, costRow(runs, what, where)];
}

function costRow(runs: Runs, what: string, where: string): Row {
  const us = (values: number[]) => values.map((value) => value.toFixed(0)).join(', ');
  const cost_us = median(runs.service_us);
  return {
    measurement: 'create',
    what: `processor time of one of the ${what}, one process, without PostgreSQL, ${where}`,
    value: `${cost_us.toFixed(0)} µs`,
    goal: `≤ ${COST_GOAL_US} µs`,
    met: cost_us <= COST_GOAL_US,
    from: `warm-up included; runs ${us(runs.service_us)} µs; PostgreSQL ${us(runs.postgres_us)} µs`,
  };
}

/** The service as it starts by itself, for the record, and from as many processes as pay here, for the goal. */
function againstPgbench(at_least: number, runs: Runs, what: string, where: string): Row[] {
  const name = (processes: string) => `${what}, ${processes} : pgbench's bare INSERT, ${where}`;
  if (runs.pgbench.length === 0) return [missing(name('the service'), 'pgbench is not on PATH')];
  const latency = `p50 ${milliseconds(median(runs.p50_ms))}, p99 ${milliseconds(median(runs.p99_ms))}`;
  return [
    ratioRow(
      'create',
      name(`--processes ${PROCESSES}`),
      medianRatio(runs.fleet, runs.pgbench),
      { at_least },
      `${rates(runs.fleet)} (${latency}) : ${rates(runs.pgbench)}`,
    ),
    {
      measurement: 'create',
      what: name('one process'),
      value: `${medianRatio(runs.batched, runs.pgbench).toFixed(2)} ×`,
      goal: null,
      met: null,
      from: `${rates(runs.batched)} : ${rates(runs.pgbench)}`,
    },
  ];
}

export function missing(what: string, from: string): Row {
  return { measurement: 'create', what, value: 'not measured', goal: null, met: null, from };
}
