import { Buffer } from 'node:buffer';
import { type WebhookEndpoint, withoutSecrets } from '../../domain/delivery/endpoint.ts';
import { open } from '../../store/secrets/seal.ts';

type Kept = Omit<WebhookEndpoint, 'created_at' | 'failing_since'> & {
  created_at: string;
  failing_since: string | null;
  secret_sealed: string;
  previous_secret_until: string | null;
};

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
    ...withoutSecrets(endpoint),
    created_at: endpoint.created_at.toISOString(),
    failing_since: endpoint.failing_since?.toISOString() ?? null,
    secret_sealed: Buffer.from(secret_sealed).toString('base64'),
    previous_secret_until: previous_secret_until?.toISOString() ?? null,
  } satisfies Kept);
}

/** What `sealedAnswer` kept, its secret in clear. Throws when the key is not the one that sealed. */
export function reopenAnswer(
  secret_key: Uint8Array,
  text: string,
): { endpoint: WebhookEndpoint; secret: string; previous_secret_until: Date | null } {
  const { secret_sealed, previous_secret_until, created_at, failing_since, ...kept } = JSON.parse(
    text,
  ) as Kept;
  return {
    endpoint: {
      ...kept,
      created_at: new Date(created_at),
      failing_since: failing_since === null ? null : new Date(failing_since),
    },
    secret: open(secret_key, Buffer.from(secret_sealed, 'base64'), kept.id),
    previous_secret_until: previous_secret_until === null ? null : new Date(previous_secret_until),
  };
}
