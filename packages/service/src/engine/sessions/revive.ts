import type { PaymentSession } from '../../domain/session/session.ts';

const INSTANTS = new Set(['created_at', 'expires_at', 'closed_at']);

/** An outcome as it was kept beside an idempotency key, its instants Dates again. */
export function reviveOutcome<Outcome>(text: string): Outcome {
  return JSON.parse(text, (key, value) =>
    INSTANTS.has(key) && typeof value === 'string' ? new Date(value) : value,
  ) as Outcome;
}

/** The session that `reserve_sessions` has just written, without reading it back. */
export type NewSession = Omit<PaymentSession, 'status' | 'review_reason' | 'event_sequence' | 'closed_at'>;

export function awaiting(session: NewSession): PaymentSession {
  return { ...session, status: 'AWAITING_PAYMENT', review_reason: null, event_sequence: 0, closed_at: null };
}
