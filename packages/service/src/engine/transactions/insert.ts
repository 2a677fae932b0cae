import type { Database } from '../../store/statement.ts';
import { insertTransactions } from '../../store/transactions/insert.ts';
import type { Draft } from './draft.ts';

/** Writes drafts and marks each as made, or as one whose reference is taken. */
export async function insertDrafts(database: Database, drafts: readonly (Draft | null)[]): Promise<void> {
  const asked = drafts.filter((draft) => draft !== null);
  const made = await insertTransactions(
    database,
    asked.map((draft) => draft.row),
  );
  const ids = new Set(made.map(({ id }) => id));
  for (const draft of asked) draft.state = ids.has(draft.row.id) ? 'made' : 'reference_taken';
}
