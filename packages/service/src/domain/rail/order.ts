import type { Environment, Operator } from '../operator.ts';
import type { RailName, TransactionStatus } from '../transaction/transaction.ts';

/** The phone by which a payer is told what to pay, and how to log in to its gateway. Never logged. */
export type SmsSender = {
  send_url: string;
  username: string;
  password: string;
  is_private: boolean;
  device_id: string | null;
  sim_slot: number | null;
};

/** What a rail is told when it is asked. */
export type RailOrder = {
  transaction_id: string;
  /** `TX` and 14 characters: readable, and shown to the payer. */
  internal_ref: string;
  environment: Environment;
  operator: Operator;
  amount_xaf: number;
  /** The payer: `+235` and 8 digits. */
  phone_number: string;
  expires_at: Date;
  /** Expiry plus grace: when the transaction times out. */
  gives_up_at: Date;
  /** When the payer was first asked; now, when that is what happens. */
  begun_at: Date;
  /** The operator's own id of the payment: what a refund names. Null while it is not known. */
  rail_transaction_id: string | null;
  /** The rail `manual-sms` only: the number to pay, `+235` and 8 digits. */
  collection_number: string | null;
  /** The rail `manual-sms` only; null when no gateway can send. */
  sender: SmsSender | null;
};

export type RailStep = 'initiate' | 'enquire' | 'refund';

/** A claimed row of `rail_work` with what decides about it. */
export type RailWork = {
  transaction_id: string;
  /** Names the claim: what another process claimed meanwhile is not finished by this one. */
  attempt: number;
  rail: RailName;
  step: RailStep;
  status: TransactionStatus;
  /** Null: nothing was ever sent. Set and step `initiate` or `refund`: the answer was lost. */
  begun_at: Date | null;
  /** A callback came since the work was last finished: the enquiry need not wait. */
  called_back: boolean;
  /** When the last callback was taken in hand: from then on the rail is asked for a day. */
  callback_taken_at: Date | null;
  enquiries: number;
  /** Of a refund: when it was asked for; null where the sandbox's script sends it back by itself. */
  refund_asked_at: Date | null;
  /** Of a refund: whether its merchant has given something of it back. */
  is_given_back: boolean;
  created_at: Date;
  expires_at: Date;
};

/**
 * What a rail says when it is asked. What it does not know is `unknown`, a value like the others: nobody
 * upstream may turn it into a failure.
 */
export type RailAnswer =
  /**
   * The payer has been asked. `rail`: the rail will know what became of it. `credit`: the operator's credit
   * notice will; with `ask_again_ms` the rail wants to be asked even so.
   */
  | { kind: 'asked'; waits_for: 'rail' | 'credit'; ask_again_ms?: number }
  /** The rail's final word: paid; or, to a refund, sent back. `rail_transaction_id` is the operator's own id. */
  | {
      kind: 'success';
      rail_transaction_id: string | null;
      /** The sandbox only: it sends the money back by itself after that. */
      refund_after_ms?: number;
    }
  /** The rail's final refusal. */
  | { kind: 'failed'; reason: string }
  | { kind: 'pending'; ask_again_ms?: number }
  | {
      kind: 'unknown';
      /** For a person; never a secret, a phone number or an operator's whole answer. */
      detail: string;
      /** Whether the operator may have heard the request. False: it may safely be sent again. */
      sent: boolean;
      /** A fault of the network or the operator's system, which the breaker counts. */
      fault: boolean;
      ask_again_ms?: number;
      /** The operator says that it was paid, and names another of this than was asked for: it isn't believed, and staff are told. */
      paid_otherwise?: 'amount' | 'currency' | 'country' | 'payer' | 'payment';
    };

/** Whether an answer shows that the rail itself is out of order. */
export function isFault(answer: RailAnswer): boolean {
  return answer.kind === 'unknown' && answer.fault;
}
