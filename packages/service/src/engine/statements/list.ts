import { profileKey, STATEMENT_PROFILES, type StatementProfile } from '../../domain/statement/profile.ts';
import type { StatementProfileConfirmationRow } from '../../store/rows.generated.ts';
import { listShownRows, loadNewSums, type ShownRow } from '../../store/statements/rows.ts';
import {
  listProfileConfirmations,
  listStatementRows,
  loadStatements,
  type StatementRecord,
} from '../../store/statements/statements.ts';
import { findUntied } from '../../store/statements/untied.ts';
import type { Services } from '../services.ts';

/** Statements, those imported last first; of one number alone where it is named by its id, and before another statement. */
export function listStatements(
  { pool }: Services,
  {
    number_id = null,
    before = null,
    limit,
  }: { number_id?: string | null; before?: string | null; limit: number },
): ReturnType<typeof listStatementRows> {
  return listStatementRows(pool, { limit, number_id, before });
}

export type ShownStatement = {
  statement: StatementRecord;
  new_rows: number;
  moved_xaf: number;
  /** Rows that moved nothing, whatever sums they print. */
  uncompleted_rows: number;
  /** Nothing ties it to its number: two people let it count. */
  is_untied: boolean;
  /** The rows that the book didn't know, or knows otherwise. */
  rows: ShownRow[];
};

/** One statement, with what it says and the book doesn't; null when there is none. */
export async function showStatement(
  { pool }: Services,
  id: string,
  { after = 0, limit }: { after?: number; limit: number },
): Promise<ShownStatement | null> {
  const [[statement], [sums], untied, rows] = await Promise.all([
    loadStatements(pool, [id]),
    loadNewSums(pool, [id]),
    findUntied(pool, [id]),
    listShownRows(pool, { statement_id: id, after, limit }),
  ]);
  if (statement === undefined) return null;
  const { new_rows = 0, moved_xaf = 0, uncompleted_rows = 0 } = sums ?? {};
  return { statement, new_rows, moved_xaf, uncompleted_rows, is_untied: untied.length > 0, rows };
}

export type KnownProfile = {
  profile: StatementProfile;
  confirmation: StatementProfileConfirmationRow | null;
};

/** Every profile, and who has said that it reads right. */
export async function listProfiles({ pool }: Services): Promise<KnownProfile[]> {
  const rows = await listProfileConfirmations(pool);
  const confirmed = new Map(rows.map((row) => [`${row.profile_id}@${row.profile_version}`, row]));
  return STATEMENT_PROFILES.map((profile) => ({
    profile,
    confirmation: confirmed.get(profileKey(profile)) ?? null,
  }));
}
