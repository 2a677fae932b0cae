import type { Book } from '../../domain/book/book.ts';
import { type BookPolicy, usedBy } from '../../domain/book/bound.ts';
import type { BookState } from '../../store/book/book-state.ts';
import type { PendingRow } from '../../store/book/find-claims.ts';
import type { BookChange, Message } from './change.ts';
import { type Around, asReleased, bookOf } from './lock.ts';

/**
 * What has come and tells again of credits that are booked and wait. A row vouches for its credit. What
 * staff alone had typed in is like any other message once the phone has told of it too: where a reading has
 * found its money it settles, as far as the bound has room for it and nothing contests it; else it waits as
 * any other does.
 * @returns what settles by that, what the phone has told of, and the book without the one and with the
 * other
 */
export function toldAgain(
  state: BookState,
  around: Around,
  messages: readonly Message[],
  policy: BookPolicy,
): Pick<BookChange, 'released' | 'heard'> & { book: Book } {
  const again = messages.filter(({ known }) => known?.is_same === true);
  const stepsOf = (told: readonly Message[]) => new Set(told.map(({ known }) => known?.step_id));
  const listed = stepsOf(again.filter((one) => one.is_witness));
  const phoned = stepsOf(again.filter(isOfPhone));
  const isHeard = ({ step_id, told }: PendingRow) => told.is_typed === true && phoned.has(step_id);
  const rows = around.pending.map((row) =>
    isHeard(row) ? { ...row, is_heard: true, told: { ...row.told, is_typed: false } } : row,
  );
  const book = bookOf(state, { ...around, pending: [] });
  let { unanchored_xaf } = book;
  const settles = (row: PendingRow & { is_heard?: boolean }): boolean => {
    if (listed.has(row.step_id)) return true;
    if (row.is_heard !== true || !row.is_found || row.is_contested) return false;
    const credit = { amount_xaf: row.after_xaf - row.before_xaf, doubted_xaf: 0 };
    const used_xaf = usedBy({ ...book, unanchored_xaf }, credit, policy);
    unanchored_xaf += used_xaf ?? 0;
    return used_xaf !== null;
  };
  const settled = rows.filter(settles);
  const left = rows.filter((row) => !settled.includes(row));
  const typed = state.typed.filter(({ step_id }) => !phoned.has(step_id) && !listed.has(step_id));
  return {
    released: settled.map(asReleased),
    heard: around.pending.filter(isHeard).map(({ notice_id }) => notice_id),
    book: { ...bookOf({ ...state, typed }, { ...around, pending: left }), unanchored_xaf },
  };
}

const isOfPhone = ({ is_witness, is_typed }: Message): boolean => !is_witness && is_typed !== true;
