import type { Simulation, SimulationResult } from './run.ts';

export type Measured = { simulation: Simulation; result: SimulationResult; seconds: number };

const count = (n: number): string => n.toLocaleString('en-GB');
const share = (n: number, of: number): string => (of === 0 ? '-' : `${((100 * n) / of).toFixed(2)} %`);

type Line = { what: string; n: number; of: number | null };

function linesOf({ result }: Measured): Line[] {
  const { payments, automatic, by_person, sessions, refused, forged, events, delivered } =
    result.tally.counts();
  const wrong = result.broken.length;
  const reasons = Object.entries(by_person).sort(([, a], [, b]) => b - a);
  return [
    { what: 'payments that customers really made', n: payments, of: null },
    { what: 'confirmed without a person', n: automatic, of: payments },
    ...reasons.map(([why, n]) => ({ what: `needed a person: ${why}`, n, of: payments })),
    { what: 'broken promises found', n: wrong, of: null },
    { what: 'sessions', n: sessions, of: null },
    { what: 'sales refused, since no number was free', n: refused, of: sessions + refused },
    { what: 'messages forged by strangers', n: forged, of: payments },
    { what: 'reviews confirmed by staff', n: result.staff.confirmed, of: null },
    { what: 'reviews rejected by staff', n: result.staff.rejected, of: null },
    { what: 'credits sent back by staff', n: result.staff.refunded, of: null },
    { what: 'feed incidents that staff had to explain', n: result.staff.incidents, of: null },
    { what: 'events written', n: events, of: null },
    { what: 'events in the hands of merchants', n: delivered, of: events },
  ];
}

/** For a person at a terminal. */
export function reportLines(measured: Measured): string[] {
  const { simulation, result, seconds } = measured;
  const lines = linesOf(measured);
  const width = Math.max(...lines.map(({ what }) => what.length));
  return [
    `seed ${simulation.seed}: ${result.virtual_days.toFixed(1)} days in ${seconds.toFixed(0)} s, ${count(result.steps)} steps, digest ${result.tally.counts().digest}`,
    ...lines.map(({ what, n, of }) =>
      `${what.padEnd(width)}  ${count(n).padStart(10)}  ${of === null ? '' : share(n, of)}`.trimEnd(),
    ),
    ...result.broken.slice(0, 20).map((one) => `BROKEN: ${one}`),
    ...(result.broken.length === 0
      ? []
      : [
          `Again: npm run simulate -- --seed ${simulation.seed} --payments ${simulation.payments} --days ${simulation.days} --tick-seconds ${simulation.tick_ms / 1000} --until ${result.steps}`,
        ]),
  ];
}

/** The same as a section of docs/simulation.md. */
export function reportMarkdown(measured: Measured): string {
  const { simulation, result, seconds } = measured;
  const { profile, seed, payments, days, tick_ms } = simulation;
  const rows = linesOf(measured).map(
    ({ what, n, of }) => `| ${what} | ${count(n)} | ${of === null ? '' : share(n, of)} |`,
  );
  const broken = result.broken.slice(0, 20).map((one) => `- BROKEN: ${one}`);
  return [
    `### Seed ${seed}`,
    '',
    `\`npm run simulate -- --seed ${seed} --payments ${payments} --days ${days} --tick-seconds ${tick_ms / 1000}\`: ` +
      `${count(profile.customers)} customers, ${profile.merchants} merchants and ${2 * profile.numbers_per_operator} SIMs through ` +
      `${result.virtual_days.toFixed(1)} days in ${(seconds / 60).toFixed(0)} minutes, ${count(result.steps)} steps.`,
    '',
    '| | count | share |',
    '| --- | ---: | ---: |',
    ...rows,
    '',
    ...(broken.length === 0 ? ['Nothing was broken.'] : broken),
    '',
  ].join('\n');
}
