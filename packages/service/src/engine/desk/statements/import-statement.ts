import type { Signature } from '../../../domain/review/second-person.ts';
import type { FileProblem } from '../../../domain/statement/problem.ts';
import { dayBegins } from '../../../domain/time.ts';
import { findByHash, insertStatements, type StatementRecord } from '../../../store/statements/statements.ts';
import { findNumbers } from '../../numbers.ts';
import type { Services } from '../../services.ts';
import {
  changedSince,
  expectedOf,
  followed,
  readStatement,
  type StatementFile,
} from '../../statements/check.ts';
import { compareStatement } from '../../statements/compare.ts';
import { keepRows, type Progress } from '../../statements/keep.ts';
import { requireMay } from '../allowed.ts';
import { signed } from '../signed.ts';

export type ImportStatement = Signature & {
  file: StatementFile;
  /** The live number that it is of, or its id. */
  number: string;
  /** The day that it has to be of, such as `2026-11-21`; null: any. */
  day: string | null;
  /** The days before it can't be had. */
  after_a_gap: boolean;
  /** The account that it names is the number's, whatever earlier statements say. Two people let it count. */
  new_account?: boolean;
};

export type ImportOutcome =
  /** `before`: this very file was complete already. */
  | { kind: 'imported'; statement: StatementRecord; before: boolean }
  | { kind: 'file_refused'; problem: FileProblem }
  | { kind: 'number_not_found' }
  | { kind: 'book_not_open'; msisdn: string }
  | { kind: 'day_unusable' };

const ACTION = 'statement.import';

/**
 * Imports the statement of a live number: looks at the whole file first, so that nothing of a wrong one is kept, then
 * keeps its rows and compares them with the book. It proves nothing yet: `settleStatements` lets it count. Brought
 * again after it was killed, it goes on where it was; brought twice, it is one statement.
 */
export async function importStatement(
  services: Services,
  command: ImportStatement,
  onProgress: Progress = () => undefined,
): Promise<ImportOutcome> {
  const { file, day } = command;
  await requireMay(services, command, ACTION);
  if (day !== null && dayBegins(day) === null) return { kind: 'day_unusable' };
  const [number] = await findNumbers(services.pool, [command.number]);
  if (number === undefined || number === null) return { kind: 'number_not_found' };
  const { is_open, ...expected } = await expectedOf(services, number, command);
  if (!is_open) return { kind: 'book_not_open', msisdn: number.msisdn };
  const read = await readStatement(file, expected);
  if ('problem' in read) return { kind: 'file_refused', problem: read.problem };
  const { sha256, summary, prints, moved } = read;
  const [known] = await findByHash(services.pool, { sha256 });
  if (known !== undefined && known.collection_number_id !== number.id)
    return {
      kind: 'file_refused',
      problem: ofAnother(number, known),
    };
  if (known === undefined || known.state === 'IMPORTING') {
    const problem = await changedSince(services, number.id, moved);
    if (problem !== null) return { kind: 'file_refused', problem };
  }
  if (known === undefined) {
    const follows = await followed(services, number.id, summary, command.after_a_gap);
    if ('problem' in follows) return { kind: 'file_refused', problem: follows.problem };
    await begin(services, command, { sha256, summary, collection_number_id: number.id, ...follows });
  }
  const [begun] = await findByHash(services.pool, { sha256 });
  if (begun === undefined) return { kind: 'file_refused', problem: { kind: 'refused_meanwhile' } };
  if (begun.collection_number_id !== number.id)
    return {
      kind: 'file_refused',
      problem: ofAnother(number, begun),
    };
  const before = begun.state !== 'IMPORTING';
  if (!before) {
    const problem = await keepRows(services, file, begun, { expected, prints }, onProgress);
    if (problem !== null) return { kind: 'file_refused', problem };
  }
  await compareStatement(services, begun.id, onProgress);
  const [statement] = await findByHash(services.pool, { sha256 });
  if (statement === undefined) return { kind: 'file_refused', problem: { kind: 'refused_meanwhile' } };
  return { kind: 'imported', statement, before };
}

const ofAnother = (number: { msisdn: string }, { id, msisdn }: StatementRecord): FileProblem => ({
  kind: 'file_of_another_number',
  msisdn: number.msisdn,
  of: msisdn,
  statement_id: id,
});

type Begin = { sha256: string; collection_number_id: string; follows_id: string | null } & Pick<
  Extract<Awaited<ReturnType<typeof readStatement>>, { summary: unknown }>,
  'summary'
>;

/** Of two who begin one file at once, one does. */
async function begin(
  services: Services,
  command: ImportStatement,
  { summary, ...kept }: Begin,
): Promise<void> {
  const id = services.newId();
  const { profile } = summary.layout;
  await signed<null, null>(services, {
    lock: async () => null,
    decide: async ({ client, now, record }) => {
      const made = await insertStatements(client, [
        {
          ...kept,
          id,
          file_name: command.file.name.slice(0, 200).replaceAll('\0', '').toWellFormed(),
          profile_id: profile.id,
          profile_version: profile.version,
          account: summary.account,
          covers_from: summary.from,
          covers_until: summary.until,
          is_newest_first: summary.is_newest_first,
          opening_xaf: summary.opening_xaf,
          closing_xaf: summary.closing_xaf,
          rows_count: summary.rows,
          imported_by: command.actor,
          imported_at: now,
        },
      ]);
      const { sha256, collection_number_id } = kept;
      if (made.length > 0)
        record(command, { action: ACTION, subject_id: id, detail: { sha256, collection_number_id } });
      return { outcomes: [] };
    },
  });
}
