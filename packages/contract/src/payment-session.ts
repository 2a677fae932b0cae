import { type Static, Type } from 'typebox';
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

/** Statuses and their meaning, the initial one first. */
export const PAYMENT_SESSION_STATUSES = {
  AWAITING_PAYMENT: 'Waiting for the customer’s payment; the initial status.',
  SUCCESS: 'Payment received, uniquely matched and confirmed.',
  UNDER_REVIEW: 'Payment received late or ambiguous, to be verified; never confirmed automatically.',
  EXPIRED: 'Expired without a confirmed payment.',
  FAILED: 'Reserved for a future explicit failure path; not currently an active outcome.',
  CANCELLED: 'Cancelled by the merchant while AWAITING_PAYMENT.',
} as const;

export type PaymentSessionStatus = keyof typeof PAYMENT_SESSION_STATUSES;
const STATUS_NAMES = Object.keys(PAYMENT_SESSION_STATUSES) as PaymentSessionStatus[];

/** The body of POST /v1/payment-sessions. Optional fields are left out, never null. */
export const CreatePaymentSession = Type.Object(
  {
    reference: Reference,
    amount: AmountXaf,
    currency: Currency,
    operator: Operator,
    customer_phone: Type.Optional(
      Type.String({
        ...Phone,
        description:
          'The payer’s phone number. Declaring it makes matching safer: a payment from another number goes to review.',
      }),
    ),
    description: Type.Optional(Description),
    metadata: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          maxProperties: LIMITS.metadata_keys,
          description:
            'Your own data: at most 50 keys and 16 KiB as JSON. Stored, never returned in answers or webhooks.',
          [RULE]: 'Must be an object of at most 50 keys and 16 KiB as JSON.',
        },
      ),
    ),
    ttl_minutes: Type.Optional(
      Type.Integer({
        minimum: LIMITS.ttl_minutes.min,
        maximum: LIMITS.ttl_minutes.max,
        // In words: for `default` some generators make the member required.
        description: `Lifetime in minutes. Left out: ${LIMITS.ttl_minutes.default}.`,
        [RULE]: 'Must be a whole number of minutes from 1 to 60.',
      }),
    ),
  },
  { additionalProperties: false, title: 'CreatePaymentSession' },
);
export type CreatePaymentSession = Static<typeof CreatePaymentSession>;

/** What create, retrieve and cancel return: one shape, so that a client needs one type. */
export const PaymentSessionBody = Type.Object(
  {
    id: Type.String({ ...Id, description: 'The session’s id, a UUID.' }),
    reference: Reference,
    ticket: Type.String({
      pattern: '^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$',
      description: 'Service-side reference for the customer to keep.',
      examples: ['K3M7-Q9T8'],
    }),
    amount: AmountXaf,
    currency: Currency,
    operator: Operator,
    status: Type.Enum(STATUS_NAMES, { title: 'PaymentSessionStatus', description: 'One of the statuses.' }),
    environment: Environment,
    assigned_collection_number: Type.String({
      pattern: '^\\+235[0-9]{8}$',
      description: 'The number the customer must pay: display this one.',
      examples: ['+23566000001'],
    }),
    expires_at: Type.String({ ...Timestamp, description: 'When it expires: UTC, with milliseconds and Z.' }),
    created_at: Type.String({
      ...Timestamp,
      description: 'When it was created: UTC, with milliseconds and Z.',
    }),
    instructions: Type.String({
      description:
        'A payment instruction for people, in French, right when the session is retrieved: from expires_at on it asks nobody to send money, and of a payment that the operator has taken back since it says so. An answer that is given again under an Idempotency-Key is the first one, and may ask for money that was paid since: retrieve the session before you show it.',
    }),
    checkout_url: Type.String({
      format: 'uri',
      description: 'The hosted checkout page of this session. A convenience, not a secret.',
    }),
  },
  { additionalProperties: false, title: 'PaymentSession' },
);
export type PaymentSessionBody = Static<typeof PaymentSessionBody>;

export const PAYMENT_SESSION_EXAMPLE: PaymentSessionBody = {
  id: '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f',
  reference: 'ORDER-1001',
  ticket: 'K3M7-Q9T8',
  amount: 5000,
  currency: 'XAF',
  operator: 'AIRTEL',
  status: 'AWAITING_PAYMENT',
  environment: 'test',
  assigned_collection_number: '+23566000001',
  expires_at: '2026-06-27T15:54:00.000Z',
  created_at: '2026-06-27T15:44:00.000Z',
  instructions:
    "Envoyez exactement 5\u00a0000\u00a0FCFA par Airtel Money au +235\u00a066\u00a000\u00a000\u00a001 avant 16:54 (heure de N'Djamena). Gardez le ticket K3M7-Q9T8.",
  checkout_url: 'https://pay.example.com/pay/payment-sessions/0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f',
};

export const CREATE_PAYMENT_SESSION_EXAMPLE: CreatePaymentSession = {
  reference: 'ORDER-1001',
  amount: 5000,
  currency: 'XAF',
  operator: 'AIRTEL',
  description: 'Two sacks of millet',
  ttl_minutes: 10,
};
