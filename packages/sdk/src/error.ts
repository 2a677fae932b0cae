import type { ErrorCode, FailedCheck } from './contract.generated.ts';

/** What the API said no with, or `NETWORK_ERROR`: it is not known whether the request was carried out. */
export type ChariErrorCode = ErrorCode | 'NETWORK_ERROR' | (string & {});

/** What an error carries besides its code and message, where it applies. */
export interface ChariErrorDetails {
  status?: number | undefined;
  fields?: Record<string, string> | undefined;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  existingPaymentSessionId?: string | undefined;
  existingTransactionId?: string | undefined;
  failedChecks?: FailedCheck[] | undefined;
  idempotencyKey?: string | undefined;
  cause?: unknown;
}

/** Every failure of a call but the caller's own: a wrong argument is a TypeError, an abort its signal's reason. */
export class ChariError extends Error {
  override readonly name = 'ChariError';
  readonly code: ChariErrorCode;
  /** The HTTP status; absent with `NETWORK_ERROR`. */
  declare readonly status?: number;
  /** A message for each parameter that is wrong. */
  declare readonly fields?: Record<string, string>;
  /** The answer's `X-Request-Id`: give it to support. */
  declare readonly requestId?: string;
  /** Seconds after which the same request may succeed. */
  declare readonly retryAfter?: number;
  /** The payment session that has the reference already. */
  declare readonly existingPaymentSessionId?: string;
  /** The transaction that has the reference already. */
  declare readonly existingTransactionId?: string;
  /** Why no session can be created at the moment. */
  declare readonly failedChecks?: FailedCheck[];
  /**
   * What the request was sent under: send it again with this key, and nothing happens twice. Chari keeps a key for 24 hours,
   * that of a refund for 30 days; after that look first (`refunds.list`) whether it was carried out.
   */
  declare readonly idempotencyKey?: string;

  constructor(code: ChariErrorCode, message: string, { cause, ...details }: ChariErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    // What does not apply is not there at all, so that a printed error is short.
    for (const [name, value] of Object.entries(details)) {
      if (value !== undefined) Object.defineProperty(this, name, { value, enumerable: true });
    }
  }
}
