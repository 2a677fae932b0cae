// A process that imports one statement and lets it count, and says how long that took and how much memory.
import { createReadStream } from 'node:fs';
import { importStatement } from '../../src/engine/desk/statements/import-statement.ts';
import { settleStatements } from '../../src/engine/desk/statements/settle-statement.ts';
import { connect } from '../../src/store/connect/connect.ts';
import { servicesOf } from '../shop.ts';

export type Import = { url: string; path: string; number: string };
export type Imported = {
  import_s: number;
  settle_s: number;
  import_mib: number;
  peak_mib: number;
  /** So many are kept, and known to the book in the end. */
  rows: number;
};

const peak_mib = (): number => process.resourceUsage().maxRSS / 1024;

/** `refused`: why the file is none that is taken, which is what is measured then. */
export type Refused = { refused: string; import_mib: number };

async function run({ url, path, number }: Import): Promise<Imported | Refused> {
  const pool = await connect(url, { max_connections: 2 });
  const services = servicesOf({ pool });
  const note = 'bench';
  const file = { name: 'statement.csv', open: () => createReadStream(path) };
  const from_ms = performance.now();
  const command = { file, number, day: null, after_a_gap: false, actor: 'Awa', note };
  const imported = await importStatement(services, command);
  if (imported.kind === 'file_refused') {
    await pool.end();
    return { refused: imported.problem.kind, import_mib: peak_mib() };
  }
  if (imported.kind !== 'imported') throw new Error(JSON.stringify(imported));
  const import_s = (performance.now() - from_ms) / 1000;
  const import_mib = peak_mib();
  const statement_id = imported.statement.id;
  await settleStatements(services, [{ statement_id, actor: 'Awa', note }]);
  const again_ms = performance.now();
  await settleStatements(services, [{ statement_id, actor: 'Brahim', note }]);
  const settle_s = (performance.now() - again_ms) / 1000;
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int from statement_findings f where f.statement_id = $1 and f.step_id is not null',
    [statement_id],
  );
  await pool.end();
  return { import_s, settle_s, import_mib, peak_mib: peak_mib(), rows: rows[0]?.count ?? 0 };
}

process.once('message', (asked: Import) => {
  void run(asked).then((told) => process.send?.(told));
});
process.once('disconnect', () => process.exit(0));
