import { type Static, Type } from 'typebox';
import { Currency, Cursor, Environment, Id, NextCursor, PageLimit, RULE, Timestamp } from './fields.ts';

/** Statuses and their meaning. */
export const SETTLEMENT_STATUS_MEANINGS = {
  DRAFT: 'Its transfers are frozen and its amount is set aside; nobody has approved it yet.',
  APPROVED: 'Approved; it has not been sent.',
  SENDING: 'On its way to your payout account.',
  PAID: 'The operator’s or the bank’s own record proves that it has gone.',
  FAILED:
    'It has not gone: its amount is in your balance again, and comes with the next one. Should it be paid after all, it becomes PAID.',
  UNKNOWN: 'Nobody can prove yet whether it has gone; it ends when somebody can.',
  CANCELLED:
    'Taken back before it was sent: its amount is in your balance again. Should it be paid all the same, it becomes PAID.',
} as const;
export const SETTLEMENT_STATUSES = Object.keys(
  SETTLEMENT_STATUS_MEANINGS,
) as (keyof typeof SETTLEMENT_STATUS_MEANINGS)[];

/** What a transfer of your balance is. */
export const SETTLEMENT_KIND_MEANINGS = {
  payment: 'A payment that came in.',
  fee: 'Our fee on a payment.',
  tax: 'The tax on that fee.',
  refund: 'A refund, or one that came back.',
  reserve: 'What is kept in reserve, or comes out of it.',
  returned:
    'Below zero, a settlement that was paid after it had failed or was taken back; above zero, what your bank or operator sent back of such a one. What else a settlement did not pay comes again as the payments and fees that were in it.',
  adjustment: 'Anything else, such as a correction.',
} as const;
const KINDS = Object.keys(SETTLEMENT_KIND_MEANINGS) as (keyof typeof SETTLEMENT_KIND_MEANINGS)[];

const Kind = Type.Enum(KINDS, { title: 'SettlementKind', description: 'What it is.' });
const Signed = Type.Integer({
  description: 'Whole XAF: above zero what you get, below zero what is taken.',
  examples: [4950],
});

export const SettlementBody = Type.Object(
  {
    id: Type.String({ ...Id, description: 'The settlement’s id, a UUID.' }),
    reference: Type.String({
      description: 'What the transfer to you is called, in its motif.',
      examples: ['ST2606270F4E2B6D8A'],
    }),
    amount: Type.Integer({ minimum: 1, description: 'What you get, in whole XAF.', examples: [148_500] }),
    currency: Currency,
    status: Type.Enum(SETTLEMENT_STATUSES, {
      title: 'SettlementStatus',
      description: 'One of the statuses.',
    }),
    failure: Type.Optional(Type.String({ description: 'Why it failed, for you to read.' })),
    transfers: Type.Integer({ minimum: 1, description: 'How many transfers of your balance are in it.' }),
    totals: Type.Array(
      Type.Object(
        {
          kind: Kind,
          transfers: Type.Integer({ minimum: 1, description: 'How many of this kind.' }),
          amount: Signed,
        },
        { additionalProperties: false, title: 'SettlementTotal' },
      ),
      { description: 'Its itemisation: what each kind comes to. Their sum is `amount`.' },
    ),
    payout_account: Type.Optional(
      Type.Object(
        {
          kind: Type.Enum(['number', 'bank'], { title: 'PayoutAccountKind' }),
          label: Type.String({ description: 'Which one, without all of its digits.' }),
        },
        { additionalProperties: false, title: 'PayoutAccount', description: 'Where it goes; none in test.' },
      ),
    ),
    is_test: Type.Boolean({ description: 'Whether no real money moves.' }),
    environment: Environment,
    until: Type.String({ ...Timestamp, description: 'Payments that occurred before this moment are in it.' }),
    created_at: Timestamp,
    sent_at: Type.Optional(Type.String({ ...Timestamp, description: 'When it was sent.' })),
    paid_at: Type.Optional(Type.String({ ...Timestamp, description: 'When it was proven PAID.' })),
    returned_at: Type.Optional(
      Type.String({
        ...Timestamp,
        description:
          'When your bank or operator has sent it back: its amount is in your balance again, and comes with the next one. It stays PAID.',
      }),
    ),
  },
  { additionalProperties: false, title: 'Settlement' },
);
export type SettlementBody = Static<typeof SettlementBody>;

export const SettlementTransferBody = Type.Object(
  {
    line: Type.Integer({ minimum: 1, description: 'Its place in the settlement, oldest first.' }),
    kind: Kind,
    amount: Signed,
    payment_session_id: Type.Optional(Type.String({ ...Id, description: 'The session it belongs to.' })),
    transaction_id: Type.Optional(Type.String({ ...Id, description: 'The transaction it belongs to.' })),
    refund_id: Type.Optional(Type.String({ ...Id, description: 'The refund it belongs to.' })),
    reference: Type.Optional(Type.String({ description: 'Your own reference of that payment.' })),
    occurred_at: Type.String({ ...Timestamp, description: 'When the operator moved it, or it was booked.' }),
  },
  { additionalProperties: false, title: 'SettlementTransfer' },
);
export type SettlementTransferBody = Static<typeof SettlementTransferBody>;

/** The query of GET /v1/settlements. */
export const ListSettlements = Type.Object(
  { cursor: Cursor, limit: PageLimit },
  { additionalProperties: false, title: 'ListSettlements' },
);
export type ListSettlements = Static<typeof ListSettlements>;

export const SettlementList = Type.Object(
  { settlements: Type.Array(SettlementBody), next_cursor: NextCursor },
  { additionalProperties: false, title: 'SettlementList' },
);

/** The query of GET /v1/settlements/:id/transfers. */
export const ListSettlementTransfers = Type.Object(
  {
    cursor: Type.Optional(
      Type.String({
        pattern: '^[1-9][0-9]{0,8}$',
        description: 'The `next_cursor` of the page before. Left out: from the first line.',
        [RULE]: 'Must be the next_cursor of the page before.',
      }),
    ),
    limit: PageLimit,
  },
  { additionalProperties: false, title: 'ListSettlementTransfers' },
);
export type ListSettlementTransfers = Static<typeof ListSettlementTransfers>;

export const SettlementTransferList = Type.Object(
  {
    transfers: Type.Array(SettlementTransferBody),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'Send it as `cursor` for the next page; null on the last.',
    }),
  },
  { additionalProperties: false, title: 'SettlementTransferList' },
);

/** What ends a settlement with a word to you. */
export const SETTLEMENT_EVENTS = {
  'settlement.paid': {
    status: 'PAID',
    when: 'The operator’s or the bank’s own record proves that a settlement has gone to your payout account; also of one that had failed or was taken back, and was paid after all: its amount is taken from your balance again.',
  },
  'settlement.returned': {
    status: 'PAID',
    when: 'Your bank or operator has sent a paid settlement back: its amount is in your balance again. Name another payout account.',
  },
} as const;
export type SettlementEvent = keyof typeof SETTLEMENT_EVENTS;
export const SETTLEMENT_EVENT_NAMES = Object.keys(SETTLEMENT_EVENTS) as SettlementEvent[];

/** The body of a settlement webhook: the envelope of all events, with the itemisation. */
export const SettlementEventBody = Type.Object(
  {
    id: Type.String({ ...Id, description: 'The event’s id: the same on every attempt.' }),
    event: Type.Enum(SETTLEMENT_EVENT_NAMES, { title: 'SettlementEventName' }),
    environment: Environment,
    data: SettlementBody,
    timestamp: Timestamp,
  },
  { additionalProperties: false, title: 'SettlementEvent' },
);
export type SettlementEventBody = Static<typeof SettlementEventBody>;

export const SETTLEMENT_EXAMPLE: SettlementBody = {
  id: '0198c6d1-2b1e-7d3a-8f4e-0f4e2b6d8a1c',
  reference: 'ST2606274E2B6D8A1C',
  amount: 148_500,
  currency: 'XAF',
  status: 'PAID',
  transfers: 60,
  totals: [
    { kind: 'payment', transfers: 30, amount: 150_000 },
    { kind: 'fee', transfers: 30, amount: -1_500 },
  ],
  is_test: true,
  environment: 'test',
  until: '2026-06-27T23:00:00.000Z',
  created_at: '2026-06-28T05:00:01.000Z',
  paid_at: '2026-06-28T05:00:03.000Z',
};

export const SETTLEMENT_TRANSFER_EXAMPLE: SettlementTransferBody = {
  line: 1,
  kind: 'payment',
  amount: 5000,
  payment_session_id: '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f',
  reference: 'ORDER-1001',
  occurred_at: '2026-06-27T15:46:10.000Z',
};

/** An example of each event's body. */
export function exampleSettlementEvent(event: SettlementEvent): SettlementEventBody {
  return {
    id: '0198c6d1-7a2c-7d3e-8f40-5a6b7c8d9e13',
    event,
    environment: 'test',
    data: {
      ...SETTLEMENT_EXAMPLE,
      status: SETTLEMENT_EVENTS[event].status,
      ...(event === 'settlement.returned' && { returned_at: '2026-06-30T11:00:00.000Z' }),
    },
    timestamp: '2026-06-28T05:00:03.000Z',
  };
}
