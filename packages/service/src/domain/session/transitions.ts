import type { SessionStatus } from './session.ts';

/** What can happen to a session. `review_*` and `credit_assigned` come from staff. */
export const SESSION_TRIGGERS = [
  'unique_credit',
  'doubtful_credit',
  'expiry',
  'cancel',
  'review_confirmed',
  'review_rejected',
  'credit_assigned',
] as const;
export type SessionTrigger = (typeof SESSION_TRIGGERS)[number];

type Event = 'payment_session.succeeded' | 'payment_session.under_review' | 'payment_session.expired';
type Transition = { to: SessionStatus; event: Event | null };

/**
 * The transition table of a session, as data (docs/session-matrix.generated.md is drawn from it). A pair that is not listed does
 * not happen: `transition` answers null, the caller leaves the session alone and says why.
 * The database holds the same table in a trigger.
 */
export const SESSION_TRANSITIONS = {
  AWAITING_PAYMENT: {
    unique_credit: { to: 'SUCCESS', event: 'payment_session.succeeded' },
    doubtful_credit: { to: 'UNDER_REVIEW', event: 'payment_session.under_review' },
    expiry: { to: 'EXPIRED', event: 'payment_session.expired' },
    cancel: { to: 'CANCELLED', event: null },
    credit_assigned: { to: 'SUCCESS', event: 'payment_session.succeeded' },
  },
  UNDER_REVIEW: {
    review_confirmed: { to: 'SUCCESS', event: 'payment_session.succeeded' },
    review_rejected: { to: 'EXPIRED', event: 'payment_session.expired' },
  },
  SUCCESS: {},
  EXPIRED: {},
  FAILED: {},
  CANCELLED: {},
} as const satisfies Record<SessionStatus, Partial<Record<SessionTrigger, Transition>>>;

/** The next status and its event, or null when this trigger does not move a session in this status. */
export function transition(from: SessionStatus, trigger: SessionTrigger): Transition | null {
  const row: Partial<Record<SessionTrigger, Transition>> = SESSION_TRANSITIONS[from];
  return row[trigger] ?? null;
}
