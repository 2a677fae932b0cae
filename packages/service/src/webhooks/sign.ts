import { createHmac } from 'node:crypto';
import { SECRET_PREFIX } from '../engine/webhook-endpoints/secret.ts';
import type { ClaimedAttempt } from '../store/webhooks/claim.ts';

/** Lowercase hex HMAC-SHA256 of the raw body, keyed with the secret exactly as it was shown (the spec's). */
export function bodySignature(secret: string, body: Uint8Array): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/**
 * The Standard Webhooks signature: base64 HMAC-SHA256 of `id.timestamp.body`, keyed with the bytes that the
 * secret's base64 stands for. `timestamp` in whole seconds.
 */
export function standardSignature(secret: string, id: string, timestamp_s: number, body: Uint8Array): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp_s}.`).update(body).digest('base64');
}

type Signed = Pick<
  ClaimedAttempt,
  'event_id' | 'event_type' | 'delivery_id' | 'attempt' | 'sequence' | 'environment'
>;

/**
 * All headers of one attempt. `webhook-id` is the event's id: the same on every attempt and at every
 * endpoint, as the body says it, so that a receiver can drop what it has seen.
 */
export function signedHeaders(
  attempt: Signed,
  secret: string,
  body: Uint8Array,
  now: Date,
): Record<string, string> {
  const timestamp_s = Math.floor(now.getTime() / 1_000);
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Chari-Webhooks/1',
    'X-Service-Signature': `sha256=${bodySignature(secret, body)}`,
    'X-Service-Event': attempt.event_type,
    'X-Service-Delivery': attempt.delivery_id,
    'X-Service-Attempt': String(attempt.attempt),
    'X-Service-Sequence': String(attempt.sequence),
    ...(attempt.environment === 'test' ? { 'X-Service-Test': 'true' } : {}),
    'webhook-id': attempt.event_id,
    'webhook-timestamp': String(timestamp_s),
    'webhook-signature': `v1,${standardSignature(secret, attempt.event_id, timestamp_s, body)}`,
  };
}
