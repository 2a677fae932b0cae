import type { EventName } from '@chari/contract/events';
import type {
  WebhookAttemptBody,
  WebhookDeliveryBody,
  WebhookDeliveryStatus,
} from '@chari/contract/webhook-delivery';
import type { Environment } from '../operator.ts';

export type DeliveryState = 'PENDING' | 'DELIVERED' | 'HELD' | 'DEAD';
export type DeadReason = 'attempts_exhausted' | 'endpoint_removed' | 'held_too_long';

/** One attempt as the log keeps it. */
export type LoggedAttempt = {
  attempt: number;
  started_at: Date;
  duration_ms: number;
  outcome: string;
  status_code: number | null;
  /** The first KiB of the receiver's answer, or what went wrong. */
  answer: string | null;
};

/** One event on its way to one endpoint. */
export type WebhookDelivery = {
  id: string;
  event_id: string;
  event: string;
  endpoint_id: string;
  environment: Environment;
  state: DeliveryState;
  dead_reason: DeadReason | null;
  /** Attempts that have ended. */
  attempt_count: number;
  created_at: Date;
  finished_at: Date | null;
  /** Null while an attempt is under way, and when none is to come. */
  next_attempt_at: Date | null;
};

/** With its latest attempts, oldest first. */
export type ShownDelivery = WebhookDelivery & { attempts: LoggedAttempt[] };

/** What came of one POST. Only a 2xx whose body was whole (or longer than we read) delivers. */
export type Exchange =
  | { kind: 'answered'; status_code: number; retry_after: string | null; answer: string }
  | { kind: 'timed_out' }
  /** The status came and the body did not arrive whole. */
  | { kind: 'broken_answer'; status_code: number; reason: string }
  /** Connected, and closed or broken before a status came. */
  | { kind: 'no_answer'; reason: string }
  /** The name did not resolve, the port is closed, or TLS failed. */
  | { kind: 'not_connected'; reason: string }
  | { kind: 'address_refused'; reason: string }
  | { kind: 'secret_unreadable'; reason: string };

/** The word that the attempt log keeps. */
export type AttemptOutcome = 'delivered' | 'refused' | Exclude<Exchange['kind'], 'answered'>;

/**
 * 2xx is delivered. All else is a failure, 3xx and 410 included: a redirect is never followed, and only the
 * merchant removes an endpoint.
 */
export function attemptOutcome(exchange: Exchange): AttemptOutcome {
  if (exchange.kind !== 'answered') return exchange.kind;
  return exchange.status_code >= 200 && exchange.status_code <= 299 ? 'delivered' : 'refused';
}

/** Whether an outcome says something about the endpoint; a secret that we can't open is our own failure. */
export function tellsOfEndpoint(outcome: AttemptOutcome): boolean {
  return outcome !== 'secret_unreadable';
}

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
