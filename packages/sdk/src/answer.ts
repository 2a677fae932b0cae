import type { FailedCheck } from './contract.generated.ts';
import { ChariError } from './error.ts';
import type { Request } from './request.ts';

type Members = Record<string, unknown>;

/** The ids of the last answers. No two answers carry one: where they do, an earlier one was sent again. */
export class Answered {
  readonly #ids = new Set<string>();

  /** Whether this id is new. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    if (this.#ids.size > 256) for (const oldest of [...this.#ids].slice(0, 128)) this.#ids.delete(oldest);
    return true;
  }
}

/**
 * Whether these bytes are the API's answer to this request. What comes from somewhere else, or is garbled, is as
 * good as no answer.
 * @returns the body, or the error that it says, or `NETWORK_ERROR`
 */
export function judge(
  request: Request,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  bytes: ArrayBuffer,
  answered: Answered,
): unknown {
  const { member, echoes, ...expected } = request.expects;
  const request_id = headers.get('X-Request-Id') ?? undefined;
  if (request_id !== undefined && !answered.add(request_id)) {
    return lost(request, `The answer ${request_id} came twice.`);
  }
  const body = parsed(bytes);
  if (status !== expected.status) {
    const retry_after = Number(headers.get('Retry-After') ?? Number.NaN);
    return (
      errorOf(request, status, body, request_id, retry_after >= 0 ? retry_after : undefined) ??
      lost(request, `Not the API answered, with status ${status}: is baseUrl right?`)
    );
  }
  if (member === undefined) return undefined;
  if (!isMembers(body) || !(member in body)) {
    return lost(request, 'The answer is garbled, or not the API gave it.');
  }
  const other = Object.keys(echoes).find((name) => name in body && body[name] !== echoes[name]);
  return other === undefined ? body : lost(request, `The answer is to another request: ${other} differs.`);
}

/** Whatever happened on the way, it is not known what became of the request. */
export function lost({ idempotencyKey }: Request, what: string, cause?: unknown): ChariError {
  const advice =
    idempotencyKey === undefined
      ? 'Try again later.'
      : 'It may have arrived: try again with the idempotencyKey of this error.';
  return new ChariError('NETWORK_ERROR', `${what} ${advice}`, { idempotencyKey, cause });
}

/** What a body in either shape of the contract says; null when it is in none. */
function errorOf(
  { idempotencyKey }: Request,
  status: number,
  body: unknown,
  requestId: string | undefined,
  retry_after: number | undefined,
): ChariError | null {
  if (!isMembers(body)) return null;
  const said = isMembers(body.error) ? body.error : body;
  const message = said === body ? said.error : said.message;
  if (typeof said.code !== 'string' || typeof message !== 'string') return null;
  if (said !== body && said.status !== status) return null;
  return new ChariError(said.code, message, {
    status,
    requestId,
    idempotencyKey,
    retryAfter: typeof said.retry_after === 'number' ? said.retry_after : retry_after,
    fields: said.fields as Record<string, string> | undefined,
    existingPaymentSessionId: said.existing_payment_session_id as string | undefined,
    existingTransactionId: said.existing_transaction_id as string | undefined,
    failedChecks: said.failed_checks as FailedCheck[] | undefined,
  });
}

function parsed(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
