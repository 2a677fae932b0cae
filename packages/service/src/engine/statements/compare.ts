import { compareRow, type RowFinding, toldPayers } from '../../domain/statement/compare.ts';
import { atomically } from '../../store/connect/atomically.ts';
import type { Database } from '../../store/statement.ts';
import { loadRowCases, writeFindings } from '../../store/statements/cases.ts';
import { lockStatements, noteCompared } from '../../store/statements/statements.ts';
import type { Services } from '../services.ts';
import type { Progress } from './keep.ts';
import { pairRows } from './pair.ts';

/** At most so many rows are compared in one transaction. */
const COMPARED_AT_ONCE = 2000;

/** Compares a complete statement with the book of its number, in portions; done already, it does nothing. */
export async function compareStatement(
  services: Services,
  id: string,
  onProgress: Progress = () => undefined,
): Promise<void> {
  for (;;) {
    const left = await atomically(services.pool, async (client) => {
      const [locked] = await lockStatements(client, [id]);
      if (locked === undefined || locked.state === 'IMPORTING' || locked.state === 'REFUSED') return 0;
      const { compared_rows, rows_count } = locked;
      const until = Math.min(rows_count, compared_rows + COMPARED_AT_ONCE);
      if (until > compared_rows) {
        const ordinals = Array.from({ length: until - compared_rows }, (_, at) => compared_rows + at + 1);
        await compareRows(client, id, ordinals);
        await noteCompared(client, { statement_id: id, until });
      }
      onProgress({ kept: rows_count, compared: until, rows: rows_count });
      return rows_count - until;
    });
    if (left === 0) return;
  }
}

export type ComparedRow = RowFinding & { told_payers: readonly string[] };

/**
 * Compares rows of a locked statement with the book as it is now, all at once, and writes what was found.
 * @returns by its ordinal, what was found of a row, and its payers whom messages alone name
 */
export async function compareRows(
  client: Database,
  statement_id: string,
  ordinals: readonly number[],
): Promise<ReadonlyMap<number, ComparedRow>> {
  const paired = JSON.stringify(await pairRows(client, statement_id));
  const cases = await loadRowCases(client, { statement_id, ordinals, paired });
  const compared = cases.map((one) => ({
    ordinal: one.ordinal,
    ...compareRow(one),
    told_payers: toldPayers(one),
  }));
  await writeFindings(
    client,
    compared.map(({ told_payers: _, ...found }) => ({ statement_id, ...found })),
  );
  return new Map(compared.map((one) => [one.ordinal, one]));
}
