import { type Static, Type } from 'typebox';
import { EVENT_NAMES, exampleEvent, PaymentSessionEventBody, TransactionEventBody } from './events.ts';
import { Cursor, Environment, Id, NextCursor, PageLimit, RULE, Timestamp } from './fields.ts';
import { RefundEventBody } from './refund.ts';
import { SettlementEventBody } from './settlement.ts';
import { WEBHOOK_DELIVERY_EXAMPLE, WebhookDeliveryBody } from './webhook-delivery.ts';

const properties = {
  id: Type.String({ ...Id, description: 'As in the body and in `webhook-id`.' }),
  event: Type.Enum(EVENT_NAMES, { title: 'EventName' }),
  environment: Environment,
  object_id: Type.String({
    ...Id,
    description: 'The payment session, transaction, refund or settlement it is about.',
  }),
  sequence: Type.Integer({
    minimum: 1,
    description: 'Grows with each event of one object; as in `X-Service-Sequence`.',
  }),
  created_at: Timestamp,
  body: Type.Union([PaymentSessionEventBody, TransactionEventBody, RefundEventBody, SettlementEventBody], {
    description: 'What was sent, or would have been, character by character.',
  }),
};

/** An event as the log shows it, whether or not an endpoint was there to receive it. */
export const EventBody = Type.Object(properties, { additionalProperties: false, title: 'Event' });
export type EventBody = Static<typeof EventBody>;

export const EventDetailBody = Type.Object(
  {
    ...properties,
    deliveries: Type.Array(WebhookDeliveryBody, {
      description: 'One for each endpoint that was subscribed when it happened.',
    }),
  },
  { additionalProperties: false, title: 'EventDetail' },
);
export type EventDetailBody = Static<typeof EventDetailBody>;

/** The query of GET /v1/events. */
export const ListEvents = Type.Object(
  {
    type: Type.Optional(
      Type.Enum(EVENT_NAMES, {
        title: 'EventName',
        description: 'Only events of this name.',
        [RULE]: `Must be one of ${EVENT_NAMES.join(', ')}.`,
      }),
    ),
    object_id: Type.Optional(
      Type.String({
        ...Id,
        description: 'Only events of this payment session, transaction, refund or settlement.',
        [RULE]: 'Must be the id of a payment session, transaction, refund or settlement.',
      }),
    ),
    cursor: Cursor,
    limit: PageLimit,
  },
  { additionalProperties: false, title: 'ListEvents' },
);
export type ListEvents = Static<typeof ListEvents>;

export const EventList = Type.Object(
  { events: Type.Array(EventBody), next_cursor: NextCursor },
  { additionalProperties: false, title: 'EventList' },
);

const body = exampleEvent('payment_session.succeeded');

export const EVENT_EXAMPLE: EventBody = {
  id: body.id,
  event: body.event,
  environment: body.environment,
  object_id: body.data.id,
  sequence: 1,
  created_at: body.timestamp,
  body,
};

export const EVENT_DETAIL_EXAMPLE: EventDetailBody = {
  ...EVENT_EXAMPLE,
  deliveries: [WEBHOOK_DELIVERY_EXAMPLE],
};
