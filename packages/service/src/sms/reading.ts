import type { Figures } from '../domain/movement/move.ts';
import type { PayerPrint } from '../domain/msisdn.ts';

export type NoticeKind =
  | 'CREDIT'
  | 'CASH_IN'
  | 'DEBIT'
  | 'REVERSAL'
  | 'FEE'
  | 'BALANCE'
  | 'AIRTIME'
  | 'PROMO'
  | 'OTP'
  | 'UNKNOWN';

/** Every reason why a reading is less than certain. A sentence for each is in describe.ts. */
export type ReadingDoubt =
  | 'no_transaction_id'
  | 'fraction'
  | 'two_times'
  | 'payer_unclear'
  | 'airtime_balance'
  | 'unconfirmed_template';

export type TemplateStatus = 'unconfirmed' | 'confirmed';

/**
 * What one operator SMS says. CREDIT and CASH_IN always carry `amount_xaf`, greater than 0; every other kind
 * is no evidence of money received.
 */
export interface Reading {
  readonly kind: NoticeKind;
  /** Null for UNKNOWN, as are version and status. */
  readonly template_id: string | null;
  readonly template_version: number | null;
  readonly template_status: TemplateStatus | null;
  /** False: the text is kept and proves nothing. */
  readonly trusted_sender: boolean;
  readonly amount_xaf?: number;
  /** What the operator took for it, beside the amount. */
  readonly fee_xaf?: number;
  readonly operator_transaction_id?: string;
  /** Of a payment without an id all that may be one: whatever of it the payer wrote, what the operator takes back is known by one of these. */
  readonly stated_ids?: readonly string[];
  readonly payer?: PayerPrint;
  /** Numbers where the payer stands, none of which is clearly his: they speak against others, and for none. */
  readonly may_be_payers?: readonly PayerPrint[];
  /** Of a DEBIT: whom the operator names as the one who got it. */
  readonly recipient?: PayerPrint;
  /** The number or code is an agent's: never compare it with a declared payer. */
  readonly payer_is_agent: boolean;
  /** Balance after the operation, whole francs (cents cut off). */
  readonly balance_xaf?: number;
  /** What the payer wrote, as printed. May quote a ticket. */
  readonly motif?: string;
  /** Operator's own time, ISO 8601 UTC, e.g. `2026-06-27T15:44:00.000Z`. */
  readonly occurred_at?: string;
  readonly occurred_precision: 'minute';
  readonly doubts: readonly ReadingDoubt[];
  /** For UNKNOWN: the template whose wording the text is close to. Somebody should look. */
  readonly near_template?: string;
  /** Beside `near_template`: the sums and balances of the text that count (`figuresOf`), whole francs. */
  readonly printed_sums_xaf?: readonly number[];
  readonly printed_balances_xaf?: readonly number[];
  /** For REVERSAL: the transaction that was undone. */
  readonly reversed_transaction_id?: string;
}

/** What one text of an operator says. */
export interface SmsReading {
  readonly trusted_sender: boolean;
  /** The preferred first; none when no template takes the text. More than one differ in what they prove. */
  readonly readings: readonly Reading[];
  /** At most 12 of each kind; empty for a text that a template takes as a movement. */
  readonly figures: Figures;
  /** For a text that no template takes: the template whose wording is closest. Somebody should look. */
  readonly near_template?: string;
}
