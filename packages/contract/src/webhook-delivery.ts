import { type Static, Type } from 'typebox';
import { EVENT_NAMES } from './events.ts';
import { Cursor, Environment, Id, NextCursor, PageLimit, RULE, SentTimestamp, Timestamp } from './fields.ts';
import { LIMITS } from './limits.ts';

/** What became of a delivery, in the words of the API. */
export const WEBHOOK_DELIVERY_STATUSES = {
  pending: 'It is being sent, or waits for its next attempt.',
  delivered: 'Your endpoint answered 2xx.',
  held: 'Your endpoint is disabled; it is sent once the endpoint is enabled, within 30 days.',
  dead: 'It is given up; `dead_reason` says why. It can be resent.',
} as const;
export type WebhookDeliveryStatus = keyof typeof WEBHOOK_DELIVERY_STATUSES;
export const WEBHOOK_DELIVERY_STATUS_NAMES = Object.keys(
  WEBHOOK_DELIVERY_STATUSES,
) as WebhookDeliveryStatus[];

export const WEBHOOK_DEAD_REASONS = ['attempts_exhausted', 'endpoint_removed', 'held_too_long'] as const;

export const WebhookAttemptBody = Type.Object(
  {
    attempt: Type.Integer({ minimum: 1, description: 'From 1; as in `X-Service-Attempt`.' }),
    started_at: Timestamp,
    duration_ms: Type.Integer({ minimum: 0 }),
    outcome: Type.String({
      description:
        '`delivered`, `refused` (any status but 2xx), `timed_out`, `not_connected`, `no_answer`, `broken_answer`, `address_refused` or `secret_unreadable`.',
    }),
    status_code: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The HTTP status of your answer; null when none came.',
    }),
    answer: Type.Union([Type.String(), Type.Null()], {
      description: 'The first 1 KiB of your answer’s body, or what went wrong.',
    }),
  },
  { additionalProperties: false, title: 'WebhookAttempt' },
);
export type WebhookAttemptBody = Static<typeof WebhookAttemptBody>;

const properties = {
  id: Type.String({ ...Id, description: 'As in `X-Service-Delivery`.' }),
  event_id: Id,
  event: Type.Enum(EVENT_NAMES, { title: 'EventName' }),
  webhook_endpoint_id: Id,
  environment: Environment,
  status: Type.Enum(WEBHOOK_DELIVERY_STATUS_NAMES, { title: 'WebhookDeliveryStatus' }),
  dead_reason: Type.Union([Type.Enum(WEBHOOK_DEAD_REASONS, { title: 'WebhookDeadReason' }), Type.Null()]),
  attempt_count: Type.Integer({ minimum: 0, description: 'Attempts that have ended.' }),
  next_attempt_at: Type.Union([Timestamp, Type.Null()], {
    description: 'When it is tried next; null while an attempt is under way and when none is to come.',
  }),
  created_at: Timestamp,
  finished_at: Type.Union([Timestamp, Type.Null()]),
  attempts: Type.Array(WebhookAttemptBody, {
    maxItems: LIMITS.attempts_shown.alone,
    description: `The latest ${LIMITS.attempts_shown.in_list}, oldest first, with your answers; ${LIMITS.attempts_shown.alone} of a delivery retrieved by itself. Kept for 30 days.`,
  }),
};

/** One event on its way to one endpoint, with its attempts. */
export const WebhookDeliveryBody = Type.Object(properties, {
  additionalProperties: false,
  title: 'WebhookDelivery',
});
export type WebhookDeliveryBody = Static<typeof WebhookDeliveryBody>;

/** The query of GET /v1/webhook-endpoints/:id/deliveries. */
export const ListWebhookDeliveries = Type.Object(
  {
    status: Type.Optional(
      Type.Enum(WEBHOOK_DELIVERY_STATUS_NAMES, {
        title: 'WebhookDeliveryStatus',
        description: `Only those in this status. A page of DELIVERED looks at ${LIMITS.deliveries_scanned} deliveries at most, so it may be short, or empty, while \`next_cursor\` leads on.`,
        [RULE]: `Must be one of ${WEBHOOK_DELIVERY_STATUS_NAMES.join(', ')}.`,
      }),
    ),
    event: Type.Optional(
      Type.Enum(EVENT_NAMES, {
        title: 'EventName',
        description: `Only those of this event. A page looks at ${LIMITS.deliveries_scanned} deliveries at most, so with this filter it may be short, or empty, while \`next_cursor\` leads on.`,
        [RULE]: `Must be one of ${EVENT_NAMES.join(', ')}.`,
      }),
    ),
    cursor: Cursor,
    limit: PageLimit,
  },
  { additionalProperties: false, title: 'ListWebhookDeliveries' },
);
export type ListWebhookDeliveries = Static<typeof ListWebhookDeliveries>;

export const WebhookDeliveryList = Type.Object(
  { deliveries: Type.Array(WebhookDeliveryBody), next_cursor: NextCursor },
  { additionalProperties: false, title: 'WebhookDeliveryList' },
);
export type WebhookDeliveryList = Static<typeof WebhookDeliveryList>;

/** The body of POST /v1/webhook-endpoints/:id/resend. */
export const ResendFailedDeliveries = Type.Object(
  {
    since: Type.String({
      ...SentTimestamp,
      description: 'Of events from this moment on. ISO 8601 with seconds and an offset.',
    }),
    status: Type.Optional(
      Type.Enum(['failed', 'missed'] as const, {
        description:
          '`failed`, or left out: its deliveries that are dead, held, or waiting to be tried again. `missed`: events that it wants and has no delivery of, from before it was there or wanted them, or of an endpoint that was deleted.',
        [RULE]: 'Must be failed or missed.',
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'The `next_cursor` of the answer before. Left out: from `since` on.',
        [RULE]: 'Must be the next_cursor of the answer before.',
      }),
    ),
  },
  { additionalProperties: false, title: 'ResendFailedDeliveries' },
);
export type ResendFailedDeliveries = Static<typeof ResendFailedDeliveries>;

export const ResentDeliveries = Type.Object(
  {
    resent: Type.Integer({ minimum: 0, description: 'How many are sent again.' }),
    next_cursor: Type.Union([Id, Type.Null()], {
      description: `One request looks at ${LIMITS.resent_at_once} failed deliveries, or ${LIMITS.resent_at_once} events, at most, oldest first. Send this as \`cursor\` to go on; null when that was all.`,
    }),
  },
  { additionalProperties: false, title: 'ResentDeliveries' },
);
export type ResentDeliveries = Static<typeof ResentDeliveries>;

export const WEBHOOK_DELIVERY_EXAMPLE: WebhookDeliveryBody = {
  id: '0198c5a3-1b2c-7e4d-8a51-6b7c8d9e0f10',
  event_id: '0198c5a3-1b2c-7d3e-8f40-5a6b7c8d9e0f',
  event: 'payment_session.succeeded',
  webhook_endpoint_id: '0198c5a4-2c3d-7e4f-9051-6b7c8d9e0f1a',
  environment: 'test',
  status: 'pending',
  dead_reason: null,
  attempt_count: 1,
  next_attempt_at: '2026-06-27T15:46:18.020Z',
  created_at: '2026-06-27T15:46:12.345Z',
  finished_at: null,
  attempts: [
    {
      attempt: 1,
      started_at: '2026-06-27T15:46:12.350Z',
      duration_ms: 84,
      outcome: 'refused',
      status_code: 500,
      answer: 'Internal Server Error',
    },
  ],
};

export const NEW_WEBHOOK_DELIVERY_EXAMPLE: WebhookDeliveryBody = {
  ...WEBHOOK_DELIVERY_EXAMPLE,
  attempt_count: 0,
  next_attempt_at: '2026-06-27T15:46:12.345Z',
  attempts: [],
};
