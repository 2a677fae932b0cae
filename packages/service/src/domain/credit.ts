import { fullNumber } from './msisdn.ts';
import type { Environment, Operator } from './operator.ts';

/** A credit as read from one notice, before it is known whether another notice has told of it already. */
export type ReadCredit = {
  id: string;
  notice_id: string;
  environment: Environment;
  /** In test, the merchant whose sandbox this is; null in live. */
  merchant_id: string | null;
  operator: Operator;
  collection_number_id: string;
  /** UNREAD: its figures fit the book of its number, and no template takes its wording. */
  kind: 'CREDIT' | 'CASH_IN' | 'UNREAD';
  amount_xaf: number;
  /** What makes it one credit however many notices tell of it; null when the text names none. */
  operator_transaction_id: string | null;
  payer: string | null;
  motif: string | null;
  balance_xaf: number | null;
  occurred_at: Date;
  occurred_precision_ms: number;
  /** No message prints its time: `occurred_at` is the latest that it can be, and nobody knows how much earlier it was. */
  is_undated?: boolean;
  /** By then the money had moved for sure, by our own clock: its message had come, or the file that lists it, or what tells of a time after it. */
  moved_by?: Date;
  /** Whom messages without a proof name of it, where what proves it names nobody: they speak against others, and for none. */
  told_payers?: readonly string[];
  /** Tickets anywhere in what tells of it (`ticketsTold`), where the motif may not be: they speak against others, and for none. */
  told_tickets?: readonly string[];
  /** A row of the statement proves it, and doesn't print the tickets that its motif quotes: they may be forged. */
  tickets_in_doubt?: boolean;
  /** Numbers that its own words print, none of which is clearly the payer's: they speak in the same way. */
  may_be_payers?: readonly string[];
  received_at: Date;
  /** Why it is weak evidence; empty for strong. */
  doubts: string[];
  /** Where its money is seen: what an anchor had found missing stands on UNEXPLAINED already. */
  booked_on: 'FLOAT' | 'UNEXPLAINED';
};

type Unknown =
  | 'kind'
  | 'operator_transaction_id'
  | 'payer'
  | 'motif'
  | 'balance_xaf'
  | 'occurred_at'
  | 'occurred_precision_ms'
  | 'doubts';

/** Money that came and of which only the sum and the number are known: it waits in suspense. */
export function unreadCredit(known: Omit<ReadCredit, Unknown>): ReadCredit {
  return {
    ...known,
    kind: 'UNREAD',
    operator_transaction_id: null,
    payer: null,
    motif: null,
    balance_xaf: null,
    occurred_at: known.received_at,
    occurred_precision_ms: 0,
    doubts: ['unread'],
  };
}

/** Before the id of what it undoes: the id of a reversal that prints none of its own. Nothing is undone twice. */
export const OF_UNDONE = 'UNDONE.';

/** Before what stands in the place of a payment's id where its payer may have written it. */
export const OF_STATED = 'STATED.';

/** Stands for "no merchant" where a key needs a value. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Whose transaction ids are told apart: in test each merchant's, in live the operator's. */
export function scopeOf(credit: { merchant_id: string | null }): string {
  return credit.merchant_id ?? NOBODY;
}

/** The identity of a credit as one string; null when its text names no transaction. */
export function identityOf(credit: ReadCredit): string | null {
  if (credit.operator_transaction_id === null) return null;
  return [credit.environment, scopeOf(credit), credit.operator, credit.operator_transaction_id].join('/');
}

/** The phone a payer print stands for when all its last eight digits are visible: `+235` and 8 digits. */
export function phoneOfPayer(payer: string | null): string | null {
  return payer === null ? null : fullNumber(payer);
}

/** A credit injected through the sandbox: the body of a `SANDBOX_CREDIT` notice, checked by the contract. */
export type InjectedCredit = {
  amount: number;
  payer_phone?: string;
  operator_transaction_id?: string;
  occurred_at?: string;
  motif?: string;
  /** A message that waits for its proof, as a live one does; the scenario `unproven` alone makes it. */
  is_unproven?: true;
  /** Of a row of a statement: what it moved and to which balance. The body of a `WITNESS` notice alone has it. */
  row?: WitnessedRow;
};

/** The doubt about money that the operator has taken back. */
export const REVERSED = 'reversed';

export type WitnessedRow = {
  /** The fee included; below zero where money left. */
  moved_xaf: number;
  fee_xaf: number;
  /** The balance after it; null where the statement prints none. */
  after_xaf: number | null;
  /** The transaction that it undoes. */
  undoes: string | null;
  /** Later rows of its statement are in the book as they are: it has gone past this one. */
  is_passed?: boolean;
  /** A later row of its statement takes it back, which may come to the book long after it. */
  is_undone?: boolean;
  /** It names nobody, and the messages that may tell of it and have no place name them. */
  told_payers?: readonly string[];
  /** Tickets in its cells. */
  told_tickets?: readonly string[];
  /** It names somebody, and not clearly whom: the numbers of which one may be his. */
  may_be_payers?: readonly string[];
  /** When the file was brought; rows that were brought before this was kept have none. ISO 8601. */
  imported_at?: string;
};

/** The body text that is kept as the raw notice, its members in one order. */
export function writeInjected(credit: InjectedCredit): string {
  const { amount, payer_phone, operator_transaction_id, occurred_at, motif, is_unproven, row } = credit;
  return JSON.stringify({
    amount,
    payer_phone,
    operator_transaction_id,
    occurred_at,
    motif,
    is_unproven,
    row,
  });
}

export function readInjected(body: string): InjectedCredit {
  return JSON.parse(body) as InjectedCredit;
}
