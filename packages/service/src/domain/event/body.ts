import { presentSession } from '../session/present.ts';
import type { Environment, PaymentSession } from '../session/session.ts';

/** An event as the outbox keeps it; `body` is the exact text that is signed and sent. */
export type OutboxEvent = {
  id: string;
  merchant_id: string;
  environment: Environment;
  type: string;
  object_id: string;
  sequence: number;
  body: string;
  created_at: Date;
};

/**
 * The event of a session that has just moved (design section 3: `{id, event, environment, data, timestamp}`).
 * @param session as it is after the change; its `event_sequence` is this event's
 */
export function sessionEvent(
  id: string,
  type: string,
  session: PaymentSession,
  now: Date,
  dashboard_url: string,
): OutboxEvent {
  const body = JSON.stringify({
    id,
    event: type,
    environment: session.environment,
    data: presentSession(session, dashboard_url),
    timestamp: now.toISOString(),
  });
  return {
    id,
    merchant_id: session.merchant_id,
    environment: session.environment,
    type,
    object_id: session.id,
    sequence: session.event_sequence,
    body,
    created_at: now,
  };
}
