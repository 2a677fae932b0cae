import { Carried } from '../../domain/statement/continuity.ts';
import type { FileProblem } from '../../domain/statement/problem.ts';
import { type Expected, type ReadRow, StatementReader } from '../../domain/statement/reader.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { findChangedRows, insertRows, type KeptRow } from '../../store/statements/rows.ts';
import { lockStatements, noteKept, type StatementRecord } from '../../store/statements/statements.ts';
import type { Services } from '../services.ts';
import { readRows, type StatementFile } from './check.ts';
import { Portions } from './portions.ts';

export type Progress = (done: { kept: number; compared: number; rows: number }) => void;

/**
 * Keeps the rows of a statement that was begun, in portions. Killed at any moment it goes on where it was when the file
 * is brought again; two who bring it at once share the work, and no row is written twice.
 * @param prints of its portions, as they were when it was looked at: none is kept that has changed since
 * @returns why the file is refused after all: it has changed since it was looked at, or an earlier statement tells another sum
 */
export async function keepRows(
  services: Services,
  file: StatementFile,
  statement: StatementRecord,
  { expected, prints }: { expected: Expected; prints: readonly string[] },
  onProgress: Progress,
): Promise<FileProblem | null> {
  const { id, rows_count, is_newest_first, opening_xaf, closing_xaf } = statement;
  const carried = new Carried(is_newest_first, is_newest_first ? closing_xaf : opening_xaf);
  const portions = new Portions();
  const left = prints.values();
  let kept = statement.kept_rows;
  let place = 0;
  let portion: PlacedRow[] = [];
  const onRow = async ({ line, cells, row }: ReadRow): Promise<FileProblem | null> => {
    const after_xaf = row.is_completed ? carried.row(line, row) : null;
    const { json, print } = portions.take(cells);
    place += 1;
    if (place > kept) {
      const ordinal = is_newest_first ? rows_count - place + 1 : place;
      const { before_xaf: _, ...said } = row;
      portion.push({ place, row: { ...said, statement_id: id, ordinal, line, cells: json, after_xaf } });
    }
    if (print === null) return null;
    if (print !== left.next().value) return CHANGED;
    // The last portion waits until the whole file was read once more.
    if (portion.length === 0 || place === rows_count) return null;
    const now_kept = await keepPortion(services, id, portion);
    if (now_kept === null) return REFUSED;
    kept = now_kept;
    onProgress({ kept, compared: 0, rows: rows_count });
    portion = [];
    return null;
  };
  const read = await readRows(file, new StatementReader(expected, true), onRow);
  if ('problem' in read) return read.problem;
  if (read.sha256 !== statement.sha256 || read.summary.rows !== rows_count) return CHANGED;
  const last = portion;
  const problem = await keepLast(services, id, last, rows_count);
  if (problem === null) onProgress({ kept: rows_count, compared: 0, rows: rows_count });
  return problem;
}

const CHANGED: FileProblem = { kind: 'changed_meanwhile' };
const REFUSED: FileProblem = { kind: 'refused_meanwhile' };

type PlacedRow = { place: number; row: KeptRow };

/** How many rows are kept with this portion; null: people have refused the statement. */
function keepPortion(services: Services, id: string, portion: readonly PlacedRow[]): Promise<number | null> {
  return atomically(services.pool, async (client) => {
    const [locked] = await lockStatements(client, [id]);
    if (locked === undefined) throw new Error(`bug: statement ${id} is gone`);
    if (locked.state === 'REFUSED') return null;
    const fresh = portion.filter(({ place }) => place > locked.kept_rows);
    if (fresh.length === 0) return locked.kept_rows;
    const kept = fresh.at(-1)?.place ?? locked.kept_rows;
    await insertRows(
      client,
      fresh.map(({ row }) => row),
    );
    await noteKept(client, { statement_id: id, kept });
    return kept;
  });
}

/** The last portion makes the statement complete, unless it contradicts an earlier one. */
async function keepLast(
  services: Services,
  id: string,
  portion: readonly PlacedRow[],
  rows_count: number,
): Promise<FileProblem | null> {
  return atomically(services.pool, async (client) => {
    const [locked] = await lockStatements(client, [id]);
    if (locked?.state === 'REFUSED') return REFUSED;
    if (locked === undefined || locked.kept_rows === rows_count) return null;
    const fresh = portion.filter(({ place }) => place > locked.kept_rows);
    await insertRows(
      client,
      fresh.map(({ row }) => row),
    );
    const [changed] = await findChangedRows(client, [id]);
    if (changed !== undefined) {
      const { id: _, ...told } = changed;
      throw new ChangedSince({ kind: 'changed_since', ...told });
    }
    await noteKept(client, { statement_id: id, kept: rows_count });
    return null;
  }).catch((error: unknown) => {
    if (error instanceof ChangedSince) return error.problem;
    throw error;
  });
}

/** Rolls the last portion back. */
class ChangedSince extends Error {
  readonly problem: FileProblem;
  constructor(problem: FileProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}
