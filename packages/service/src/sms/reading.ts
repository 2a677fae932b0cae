import type { PayerPrint } from '../domain/msisdn/payer.ts';
import type { MobileOperator } from '../domain/msisdn/prefixes.ts';

export type NoticeKind =
  | 'CREDIT'
  | 'CASH_IN'
  | 'DEBIT'
  | 'REVERSAL'
  | 'BALANCE'
  | 'AIRTIME'
  | 'PROMO'
  | 'OTP'
  | 'UNKNOWN';

/** Every reason why a reading is less than certain. A sentence for each is in describe.ts. */
export type Doubt =
  | 'too_long'
  | 'no_transaction_id'
  | 'two_transaction_ids'
  | 'fraction'
  | 'unreadable_amount'
  | 'two_amounts'
  | 'two_balances'
  | 'two_times'
  | 'unconfirmed_template'
  | 'conflicting_phrases'
  | 'hostile_content'
  | 'hidden_characters'
  | 'mixed_scripts'
  | 'bare_head';

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
  readonly operator_transaction_id?: string;
  readonly payer?: PayerPrint;
  /** The number or code is an agent's: never compare it with a declared payer. */
  readonly payer_is_agent: boolean;
  /** Balance after the operation, whole francs (cents cut off). */
  readonly balance_xaf?: number;
  /** What the payer wrote, as printed. May quote a ticket. */
  readonly motif?: string;
  /** Operator's own time, ISO 8601 UTC, e.g. `2026-06-27T15:44:00.000Z`. */
  readonly occurred_at?: string;
  readonly occurred_precision: 'minute';
  readonly doubts: readonly Doubt[];
  /** For UNKNOWN: the template whose wording the text is close to. Somebody should look. */
  readonly near_template?: string;
  /** Beside `near_template`: every sum and every balance that the text prints, whole francs. */
  readonly printed_sums_xaf?: readonly number[];
  readonly printed_balances_xaf?: readonly number[];
  /** For REVERSAL: the transaction that was undone. */
  readonly reversed_transaction_id?: string;
}

export interface Notice {
  readonly operator: MobileOperator;
  readonly sender: string;
  readonly text: string;
  /** Sender ids the SIM accepts; without it, the operator's usual ones (senders.ts). An empty list trusts none. */
  readonly sender_allow_list?: readonly string[];
  /** Templates that staff have confirmed, as `id@version`. */
  readonly confirmed_templates?: readonly string[];
}
