import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureBalance } from './balance.ts';
import { measureCheckout } from './checkout.ts';
import { measureCheckout2g } from './checkout-2g.ts';
import { measureCreate } from './create.ts';
import { measureDashboard } from './dashboard.ts';
import { measureHistory } from './history.ts';
import { measureIntake } from './intake.ts';
import { describeMachine } from './machine.ts';
import { measurePath } from './path.ts';
import { measureLivePath } from './path-live.ts';
import { measureProof } from './proof.ts';
import type { Effort, Row } from './row.ts';
import { measureSettle } from './settle.ts';
import { measureSettlements } from './settlements.ts';
import { measureSignIn } from './sign-in.ts';
import { measureStart } from './start.ts';
import { measureStatements } from './statements.ts';
import { plainRow, plainTable, type Report, writeTable } from './table.ts';
import { measureList } from './transactions-list.ts';
import { measureBacklog } from './webhooks-backlog.ts';
import { measureDeliver } from './webhooks-deliver.ts';
import { measureNeighbours } from './webhooks-neighbours.ts';
import { measureThroughput } from './webhooks-throughput.ts';

const DOCUMENT = fileURLToPath(new URL('../../../docs/performance.md', import.meta.url));

const MEASUREMENTS: Record<string, (effort: Effort) => Promise<Row[]>> = {
  create: measureCreate,
  settle: measureSettle,
  intake: measureIntake,
  history: measureHistory,
  start: measureStart,
  path: measurePath,
  live: measureLivePath,
  deliver: measureDeliver,
  throughput: measureThroughput,
  backlog: measureBacklog,
  neighbours: measureNeighbours,
  list: measureList,
  checkout: measureCheckout,
  'checkout-2g': measureCheckout2g,
  balance: measureBalance,
  dashboard: measureDashboard,
  settlements: measureSettlements,
  proof: measureProof,
  'sign-in': measureSignIn,
  statements: measureStatements,
};

const USAGE = `npm run bench -- [--quick] [--json FILE] [--write] [${Object.keys(MEASUREMENTS).join('] [')}]

  --quick      less history and shorter loads, about four minutes instead of forty
  --json FILE  writes rows and machine there too
  --write      puts the table into docs/performance.md
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const names = positionals.length > 0 ? positionals : Object.keys(MEASUREMENTS);
if (values.help || names.some((name) => MEASUREMENTS[name] === undefined)) {
  process.stdout.write(USAGE);
  process.exit(values.help ? 0 : 2);
}

const report = await measure(names, values.quick);
process.stdout.write(`${plainTable(report)}\n`);
if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`);
if (values.write) await writeTable(DOCUMENT, report);

/**
 * One measurement after the other; one that fails is a row that says so, and the others still run. Each is said as
 * it is taken, so that who ends a long run keeps what it had.
 */
async function measure(names: string[], quick: boolean): Promise<Report> {
  const from_ms = performance.now();
  const machine = await describeMachine();
  const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);
  const rows: Row[] = [];
  for (const name of names) {
    const found = await MEASUREMENTS[name]?.({ quick, say }).catch((error: unknown) => [failed(name, error)]);
    for (const row of found ?? []) say(plainRow(row));
    rows.push(...(found ?? []));
  }
  const seconds = (performance.now() - from_ms) / 1000;
  return { machine, rows, seconds, quick, at: new Date() };
}

function failed(measurement: string, error: unknown): Row {
  process.exitCode = 1;
  const from = error instanceof Error ? error.message : String(error);
  return { measurement, what: 'this measurement failed', value: 'VOID', goal: null, met: null, from };
}
