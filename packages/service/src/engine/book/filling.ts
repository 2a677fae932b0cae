import type { Gap } from '../../domain/book/book.ts';
import type { Message } from './change.ts';

/** The gap that a witness fills, and where it begins in it. */
type Filling = { gap: Gap; before_xaf: number };

/**
 * Which gap each row of a statement fills. Rows with balances fill a gap where they lead from one of its ends to the other,
 * in their order. Rows without balances fill it where all that are of its time come to what is missing, or one row alone
 * has that sum.
 */
export function fillings(witnesses: readonly Message[], gaps: readonly Gap[]): Map<Message, Filling> {
  const found = new Map<Message, Filling>();
  for (const gap of gaps) {
    const early = witnesses.filter((one) => !found.has(one) && one.occurred_at_ms <= gap.until_ms);
    const between = runBetween(early, gap);
    let at_xaf = gap.before_xaf;
    for (const one of between.length > 0 ? between : sumOf(early, gap)) {
      found.set(one, { gap, before_xaf: at_xaf });
      at_xaf += movedXaf(one);
    }
  }
  return found;
}

function runBetween(witnesses: readonly Message[], { before_xaf, after_xaf }: Gap): Message[] {
  for (const [start, first] of witnesses.entries()) {
    if (first.moves[0]?.before_xaf !== before_xaf) continue;
    const run: Message[] = [];
    let whole: Message[] = [];
    let at_xaf: number | null = before_xaf;
    for (const one of witnesses.slice(start)) {
      if (one.moves[0]?.before_xaf !== at_xaf) break;
      run.push(one);
      at_xaf = one.moves[0]?.after_xaf ?? null;
      // The balance may go on and come back to the end of the gap: rows up to its last return lie in the gap too.
      if (at_xaf === after_xaf) whole = [...run];
    }
    if (whole.length > 0) return whole;
  }
  return [];
}

function sumOf(witnesses: readonly Message[], { before_xaf, after_xaf, since_ms }: Gap): Message[] {
  const missing_xaf = after_xaf - before_xaf;
  const within = witnesses.filter(
    ({ moves: [move], occurred_at_ms }) => move?.before_xaf === null && occurred_at_ms > since_ms,
  );
  if (within.reduce((sum_xaf, one) => sum_xaf + movedXaf(one), 0) === missing_xaf) return within;
  const of_sum = within.filter((one) => movedXaf(one) === missing_xaf);
  return of_sum.length === 1 ? of_sum : [];
}

/** What a witness moved, the fee included. */
export const movedXaf = ({ moved_xaf, moves: [move] }: Message): number => moved_xaf ?? move?.amount_xaf ?? 0;
