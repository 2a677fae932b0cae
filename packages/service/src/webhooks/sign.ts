import { createHmac, createSecretKey } from 'node:crypto';
import { SECRET_PREFIX } from '../engine/webhook-endpoints/secrets.ts';
import { open } from '../store/secrets/seal.ts';
import type { ClaimedAttempt } from '../store/webhooks/claim-attempts.ts';

/** Lowercase hex HMAC-SHA256 of the raw body, keyed with the secret exactly as it was shown: `X-Service-Signature`. */
export function bodySignature(secret: string, body: Uint8Array): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/**
 * The Standard Webhooks signature: base64 HMAC-SHA256 of `id.timestamp.body`, keyed with the bytes that the
 * secret's base64 stands for. `timestamp` in whole seconds.
 */
export function standardSignature(secret: string, id: string, timestamp_s: number, body: Uint8Array): string {
  // As a KeyObject: Node takes four times as long to find out that a Buffer is a key.
  const key = createSecretKey(secret.slice(SECRET_PREFIX.length), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp_s}.`).update(body).digest('base64');
}

type SignedAttempt = Pick<
  ClaimedAttempt,
  'event_id' | 'event_type' | 'delivery_id' | 'attempt' | 'sequence' | 'environment'
>;

/** The secrets that sign at the moment: the endpoint's, and for 24 h after a rotation the one before. */
export type SigningSecrets = { current: string; previous: string | null };

/**
 * All headers of one attempt. `previous` is the secret before the last rotation, while it signs too.
 * `webhook-id` is the event's id: the same on every attempt and at every endpoint, as the body says it, so that
 * a receiver can drop what it has seen.
 */
export function signedHeaders(
  attempt: SignedAttempt,
  secret: string,
  body: Uint8Array,
  now: Date,
  previous: string | null = null,
): Record<string, string> {
  const timestamp_s = Math.floor(now.getTime() / 1_000);
  const standard = (key: string) => `v1,${standardSignature(key, attempt.event_id, timestamp_s, body)}`;
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Chari-Webhooks/1',
    'X-Service-Signature': `sha256=${bodySignature(secret, body)}`,
    ...(previous === null
      ? {}
      : { 'X-Service-Signature-Previous': `sha256=${bodySignature(previous, body)}` }),
    'X-Service-Event': attempt.event_type,
    'X-Service-Delivery': attempt.delivery_id,
    'X-Service-Attempt': String(attempt.attempt),
    'X-Service-Sequence': String(attempt.sequence),
    ...(attempt.environment === 'test' ? { 'X-Service-Test': 'true' } : {}),
    'webhook-id': attempt.event_id,
    'webhook-timestamp': String(timestamp_s),
    // Standard Webhooks: as many as are valid, with a space between.
    'webhook-signature': previous === null ? standard(secret) : `${standard(secret)} ${standard(previous)}`,
  };
}

const KEPT_MAX = 10_000;

type Sealed = Pick<ClaimedAttempt, 'endpoint_id' | 'secret_sealed' | 'previous_secret_sealed'>;

/**
 * Opens endpoints' secrets, each once while it stays the same. Throws when the key is not the one that sealed the current one.
 *
 * @param onLost told of a secret before the last rotation that doesn't open: where a key was lost, a rotation is what
 *   mends it, so the new secret signs alone
 */
export function secretOpener(
  key: Uint8Array,
  onLost: (endpoint_id: string, error: unknown) => void,
): (sealed: Sealed) => SigningSecrets {
  const [current, previous] = [opener(key), opener(key)];
  const before = (endpoint_id: string, sealed: Buffer): string | null => {
    try {
      return previous(endpoint_id, sealed);
    } catch (error) {
      onLost(endpoint_id, error);
      return null;
    }
  };
  return ({ endpoint_id, secret_sealed, previous_secret_sealed }) => ({
    current: current(endpoint_id, secret_sealed),
    previous: previous_secret_sealed && before(endpoint_id, previous_secret_sealed),
  });
}

function opener(key: Uint8Array): (endpoint_id: string, sealed: Buffer) => string {
  const opened = new Map<string, { sealed: Buffer; secret: string }>();
  return (endpoint_id, sealed) => {
    const found = opened.get(endpoint_id);
    if (found?.sealed.equals(sealed)) return found.secret;
    const secret = open(key, sealed, endpoint_id);
    if (opened.size >= KEPT_MAX) opened.clear();
    opened.set(endpoint_id, { sealed, secret });
    return secret;
  };
}
