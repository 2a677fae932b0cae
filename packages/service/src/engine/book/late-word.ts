import { hasBalances } from '../../domain/book/move.ts';
import { CLOCKS_DIFFER_MS } from '../../domain/book/policy.ts';
import { samePhone } from '../../domain/msisdn.ts';
import { DAY_MS, MINUTE_MS } from '../../domain/time.ts';
import type { Reading } from '../../sms/reading.ts';
import type { Untold } from '../../store/book/book-state.ts';
import type { Message } from './change.ts';

/**
 * Marks messages without an id that may tell late of a row, one of the book or one of this batch. Where the balance has
 * come back to where the row began, such a message would begin at the tip and be a second payment. One that names another
 * payer than the row is no word of it.
 */
export function markLateWords(messages: readonly Message[], known: readonly Untold[]): Message[] {
  const rows = [...known, ...messages.flatMap(untold)];
  return messages.map((message) =>
    !message.is_witness && rows.some((row) => mayBeWordOf(message, row))
      ? { ...message, is_of_row: true }
      : message,
  );
}

function untold({ is_witness, is_stored, moves, occurred_at_ms, reads }: Message): Untold[] {
  if (!is_witness || is_stored) return [];
  const payer = reads[0]?.credit?.payer ?? null;
  return moves
    .filter(hasBalances)
    .map(({ before_xaf, after_xaf }) => ({ before_xaf, after_xaf, at_ms: occurred_at_ms, payer }));
}

/**
 * Whether a message may tell of a row: between its balances and at its time. One that prints no time comes within a day.
 */
function mayBeWordOf(message: Message, row: Untold): boolean {
  const { moves, told, operator_transaction_id, occurred_at_ms, arrived_at_ms, precision_ms } = message;
  if (operator_transaction_id !== null) return false;
  const is_of_then =
    precision_ms > MINUTE_MS
      ? arrived_at_ms >= row.at_ms - CLOCKS_DIFFER_MS && arrived_at_ms <= row.at_ms + DAY_MS
      : Math.abs(occurred_at_ms - row.at_ms) <= CLOCKS_DIFFER_MS;
  return (
    is_of_then &&
    moves.some((one) => one.before_xaf === row.before_xaf && one.after_xaf === row.after_xaf) &&
    !told.readings.some((one) => samePhone((one as Partial<Reading>).payer, row.payer) === 'different')
  );
}
