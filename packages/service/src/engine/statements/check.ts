import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Msisdn } from '../../domain/msisdn.ts';
import type { Operator } from '../../domain/operator.ts';
import type { FileProblem } from '../../domain/statement/problem.ts';
import {
  type Expected,
  type MovedParts,
  type ReadRow,
  StatementReader,
  type StatementSummary,
} from '../../domain/statement/reader.ts';
import { readTable } from '../../files/read.ts';
import { LIMITS, UnreadableFile } from '../../files/unreadable.ts';
import { findChangedSums } from '../../store/statements/rows.ts';
import { type Before, findBefore, loadNeighbours } from '../../store/statements/statements.ts';
import type { Services } from '../services.ts';
import { Portions } from './portions.ts';

/** A file that can be read more than once, from its beginning. */
export type StatementFile = { name: string; open: () => Readable };

/** What was read of a file that nothing is wrong with. `prints`: the print of each of its portions, in order; `moved`: what its rows moved. */
export type Looked = {
  sha256: string;
  summary: StatementSummary;
  prints: readonly string[];
  moved: Iterator<MovedParts>;
};

/**
 * Looks at a whole file in bounded memory, row by row.
 * @returns its hash, over every byte, and what it says; or why it is refused
 */
export async function readStatement(
  file: StatementFile,
  expected: Expected,
): Promise<{ problem: FileProblem } | Looked> {
  const portions = new Portions();
  const prints: string[] = [];
  const reader = new StatementReader(expected);
  const read = await readRows(file, reader, ({ cells }) => {
    const { print } = portions.take(cells);
    if (print !== null) prints.push(print);
    return null;
  });
  return 'problem' in read ? read : { ...read, prints: [...prints, portions.end()], moved: reader.moved() };
}

/**
 * Reads a file row by row, up to the first problem.
 * @param onRow a problem of its own, or null
 */
export async function readRows(
  { name, open }: StatementFile,
  reader: StatementReader,
  onRow: (read: ReadRow) => Promise<FileProblem | null> | FileProblem | null,
): Promise<{ problem: FileProblem } | Omit<Looked, 'prints' | 'moved'>> {
  const hash = createHash('sha256');
  let may_be_cut = false;
  try {
    let place = 0;
    const rows = readTable(Readable.from(hashed(open(), hash)), name, LIMITS, ({ has_line_break }) => {
      may_be_cut = !has_line_break;
    });
    for await (const cells of rows) {
      place += 1;
      refuseLong(cells, place, name);
      const read = reader.take(cells);
      if (reader.problem !== null) return { problem: reader.problem };
      const problem = read === null ? null : await onRow(read);
      if (problem !== null) return { problem };
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const { kind: reason, place, message: sentence } = error;
    return { problem: { kind: 'unreadable_file', reason, place, sentence } };
  }
  const ended = reader.end(may_be_cut);
  return 'problem' in ended ? ended : { sha256: hash.digest('hex'), summary: ended.summary };
}

/**
 * A portal's row has some hundred characters. All of it is kept for good, and looked through for tickets: a workbook of a few
 * kilobytes, whose cells share one long text, stood for a hundred megabytes.
 */
const ROW_CHARACTERS_MAX = 4_096;

function refuseLong(cells: readonly string[], row: number, name: string): void {
  const characters = cells.reduce((sum, cell) => sum + cell.length, 0);
  if (characters <= ROW_CHARACTERS_MAX) return;
  const sentence = `Row ${row} of ${name} has ${characters} characters, more than ${ROW_CHARACTERS_MAX}: it is no row of a statement. Download the file once more, without columns that you don't need.`;
  throw new UnreadableFile('row_too_long', sentence, { row });
}

async function* hashed(source: Readable, hash: ReturnType<typeof createHash>) {
  for await (const part of source) {
    hash.update(part as Buffer);
    yield part as Buffer;
  }
}

/** What a file of this number should be. */
export async function expectedOf(
  services: Services,
  { id, msisdn, operator }: { id: string; msisdn: string; operator: Operator },
  { day, new_account = false }: { day: string | null; new_account?: boolean },
): Promise<Expected & { is_open: boolean }> {
  const [known] = await loadNeighbours(services.pool, { collection_number_id: id });
  return {
    msisdn: msisdn as Msisdn,
    operator,
    others: new Set(known?.others),
    account: known?.account ?? null,
    other_accounts: new Set(known?.other_accounts.filter((account) => account !== null)),
    new_account,
    is_open: known?.is_open ?? false,
    day,
    now: services.now(),
  };
}

/** So many transactions are looked for at once. */
const LOOKED_FOR = 5_000;

/** Whether a statement that counts says another sum of one of these transactions: looked for before anything of the file is kept. */
export async function changedSince(
  services: Services,
  collection_number_id: string,
  left: Iterator<MovedParts>,
): Promise<FileProblem | null> {
  const some: MovedParts[] = [];
  for (let next = left.next(); next.done !== true; next = left.next()) {
    some.push(next.value);
    if (some.length === LOOKED_FOR) break;
  }
  if (some.length === 0) return null;
  const [changed] = await findChangedSums(services.pool, {
    collection_number_id,
    moved: JSON.stringify(some),
  });
  if (changed !== undefined) return { kind: 'changed_since', ...changed };
  return changedSince(services, collection_number_id, left);
}

/**
 * The statement that this one goes on from, null where that isn't known; or a problem, where the statement before it ends
 * at another balance.
 */
export async function followed(
  services: Services,
  collection_number_id: string,
  { from, opening_xaf }: Pick<StatementSummary, 'from' | 'opening_xaf'>,
  after_a_gap: boolean,
): Promise<{ follows_id: string | null } | { problem: FileProblem }> {
  const found = await findBefore(services.pool, { collection_number_id, from });
  const counting = found.find(({ counts }) => counts);
  const waiting = found.find(({ counts, is_overlap }) => !counts && !is_overlap);
  // A statement that covers the beginning of this one lists some of its rows, and these have to be the same.
  if (counting?.is_overlap === true) return { follows_id: null };
  // Without printed balances nothing tells whether days are missing between the two. And the balance may have come back to
  // where the list before ended: whoever says that days are missing knows better.
  if (opening_xaf === null || after_a_gap) return { follows_id: null };
  // Anybody can make a file: one that nobody has agreed to takes no other's place.
  const goneOn = [counting, waiting].find((one) => one?.closing_xaf === opening_xaf);
  if (goneOn !== undefined) return { follows_id: goneOn.id };
  const last = latest([counting, waiting].filter((one) => one !== undefined));
  if (last === undefined || last.closing_xaf === null) return { follows_id: null };
  const { closing_xaf: before_xaf, covers_until: before_until } = last;
  return { problem: { kind: 'not_continuous', before_until, before_xaf, opening_xaf } };
}

const latest = (found: readonly Before[]): Before | undefined =>
  found.toSorted((one, other) => other.covers_until.getTime() - one.covers_until.getTime())[0];
