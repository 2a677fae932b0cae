import { writeInjected } from '../../domain/credit.ts';
import { unclearIn } from '../../domain/statement/party.ts';
import { ticketsTold } from '../../domain/ticket/told.ts';
import type { Database } from '../../store/statement.ts';
import { findRowsOfSteps, type NewRow } from '../../store/statements/rows.ts';
import { type ReadNotice, readNotice } from '../book/read.ts';
import type { RawNotice } from '../notices.ts';

/** What the rows of statements say that tell of steps which were in the book before, or waited there; by step. */
export async function rowsOfSteps(
  database: Database,
  step_ids: readonly string[],
): Promise<ReadonlyMap<string, ReadNotice[]>> {
  if (step_ids.length === 0) return new Map();
  const rows = await findRowsOfSteps(database, step_ids);
  const by_step = Map.groupBy(rows, ({ step_id }) => step_id);
  return new Map([...by_step].map(([step_id, told]) => [step_id, told.map(readRow)]));
}

function readRow(row: NewRow & { step_id: string; collection_number_id: string }): ReadNotice {
  const { step_id: id, collection_number_id, imported_at } = row;
  const { collection_number: _msisdn, ...notice } = noticeOf(row, [], imported_at);
  const kept = { ...notice, id, collection_number_id, created_at: imported_at };
  return readNotice({ ...kept, sender_allow_list: [], is_replay: true }, [], id);
}

/** A row of a statement as a notice of its number. `told_payers`: whom messages alone name. */
export function noticeOf(row: NewRow, told_payers: readonly string[], received_at: Date): RawNotice {
  const { moved_xaf, fee_xaf, after_xaf, nth, is_passed, is_undone, imported_at } = row;
  const told_tickets = ticketsInCells(row);
  // Some portals name the number itself in each row: nobody pays to himself.
  const may_be_payers = unclearIn(row.party);
  const party = row.party === row.msisdn || may_be_payers !== null ? null : row.party;
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
      ...(is_undone && { is_undone }),
      ...(told_payers.length > 0 && { told_payers }),
      ...(told_tickets.length > 0 && { told_tickets }),
      ...(may_be_payers !== null && { may_be_payers }),
      imported_at: imported_at.toISOString(),
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

/** Portals put what a payer wrote into one column or another, or into none: each cell may hold it. */
function ticketsInCells({ cells, operator_transaction_id, linked_transaction_id }: NewRow): string[] {
  const ids = [operator_transaction_id, linked_transaction_id];
  const said = (cells as string[]).flatMap((cell) => ticketsTold(cell, ids));
  return [...new Set(said)];
}
