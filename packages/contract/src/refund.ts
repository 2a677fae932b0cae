import { type Static, Type } from 'typebox';
import {
  AmountXaf,
  Currency,
  Cursor,
  Environment,
  Id,
  NextCursor,
  PageLimit,
  RULE,
  Timestamp,
} from './fields.ts';

/** Statuses and their meaning. */
export const REFUND_STATUS_MEANINGS = {
  PENDING: 'Accepted: its amount is set aside from your balance.',
  SENDING: 'The money is on its way to the payer.',
  SUCCEEDED: 'The operator’s own record proves that it has gone.',
  FAILED: 'It has not gone: its amount is in your balance again.',
  UNKNOWN: 'Nobody can prove yet whether it has gone; it ends when somebody can.',
} as const;
export const REFUND_STATUSES = Object.keys(REFUND_STATUS_MEANINGS) as (keyof typeof REFUND_STATUS_MEANINGS)[];

const payment_session_id = Type.String({
  ...Id,
  description: 'The session that was paid.',
  [RULE]: 'Must be the id of a payment session of yours.',
});
const transaction_id = Type.String({
  ...Id,
  description: 'The transaction that was paid.',
  [RULE]: 'Must be the id of a transaction of yours.',
});

/** The body of POST /v1/refunds: one of the two ids. */
export const CreateRefund = Type.Object(
  {
    payment_session_id: Type.Optional(payment_session_id),
    transaction_id: Type.Optional(transaction_id),
    amount: Type.Optional(
      Type.Integer({
        ...AmountXaf,
        description: 'Whole XAF. Left out: all that has not been given back of it.',
        examples: [2000],
      }),
    ),
    reason: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Why; you read it again with the refund. In test, `sandbox:failed` makes it fail.',
        [RULE]: 'Must be 1 to 255 characters.',
      }),
    ),
  },
  { additionalProperties: false, title: 'CreateRefund' },
);
export type CreateRefund = Static<typeof CreateRefund>;

/** In test, a refund with this reason becomes FAILED. */
export const FAILING_REASON = 'sandbox:failed';

export const RefundBody = Type.Object(
  {
    id: Type.String({ ...Id, description: 'The refund’s id, a UUID.' }),
    payment_session_id: Type.Optional(payment_session_id),
    transaction_id: Type.Optional(transaction_id),
    amount: AmountXaf,
    currency: Currency,
    reason: Type.Optional(Type.String({ description: 'As you gave it.' })),
    status: Type.Enum(REFUND_STATUSES, { title: 'RefundStatus', description: 'One of the statuses.' }),
    failure: Type.Optional(Type.String({ description: 'Why it failed, for you to read.' })),
    is_test: Type.Boolean({ description: 'Whether no real money moves.' }),
    environment: Environment,
    created_at: Timestamp,
    ended_at: Type.Optional(Type.String({ ...Timestamp, description: 'When it SUCCEEDED or FAILED.' })),
  },
  { additionalProperties: false, title: 'Refund' },
);
export type RefundBody = Static<typeof RefundBody>;

/** What ends a refund, each with its event. */
export const REFUND_EVENTS = {
  'refund.succeeded': {
    status: 'SUCCEEDED',
    when: 'The operator’s own record proves that a refund has gone to the payer.',
  },
  'refund.failed': {
    status: 'FAILED',
    when: 'A refund has certainly not gone; its amount is in your balance again.',
  },
} as const;
export type RefundEvent = keyof typeof REFUND_EVENTS;
export const REFUND_EVENT_NAMES = Object.keys(REFUND_EVENTS) as RefundEvent[];

/** The body of a refund webhook: the envelope of all events. */
export const RefundEventBody = Type.Object(
  {
    id: Type.String({ ...Id, description: 'The event’s id: the same on every attempt.' }),
    event: Type.Enum(REFUND_EVENT_NAMES, { title: 'RefundEventName' }),
    environment: Environment,
    data: RefundBody,
    timestamp: Timestamp,
  },
  { additionalProperties: false, title: 'RefundEvent' },
);
export type RefundEventBody = Static<typeof RefundEventBody>;

/** The query of GET /v1/refunds. */
export const ListRefunds = Type.Object(
  {
    payment_session_id: Type.Optional(payment_session_id),
    transaction_id: Type.Optional(transaction_id),
    cursor: Cursor,
    limit: PageLimit,
  },
  { additionalProperties: false, title: 'ListRefunds' },
);
export type ListRefunds = Static<typeof ListRefunds>;

export const RefundList = Type.Object(
  { refunds: Type.Array(RefundBody), next_cursor: NextCursor },
  { additionalProperties: false, title: 'RefundList' },
);

export const CREATE_REFUND_EXAMPLE: CreateRefund = {
  payment_session_id: '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f',
  amount: 2000,
  reason: 'One of two sacks was wet.',
};

export const REFUND_EXAMPLE: RefundBody = {
  id: '0198c5a9-2b1e-7d3a-8f4e-2b6d8a1c0e70',
  payment_session_id: '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f',
  amount: 2000,
  currency: 'XAF',
  reason: 'One of two sacks was wet.',
  status: 'PENDING',
  is_test: true,
  environment: 'test',
  created_at: '2026-06-27T16:10:00.000Z',
};

/** An example of each event's body, the status in it being the one the event announces. */
export function exampleRefundEvent(event: RefundEvent): RefundEventBody {
  const { status } = REFUND_EVENTS[event];
  const timestamp = '2026-06-27T16:24:07.321Z';
  const failure = 'The payer’s number takes no money at the moment.';
  return {
    id: '0198c5b6-7a2c-7d3e-8f40-5a6b7c8d9e12',
    event,
    environment: 'test',
    data: { ...REFUND_EXAMPLE, status, ...(status === 'FAILED' && { failure }), ended_at: timestamp },
    timestamp,
  };
}
