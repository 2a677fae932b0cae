import { pairNameless } from '../../domain/statement/nameless.ts';
import type { Database } from '../../store/statement.ts';
import { loadNamelessSteps, loadRowsLikeSteps } from '../../store/statements/nameless.ts';

/**
 * Which step without an id each row of a statement is, by the ordinal of the row. Looked up once for all rows, since one row is a
 * step because others are not.
 */
export async function pairRows(
  client: Database,
  statement_id: string,
): Promise<Readonly<Record<string, string>>> {
  const steps = await loadNamelessSteps(client, { statement_id });
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return {};
  const rows = await loadRowsLikeSteps(client, {
    statement_id,
    since: first.occurred_at,
    until: last.occurred_at,
    moved_xaf: steps.map(({ moved_xaf }) => moved_xaf),
    after_xaf: steps.map(({ after_xaf }) => after_xaf),
  });
  return Object.fromEntries(pairNameless(rows, steps));
}
