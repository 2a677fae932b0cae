import type { PoolClient } from 'pg';
import type { RowFinding } from '../../domain/statement/compare.ts';
import { lockBooks } from '../../store/book/book-state.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { findUntriedOf } from '../../store/notices/inbox.ts';
import {
  findRowsToBring,
  loadListedDoubts,
  loadNewRows,
  loadNewSums,
  noteNotices,
} from '../../store/statements/rows.ts';
import {
  loadAgreed,
  lockListings,
  lockStatements,
  noteNotAgreed,
  type StatementRecord,
} from '../../store/statements/statements.ts';
import { raiseAlerts } from '../alerts.ts';
import { settleIn } from '../book/settle.ts';
import { keepNotices } from '../notices.ts';
import type { Services } from '../services.ts';
import { loadTemplates } from '../templates/read.ts';
import { compareRows } from './compare.ts';
import { noticeOf } from './row-notice.ts';

/**
 * At most so many rows go through the book in one transaction. They are many, since rows that fill one gap should come
 * together.
 */
const AT_ONCE = 1000;

/** `waits_for`: none came, since this message of their SIM waits in the inbox, which may know more than its row. */
export type Brought = { until_row: number; events: number; waits_for: string | null };

/**
 * Brings the next rows behind `after_row` to the book. They are compared once more under its lock: since the import,
 * messages may have told of them, readings found them, and people explained them. Where they would bring more than people agreed to, or list
 * more that is in doubt, none comes, and the statement waits to be agreed to once more. Staff are told of that until they have decided,
 * since whoever agreed may not be there to be asked again.
 * @param options.overtakes they come also where a message of their SIM waits
 * @returns null where no row is left, or none may come
 */
export async function bringRows(
  services: Services,
  { id, collection_number_id, operator }: StatementRecord,
  after_row: number,
  { limit = AT_ONCE, overtakes = false }: { limit?: number; overtakes?: boolean } = {},
): Promise<Brought | null> {
  const templates = await loadTemplates(services);
  return atomically(services.pool, async (client) => {
    const now = services.now();
    await lockListings(client, { operator });
    await lockBooks(client, [collection_number_id]);
    const [locked] = await lockStatements(client, [id]);
    if (locked?.state !== 'AGREED') return null;
    const found = await findRowsToBring(client, { statement_id: id, after_row, limit });
    const ordinals = found.map(({ ordinal }) => ordinal);
    const until_row = ordinals.at(-1);
    if (until_row === undefined) return null;
    // What was kept since somebody looked, or is being settled by another process and waits for the book,
    // would be overtaken.
    const [untried] = overtakes ? [] : await findUntriedOf(client, { collection_number_id });
    if (untried !== undefined) return { until_row: after_row, events: 0, waits_for: untried.notice_id };
    const compared = await compareRows(client, id, ordinals);
    const rows = await loadNewRows(client, { statement_id: id, ordinals });
    if (found.some((row) => isOther(row, compared.get(row.ordinal))) && !(await isAgreed(client, id))) {
      await noteNotAgreed(client, { statement_id: id });
      await tellNotAgreed(services, client, id);
      return null;
    }
    const kept = await keepNotices(
      services,
      client,
      rows.map((row) => noticeOf(row, compared.get(row.ordinal)?.told_payers ?? [], now)),
    );
    const notices = kept.map((one, at) => {
      const row = rows[at];
      if (one.kind !== 'kept' || row === undefined) throw new Error(`bug: a row of ${id} has no number`);
      return { statement_id: id, ordinal: row.ordinal, notice_id: one.notice_id };
    });
    await noteNotices(client, notices);
    const notice_ids = notices.map(({ notice_id }) => notice_id);
    const { events } = await settleIn(services, client, notice_ids, templates, now);
    return { until_row, events, waits_for: null };
  });
}

function tellNotAgreed(services: Services, client: PoolClient, id: string): Promise<void> {
  const about = { environment: 'live', subject: id, notice_id: null, credit_id: null } as const;
  return raiseAlerts(services, client, [{ kind: 'statement_unagreed', ...about, detail: {} }]);
}

/** Whether a row says by now of a step what it didn't when people were asked about it, or brings what it didn't. */
const isOther = (before: Pick<RowFinding, 'finding' | 'step_id'>, now: RowFinding | undefined): boolean =>
  before.finding !== 'NEW' &&
  (now?.finding === 'NEW' ||
    (now?.finding === 'SAME' && !(before.finding === 'SAME' && before.step_id === now.step_id)));

/** Whether people have agreed to as much as the rows of a statement bring, and list that is in doubt, by now: two were told the same. */
async function isAgreed(client: PoolClient, id: string): Promise<boolean> {
  const [agreed] = await loadAgreed(client, { statement_id: id });
  const [[brings], [lists]] = await Promise.all([loadNewSums(client, [id]), loadListedDoubts(client, [id])]);
  return (brings?.moved_xaf ?? 0) + (lists?.listed_xaf ?? 0) <= (agreed?.agreed_xaf ?? 0);
}
