import type { TSchema } from 'typebox';
import {
  exampleEvent,
  exampleTransactionEvent,
  PAYMENT_SESSION_EVENT_NAMES,
  PAYMENT_SESSION_EVENTS,
  PaymentSessionEventBody,
  TEST_EVENT,
  TEST_EVENT_EXAMPLE,
  TEST_EVENT_WHEN,
  TRANSACTION_OUTCOME_NAMES,
  TRANSACTION_OUTCOMES,
  TransactionEventBody,
  WEBHOOK_HEADERS,
} from '../events.ts';
import { LIMITS } from '../limits.ts';
import { exampleRefundEvent, REFUND_EVENT_NAMES, REFUND_EVENTS, RefundEventBody } from '../refund.ts';
import {
  exampleSettlementEvent,
  SETTLEMENT_EVENT_NAMES,
  SETTLEMENT_EVENTS,
  SettlementEventBody,
} from '../settlement.ts';
import type { Components, Json } from './schemas.ts';

const SOMETIMES_ABSENT = ['X-Service-Test', 'X-Service-Signature-Previous'];

/** What is posted to a merchant, by event. */
export function webhooks(components: Components): Json {
  const one = (event: string, summary: string, schema: TSchema, example: unknown) => [
    event,
    { post: webhook(event, summary, { schema: components.of(schema), example }) },
  ];
  return Object.fromEntries([
    ...PAYMENT_SESSION_EVENT_NAMES.map((event) =>
      one(event, PAYMENT_SESSION_EVENTS[event].when, PaymentSessionEventBody, exampleEvent(event)),
    ),
    ...TRANSACTION_OUTCOME_NAMES.map((event) =>
      one(event, TRANSACTION_OUTCOMES[event].when, TransactionEventBody, exampleTransactionEvent(event)),
    ),
    ...REFUND_EVENT_NAMES.map((event) =>
      one(event, REFUND_EVENTS[event].when, RefundEventBody, exampleRefundEvent(event)),
    ),
    ...SETTLEMENT_EVENT_NAMES.map((event) =>
      one(event, SETTLEMENT_EVENTS[event].when, SettlementEventBody, exampleSettlementEvent(event)),
    ),
    one(TEST_EVENT, TEST_EVENT_WHEN, TransactionEventBody, TEST_EVENT_EXAMPLE),
  ]);
}

function webhook(event: string, summary: string, body: Json): Json {
  return {
    operationId: event.replaceAll('.', '_'),
    tags: ['Webhooks'],
    summary,
    description: `Answer 2xx within ${LIMITS.webhook_response_seconds} seconds, before you do the work. Anything else is retried with backoff. Verify X-Service-Signature over the raw body first.`,
    security: [],
    parameters: Object.entries(WEBHOOK_HEADERS).map(([name, description]) => ({
      name,
      in: 'header',
      required: !SOMETIMES_ABSENT.includes(name),
      description,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': body } },
    responses: { '2XX': { description: 'Received.' } },
  };
}
