import { type Static, Type } from 'typebox';
import { TRANSACTION_STATUSES } from './events.ts';
import {
  AmountXaf,
  Currency,
  Description,
  Environment,
  Id,
  Operator,
  Phone,
  Reference,
  RULE,
  Timestamp,
} from './fields.ts';
import { LIMITS } from './limits.ts';

/** Statuses and their meaning, in the order in which a transaction may pass through them. */
export const TRANSACTION_STATUS_MEANINGS = {
  PENDING: 'Accepted; the initial status.',
  PROCESSING: 'Handed to the operator’s rail.',
  WAITING_SMS: 'The payer has been asked; the proof will be the operator’s credit notice.',
  SUCCESS: 'Paid, with proof.',
  FAILED: 'Refused for good by the operator or the payer.',
  TIMEOUT:
    'Expired, and a grace period passed, without any proof; in live by SMS up to a day later, while a payment may be there and is not proven.',
  REFUNDED: 'Paid, and given back.',
} as const satisfies Record<(typeof TRANSACTION_STATUSES)[number], string>;

/**
 * The body of POST /v1/transactions. What this schema refuses is 400; an amount outside what is offered is
 * well-formed, and 422 (`amountProblem`).
 */
export const CreateTransaction = Type.Object(
  {
    reference: Reference,
    amount: Type.Integer({
      minimum: 1,
      description: `Whole XAF, no decimals: from ${LIMITS.transaction_amount_xaf.min} to ${LIMITS.transaction_amount_xaf.max.AIRTEL}.`,
      examples: [5000],
      [RULE]: 'Must be a whole number of XAF greater than 0, without decimals and without quotes.',
    }),
    currency: Currency,
    operator: Operator,
    phone_number: Type.String({ ...Phone, description: 'The payer: the phone that is asked to pay.' }),
    description: Type.Optional(Description),
  },
  { additionalProperties: false, title: 'CreateTransaction' },
);
export type CreateTransaction = Static<typeof CreateTransaction>;

/** What is wrong with a well-formed amount, for `fields` of a 422; null when nothing is. */
export function amountProblem(amount: number, operator: Operator): string | null {
  const { min, max } = LIMITS.transaction_amount_xaf;
  if (amount < min) return `Must be at least ${min} XAF.`;
  return amount > max[operator] ? `Must be at most ${max[operator]} XAF with ${operator}.` : null;
}

const id = Type.String({ ...Id, description: 'The transaction’s id, a UUID.' });
const internal_ref = Type.String({
  pattern: '^TX[0-9]{6}[0-9A-HJKMNP-TV-Z]{8}$',
  description: 'Our own reference, to be quoted to support.',
  examples: ['TX2606277K3MQ9TX'],
});
const status = Type.Enum(TRANSACTION_STATUSES, {
  title: 'TransactionStatus',
  description: 'One of the statuses.',
});
const is_test = Type.Boolean({ description: 'Whether no real money moves.' });
const expires_at = Type.String({ ...Timestamp, description: 'When it expires: 10 minutes after creation.' });

/** What create answers: enough to follow it, and nothing that its merchant has just sent. */
export const CreatedTransactionBody = Type.Object(
  { id, internal_ref, status, is_test, environment: Environment, expires_at },
  { additionalProperties: false, title: 'CreatedTransaction' },
);
export type CreatedTransactionBody = Static<typeof CreatedTransactionBody>;

const BEFORE_DESCRIPTION = {
  id,
  reference: Reference,
  internal_ref,
  amount: AmountXaf,
  currency: Currency,
  operator: Operator,
  phone_number: Phone,
};
const AFTER_DESCRIPTION = {
  status,
  is_test,
  environment: Environment,
  webhook_sent: Type.Boolean({ description: 'Whether an endpoint of yours answered 2xx to an event of it.' }),
  initiated_at: Type.String({ ...Timestamp, description: 'When it was accepted.' }),
  confirmed_at: Type.Optional(
    Type.String({ ...Timestamp, description: 'When it was paid; absent until it is confirmed.' }),
  ),
  expires_at,
  created_at: Timestamp,
  updated_at: Type.String({ ...Timestamp, description: 'When its status last changed.' }),
};

/** What retrieve answers: the full view. */
export const TransactionBody = Type.Object(
  { ...BEFORE_DESCRIPTION, description: Type.Optional(Description), ...AFTER_DESCRIPTION },
  { additionalProperties: false, title: 'Transaction' },
);
export type TransactionBody = Static<typeof TransactionBody>;

/** An item of the list: the same without `description`. */
export const ListedTransactionBody = Type.Object(
  { ...BEFORE_DESCRIPTION, ...AFTER_DESCRIPTION },
  { additionalProperties: false, title: 'ListedTransaction' },
);
export type ListedTransactionBody = Static<typeof ListedTransactionBody>;

export const TransactionListBody = Type.Object(
  {
    transactions: Type.Array(ListedTransactionBody),
    total: Type.Integer({ description: 'How many there are on all pages.' }),
    limit: Type.Integer({ description: 'The limit as served.' }),
    offset: Type.Integer(),
  },
  { additionalProperties: false, title: 'TransactionList' },
);
export type TransactionListBody = Static<typeof TransactionListBody>;

/** Any year: a filter that reaches beyond what there is selects all or nothing. The offset may be +01, +0100 or +01:00. */
const DAY_OR_MOMENT =
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?(Z|[+-][0-9]{2}(:?[0-9]{2})?)?)?$';
const DAY_RULE =
  'Must be a real day, YYYY-MM-DD, or a date and time in ISO 8601, for example 2026-06-27T15:44:00Z.';

/** The most that fifteen digits say, which every reader of JSON holds exactly. */
const OFFSET_MAX = 999_999_999_999_999;

/** The query of GET /v1/transactions, numbers already read. */
export const ListTransactionsQuery = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        default: LIMITS.transactions.default,
        description: `How many at most. More than ${LIMITS.transactions.max} is served as ${LIMITS.transactions.max}.`,
        [RULE]: 'Must be a whole number of 1 or more.',
      }),
    ),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: OFFSET_MAX,
        default: 0,
        description: 'How many of the newest to leave out.',
        [RULE]: `Must be a whole number from 0 to ${OFFSET_MAX}.`,
      }),
    ),
    status: Type.Optional(
      Type.Enum(TRANSACTION_STATUSES, {
        title: 'TransactionStatus',
        description: 'Only those in this status.',
        [RULE]: `Must be one of ${TRANSACTION_STATUSES.join(', ')}.`,
      }),
    ),
    operator: Type.Optional(Operator),
    date_from: Type.Optional(
      Type.String({
        pattern: DAY_OR_MOMENT,
        description:
          'Created on this UTC day or later, or from this moment on; a time without an offset is UTC.',
        examples: ['2026-06-27'],
        [RULE]: DAY_RULE,
      }),
    ),
    date_to: Type.Optional(
      Type.String({
        pattern: DAY_OR_MOMENT,
        description: 'Created on this UTC day (all of it) or before, or up to this moment.',
        examples: ['2026-06-27'],
        [RULE]: DAY_RULE,
      }),
    ),
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: LIMITS.search_characters,
        description:
          'The beginning of a reference or of the payer’s number (with or without +235), or a whole internal_ref. When more than 250 begin so, the newest of some hundreds are found, with what has the whole text as its reference, and total counts those: type more of it.',
        [RULE]: 'Must be 1 to 100 characters.',
      }),
    ),
  },
  { additionalProperties: false, title: 'ListTransactions' },
);
export type ListTransactionsQuery = Static<typeof ListTransactionsQuery>;
