import type { Environment, Operator } from '../operator.ts';

/** The statuses, in the order in which a transaction may pass through them. */
export const TRANSACTION_STATUSES = [
  'PENDING',
  'PROCESSING',
  'WAITING_SMS',
  'SUCCESS',
  'FAILED',
  'TIMEOUT',
  'REFUNDED',
] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/** Statuses that still wait for a proof. */
export const OPEN_STATUSES = ['PENDING', 'PROCESSING', 'WAITING_SMS'] as const satisfies TransactionStatus[];

export function isOpenStatus(status: TransactionStatus): boolean {
  return (OPEN_STATUSES as readonly TransactionStatus[]).includes(status);
}

export const RAIL_NAMES = ['sandbox', 'manual-sms', 'airtel-open-api'] as const;
export type RailName = (typeof RAIL_NAMES)[number];

/** A transaction as the service holds it; `event.ts` makes its three wire shapes. */
export type Transaction = {
  id: string;
  merchant_id: string;
  environment: Environment;
  reference: string;
  /** `TX`, the UTC day as yymmdd and 8 characters of Crockford base32. */
  internal_ref: string;
  amount_xaf: number;
  operator: Operator;
  /** The payer: `+235` and 8 digits. */
  phone_number: string;
  description: string | null;
  rail: RailName;
  status: TransactionStatus;
  event_sequence: number;
  created_at: Date;
  expires_at: Date;
  updated_at: Date;
  /** When the proof says it was paid; null while it was not. */
  confirmed_at: Date | null;
  /** Where its payer is told to pay, on the rail manual-sms; else null. */
  collection_number_id: string | null;
  /** The same as `+235` and 8 digits. */
  assigned_collection_number: string | null;
};

/** Lifetime of a transaction: without proof by then it is TIMEOUT. */
export const TRANSACTION_TTL_MINUTES = 10;

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CHARACTERS = 8;

/**
 * `TX260627` and 8 characters of Crockford base32: the UTC day of creation, and chance. 40 bits a day; the
 * database refuses a repeat, and then the batch is made again with others.
 * @param random in [0, 1)
 */
export function newInternalRef(now: Date, random: () => number): string {
  const day = now.toISOString();
  let ref = `TX${day.slice(2, 4)}${day.slice(5, 7)}${day.slice(8, 10)}`;
  for (let place = 0; place < CHARACTERS; place += 1) ref += ALPHABET.charAt(Math.floor(random() * 32));
  return ref;
}
