/**
 * Every way the API says no: one closed list. A new code makes the compiler ask for what is missing, and a
 * test holds the list against the OpenAPI document and the reference page, both ways.
 *
 * `message` is what the caller reads: `{name}` is filled in by `refusal`. It says what to do next. `example`
 * are the values the documents show.
 */
export type ErrorEntry = {
  status: number;
  when: string;
  message: string;
  example: Readonly<Record<string, string>>;
};

export const ERRORS = {
  VALIDATION_ERROR: {
    status: 400,
    when: 'A parameter or the body is missing, malformed or not allowed; fields names each one. With status 422 on POST /v1/transactions: it is well-formed, but outside what is offered.',
    message: '{problem}',
    example: { problem: 'Correct the 2 fields listed in "fields" and send the request again.' },
  },
  AUTH_REQUIRED: {
    status: 401,
    when: 'On /v1/transactions: the API key is absent, invalid or revoked.',
    message: '{problem}',
    example: { problem: 'The request has no API key. Send an active API key in the X-API-Key header.' },
  },
  UNAUTHORIZED: {
    status: 401,
    when: 'Everywhere else: the API key is absent, invalid or revoked.',
    message: '{problem}',
    example: {
      problem: 'This API key is unknown or was revoked. Send an active API key in the X-API-Key header.',
    },
  },
  KYC_REQUIRED: {
    status: 403,
    when: 'A live request that changes something, before the merchant profile and KYC are complete.',
    message:
      'The merchant profile is not approved yet, so live requests that change something are refused. Complete the profile and KYC; meanwhile use a test key.',
    example: {},
  },
  API_KEY_PERMISSION_DENIED: {
    status: 403,
    when: 'The API key lacks the scope, a live key calls the sandbox, or staff have frozen the merchant and the request changes something.',
    message: '{problem}',
    example: {
      problem:
        'This API key lacks the scope payment_sessions:write. Use a key that has it, or create one with it.',
    },
  },
  NOT_FOUND: {
    status: 404,
    when: 'The object does not exist, belongs to another merchant or is in the other environment; or there is no such address.',
    message: '{problem}',
    example: {
      problem:
        'There is no payment session with this id for this API key. Check the id, and that the key is of the right environment.',
    },
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    when: 'The address exists, but not for this method; the Allow header lists those it has.',
    message: '{method} is not possible here. Use {allow}.',
    example: { method: 'PUT', allow: 'GET or HEAD' },
  },
  DUPLICATE_REFERENCE: {
    status: 409,
    when: 'The reference is already used in this environment; existing_payment_session_id or existing_transaction_id names what has it.',
    message:
      'The reference {reference} is already used in the {environment} environment. Retrieve what has it, or choose another reference.',
    example: { reference: 'ORDER-1001', environment: 'test' },
  },
  INVALID_STATE: {
    status: 409,
    when: 'The session is no longer AWAITING_PAYMENT, the webhook endpoint is disabled or deleted, or the payment can’t be given back.',
    message: '{problem}',
    example: {
      problem: 'The payment session is SUCCESS. Only a session that is AWAITING_PAYMENT can be cancelled.',
    },
  },
  REFUND_TOO_LARGE: {
    status: 409,
    when: 'The refund is larger than what has not been given back of the payment yet.',
    message: '{left} XAF of this payment have not been given back yet, and no more than that can be.',
    example: { left: '3000' },
  },
  INSUFFICIENT_BALANCE: {
    status: 409,
    when: 'The merchant’s balance is smaller than the refund: what was paid out is no longer there to give back.',
    message:
      'Your balance in this environment is {available} XAF, less than this refund. Collect more first, or give back less.',
    example: { available: '1500' },
  },
  NOTHING_TO_SETTLE: {
    status: 409,
    when: 'The test balance holds nothing that could be settled now.',
    message: '{problem}',
    example: { problem: 'There is nothing to settle: your test balance is 0 XAF. Play a payment first.' },
  },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    when: 'The first request with this Idempotency-Key is still running.',
    message: 'The first request with this Idempotency-Key is still running. Send it again in a moment.',
    example: {},
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    when: 'The body is larger than 64 KiB.',
    message: 'The body is larger than {max_bytes} bytes. Send a smaller one.',
    example: { max_bytes: '65536' },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    when: 'The body is not sent as uncompressed application/json in UTF-8.',
    message: '{problem} Send JSON with the header Content-Type: application/json.',
    example: { problem: 'The content type text/plain is not supported.' },
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    when: 'The Idempotency-Key was first used with another request; keys are kept for 24 hours, those of refunds for 30 days.',
    message:
      'This Idempotency-Key was first used with another request. Use a new key for a new request, or repeat the first one unchanged.',
    example: {},
  },
  RATE_LIMITED: {
    status: 429,
    when: 'Too many requests with this key, one AWAITING_PAYMENT session is polled too often, or the test balance is settled too often.',
    message: '{problem} Wait {retry_after} s, as the Retry-After header says, and send the request again.',
    example: { problem: 'This API key sends too many requests.', retry_after: '1' },
  },
  TOO_MANY_OPEN_SESSIONS: {
    status: 429,
    when: 'The merchant has as many live sessions of the operator open, or closed and still in quarantine, as it may. Nothing was created.',
    message:
      'You have {open_count} live {operator} sessions open or in quarantine, and may have {allowance}. The next is free in {retry_after} s: sooner if one is paid, later while the payment of one is waited for. What you may have open grows with what is paid.',
    example: { open_count: '30', operator: 'AIRTEL', allowance: '30', retry_after: '840' },
  },
  PAYER_ASKED_TOO_OFTEN: {
    status: 429,
    when: 'Live transactions have asked this payer too often of late, over all merchants, and none of them was paid since. Nothing was created.',
    message:
      'This payer was asked for money too often of late, and nothing was created. Ask again in {retry_after} s, or let the payer finish a payment that waits.',
    example: { retry_after: '420' },
  },
  INTERNAL_ERROR: {
    status: 500,
    when: 'A fault of ours.',
    message:
      'Something went wrong on our side. Send the request again with the same Idempotency-Key, and give us the X-Request-Id if it goes on.',
    example: {},
  },
  COLLECTION_NUMBER_UNAVAILABLE: {
    status: 503,
    when: 'No collection number is free for this operator and amount. Flat body; failed_checks says what is short.',
    message:
      'No {operator} collection number is free for this amount at the moment. Try again in a few minutes.',
    example: { operator: 'AIRTEL' },
  },
  PROVIDER_RAIL_NOT_READY: {
    status: 503,
    when: 'A live session was requested while the live rail of the operator is not ready. Flat body; test mode remains available.',
    message:
      'The {environment} rail of {operator} is not ready: failed_checks says why. The test environment remains available.',
    example: { operator: 'MOOV', environment: 'live' },
  },
  GATEWAY_UNAVAILABLE: {
    status: 503,
    when: 'The operator’s gateway is temporarily unavailable; nothing was created.',
    message:
      'The gateway of {operator} is temporarily unavailable and nothing was created. Try again in {retry_after} s.',
    example: { operator: 'AIRTEL', retry_after: '30' },
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    when: 'The service can’t take the request at the moment: its database is away or its queue is full.',
    message:
      'The service can’t take this request at the moment. Send it again in {retry_after} s with the same Idempotency-Key.',
    example: { retry_after: '1' },
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

/** The codes whose body is flat, without the envelope of the others: the 503 of creating a session. */
export const FLAT_ERROR_CODES = ['COLLECTION_NUMBER_UNAVAILABLE', 'PROVIDER_RAIL_NOT_READY'] as const;
export type FlatErrorCode = (typeof FLAT_ERROR_CODES)[number];
export type EnvelopeErrorCode = Exclude<ErrorCode, FlatErrorCode>;

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** The values that the message of a code asks for. */
export type MessageValues<Code extends ErrorCode> = Record<
  Placeholders<(typeof ERRORS)[Code]['message']>,
  string
>;

/** The message of a code with its values in place. */
export function messageOf<Code extends ErrorCode>(code: Code, values: MessageValues<Code>): string {
  let message: string = ERRORS[code].message;
  for (const [name, value] of Object.entries<string>(values)) {
    message = message.replace(`{${name}}`, () => value);
  }
  return message;
}
