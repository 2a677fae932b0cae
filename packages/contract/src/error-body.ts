import { type Static, Type } from 'typebox';
import {
  type EnvelopeErrorCode,
  ERRORS,
  type ErrorCode,
  FLAT_ERROR_CODES,
  type FlatErrorCode,
  type MessageValues,
  messageOf,
} from './errors.ts';
import { Environment, Id, Operator } from './fields.ts';

/** `{ error: { code, message, status, fields?, … } }`: the shape of every error but the flat two. */
export const ErrorBody = Type.Object(
  {
    error: Type.Object(
      {
        code: Type.String({ description: 'One of the table of errors.' }),
        message: Type.String({ description: 'What is wrong and what to do, in English.' }),
        status: Type.Integer({ description: 'The HTTP status.' }),
        fields: Type.Optional(
          Type.Record(Type.String(), Type.String(), {
            description: 'A message for each parameter that is wrong.',
          }),
        ),
        existing_payment_session_id: Type.Optional(Id),
        existing_transaction_id: Type.Optional(Id),
        retry_after: Type.Optional(Type.Integer({ description: 'Seconds to wait; as in Retry-After.' })),
      },
      { additionalProperties: false, title: 'ErrorDetail' },
    ),
  },
  { additionalProperties: false, title: 'ErrorBody' },
);
export type ErrorBody = Static<typeof ErrorBody>;

const FailedCheck = Type.Object(
  {
    name: Type.String({ description: 'The check.' }),
    ready: Type.Boolean(),
    reason: Type.String({ description: 'Why it is not ready, in words.' }),
    count: Type.Integer({ description: 'How many there are of what the check counts.' }),
  },
  { additionalProperties: false, title: 'FailedCheck' },
);

/** The flat body of the two 503s of session creation. */
export const FlatErrorBody = Type.Object(
  {
    error: Type.String({ description: 'What is wrong and what to do, in English.' }),
    code: Type.Enum(FLAT_ERROR_CODES, { title: 'FlatErrorCode' }),
    operator: Operator,
    environment: Environment,
    failed_checks: Type.Array(FailedCheck),
  },
  { additionalProperties: false, title: 'FlatErrorBody' },
);
export type FlatErrorBody = Static<typeof FlatErrorBody>;

export type ErrorExtras = Omit<ErrorBody['error'], 'code' | 'message' | 'status'>;

export function isFlat(code: ErrorCode): code is FlatErrorCode {
  return (FLAT_ERROR_CODES as readonly string[]).includes(code);
}

/** The envelope of a refusal: its message from the list, its extras as given. */
export function errorBody<Code extends EnvelopeErrorCode>(
  code: Code,
  values: MessageValues<Code>,
  extras: ErrorExtras = {},
): ErrorBody {
  return { error: { code, message: messageOf(code, values), status: ERRORS[code].status, ...extras } };
}

/** VALIDATION_ERROR with status 422: values that are well-formed and outside what is offered, where other wrong values are 400. */
export function unofferedBody(problem: string, fields: Record<string, string>): ErrorBody {
  const { error } = errorBody('VALIDATION_ERROR', { problem }, { fields });
  return { error: { ...error, status: 422 } };
}

export const UNOFFERED_EXAMPLE = unofferedBody(
  'Correct the field listed in "fields" and send the request again.',
  { amount: 'Must be at least 100 XAF.' },
);

/** No request may say whose it is. */
export const MERCHANT_ID_SENT = 'Must not be sent: the API key selects the merchant.';

const EXAMPLE_EXTRAS: Partial<Record<EnvelopeErrorCode, ErrorExtras>> = {
  VALIDATION_ERROR: {
    fields: {
      amount: 'Must be a whole number of XAF from 1 to 1,000,000,000, without decimals and without quotes.',
      merchant_id: MERCHANT_ID_SENT,
    },
  },
  DUPLICATE_REFERENCE: { existing_payment_session_id: '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f' },
  RATE_LIMITED: { retry_after: 1 },
  TOO_MANY_OPEN_SESSIONS: { retry_after: 840 },
  PAYER_ASKED_TOO_OFTEN: { retry_after: 420 },
  GATEWAY_UNAVAILABLE: { retry_after: 30 },
  SERVICE_UNAVAILABLE: { retry_after: 1 },
};

/** The example of a code in the documents, in the shape it has on the wire. */
export function exampleError(code: ErrorCode): ErrorBody | FlatErrorBody {
  const example: Readonly<Record<string, string>> = ERRORS[code].example;
  if (!isFlat(code)) return errorBody(code, example as MessageValues<typeof code>, EXAMPLE_EXTRAS[code]);
  const unavailable = code === 'COLLECTION_NUMBER_UNAVAILABLE';
  return {
    error: messageOf(code, example as MessageValues<typeof code>),
    code,
    operator: unavailable ? 'AIRTEL' : 'MOOV',
    environment: unavailable ? 'test' : 'live',
    failed_checks: [
      unavailable
        ? {
            name: 'collection_number_pool',
            ready: false,
            reason: 'every active number already holds this amount',
            count: 0,
          }
        : { name: 'template_confirmed', ready: false, reason: 'no SMS template is confirmed', count: 0 },
    ],
  };
}
