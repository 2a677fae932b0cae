import type { Heard } from '../../domain/book/book.ts';
import type { ReadCredit } from '../../domain/credit.ts';
import { type Claim, happenedBy } from '../../domain/movement/claim.ts';
import { CLOCKS_DIFFER_MS, OVERTAKEN_MS } from '../../domain/movement/clocks.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import type { BookChange, BookedStep, Message } from './change.ts';
import type { ReadNotice } from './read.ts';

// By when the money of steps had moved, as messages beside them say it: by the operator's clock, and by ours.

/**
 * By when the money of each step had moved: that of the steps which go on from it moved later. Where one of those prints no time, the
 * phone that dates it may have a wrong clock: to a step that prints its own time it says only when it came to us.
 * What fills a gap had moved before the reading that found it.
 */
export function sentBy(steps: readonly BookedStep[]): Map<BookedStep, number> {
  const found = new Map<BookedStep, number>();
  const next_ms = { printed: Number.POSITIVE_INFINITY, undated: Number.POSITIVE_INFINITY };
  for (const step of steps.toReversed()) {
    const { claim, gap } = step;
    if (gap !== null) {
      found.set(step, gap.until_ms);
      continue;
    }
    const is_printed = claim.precision_ms <= MINUTE_MS;
    found.set(step, is_printed ? next_ms.printed : next_ms.undated);
    // A time printed to the minute stands for the whole of it; where none is printed, the message came after its money.
    const own_ms = happenedBy(claim) + (is_printed ? claim.precision_ms : 0);
    next_ms.undated = Math.min(next_ms.undated, own_ms);
    next_ms.printed = Math.min(next_ms.printed, is_printed ? own_ms : claim.arrived_at_ms);
  }
  return found;
}

/**
 * By when the money of each step had moved, by our own clock: a message had come that tells of it or goes on from it, even
 * one that still waits, or has its place behind the gap that the step fills. So a row pays no session that was asked for when its money
 * was known.
 */
export function knownBy({
  steps,
  messages,
}: Pick<BookChange, 'steps' | 'messages'>): Map<BookedStep, number> {
  if (!messages.some((one) => one.is_witness)) return new Map();
  const come = messages.filter(({ is_witness }) => !is_witness);
  const found = new Map<BookedStep, number>();
  const later: Heard[] = [];
  for (const step of steps.toReversed()) {
    const { is_witness, heard_at_ms, occurred_at_ms, operator_transaction_id } = step.claim;
    const tellsOf = (one: Message) =>
      (one.operator_transaction_id !== null && one.operator_transaction_id === operator_transaction_id) ||
      one.moves.some(
        ({ before_xaf, after_xaf }) => before_xaf === step.after_xaf || isOf(step, { before_xaf, after_xaf }),
      );
    const told = come.filter(tellsOf).map(heard);
    if (step.gap !== null) {
      found.set(step, heardFirst([...told, ...step.gap.gone_on], occurred_at_ms));
      continue;
    }
    later.push(...told.filter((one) => isSince(one, occurred_at_ms)));
    found.set(step, heardFirst(later, occurred_at_ms));
    if (!is_witness) later.push(heard(step.claim));
    else if (heard_at_ms !== undefined) later.push({ came_ms: heard_at_ms, printed_ms: occurred_at_ms });
  }
  return found;
}

/**
 * A credit by when its money had moved, as all says that tells of it beside its own message. A reading that found
 * it came after it. Where rows of the statement tell of it, the operator itself says when it was: its message may
 * print no time, or be forged in its place. And as by a row alone it pays no session that was asked for when its
 * money was known to have moved.
 */
export function datedBy(
  read: ReadNotice,
  { gap, gone_on }: Pick<BookedStep, 'gap' | 'gone_on'>,
  rows: readonly ReadCredit[],
  known_by_ms = Number.POSITIVE_INFINITY,
): ReadNotice {
  const { credit } = read;
  if (credit?.moved_by === undefined) return read;
  const [row] = rows.toSorted((one, other) => one.occurred_at.getTime() - other.occurred_at.getTime());
  const moved_by_ms = Math.min(credit.moved_by.getTime(), gap?.until_ms ?? Number.POSITIVE_INFINITY);
  if (row === undefined) return { ...read, credit: { ...credit, moved_by: new Date(moved_by_ms) } };
  const moved_by = new Date(
    Math.min(
      moved_by_ms,
      known_by_ms,
      heardFirst(gone_on ?? [], row.occurred_at.getTime()),
      ...rows.flatMap((one) => one.moved_by?.getTime() ?? []),
    ),
  );
  if (credit.is_undated !== true && credit.occurred_at <= row.occurred_at)
    return { ...read, credit: { ...credit, moved_by } };
  const { occurred_at, occurred_precision_ms } = row;
  const by_row = { occurred_precision_ms, occurred_at: occurred_at < moved_by ? occurred_at : moved_by };
  return { ...read, credit: { ...credit, ...by_row, moved_by, is_undated: false } };
}

/** When the first of these messages came that may tell of what moved at `at_ms` or since. */
const heardFirst = (all: readonly Heard[], at_ms: number): number =>
  Math.min(
    Number.POSITIVE_INFINITY,
    ...all.filter((one) => isSince(one, at_ms)).map(({ came_ms }) => came_ms),
  );

/** When a message came, and up to when its money may have moved by the time that it prints. */
const heard = ({ arrived_at_ms, occurred_at_ms, precision_ms }: Claim): Heard => ({
  came_ms: arrived_at_ms,
  printed_ms: precision_ms <= MINUTE_MS ? occurred_at_ms + precision_ms : null,
});

/**
 * Whether a message can tell of money that the operator dates `at_ms`, or of money after it. It came at
 * most a minute before that; or at most ten, since the operator's clock may be ahead of ours, if it prints
 * a time at most a minute earlier than `at_ms`. Another message is of another movement, or forged: it takes
 * this money from no session.
 */
const isSince = ({ came_ms, printed_ms }: Heard, at_ms: number): boolean =>
  came_ms >= at_ms - MINUTE_MS ||
  (printed_ms !== null && came_ms >= at_ms - CLOCKS_DIFFER_MS && printed_ms >= at_ms - OVERTAKEN_MS);

const isOf = (
  step: BookedStep,
  { before_xaf, after_xaf }: Pick<BookedStep['move'], 'before_xaf' | 'after_xaf'>,
) => before_xaf === step.before_xaf && after_xaf === step.after_xaf;
