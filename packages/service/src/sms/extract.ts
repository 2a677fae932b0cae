import type { ParsedAmount } from '../domain/money/parse.ts';
import type { AmountRead } from './fields/amount.ts';
import { findLabelledAmounts, findMotif, type MotifRead } from './fields/labelled.ts';
import { findTimes } from './fields/time.ts';
import { findIds, type IdRead, type IdShape, timeOfId } from './fields/transaction-id.ts';
import type { Doubt } from './reading.ts';
import type { Lexed } from './tokens.ts';

/** What stands in a text, wherever it stands and whatever its kind. */
export interface Fields {
  readonly ids: readonly IdRead[];
  readonly motif: MotifRead | null;
  /** Sums behind `Montant`. */
  readonly sums: readonly AmountRead[];
  readonly balances: readonly AmountRead[];
  readonly times: readonly string[];
}

const SUM_LABELS = new Set(['montant', 'somme']);
const BALANCE_LABELS = new Set(['solde', 'balance']);
/** The text's own time is when the message was written; the id's is when the payment was made. */
const MOST_MINUTES_APART = 10;

/** Finds every labelled field. The payer's words are his: sums, balances and times in them are not read. */
export function extractFields(lexed: Lexed, shapes: readonly IdShape[]): Fields {
  const ids = findIds(lexed, shapes);
  const motif = findMotif(
    lexed,
    ids.filter((id) => shapes.includes('opaque') || timeOfId(id.id) === null),
  );
  const outside = (read: AmountRead) => !isInMotif(motif, read.start);
  return {
    ids,
    motif,
    sums: findLabelledAmounts(lexed, SUM_LABELS).filter(outside),
    balances: findLabelledAmounts(lexed, BALANCE_LABELS).filter(outside),
    times: findTimes(lexed, motif),
  };
}

export function isInMotif(motif: MotifRead | null, at: number): boolean {
  return motif !== null && at >= motif.start && at < motif.end;
}

/** The one transaction id. Of several, the first that the payer did not write, and a doubt. */
export function chooseId(fields: Fields): { id: string | null; doubt: Doubt | null } {
  const distinct = new Set(fields.ids.map((id) => id.id));
  const own = fields.ids.find((id) => !isInMotif(fields.motif, id.start)) ?? null;
  if (distinct.size > 1) return { id: own?.id ?? null, doubt: 'two_transaction_ids' };
  return { id: own?.id ?? null, doubt: own === null ? 'no_transaction_id' : null };
}

/** The operator's own time: the id's before the text's. Times that disagree are a doubt. */
export function chooseTime(
  id: string | null,
  times: readonly string[],
): { at: string | null; doubt: Doubt | null } {
  const fromId = id === null ? null : timeOfId(id);
  const all = fromId === null ? times : [fromId, ...times];
  const first = all[0];
  if (first === undefined) return { at: null, doubt: null };
  const apart = all.some(
    (time) => Math.abs(Date.parse(time) - Date.parse(first)) > MOST_MINUTES_APART * 60_000,
  );
  return { at: first, doubt: apart ? 'two_times' : null };
}

/** The balance; of two different ones neither. */
export function chooseBalance(fields: Fields): { balance_xaf: number | null; doubt: Doubt | null } {
  const distinct = new Set<number>();
  for (const read of fields.balances) if (read.amount !== null) distinct.add(read.amount.amount_xaf);
  if (distinct.size > 1) return { balance_xaf: null, doubt: 'two_balances' };
  const [balance_xaf = null] = distinct;
  return { balance_xaf, doubt: null };
}

/** The sum among those that the text gives for the operation; 'none' where it gives none, null where unreadable. */
export function chooseAmount(reads: readonly AmountRead[]): {
  amount: ParsedAmount | null | 'none';
  doubt: Doubt | null;
} {
  const first = reads[0];
  if (first === undefined) return { amount: 'none', doubt: null };
  if (reads.some((read) => read.amount === null || read.amount.amount_xaf === 0)) {
    return { amount: null, doubt: 'unreadable_amount' };
  }
  const distinct = new Set(reads.map((read) => read.amount?.amount_xaf));
  return { amount: first.amount, doubt: distinct.size > 1 ? 'two_amounts' : null };
}
