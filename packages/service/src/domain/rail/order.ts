import type { Environment, Operator } from '../session/session.ts';
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
  enquiries: number;
  created_at: Date;
  expires_at: Date;
};
