import { beyondFrom, cameAfter } from '../../domain/statement/list-end.ts';
import { type NamelessStep, pairNameless, type RowLikeStep } from '../../domain/statement/nameless.ts';
import { unclearIn } from '../../domain/statement/party.ts';
import type { Database } from '../../store/statement.ts';
import { loadListEnd, loadNamelessSteps, loadRowsLikeSteps } from '../../store/statements/nameless.ts';
import { loadStatements } from '../../store/statements/statements.ts';

/** By the ordinal of a row, the step without an id that it is. */
type Paired = Readonly<Record<string, string>>;

/**
 * Which step without an id each row of a statement is, by the ordinal of the row. Looked up once for all rows, since one row is a
 * step because others are not.
 */
export async function pairRows(client: Database, statement_id: string): Promise<Paired> {
  const steps = await loadNamelessSteps(client, { statement_id });
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return {};
  const found = await loadRowsLikeSteps(client, {
    statement_id,
    since: first.occurred_at,
    until: last.occurred_at,
    moved_xaf: steps.map(({ moved_xaf }) => moved_xaf),
    after_xaf: steps.map(({ after_xaf }) => after_xaf),
  });
  // A cell that doesn't clearly say whom says of nobody that he is another.
  const rows = found.map((row) => (unclearIn(row.party) === null ? row : { ...row, party: null }));
  return pairReached(client, statement_id, rows, steps);
}

/** Pairs rows with the steps that the statement reaches: without those behind its end their rows may be others. */
async function pairReached(
  client: Database,
  statement_id: string,
  rows: readonly RowLikeStep[],
  steps: readonly NamelessStep[],
): Promise<Paired> {
  const [statement] = await loadStatements(client, [statement_id]);
  if (statement === undefined) throw new Error(`bug: statement ${statement_id} is gone`);
  const { covers_until } = statement;
  const paired = pairNameless(rows, steps);
  const late = cameAfter(paired, { rows, steps, covers_until });
  if (late.length === 0) return Object.fromEntries(paired);
  const is_late = new Set(late.map(({ step_id }) => step_id));
  const sure = Object.fromEntries([...paired].filter(([, step_id]) => !is_late.has(step_id)));
  const [end] = await loadListEnd(client, { statement_id, paired: JSON.stringify(sure) });
  const from = end === undefined ? null : beyondFrom(late, end);
  if (from === null) return Object.fromEntries(paired);
  const reached = steps.filter(({ place }) => place < from);
  return Object.fromEntries(pairNameless(rows, reached));
}
