import { type Static, Type } from 'typebox';
import { AmountXaf, Currency, Environment, Id, Operator, Phone, Timestamp } from './fields.ts';
import { PAYMENT_SESSION_EXAMPLE, PaymentSessionBody } from './payment-session.ts';
import { REFUND_EVENT_NAMES } from './refund.ts';
import { SETTLEMENT_EVENT_NAMES } from './settlement.ts';

/**
 * The active session events. A cancel tells nothing to the merchant who asked for it, so `payment_session.cancelled`
 * is not emitted; `payment_session.failed` is reserved. Neither can be subscribed to.
 */
export const PAYMENT_SESSION_EVENTS = {
  'payment_session.succeeded': { status: 'SUCCESS', when: 'The session moves to SUCCESS.' },
  'payment_session.under_review': {
    status: 'UNDER_REVIEW',
    when: 'A payment needs verification; it is never turned into a success by itself.',
  },
  'payment_session.expired': {
    status: 'EXPIRED',
    when: 'An AWAITING_PAYMENT session passed its expiry plus grace without a confirmed payment, or our staff found that what an UNDER_REVIEW one waited for does not pay it.',
  },
} as const;
export type PaymentSessionEvent = keyof typeof PAYMENT_SESSION_EVENTS;
export const PAYMENT_SESSION_EVENT_NAMES = Object.keys(PAYMENT_SESSION_EVENTS) as PaymentSessionEvent[];

/** What ends a transaction, each with its event. */
export const TRANSACTION_OUTCOMES = {
  'transaction.success': { status: 'SUCCESS', when: 'The transaction moves to SUCCESS.' },
  'transaction.failed': { status: 'FAILED', when: 'The operator or the payer refused for good.' },
  'transaction.timeout': {
    status: 'TIMEOUT',
    when: 'The transaction passed its expiry plus grace without any proof; in live by SMS, up to a day more while a payment may be there and is not proven.',
  },
} as const;
export type TransactionOutcome = keyof typeof TRANSACTION_OUTCOMES;
export const TRANSACTION_OUTCOME_NAMES = Object.keys(TRANSACTION_OUTCOMES) as TransactionOutcome[];

/** All transaction events; an endpoint may subscribe to them before it starts transactions. */
export const TRANSACTION_EVENT_NAMES = [
  'transaction.success',
  'transaction.failed',
  'transaction.timeout',
  'transaction.test',
] as const;

export const EVENT_NAMES = [
  ...PAYMENT_SESSION_EVENT_NAMES,
  ...TRANSACTION_EVENT_NAMES,
  ...REFUND_EVENT_NAMES,
  ...SETTLEMENT_EVENT_NAMES,
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** The body of a session webhook: the same envelope for every event, so that one receiver reads them all. */
export const PaymentSessionEventBody = Type.Object(
  {
    id: Type.String({
      ...Id,
      description: 'The event’s id: the same on every attempt, so keep it to skip repeats.',
    }),
    event: Type.Enum(PAYMENT_SESSION_EVENT_NAMES, { title: 'PaymentSessionEventName' }),
    environment: Environment,
    data: PaymentSessionBody,
    timestamp: Timestamp,
  },
  { additionalProperties: false, title: 'PaymentSessionEvent' },
);
export type PaymentSessionEventBody = Static<typeof PaymentSessionEventBody>;

export const TRANSACTION_STATUSES = [
  'PENDING',
  'PROCESSING',
  'WAITING_SMS',
  'SUCCESS',
  'FAILED',
  'TIMEOUT',
  'REFUNDED',
] as const;

/** The body of a transaction webhook: the fields that a merchant reads, after an id and an environment by which it tells deliveries apart. */
export const TransactionEventBody = Type.Object(
  {
    id: Type.String({ ...Id, description: 'The event’s id: the same on every attempt.' }),
    event: Type.Enum(TRANSACTION_EVENT_NAMES, { title: 'TransactionEventName' }),
    environment: Environment,
    data: Type.Object(
      {
        id: Id,
        reference: Type.String(),
        amount: AmountXaf,
        currency: Currency,
        operator: Operator,
        phone_number: Phone,
        status: Type.Enum(TRANSACTION_STATUSES, { title: 'TransactionStatus' }),
        confirmed_at: Type.Optional(Timestamp),
      },
      { additionalProperties: false, title: 'TransactionEventData' },
    ),
    timestamp: Timestamp,
  },
  { additionalProperties: false, title: 'TransactionEvent' },
);
export type TransactionEventBody = Static<typeof TransactionEventBody>;

/** What POST /v1/webhook-endpoints/:id/test sends, whatever events the endpoint receives. */
export const TEST_EVENT = 'transaction.test';
export const TEST_EVENT_WHEN =
  'You asked for it: POST /v1/webhook-endpoints/:id/test. No transaction stands behind it.';

export const TEST_EVENT_EXAMPLE: TransactionEventBody = {
  id: '0198c5a3-1b2c-7d3e-8f40-5a6b7c8d9e10',
  event: TEST_EVENT,
  environment: 'test',
  data: {
    id: '0198c5a3-1b2c-7d3e-8f40-5a6b7c8d9e11',
    reference: 'TEST',
    amount: 5000,
    currency: 'XAF',
    operator: 'AIRTEL',
    phone_number: '+23566000000',
    status: 'SUCCESS',
    confirmed_at: '2026-06-27T15:46:12.345Z',
  },
  timestamp: '2026-06-27T15:46:12.345Z',
};

/** An example of what ends a transaction; `confirmed_at` is there when it was paid. */
export function exampleTransactionEvent(event: TransactionOutcome): TransactionEventBody {
  const { confirmed_at, ...unpaid } = { ...TEST_EVENT_EXAMPLE.data, reference: 'ORDER-1002' };
  const { status } = TRANSACTION_OUTCOMES[event];
  return {
    ...TEST_EVENT_EXAMPLE,
    event,
    data: {
      ...unpaid,
      status,
      ...(status === 'SUCCESS' && confirmed_at !== undefined ? { confirmed_at } : {}),
    },
  };
}

/** An example of each event's body, the status in it being the one the event announces. */
export function exampleEvent(event: PaymentSessionEvent): PaymentSessionEventBody {
  return {
    id: '0198c5a3-1b2c-7d3e-8f40-5a6b7c8d9e0f',
    event,
    environment: 'test',
    data: { ...PAYMENT_SESSION_EXAMPLE, status: PAYMENT_SESSION_EVENTS[event].status },
    timestamp: '2026-06-27T15:46:12.345Z',
  };
}

/** Headers of every delivery: the signature and the event, what helps a receiver beside them, and the trio of Standard Webhooks. */
export const WEBHOOK_HEADERS = {
  'X-Service-Signature':
    'sha256= and the lowercase hex HMAC-SHA256 of the raw body, keyed with the secret as shown.',
  'X-Service-Signature-Previous':
    'The same with the secret before the last rotation, for 24 hours after it; absent otherwise.',
  'X-Service-Test': 'true on events of the test environment; absent in live.',
  'X-Service-Event': 'The name of the event.',
  'X-Service-Delivery': 'The delivery’s id.',
  'X-Service-Attempt': '1 on the first attempt, growing with each retry.',
  'X-Service-Sequence':
    'Grows with each event of one session or transaction, so that an older one can be discarded.',
  'webhook-id': 'The event’s id, as in the body.',
  'webhook-timestamp': 'When this attempt was signed, in seconds since 1970.',
  'webhook-signature':
    'v1, and the base64 HMAC-SHA256 of id.timestamp.body, as Standard Webhooks has it, for verifiers that exist already. For 24 hours after a rotation there are two, with a space between.',
} as const;
