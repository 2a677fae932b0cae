import type { PoolClient } from 'pg';
import { CLOCKS_DIFFER_MS } from '../../domain/movement/clocks.ts';
import { hasBalances, isCredit, type Move } from '../../domain/movement/move.ts';
import { type PayerPrint, samePhone } from '../../domain/msisdn.ts';
import { DAY_MS, MINUTE_MS } from '../../domain/time.ts';
import type { Reading } from '../../sms/reading.ts';
import { findMovesOfIds, type MoveOfId } from '../../store/book/find-steps.ts';
import type { Untold } from '../../store/book/untold.ts';
import type { Message } from './change.ts';
import { idsTold, undoneBy } from './messages.ts';

/** What reversals undo that print no id of their own, by the keys of their messages. */
export type UndoneMoves = ReadonlyMap<string, MoveOfId>;

/**
 * Looks up what waiting reversals undo: a step, or a row of a statement. What only a message tells that proves nothing says nothing
 * here. Without a reversal it asks nothing.
 */
export async function undoneByThese(client: PoolClient, messages: readonly Message[]): Promise<UndoneMoves> {
  const reversals = messages.flatMap(
    ({ key, is_witness, collection_number_id, operator_transaction_id: id }) => {
      const undone = is_witness || id === null ? null : undoneBy(id);
      return undone === null ? [] : [{ key, collection_number_id, operator_transaction_id: undone }];
    },
  );
  return new Map((await findMovesOfIds(client, reversals)).map((move) => [move.key, move]));
}

/** A row of a statement that no message has told of; of one in this batch that prints no balances only the sum is known. */
export type UntoldRow = Omit<Untold, 'step_id' | 'before_xaf' | 'after_xaf'> & {
  /** Null of a row of this batch. */
  step_id: string | null;
  balances: Pick<Untold, 'before_xaf' | 'after_xaf'> | null;
  moved_xaf: number;
};

/** A row that is in the book. */
export const rowOf = ({ before_xaf, after_xaf, ...row }: Untold): UntoldRow => ({
  ...row,
  balances: { before_xaf, after_xaf },
  moved_xaf: after_xaf - before_xaf,
});

/** The rows of this batch. */
export function untold(message: Message): UntoldRow[] {
  const { is_witness, is_stored, moves, moved_xaf, occurred_at_ms: at_ms, reads } = message;
  if (!is_witness || is_stored || moved_xaf === undefined) return [];
  const payer = reads[0]?.credit?.payer ?? null;
  const undoing = idsTold(message).find((id) => undoneBy(id) !== null) ?? null;
  return moves.map((move) => ({
    ...{ at_ms, payer, undoing, moved_xaf, step_id: null, ordinal: null, is_announced: false },
    is_printed: hasBalances(move),
    balances: hasBalances(move) ? { before_xaf: move.before_xaf, after_xaf: move.after_xaf } : null,
  }));
}

/**
 * Whether a message may tell of a row: between its balances and at its time. One that prints no time comes within a day.
 */
export function mayBeWordOf(message: Message, row: UntoldRow, undone: MoveOfId | undefined): boolean {
  const { moves, operator_transaction_id: id } = message;
  return (
    (id === null || mayUndo(id, row, undone)) &&
    isOfThen(message, row) &&
    moves.some((one) => isMoveOf(row, one)) &&
    payersTold(message, row.payer) !== 'different'
  );
}

function isOfThen({ occurred_at_ms, arrived_at_ms, precision_ms }: Message, { at_ms }: UntoldRow): boolean {
  return precision_ms > MINUTE_MS
    ? arrived_at_ms >= at_ms - CLOCKS_DIFFER_MS && arrived_at_ms <= at_ms + DAY_MS
    : Math.abs(occurred_at_ms - at_ms) <= CLOCKS_DIFFER_MS;
}

/**
 * Whether a payment that names no transaction has the sum and the time of a row that prints no balance: such a row stands in the
 * book where there was room for it, and not where its own message says.
 */
export function isLikeRow(message: Message, row: UntoldRow): boolean {
  return (
    !row.is_printed &&
    message.operator_transaction_id === null &&
    isOfThen(message, row) &&
    message.moves.some(
      (one) => isCredit(one) && hasBalances(one) && one.after_xaf - one.before_xaf === row.moved_xaf,
    ) &&
    payersTold(message, row.payer) !== 'different'
  );
}

/** Whether a message names this payer; `different` where by one of its readings it names another. */
export function payersTold({ told }: Message, payer: PayerPrint | null): ReturnType<typeof samePhone> {
  const said = told.readings.map((one) => samePhone((one as Partial<Reading>).payer, payer));
  return said.find((one) => one === 'different') ?? said.find((one) => one === 'same') ?? 'unknown';
}

const isMoveOf = ({ balances, moved_xaf }: UntoldRow, move: Move): boolean =>
  balances === null
    ? hasBalances(move) && move.after_xaf - move.before_xaf === moved_xaf
    : move.before_xaf === balances.before_xaf && move.after_xaf === balances.after_xaf;

/**
 * Whether a row may be the reversal that has this id here. Not every portal lists what a row undoes: then the row is not it
 * only where staff had announced it, or where what the reversal undoes is known, and brought less than the row took, or came
 * after it.
 */
function mayUndo(id: string, row: UntoldRow, undone: MoveOfId | undefined): boolean {
  if (row.undoing !== null) return row.undoing === id;
  if (undoneBy(id) === null || row.is_announced) return false;
  return undone === undefined || (undone.moved_xaf >= -row.moved_xaf && isBefore(undone, row));
}

/** By their places in the book; by time where one has none. Whose words print no time is dated by when they came. */
function isBefore({ ordinal, occurred_at, is_dated }: MoveOfId, row: UntoldRow): boolean {
  if (ordinal !== null && row.ordinal !== null) return ordinal < row.ordinal;
  return occurred_at.getTime() <= row.at_ms + (is_dated ? 0 : CLOCKS_DIFFER_MS);
}
