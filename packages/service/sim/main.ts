import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openBenchCluster, openBenchDatabase } from '../bench/database.ts';
import { DEFAULT_PROFILE } from './profile.ts';
import { type Measured, reportLines, reportMarkdown } from './report.ts';
import { type Simulation, simulate } from './run.ts';

const USAGE = `npm run simulate -- [--payments N] [--days D] [--seed S] [--tick-seconds T] [--until STEP] [--write FILE]

Lives through a simulated country of customers, phones, operators and merchants on a virtual clock, with the
real engine on a real PostgreSQL, and checks after each step what must always hold.

  --payments N      payments to be set out on (10000)
  --days D          virtual days they are spread over (a day for each 15000)
  --seed S          the world; the same seed gives the same run (1)
  --tick-seconds T  virtual seconds a step (30)
  --until STEP      stops after this step, to look at a failing one
  --write FILE      writes the report there, as a section of docs/simulation.md
`;

const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '10000' },
    days: { type: 'string' },
    seed: { type: 'string', default: '1' },
    'tick-seconds': { type: 'string', default: '30' },
    until: { type: 'string' },
    write: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}

const payments = Number(values.payments);
const simulation: Simulation = {
  seed: Number(values.seed),
  payments,
  days: Number(values.days ?? Math.max(1, Math.round(payments / 15_000))),
  tick_ms: Number(values['tick-seconds']) * 1000,
  until_step: values.until === undefined ? null : Number(values.until),
  profile: DEFAULT_PROFILE,
};

const measured = await run();
process.stdout.write(`${reportLines(measured).join('\n')}\n`);
if (values.write !== undefined) await writeFile(values.write, reportMarkdown(measured));
process.exitCode = measured.result.broken.length === 0 ? 0 : 1;

async function run(): Promise<Measured> {
  const opened = (await openBenchCluster('ram')) ?? (await openBenchCluster('disk'));
  if (opened === null)
    throw new Error('there is no place for a database: neither /dev/shm nor a temporary folder');
  try {
    const database = await openBenchDatabase(opened.cluster);
    const from_ms = performance.now();
    let said_ms = from_ms;
    const result = await simulate(database.pool, simulation, (step, day, tally) => {
      if (performance.now() - said_ms < 10_000) return;
      said_ms = performance.now();
      process.stderr.write(`step ${step}, day ${day.toFixed(1)}, ${tally.counts().sessions} sessions\n`);
    });
    await database.drop();
    return { simulation, result, seconds: (performance.now() - from_ms) / 1000 };
  } finally {
    await opened.close();
  }
}
