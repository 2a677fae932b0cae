import { Buffer } from 'node:buffer';
import { type WebhookEndpoint, withoutSecrets } from '../../domain/delivery/endpoint.ts';
import { open } from '../../store/secrets/seal.ts';

type Written = Omit<WebhookEndpoint, 'created_at' | 'failing_since'> & {
  created_at: string;
  failing_since: string | null;
};
type Kept = Written & { secret_sealed: string; previous_secret_until: string | null };

/** An endpoint without its secrets, as it is kept for an idempotency key. */
export function keptEndpoint(endpoint: WebhookEndpoint): string {
  return JSON.stringify(written(endpoint));
}

/** What `keptEndpoint` kept. */
export function reviveEndpoint(text: string): WebhookEndpoint {
  return revived(JSON.parse(text) as Written);
}

/**
 * The answer that shows a secret, as it is kept for an idempotency key: the secret in it is sealed.
 *
 * @param previous_secret_until after a rotation: how long the secret before signs
 */
export function sealedAnswer(
  endpoint: WebhookEndpoint,
  secret_sealed: Uint8Array,
  previous_secret_until: Date | null,
): string {
  return JSON.stringify({
    ...written(endpoint),
    secret_sealed: Buffer.from(secret_sealed).toString('base64'),
    previous_secret_until: previous_secret_until?.toISOString() ?? null,
  } satisfies Kept);
}

/** What `sealedAnswer` kept, its secret in clear. Throws when the key is not the one that sealed. */
export function reopenAnswer(
  secret_key: Uint8Array,
  text: string,
): { endpoint: WebhookEndpoint; secret: string; previous_secret_until: Date | null } {
  const { secret_sealed, previous_secret_until, ...kept } = JSON.parse(text) as Kept;
  return {
    endpoint: revived(kept),
    secret: open(secret_key, Buffer.from(secret_sealed, 'base64'), kept.id),
    previous_secret_until: previous_secret_until === null ? null : new Date(previous_secret_until),
  };
}

function written(endpoint: WebhookEndpoint): Written {
  return {
    ...withoutSecrets(endpoint),
    created_at: endpoint.created_at.toISOString(),
    failing_since: endpoint.failing_since?.toISOString() ?? null,
  };
}

function revived(kept: Written): WebhookEndpoint {
  return {
    ...kept,
    created_at: new Date(kept.created_at),
    failing_since: kept.failing_since === null ? null : new Date(kept.failing_since),
  };
}
