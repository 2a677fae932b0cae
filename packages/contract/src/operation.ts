import type { TObject, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
import type { Scope } from './scopes.ts';

/** One operation of the API: the server, the OpenAPI document and the reference page are made from it. */
export type Operation = {
  tag:
    | 'Payment sessions'
    | 'Transactions'
    | 'Balance'
    | 'Refunds'
    | 'Settlements'
    | 'Webhook endpoints'
    | 'Events'
    | 'Sandbox';
  summary: string;
  description: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `:id` for a path parameter. */
  path: string;
  scope: Scope;
  /** Writes are refused with KYC_REQUIRED in live until the merchant is approved. */
  writes: boolean;
  /** What may stand behind the question mark; left out: nothing is read there. */
  query?: TObject;
  /** Of a list whose rows are large: so many count as one request; left out: as many as of any list. */
  rows_per_request?: number;
  /** What does the work of many counts as so many requests; left out: as one, or by the rows of a list. */
  counts_as?: number;
  /** `none`: an empty body or {} is accepted, anything else refused. */
  body: { schema: TSchema; example: unknown } | 'none' | null;
  answer: { status: 200 | 201 | 202 | 204; schema: TSchema | null; example: unknown; description: string };
  /** A well-formed value outside what is offered is answered with VALIDATION_ERROR and status 422. */
  offers?: true;
  /** Besides COMMON_ERRORS and those that follow from the operation's nature (see `errorsOf`). */
  errors: readonly ErrorCode[];
  /** What its example of INVALID_STATE says is in the way; left out: what the list of errors shows. */
  invalid_state?: string;
};

/** What any operation can answer. METHOD_NOT_ALLOWED and NOT_FOUND speak of addresses too. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'API_KEY_PERMISSION_DENIED',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];

/** Every error this operation can answer, in the order of the list of errors' statuses. */
export function errorsOf(operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>([...COMMON_ERRORS, ...operation.errors]);
  if (operation.path.startsWith('/v1/transactions')) {
    codes.delete('UNAUTHORIZED');
    codes.add('AUTH_REQUIRED');
  }
  if (operation.writes && operation.scope !== 'sandbox:write') codes.add('KYC_REQUIRED');
  if (takesIdempotencyKey(operation)) codes.add('IDEMPOTENCY_KEY_IN_USE').add('IDEMPOTENCY_KEY_REUSED');
  if (operation.body !== null) codes.add('PAYLOAD_TOO_LARGE').add('UNSUPPORTED_MEDIA_TYPE');
  return [...codes];
}

/** What changes something in a way that a second try could change again, or answer otherwise. */
export function takesIdempotencyKey({ method }: Pick<Operation, 'method'>): boolean {
  return method === 'POST' || method === 'PATCH';
}
