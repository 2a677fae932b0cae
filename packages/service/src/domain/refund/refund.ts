import type { RefundBody } from '@chari/contract/refund';
import type { OutboxEvent } from '../event/event.ts';
import type { Environment } from '../operator.ts';
import { isoText } from '../time.ts';

export const REFUND_STATES = ['PENDING', 'SENDING', 'SUCCEEDED', 'FAILED', 'UNKNOWN'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/**
 * What can happen to a refund. `sent`: somebody, or the operator's API, sends the money; `proven`: the SIM's book or
 * the API says that it has gone; `lost`: nothing told of it in time; `not_sent`: it certainly has not gone.
 */
export type RefundTrigger = 'sent' | 'proven' | 'lost' | 'not_sent';

/** The transition table, as data; a trigger of the database holds the same. UNKNOWN is left by proof alone. */
export const REFUND_TRANSITIONS = {
  PENDING: { sent: 'SENDING', proven: 'SUCCEEDED', not_sent: 'FAILED' },
  SENDING: { proven: 'SUCCEEDED', not_sent: 'FAILED', lost: 'UNKNOWN' },
  UNKNOWN: { proven: 'SUCCEEDED', not_sent: 'FAILED' },
  SUCCEEDED: {},
  FAILED: {},
} as const satisfies Record<RefundState, Partial<Record<RefundTrigger, RefundState>>>;

/** The next state, or null when this trigger does not move a refund in this state. */
export function refundTransition(from: RefundState, trigger: RefundTrigger): RefundState | null {
  const row: Partial<Record<RefundTrigger, RefundState>> = REFUND_TRANSITIONS[from];
  return row[trigger] ?? null;
}

/** A payment, or a part of it, that goes back to its payer. */
export type Refund = {
  id: string;
  merchant_id: string;
  environment: Environment;
  payment_session_id: string | null;
  transaction_id: string | null;
  amount_xaf: number;
  reason: string | null;
  /** A person sends it from a SIM, the operator's API does, or nothing moves (test). */
  via: 'sim' | 'rail' | 'sandbox';
  state: RefundState;
  /** Who gets it, as the operator's text printed the payer or as `+235` and 8 digits; null where nothing named the payer. */
  to_phone: string | null;
  /** The SIM that sends it. */
  collection_number_id: string | null;
  /** Why it failed. */
  failure: string | null;
  asked_by: string;
  created_at: Date;
  sent_at: Date | null;
  ended_at: Date | null;
};

/** The one wire shape of a refund: create, retrieve, list and events all return it. */
export function presentRefund(refund: Refund): RefundBody {
  const { payment_session_id, transaction_id, reason, failure, ended_at } = refund;
  return {
    id: refund.id,
    ...(payment_session_id !== null && { payment_session_id }),
    ...(transaction_id !== null && { transaction_id }),
    amount: refund.amount_xaf,
    currency: 'XAF',
    ...(reason !== null && { reason }),
    status: refund.state,
    ...(failure !== null && { failure }),
    is_test: refund.environment === 'test',
    environment: refund.environment,
    created_at: isoText(refund.created_at),
    ...(ended_at !== null && { ended_at: isoText(ended_at) }),
  };
}

/** The event of a refund that has just ended; each has one. */
export function refundEvent(id: string, refund: Refund, now: Date): OutboxEvent {
  const type = refund.state === 'SUCCEEDED' ? 'refund.succeeded' : 'refund.failed';
  const { merchant_id, environment } = refund;
  const body = JSON.stringify({
    id,
    event: type,
    environment,
    data: presentRefund(refund),
    timestamp: isoText(now),
  });
  return { id, merchant_id, environment, type, object_id: refund.id, sequence: 1, body, created_at: now };
}
