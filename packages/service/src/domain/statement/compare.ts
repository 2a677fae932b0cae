import { fullNumber, type Msisdn } from '../msisdn.ts';

/** What the books know of a movement that may be a row: by its id, by its balances, or as what people explained. */
export type StepOfRow = {
  step_id: string;
  /** Null, as what follows: nothing of it is compared, since it was proven before there were books, or the row is but a part of it. */
  moved_xaf: number | null;
  after_xaf: number | null;
  is_of_number: boolean | null;
  strength: string | null;
  /** It waits for a reading or a witness to settle. */
  is_pending: boolean;
  /** With whom, as its message printed it; null where that names nobody. */
  payer: string | null;
};

/** A row of a statement beside all that the books know of it. Whole francs; balances are null where the file prints none. */
export type RowCase = {
  ordinal: number;
  /** False: it moved no money, whatever sums it prints. */
  is_completed: boolean;
  moved_xaf: number;
  after_xaf: number | null;
  /** With whom; null where nobody is named, or the number itself. */
  party: string | null;
  /** Of all completed rows of its transaction: the operator's fee may stand on a row of its own. */
  transaction_xaf: number;
  transaction_after_xaf: number | null;
  /** It is older than the book, whose opening balance holds it. */
  is_before_opening: boolean;
  step: StepOfRow | null;
  /** Whom the messages without a place name that tell of it by its id or between its balances; null: nobody. */
  tellers: readonly (string | null)[];
};

/**
 * `NOTHING`: no money for this book. `SAME`: a step tells of it, as the row does. `NEW`: none does, or one that waits for a
 * witness. `DIFFERS`: the two contradict each other, so people look.
 */
export type RowFinding = {
  finding: 'NOTHING' | 'SAME' | 'NEW' | 'DIFFERS';
  differs_in: 'number' | 'amount' | 'balance' | 'payer' | null;
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
  return { finding: step === null || step.is_pending ? 'NEW' : 'SAME', differs_in, step_id };
}

/**
 * What the statement says otherwise of a movement that is in the book. What waits for a witness is not yet, and takes what the
 * row says.
 */
function differsIn(row: RowCase, step: StepOfRow): 'number' | 'amount' | 'balance' | null {
  const { moved_xaf, after_xaf, is_of_number, strength, is_pending } = step;
  if (is_pending || moved_xaf === null) return null;
  if (is_of_number === false) return 'number';
  if (moved_xaf !== row.moved_xaf && moved_xaf !== row.transaction_xaf) return 'amount';
  // What a witness proved needs no balance, and has that of its place in the book.
  const printed = [row.after_xaf, row.transaction_after_xaf];
  const is_other_balance = !printed.includes(null) && !printed.includes(after_xaf);
  return strength === 'CHAINED' && is_other_balance ? 'balance' : null;
}

/**
 * Whether a row names another payer than the step does, or doesn't say which of several messages that tell of it is right. Those
 * without a place say whose it is otherwise, also by what no row tells of: so a row decides between them only where it names the
 * payer of one alone.
 */
function isAnothers({ party, step, tellers }: RowCase): boolean {
  // What no message told of is nobody's word against the row.
  if (step !== null && step.strength !== 'CHAINED') return false;
  const by_row = wholeNumber(party);
  const by_step = wholeNumber(step?.payer ?? null);
  if (by_row !== null && by_step !== null && by_row !== by_step) return true;
  if (tellers.length === 0) return false;
  const as_row = tellers.filter((payer) => by_row !== null && wholeNumber(payer) === by_row).length;
  if (by_row !== null && by_row === by_step && as_row === 0) return false;
  return step !== null || (tellers.length > 1 && as_row !== 1);
}

/** Whom the only message without a place names that ends at the balance of a row which names nobody. */
export function toldPayer({ party, after_xaf, tellers }: RowCase): string | null {
  return party === null && after_xaf !== null && tellers.length === 1 ? (tellers[0] ?? null) : null;
}

/** The number that a print names; null where digits are hidden, or nobody is named. */
function wholeNumber(print: string | null): Msisdn | null {
  return print === null ? null : fullNumber(print.replaceAll(/[ .+-]/g, ''));
}
