import { countsOf, figuresOf, number, percent } from './figures.ts';
import type { SimulationResult } from './run.ts';
import type { Simulation } from './world.ts';

export type Measured = { simulation: Simulation; result: SimulationResult; seconds: number };

const EXAMPLES_SHOWN = 12;
const judged = (met: boolean | null): string => (met === null ? '' : met ? 'met' : 'MISSED');

/** True when every promise of the run was kept. */
export const isKept = ({ simulation, result }: Measured): boolean =>
  figuresOf(simulation, result).every(({ met }) => met !== false);

/** What plays this very world again. */
export function commandOf({ seed, payments, days, tick_ms, until_step, profile }: Simulation): string {
  const adversaries = profile.adversaries.length === 0 ? 'none' : profile.adversaries.join(',');
  const countries = profile.countries === 1 ? '' : ` --countries ${profile.countries}`;
  const strikes = profile.adversary_strikes === null ? '' : ` --strikes ${profile.adversary_strikes}`;
  const pace = profile.adversary_pace === 1 ? '' : ` --pace ${profile.adversary_pace}`;
  const until = until_step === null ? '' : ` --until ${until_step}`;
  return `npm run simulate -- --seed ${seed} --payments ${payments} --days ${days}${countries} --tick-seconds ${tick_ms / 1000} --adversaries ${adversaries}${strikes}${pace}${until}`;
}

/** For a person at a terminal. */
export function reportLines(measured: Measured): string[] {
  const { simulation, result, seconds } = measured;
  const figures = figuresOf(simulation, result);
  const counts = countsOf(result);
  const width = Math.max(...figures.map(({ what }) => what.length), ...counts.map(({ what }) => what.length));
  return [
    `seed ${simulation.seed}: ${result.virtual_days.toFixed(1)} days in ${seconds.toFixed(0)} s, ${number(result.steps)} steps, digest ${result.counts.digest}`,
    '',
    ...figures.map(
      ({ what, value, goal, met }) =>
        `${judged(met).padEnd(7)} ${what.padEnd(width)}  ${value}  [goal: ${goal}]`,
    ),
    '',
    ...counts.map(({ what, n, of }) =>
      `        ${what.padEnd(width)}  ${number(n).padStart(10)}  ${of === null ? '' : percent(n, of)}`.trimEnd(),
    ),
    '',
    ...result.examples.slice(0, EXAMPLES_SHOWN),
    ...result.broken.slice(0, EXAMPLES_SHOWN).map((one) => `BROKEN: ${one}`),
    ...(isKept(measured) ? [] : [`Again: ${commandOf(simulation)}`]),
  ];
}

/** The same as a section of docs/simulation.md. */
export function reportMarkdown(measured: Measured): string {
  const { simulation, result, seconds } = measured;
  const { profile, seed } = simulation;
  return [
    `### Seed ${seed}`,
    '',
    `\`${commandOf(simulation)}\`: ${number(profile.customers)} customers, ${profile.merchants} merchants and ` +
      `${2 * profile.numbers_per_operator} SIMs through ${result.virtual_days.toFixed(1)} days in ${(seconds / 60).toFixed(0)} minutes, ` +
      `${number(result.steps)} steps.`,
    '',
    '| figure | value | goal | |',
    '| --- | ---: | ---: | --- |',
    ...figuresOf(simulation, result).map(
      ({ what, value, goal, met }) => `| ${what} | ${value} | ${goal} | ${judged(met)} |`,
    ),
    '',
    '| | count | share |',
    '| --- | ---: | ---: |',
    ...countsOf(result).map(
      ({ what, n, of }) => `| ${what} | ${number(n)} | ${of === null ? '' : percent(n, of)} |`,
    ),
    '',
    ...result.broken.slice(0, EXAMPLES_SHOWN).map((one) => `- BROKEN: ${one}`),
    '',
  ].join('\n');
}
