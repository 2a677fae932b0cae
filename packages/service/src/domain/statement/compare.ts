import { fullNumber, type Msisdn, samePhone } from '../msisdn.ts';
import { unclearIn } from './party.ts';

/** What the books know of a movement that may be a row: by its id, by its balances, or as what people explained. */
export type StepOfRow = {
  step_id: string;
  /**
   * Null, like the next three, where nothing of it can be compared: it was proven before there were books, or the row is
   * but a part of it.
   */
  moved_xaf: number | null;
  after_xaf: number | null;
  is_of_number: boolean | null;
  strength: string | null;
  /** It waits for a reading or a witness to settle. */
  is_pending: boolean;
  /** Who paid or got it, as its message printed him; null where that names nobody. */
  payer: string | null;
};

/** A row of a statement beside all that the books know of it. Whole francs; balances are null where the file prints none. */
export type RowCase = {
  ordinal: number;
  /** False: it moved no money, whatever sums it prints. */
  is_completed: boolean;
  moved_xaf: number;
  after_xaf: number | null;
  /** Who paid or got it, as `party.ts` keeps it; null where nobody is named, or the number itself. */
  party: string | null;
  /** What all completed rows of its transaction moved, and to which balance: the operator's fee may stand on a row of its own. */
  transaction_xaf: number;
  transaction_after_xaf: number | null;
  /** It is older than the book, whose opening balance holds it. */
  is_before_opening: boolean;
  /** A statement that counts and reaches further lists its transaction, and not as completed. */
  is_failed_since: boolean;
  step: StepOfRow | null;
  /**
   * The payers named by claims and refuted messages that tell of this row, by its id or between its balances; null for one
   * that names nobody.
   */
  tellers: readonly (string | null)[];
  /**
   * Of a row that prints neither payer nor balance: the payers named by claims and refuted messages of its sum and its time that
   * name no transaction. Nothing says which of them tells of it.
   */
  payers_of_sum: readonly string[];
};

/**
 * `NOTHING`: no money for this book. `SAME`: a step tells of it, as the row does. `NEW`: no step does, or one that waits
 * for a witness. `DIFFERS`: row and step, or row and messages, contradict each other, so people look.
 */
export type RowFinding = {
  finding: 'NOTHING' | 'SAME' | 'NEW' | 'DIFFERS';
  differs_in: 'number' | 'amount' | 'balance' | 'payer' | 'status' | null;
  step_id: string | null;
};

const NOTHING: RowFinding = { finding: 'NOTHING', differs_in: null, step_id: null };

/** What a row of a statement is to the book of its number. Pure. */
export function compareRow(row: RowCase): RowFinding {
  const { step, is_completed, moved_xaf, is_before_opening } = row;
  if (!is_completed || moved_xaf === 0 || (step === null && is_before_opening)) return NOTHING;
  const step_id = step?.step_id ?? null;
  const differs_in = (step === null ? null : differsIn(row, step)) ?? (isAnothers(row) ? 'payer' : null);
  if (differs_in !== null) return { finding: 'DIFFERS', differs_in, step_id };
  const is_new = step === null || step.is_pending;
  // What a newer list has as failed isn't there any more, or the older file was changed: people look.
  if (is_new && row.is_failed_since) return { finding: 'DIFFERS', differs_in: 'status', step_id };
  return { finding: is_new ? 'NEW' : 'SAME', differs_in, step_id };
}

/** In what the row contradicts its step; null where it doesn't. A step that waits for a witness takes what the row says. */
function differsIn(row: RowCase, step: StepOfRow): 'number' | 'amount' | 'balance' | null {
  const { moved_xaf, after_xaf, is_of_number, strength, is_pending } = step;
  if (is_pending || moved_xaf === null) return null;
  if (is_of_number === false) return 'number';
  if (moved_xaf !== row.moved_xaf && moved_xaf !== row.transaction_xaf) return 'amount';
  // A step that a witness proved may print no balance, and has that of its place in the book: only a chained one is compared.
  const printed = [row.after_xaf, row.transaction_after_xaf];
  const is_other_balance = !printed.includes(null) && !printed.includes(after_xaf);
  return strength === 'CHAINED' && is_other_balance ? 'balance' : null;
}

/**
 * Whether it is open whose money a row is. Either it names another payer than its step does; or several messages tell of it
 * (that of its step, and those without a place), and the row doesn't name the payer of one of them alone. Messages of one
 * payer may still differ in what no row prints.
 */
function isAnothers({ party, step, tellers }: RowCase): boolean {
  // Only a chained step rests on the word of a message: against any other nobody speaks.
  if (step !== null && step.strength !== 'CHAINED') return false;
  const by_row = wholeNumber(party);
  const by_step = wholeNumber(step?.payer ?? null);
  const named = unclearIn(party) ?? (party === null ? [] : [party]);
  if (named.length > 0 && named.every((one) => samePhone(digitsOf(one), step?.payer) === 'different'))
    return true;
  if (tellers.length === 0) return false;
  const as_row = tellers.filter((payer) => by_row !== null && wholeNumber(payer) === by_row).length;
  if (by_row !== null && by_row === by_step && as_row === 0) return false;
  return step !== null || (tellers.length > 1 && as_row !== 1);
}

/** Of payers who may all be one, of whom none is named in full, so many are kept. */
const TOLD_MAX = 100;

/**
 * Where a row names nobody in full: the payers named by messages that may tell of it and have no place. Two who can't be one
 * are all that is needed, since whoever has declared himself isn't one of them; a flood of messages doesn't make the list longer.
 */
export function toldPayers({ party, tellers, payers_of_sum }: RowCase): string[] {
  if (wholeNumber(party) !== null) return [];
  const told = [...new Set([...tellers, ...payers_of_sum].filter((payer) => payer !== null))];
  const one = told.find((payer) => wholeNumber(payer) !== null) ?? told[0];
  if (one === undefined) return [];
  const another = told.find((payer) => samePhone(payer, one) === 'different');
  if (another !== undefined) return [one, another];
  return wholeNumber(one) === null ? told.slice(0, TOLD_MAX) : [one];
}

/** The number that a print names; null where digits are hidden, or nobody is named. */
function wholeNumber(print: string | null): Msisdn | null {
  return print === null ? null : fullNumber(digitsOf(print));
}

const digitsOf = (print: string): string => print.replaceAll(/[ .+-]/g, '');
