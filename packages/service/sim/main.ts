import { readFile, writeFile } from 'node:fs/promises';
import { openBenchCluster, openBenchDatabase } from '../bench/database.ts';
import { readCommand } from './command.ts';
import { type Counts, sum } from './counts.ts';
import { isKept, type Measured, reportLines, reportMarkdown } from './report.ts';
import { simulate } from './run.ts';
import { headLines, rowLine, worldsOf } from './settings.ts';
import type { Simulation } from './world.ts';
import { reportYear } from './year/live.ts';

const USAGE = `npm run simulate -- [--payments N] [--days D] [--countries C] [--seed S] [--adversaries A] [--strikes N]
                    [--pace X] [--tick-seconds T] [--until STEP] [--table settings] [--disk] [--write FILE]
       npm run simulate -- --year [--days D] [--seed S] [--write FILE]

Lives through a simulated country of customers, phones, operators, merchants and cheats on a virtual clock, with
the real engine on a real PostgreSQL, and judges it by the table of docs/simulation.md. Exit code 1: a promise broke.
Ctrl-C ends it after this step, and it judges what it has lived.

  --payments N      payments to be set out on (10000)
  --days D          virtual days they are spread over (a day for each 15000 in a country)
  --countries C     so many such countries joined, with everybody in them, SIMs and cheats too (1)
  --seed S          the world; the same seed gives the same run (1)
  --adversaries A   all, none, or names with commas (all)
  --strikes N       each adversary gives up after so many strikes (never)
  --pace X          how often they strike, as a multiple (1)
  --tick-seconds T  virtual seconds a step (30)
  --until STEP      stops after this step, to look at a failing one
  --year            instead, a year of the books (docs/year.md): refunds, settlements, statements, fees, mistakes
  --table settings  instead of one run, what each setting of the book costs in waiting
  --disk            its database on the disk: a million payments take 10 GB
  --write FILE      writes the report there; where the file has a section "Figures", in its place
`;

const FIGURES = '## Figures\n';

const { values, simulation } = readCommand(process.argv.slice(2));
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
if (values.table !== undefined && values.table !== 'settings')
  throw new Error(`there is no table called "${values.table}"; there is one: settings`);

const opened = (!values.disk && (await openBenchCluster('ram'))) || (await openBenchCluster('disk'));
if (opened === null)
  throw new Error('there is no place for a database: neither /dev/shm nor a temporary folder');
const { cluster, close } = opened;
try {
  const { text, is_kept } = values.year
    ? await reportYear(cluster, { seed: simulation.seed, days: Number(values.days ?? 365) })
    : values.table === 'settings'
      ? await compareSettings()
      : await liveOnce();
  if (values.write !== undefined) await writeFile(values.write, await placed(values.write, text));
  process.exitCode = is_kept ? 0 : 1;
} finally {
  await close();
}

async function liveOnce() {
  const measured = await live(simulation);
  process.stdout.write(`${reportLines(measured).join('\n')}\n`);
  return { text: reportMarkdown(measured), is_kept: isKept(measured) };
}

async function compareSettings() {
  const lines: string[] = [];
  const say = (line: string): void => {
    lines.push(line);
    process.stdout.write(`${line}\n`);
  };
  for (const line of headLines()) say(line);
  // One world after the other: each has the machine for itself.
  for (const { simulation: world, ...settings } of worldsOf(simulation))
    say(rowLine({ ...settings, result: (await live(world)).result }));
  return { text: `${lines.join('\n')}\n`, is_kept: true };
}

async function live(world: Simulation): Promise<Measured> {
  const database = await openBenchDatabase(cluster);
  const from_ms = performance.now();
  let said_ms = from_ms;
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const say = (step: number, day: number, counts: Counts): void => {
    if (performance.now() - said_ms < 10_000) return;
    said_ms = performance.now();
    process.stderr.write(
      `step ${step}, day ${day.toFixed(1)}, ${counts.sessions} sessions, ${counts.forged} forged, ${sum(counts.wrong)} wrong confirmations, ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MiB\n`,
    );
  };
  const result = await simulate(database.pool, world, say, stop.signal);
  await database.drop();
  return { simulation: world, result, seconds: (performance.now() - from_ms) / 1000 };
}

/** The report, below what the file says before its figures. */
async function placed(file: string, text: string): Promise<string> {
  const there = await readFile(file, 'utf8').catch(() => '');
  const at = there.indexOf(FIGURES);
  return at === -1 ? text : `${there.slice(0, at + FIGURES.length)}\n${text}`;
}
