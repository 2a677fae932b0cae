import type { PaymentSessionBody } from '@chari/contract/payment-session';
import type { Environment, Operator } from '../operator.ts';
import { showTicket } from '../ticket/ticket.ts';
import { isoText } from '../time.ts';
import { instructionsFor } from './instructions.ts';

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

/**
 * A payment session as the service holds it. `presentSession` makes its wire shape; `metadata` is absent here on
 * purpose: it is stored and never read back.
 */
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

/**
 * The one wire shape of a session: create, retrieve, cancel and events all return it. `metadata` can't leak
 * here, since the session as held does not carry it.
 * @param dashboard_url base of the hosted checkout, without a trailing slash
 */
export function presentSession(session: PaymentSession, dashboard_url: string): PaymentSessionBody {
  return {
    id: session.id,
    reference: session.reference,
    ticket: showTicket(session.ticket),
    amount: session.amount_xaf,
    currency: 'XAF',
    operator: session.operator,
    status: session.status,
    environment: session.environment,
    assigned_collection_number: session.assigned_collection_number,
    expires_at: isoText(session.expires_at),
    created_at: isoText(session.created_at),
    instructions: instructionsFor(session),
    checkout_url: `${dashboard_url}/pay/payment-sessions/${session.id}`,
  };
}
