import { writeInjected } from '../../domain/credit.ts';
import { dayBegins, localDay } from '../../domain/time.ts';
import { lockBooks } from '../../store/book/book-state.ts';
import { suspectBooks } from '../../store/book/books.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { findUnlistedSteps, loadStatementEnd, vouchByStatement } from '../../store/statements/book.ts';
import {
  findNewRows,
  findUnreadNotices,
  loadNewRows,
  type NewRow,
  noteNotices,
  noteSteps,
} from '../../store/statements/rows.ts';
import {
  findOpenStatements,
  loadStatements,
  lockStatements,
  noteChecked,
  noteSettled,
  type OpenStatement,
} from '../../store/statements/statements.ts';
import { settleApart } from '../book/settle-waiting.ts';
import { openIncidents } from '../feeds.ts';
import { keepNotices, type RawNotice } from '../notices.ts';
import type { Services } from '../services.ts';
import { compareRows, compareStatement } from './compare.ts';

/** So many rows go through the book in one transaction; what fills one gap should come together. */
const AT_ONCE = 1000;
const UNLISTED_SHOWN = 20;

/**
 * Lets the book take what an agreed statement says: rows that no step tells of come as late notices and are decided,
 * and its last balance is an anchor. Killed at any moment it is done again by whoever looks next, and no row comes twice.
 */
export async function settleStatement(services: Services, id: string): Promise<void> {
  for (;;) {
    const looked_at = await bringRows(services, id);
    const unread = (await findUnreadNotices(services.pool, { statement_id: id })).map(
      ({ notice_id }) => notice_id,
    );
    const { failed } = await settleApart(services, unread);
    // What can't be settled stays in the inbox, for the sweep to name; the statement waits for it.
    if (failed.length > 0) return;
    if (looked_at === 0) break;
  }
  await closeStatement(services, id);
  await checkStatement(services, id);
}

/** @returns how many rows were looked at: messages may have come since they were compared, and tell of some of them */
function bringRows(services: Services, id: string): Promise<number> {
  return atomically(services.pool, async (client) => {
    const [locked] = await lockStatements(client, [id]);
    if (locked?.state !== 'AGREED') return 0;
    const found = await findNewRows(client, { statement_id: id, limit: AT_ONCE });
    const ordinals = found.map(({ ordinal }) => ordinal);
    await compareRows(client, id, ordinals);
    const rows = await loadNewRows(client, { statement_id: id, ordinals });
    const kept = await keepNotices(
      services,
      client,
      rows.map((row) => noticeOf(row, services.now())),
    );
    await noteNotices(
      client,
      kept.map((one, at) => {
        const row = rows[at];
        if (one.kind !== 'kept' || row === undefined) throw new Error(`bug: a row of ${id} has no number`);
        return { statement_id: id, ordinal: row.ordinal, notice_id: one.notice_id };
      }),
    );
    return ordinals.length;
  });
}

function noticeOf(row: NewRow, received_at: Date): RawNotice {
  const { moved_xaf, fee_xaf, after_xaf, nth, is_passed } = row;
  // Some portals name the number itself in each row: nobody pays to himself.
  const party = row.party === row.msisdn ? null : row.party;
  const body = writeInjected({
    amount: Math.abs(moved_xaf) - fee_xaf,
    ...(party !== null && { payer_phone: party }),
    // A further row of the same transaction, as for its fee, is a movement of its own.
    operator_transaction_id:
      nth === 0 ? row.operator_transaction_id : `${row.operator_transaction_id}/${nth + 1}`,
    occurred_at: row.completed_at.toISOString(),
    row: {
      moved_xaf,
      fee_xaf,
      after_xaf,
      undoes: row.linked_transaction_id,
      ...(is_passed && { is_passed }),
    },
  });
  return {
    environment: 'live',
    merchant_id: null,
    operator: row.operator,
    collection_number: row.msisdn,
    source: 'WITNESS',
    sender: null,
    body,
    received_at,
  };
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
    const [end] = await loadStatementEnd(client, { statement_id: id });
    if (end !== undefined) {
      const { step_ordinal, step_after_xaf, after_xaf, differing, unlisted, completed_at, since_xaf } = end;
      const is_other_balance = after_xaf !== null && step_after_xaf !== after_xaf;
      if (differing > 0 || is_other_balance) {
        const detail = {
          statement_id: id,
          differing,
          first_differing: end.first_differing,
          closing_xaf: after_xaf,
          book_xaf: step_after_xaf,
        };
        await openIncidents(services, client, [{ collection_number_id, kind: 'statement_differs', detail }]);
      } else if (after_xaf !== null && step_ordinal !== null && unlisted === 0)
        await vouchByStatement(client, [
          { collection_number_id, ordinal: step_ordinal, since_xaf, anchored_at: completed_at },
        ]);
    }
    await noteSettled(client, { statement_id: id, now });
  });
}

/**
 * Once the last day of a settled statement is over: what messages told of in its days and no statement lists opens an
 * incident. The operator's own list says that such a step was never made, so its number settles by witnesses alone.
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
    const unlisted = await findUnlistedSteps(client, { statement_id: id, limit: UNLISTED_SHOWN });
    if (unlisted.length > 0) {
      const detail = {
        statement_id: id,
        steps: unlisted.length,
        moved_xaf: unlisted.reduce((sum_xaf, one) => sum_xaf + one.moved_xaf, 0),
        step_ids: unlisted.map((step) => step.id),
      };
      const came = unlisted.filter(({ moved_xaf }) => moved_xaf > 0).map((step) => step.id);
      if (came.length > 0)
        await suspectBooks(client, {
          collection_number_ids: [collection_number_id],
          step_ids: came,
          debit_ids: [],
          now,
        });
      await openIncidents(services, client, [{ collection_number_id, kind: 'without_row', detail }]);
    }
    await noteChecked(client, { statement_id: id, now });
  });
}

/**
 * Goes on with statements whose process was killed, and checks those whose days are over. Any number of processes may
 * do it at once.
 */
export async function tendStatements(services: Services, { limit }: { limit: number }): Promise<void> {
  const today = dayBegins(localDay(services.now())) ?? services.now();
  const open = await findOpenStatements(services.pool, { limit, today });
  const failures: Error[] = [];
  // One that fails keeps no other SIM's statement from being looked at.
  for (const one of open)
    await goOnWith(services, one).catch((cause: unknown) => {
      failures.push(new Error(`statement ${one.id} can’t be gone on with: ${String(cause)}`, { cause }));
    });
  const [first] = failures;
  if (first !== undefined) throw first;
}

function goOnWith(services: Services, { id, state }: OpenStatement): Promise<void> {
  if (state === 'KEPT') return compareStatement(services, id);
  return state === 'AGREED' ? settleStatement(services, id) : checkStatement(services, id);
}
