import type { PoolClient } from 'pg';
import { localDay } from '../../domain/time.ts';
import { lockBooks } from '../../store/book/book-state.ts';
import { suspectBooks } from '../../store/book/books.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { findWaitingOf } from '../../store/notices/inbox.ts';
import {
  countDiffering,
  loadStatementEnd,
  loadUnlisted,
  type StatementEnd,
  vouchByStatement,
} from '../../store/statements/book.ts';
import { findUnreadNotices, noteFailedSince, noteSteps } from '../../store/statements/rows.ts';
import {
  loadStatements,
  lockStatements,
  noteChecked,
  noteSettled,
  type StatementRecord,
} from '../../store/statements/statements.ts';
import { settleBelieved } from '../book/settle.ts';
import { settleApart } from '../book/settle-waiting.ts';
import { openIncidents } from '../feeds.ts';
import type { Services } from '../services.ts';
import { bringRows } from './bring.ts';
import { listedElsewhere } from './sent-elsewhere.ts';

const UNLISTED_SHOWN = 20;
/** How often a look settles what has come meanwhile before it leaves the rows to the next look. */
const TURNS_MAX = 5;
/**
 * So many looks wait for messages; then the rows come all the same, since a SIM that is told without end
 * would keep them out for ever.
 */
const LOOKS_MAX = 3;

/**
 * `waits`: for a notice that can't be settled at this moment. `stopped`: between two portions, as whoever
 * does it was told to.
 */
type Settled = 'settled' | 'waits' | 'stopped';

/**
 * Lets the book take what an agreed statement says: rows that no step tells of come as late notices and are decided,
 * and its last balance is an anchor. Killed at any moment it is done again by whoever looks next, and no row comes twice.
 */
export async function settleStatement(
  services: Services,
  id: string,
  isStopping: () => boolean = () => false,
): Promise<Settled> {
  const [found] = await loadStatements(services.pool, [id]);
  if (found === undefined) return 'settled';
  const brought = await bringAll(services, found, isStopping);
  if (brought !== 'settled') return brought;
  await letWaitingGoOn(services, found.collection_number_id);
  // Notices that an earlier version of the service kept for rows, if it was killed before it settled them in another transaction.
  const unread = await settleAll(services, await findUnreadNotices(services.pool, { statement_id: id }));
  if (unread.length > 0) return 'waits';
  await closeStatement(services, id);
  await checkStatement(services, id);
  return 'settled';
}

/**
 * Brings all rows, in portions. A message knows more than its row: the ticket, and who paid. So what has come
 * of this SIM and still waits in the inbox is settled before each portion. Where it can't be at this moment,
 * since the database or another process is busy with it, the rows wait for the next look; what was tried and
 * set aside holds nothing up.
 */
async function bringAll(
  services: Services,
  found: StatementRecord,
  isStopping: () => boolean,
): Promise<Settled> {
  const overtakes = found.failures >= LOOKS_MAX;
  const settleWaiting = async () => settleAll(services, await findWaitingOf(services.pool, found));
  let failed = await settleWaiting();
  let [until_row, turns] = [0, 0];
  while (!isStopping()) {
    const brought = await bringRows(services, found, until_row, { overtakes });
    if (brought === null) return 'settled';
    if (brought.waits_for !== null) {
      turns += 1;
      if (failed.includes(brought.waits_for) || turns > TURNS_MAX) return 'waits';
      failed = await settleWaiting();
    } else {
      turns = 0;
      until_row = brought.until_row;
      if (brought.events > 0) services.onEvents();
    }
  }
  return 'stopped';
}

/**
 * Lets what waits go on once the rows have their places. Where the list prints no balances, a message of the sum of one of them
 * stood back while they had none: it could have been the word of that row.
 */
async function letWaitingGoOn(services: Services, collection_number_id: string): Promise<void> {
  const now = services.now();
  const events = await atomically(services.pool, (client) =>
    settleBelieved(services, client, [collection_number_id], now),
  );
  if (events > 0) services.onEvents();
}

/** @returns those that can't be settled: they stay in the inbox, for the sweep to name, and the statement waits for them */
async function settleAll(services: Services, waiting: readonly { notice_id: string }[]): Promise<string[]> {
  const { failed } = await settleApart(
    services,
    waiting.map(({ notice_id }) => notice_id),
  );
  return failed.map(({ notice_id }) => notice_id);
}

/** Every row has come to the book: its last balance vouches for what is listed, and what differs asks for a person. */
function closeStatement(services: Services, id: string): Promise<void> {
  const now = services.now();
  return atomically(services.pool, async (client) => {
    const [found] = await loadStatements(client, [id]);
    if (found === undefined) return;
    const { collection_number_id } = found;
    await lockBooks(client, [collection_number_id]);
    const [locked] = await lockStatements(client, [id]);
    if (locked?.state !== 'AGREED') return;
    await noteSteps(client, { statement_id: id });
    await noteFailedSince(client, { statement_id: id });
    const elsewhere = await listedElsewhere(client, { statement_id: id, collection_number_id });
    await openIncidents(services, client, elsewhere);
    // A list may have no row that moved money, and still say that an earlier payment never completed.
    const [said = { differing: 0, first_differing: null }] = await countDiffering(client, {
      statement_id: id,
    });
    const [end] = await loadStatementEnd(client, { statement_id: id });
    const { after_xaf: closing_xaf = null, step_after_xaf: book_xaf = null } = end ?? {};
    if (said.differing > 0 || (closing_xaf !== null && book_xaf !== closing_xaf)) {
      const detail = { statement_id: id, ...said, closing_xaf, book_xaf };
      await openIncidents(services, client, [
        { collection_number_id, kind: 'statement_differs', about: id, detail },
      ]);
    } else if (end !== undefined) await vouchUpTo(client, collection_number_id, end);
    await noteSettled(client, { statement_id: id, now });
  });
}

/** Lets a list in which nothing differs vouch for the book up to its end, where it prints its balance and leaves no step out. */
async function vouchUpTo(client: PoolClient, collection_number_id: string, end: StatementEnd): Promise<void> {
  const { step_ordinal: ordinal, after_xaf, unlisted, completed_at: anchored_at, since_xaf } = end;
  const { is_of_two, is_told_otherwise } = end;
  if (after_xaf === null || ordinal === null || unlisted > 0 || (is_told_otherwise && !is_of_two)) return;
  await vouchByStatement(client, [{ collection_number_id, ordinal, since_xaf, anchored_at, is_of_two }]);
}

/**
 * Once the last day of a settled statement is over: what messages told of in its days, or an earlier statement, and no statement
 * lists opens an incident. The operator's own list says that such a step was never made; where a message told that money came, its
 * number settles by witnesses alone.
 */
export function checkStatement(services: Services, id: string): Promise<void> {
  const now = services.now();
  return atomically(services.pool, async (client) => {
    const [found] = await loadStatements(client, [id]);
    if (found === undefined) return;
    const { collection_number_id, covers_until } = found;
    await lockBooks(client, [collection_number_id]);
    const [locked] = await lockStatements(client, [id]);
    const is_due = locked?.state === 'SETTLED' && locked.checked_at === null;
    if (!is_due || localDay(covers_until) >= localDay(now)) return;
    const [unlisted] = await loadUnlisted(client, { statement_id: id, shown: UNLISTED_SHOWN });
    if (unlisted !== undefined && unlisted.steps > 0) {
      const { came_ids, ...detail } = unlisted;
      if (came_ids.length > 0)
        await suspectBooks(client, {
          collection_number_ids: [collection_number_id],
          step_ids: came_ids,
          debit_ids: [],
          now,
        });
      await openIncidents(services, client, [
        { collection_number_id, kind: 'without_row', about: id, detail: { statement_id: id, ...detail } },
      ]);
    }
    await noteChecked(client, { statement_id: id, now });
  });
}
