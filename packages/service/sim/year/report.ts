import { number } from '../figures.ts';
import type { YearPlan } from './profile.ts';
import type { YearResult } from './run.ts';

/** A year in figures, as a Markdown table that is also readable at a terminal. */
export function yearReport(plan: YearPlan, { days, counts, broken }: YearResult, seconds: number): string[] {
  const row = (name: string, value: number) => `| ${name} | ${number(value)} |`;
  const not_proven = Object.entries(days.not_proven);
  return [
    `\`npm run simulate -- --year --days ${plan.days} --seed ${plan.seed}\`: ${days.closed} days of ${plan.merchants} merchants on ${2 * plan.numbers_per_operator} SIMs in ${Math.round(seconds)} s.`,
    '',
    '| what | count |',
    '| --- | ---: |',
    row('broken promises', broken.length),
    row('least that was held beyond what was owed, XAF', days.least_margin_xaf),
    row('days of accounts that were proven, at the operator’s own balance', days.proven),
    row('days of accounts that were open, at the operator’s own balance', days.open),
    ...not_proven.map(([reason, count]) => row(`days of accounts not proven: ${reason}`, count)),
    ...Object.entries(days.lines).map(([kind, count]) => row(`open lines by day: ${kind}`, count)),
    ...Object.entries(counts)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, count]) => row(name, count)),
    '',
    ...broken,
  ];
}
