import type { EventName } from '@chari/contract/events';
import type {
  WebhookAttemptBody,
  WebhookDeliveryBody,
  WebhookDeliveryStatus,
} from '@chari/contract/webhook-delivery';
import type { DeliveryState, LoggedAttempt, ShownDelivery } from './delivery.ts';

/** The words of the API for the states that we keep. */
const STATUS_OF_STATE = {
  PENDING: 'pending',
  DELIVERED: 'delivered',
  HELD: 'held',
  DEAD: 'dead',
} as const satisfies Record<DeliveryState, WebhookDeliveryStatus>;

export const STATE_OF_STATUS = {
  pending: 'PENDING',
  delivered: 'DELIVERED',
  held: 'HELD',
  dead: 'DEAD',
} as const satisfies Record<WebhookDeliveryStatus, DeliveryState>;

/** The one wire shape of a delivery, in lists, alone and under an event. */
export function presentDelivery(delivery: ShownDelivery): WebhookDeliveryBody {
  return {
    id: delivery.id,
    event_id: delivery.event_id,
    event: delivery.event as EventName,
    webhook_endpoint_id: delivery.endpoint_id,
    environment: delivery.environment,
    status: STATUS_OF_STATE[delivery.state],
    dead_reason: delivery.dead_reason,
    attempt_count: delivery.attempt_count,
    next_attempt_at: delivery.next_attempt_at?.toISOString() ?? null,
    created_at: delivery.created_at.toISOString(),
    finished_at: delivery.finished_at?.toISOString() ?? null,
    attempts: delivery.attempts.map(presentAttempt),
  };
}

function presentAttempt(attempt: LoggedAttempt): WebhookAttemptBody {
  return {
    attempt: attempt.attempt,
    started_at: attempt.started_at.toISOString(),
    duration_ms: attempt.duration_ms,
    outcome: attempt.outcome,
    status_code: attempt.status_code,
    answer: attempt.answer,
  };
}
