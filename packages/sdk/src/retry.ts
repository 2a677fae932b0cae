import type { ChariError } from './error.ts';

const BASE_MS = 500;
const CAP_MS = 8_000;
const RETRY_AFTER_MAX_S = 60;

const ERRORS: readonly number[] = [500, 502, 504];
const STATUSES: readonly number[] = [408, 429, ...ERRORS];
/** Refusals of other statuses which pass by themselves. */
const CODES: readonly string[] = [
  'NETWORK_ERROR',
  'GATEWAY_UNAVAILABLE',
  'COLLECTION_NUMBER_UNAVAILABLE',
  'SERVICE_UNAVAILABLE',
  'IDEMPOTENCY_KEY_IN_USE',
];

/** Whether the same request may succeed later, whoever waits for it. */
export function passes({ code, status = 0 }: ChariError): boolean {
  return CODES.includes(code) || STATUSES.includes(status);
}

/** Whether the request was carried out all the same: 2 where its answer was lost, 1 where an error came after it, else 0. */
export const doubtOf = ({ code, status = 0 }: ChariError): number =>
  code === 'NETWORK_ERROR' ? 2 : Number(code === 'SERVICE_UNAVAILABLE' || ERRORS.includes(status));

/** Whether an answer says nothing of what an attempt before it did. */
export const tellsNothing = (error: ChariError): boolean =>
  passes(error) || error.status === 401 || error.status === 403;

/** Whether to send it again now: not when the API asks for a longer wait than a call should take. */
export function isRepeatable(error: ChariError): boolean {
  return passes(error) && (error.retryAfter ?? 0) <= RETRY_AFTER_MAX_S;
}

/**
 * How long to wait before the next attempt: any time up to a bound that doubles, so that those who failed
 * together do not come back together; after `retryAfter` where the API named one.
 * @param attempt how many were made, from 1
 * @param random from 0 to below 1
 */
export function delayMs(attempt: number, retryAfter: number | undefined, random: number): number {
  return (retryAfter ?? 0) * 1_000 + random * Math.min(CAP_MS, BASE_MS * 2 ** (attempt - 1));
}

/** Waits, or rejects with the signal's reason as soon as it is aborted. */
export function sleep(delay_ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, delay_ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
