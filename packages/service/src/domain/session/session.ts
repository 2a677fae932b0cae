/**
 * A payment session as the service holds it. The wire shape is made by `present.ts`; `metadata` is absent
 * here on purpose: it is stored and never read back (spec, "Rules").
 */
export type Environment = 'test' | 'live';
export type Operator = 'AIRTEL' | 'MOOV';

export const SESSION_STATUSES = [
  'AWAITING_PAYMENT',
  'SUCCESS',
  'UNDER_REVIEW',
  'EXPIRED',
  'FAILED',
  'CANCELLED',
] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

export const REVIEW_REASONS = [
  'late',
  'ambiguous',
  'amount_mismatch',
  'payer_mismatch',
  'second_payment',
  'unproven',
] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

export type PaymentSession = {
  id: string;
  merchant_id: string;
  environment: Environment;
  reference: string;
  /** 8 characters of Crockford base32; shown as XXXX-XXXX. */
  ticket: string;
  amount_xaf: number;
  operator: Operator;
  status: SessionStatus;
  review_reason: ReviewReason | null;
  event_sequence: number;
  collection_number_id: string;
  /** `+235` and 8 digits: the number to display. */
  assigned_collection_number: string;
  customer_phone: string | null;
  description: string | null;
  created_at: Date;
  expires_at: Date;
  closed_at: Date | null;
  /** A message tells of its payment and is not proven yet; known where the session is shown. */
  is_checked?: boolean;
};

export const TTL_MINUTES = { min: 1, max: 60, default: 10 } as const;
