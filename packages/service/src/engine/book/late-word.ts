import type { PoolClient } from 'pg';
import { hasBalances } from '../../domain/book/move.ts';
import { CLOCKS_DIFFER_MS } from '../../domain/book/policy.ts';
import { samePhone } from '../../domain/msisdn.ts';
import { DAY_MS, MINUTE_MS } from '../../domain/time.ts';
import type { Reading } from '../../sms/reading.ts';
import type { Untold } from '../../store/book/book-state.ts';
import { findStepsOfIds } from '../../store/book/find-steps.ts';
import type { Message } from './change.ts';
import { idsTold, undoneBy } from './messages.ts';

/** What reversals undo that print no id of their own, by the keys of their messages. */
type Undone = ReadonlyMap<string, UndoneStep>;
type UndoneStep = { moved_xaf: number; occurred_at: Date };

/** Looks up what waiting reversals undo. Without one it asks nothing. */
export async function undoneByThese(client: PoolClient, messages: readonly Message[]): Promise<Undone> {
  const reversals = messages.flatMap(
    ({ key, is_witness, collection_number_id, operator_transaction_id: id }) => {
      const undone = is_witness || id === null ? null : undoneBy(id);
      return undone === null ? [] : [{ key, collection_number_id, operator_transaction_id: undone }];
    },
  );
  return new Map((await findStepsOfIds(client, reversals)).map((step) => [step.key, step]));
}

/**
 * Marks messages without an id of their own that may tell late of a row, one of the book or one of this batch. Where the
 * balance has come back to where the row began, such a message would begin at the tip and move the money a second time. One
 * that names another payer than the row, or undoes another payment, is no word of it.
 */
export function markLateWords(
  messages: readonly Message[],
  known: readonly Untold[],
  undone: Undone,
): Message[] {
  const rows = [...known, ...messages.flatMap(untold)];
  return messages.map((message) =>
    !message.is_witness && rows.some((row) => mayBeWordOf(message, row, undone.get(message.key)))
      ? { ...message, is_of_row: true }
      : message,
  );
}

function untold(message: Message): Untold[] {
  const { is_witness, is_stored, moves, occurred_at_ms: at_ms, reads } = message;
  if (!is_witness || is_stored) return [];
  const payer = reads[0]?.credit?.payer ?? null;
  const undoing = idsTold(message).find((id) => undoneBy(id) !== null) ?? null;
  return moves
    .filter(hasBalances)
    .map(({ before_xaf, after_xaf }) => ({ before_xaf, after_xaf, at_ms, payer, undoing }));
}

/**
 * Whether a message may tell of a row: between its balances and at its time. One that prints no time comes within a day.
 */
function mayBeWordOf(message: Message, row: Untold, undone: UndoneStep | undefined): boolean {
  const { moves, told, operator_transaction_id: id, occurred_at_ms, arrived_at_ms, precision_ms } = message;
  const is_of_then =
    precision_ms > MINUTE_MS
      ? arrived_at_ms >= row.at_ms - CLOCKS_DIFFER_MS && arrived_at_ms <= row.at_ms + DAY_MS
      : Math.abs(occurred_at_ms - row.at_ms) <= CLOCKS_DIFFER_MS;
  return (
    (id === null || mayUndo(id, row, undone)) &&
    is_of_then &&
    moves.some((one) => one.before_xaf === row.before_xaf && one.after_xaf === row.after_xaf) &&
    !told.readings.some((one) => samePhone((one as Partial<Reading>).payer, row.payer) === 'different')
  );
}

/**
 * Whether a row may be the reversal that has this id here. Not every portal lists what a row undoes: then the row took as
 * much as that had brought, and later.
 */
function mayUndo(
  id: string,
  { before_xaf, after_xaf, at_ms, undoing }: Untold,
  undone: UndoneStep | undefined,
): boolean {
  if (undoing !== null) return undoing === id;
  return (
    undone !== undefined &&
    undone.moved_xaf === before_xaf - after_xaf &&
    undone.occurred_at.getTime() <= at_ms
  );
}
