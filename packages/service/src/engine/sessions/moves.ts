import type { Policy } from '../../domain/policy.ts';
import type { PaymentSession, SessionStatus } from '../../domain/session/session.ts';
import { later, MINUTE_MS } from '../../domain/time/local.ts';
import type { SessionMove } from '../../store/sessions/move.ts';

/**
 * A live session under review keeps its number and amount this long for further credits to join its case. No
 * longer: one stray payment must not take an amount from everybody for as long as staff take to decide.
 */
const REVIEW_HOLD_MINUTES = 24 * 60;

/** The row change of a session that has moved; its hold stays for the quarantine of its environment. */
export function moveOf(
  policy: Policy,
  session: PaymentSession,
  from_status: SessionStatus,
  now: Date,
): SessionMove {
  return {
    session_id: session.id,
    from_status,
    to_status: session.status,
    review_reason: session.review_reason,
    event_sequence: session.event_sequence,
    closed_at: session.closed_at ?? now,
    quarantine_until: later(now, holdMinutes(policy, session) * MINUTE_MS),
    transaction_id: session.transaction_id,
  };
}

/** In test nobody decides reviews, so they must not use virtual numbers up. */
function holdMinutes(policy: Policy, { environment, status }: PaymentSession): number {
  return environment === 'live' && status === 'UNDER_REVIEW'
    ? REVIEW_HOLD_MINUTES
    : policy.quarantine_minutes[environment];
}
