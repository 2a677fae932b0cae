import { Buffer } from 'node:buffer';
import type { Pool, PoolClient } from 'pg';
import type { ByPerson } from '../../domain/account/actions.ts';
import { rotateSecret } from '../../domain/delivery/change.ts';
import { type WebhookEndpoint, withoutSecrets } from '../../domain/delivery/endpoint.ts';
import type { IdempotencyKey, KeyRefusal } from '../../domain/session/commands.ts';
import { open, SEAL_NONCE_BYTES, seal } from '../../store/secrets/seal.ts';
import {
  isOf,
  lockEndpoints,
  type SealedWholeEndpoint,
  updateEndpoints,
} from '../../store/webhooks/change.ts';
import type { EndpointAsked } from '../../store/webhooks/endpoints.ts';
import { recordCommands } from '../actions.ts';
import { keyed } from '../idempotency.ts';

/** What the endpoint use cases are handed, besides what every use case has. */
export type EndpointServices = {
  pool: Pool;
  now: () => Date;
  /** A fresh UUIDv7. */
  newId: () => string;
  /** So many random bytes fit for secrets. */
  randomBytes: (bytes: number) => Uint8Array;
  /** 32 bytes that seal the signing secrets. */
  secret_key: Uint8Array;
  /** Development: plain HTTP, any port and private addresses are allowed. */
  allow_private_webhooks: boolean;
};

export type RotateSecret = EndpointAsked & ByPerson & { idempotency: IdempotencyKey | null };

export type RotateSecretOutcome =
  | {
      kind: 'rotated';
      endpoint: WebhookEndpoint;
      secret: string;
      previous_secret_until: Date;
      replayed: boolean;
    }
  | { kind: 'not_found' }
  | KeyRefusal;

const OPERATION = 'rotate_webhook_secret';

/**
 * Gives endpoints new signing secrets, each returned here and nowhere else; the ones before sign beside them
 * for 24 hours.
 *
 * @returns one outcome a command, in order
 */
export function rotateSecrets(
  services: EndpointServices,
  commands: readonly RotateSecret[],
): Promise<RotateSecretOutcome[]> {
  return keyed(services, OPERATION, commands, {
    run: (client, fresh) => rotate(services, client, fresh),
    keptAs: (outcome) => {
      if (outcome.kind !== 'rotated') return null;
      const { previous_secret_until } = outcome;
      return { ...sealedAnswer(services, outcome), previous_secret_until };
    },
    revive: (kept): RotateSecretOutcome => ({
      kind: 'rotated',
      ...reopenAnswer(services, kept),
      previous_secret_until: kept.previous_secret_until,
      replayed: true,
    }),
  });
}

async function rotate(
  services: EndpointServices,
  client: PoolClient,
  commands: readonly RotateSecret[],
): Promise<RotateSecretOutcome[]> {
  const now = services.now();
  const endpoints = new Map((await lockEndpoints(client, commands)).map((one) => [one.id, one]));
  const rotated = new Map<string, SealedWholeEndpoint>();
  const outcomes = commands.map((command): RotateSecretOutcome => {
    const endpoint = endpoints.get(command.endpoint_id);
    if (endpoint === undefined || !isOf(endpoint, command)) return { kind: 'not_found' };
    const { secret, secret_sealed } = newSigningSecret(services, endpoint.id);
    const next = rotateSecret(endpoint, secret_sealed, now);
    const { previous_secret_until } = next;
    // Both are what was read or sealed here.
    endpoints.set(next.id, next as SealedWholeEndpoint);
    rotated.set(next.id, next as SealedWholeEndpoint);
    const shown = withoutSecrets(next);
    return { kind: 'rotated', endpoint: shown, secret, previous_secret_until, replayed: false };
  });
  await updateEndpoints(client, [...rotated.values()], now);
  await recordCommands(services, client, { commands, outcomes }, ({ kind }, { endpoint_id: subject_id }) =>
    kind === 'rotated' ? { action: 'webhook_endpoint.rotated', subject_id } : null,
  );
  return outcomes;
}

export const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A signing secret as the merchant sees it: `whsec_` and the bytes in base64, as Standard Webhooks writes it. */
export function secretOf(bytes: Uint8Array): string {
  return SECRET_PREFIX + Buffer.from(bytes).toString('base64');
}

/** A new signing secret for an endpoint: in clear for its merchant, and sealed for the database. */
export function newSigningSecret(
  services: Pick<EndpointServices, 'randomBytes' | 'secret_key'>,
  endpoint_id: string,
): { secret: string; secret_sealed: Buffer } {
  const secret = secretOf(services.randomBytes(SECRET_BYTES));
  return { secret, secret_sealed: sealSecret(services, secret, endpoint_id) };
}

function sealSecret(
  { randomBytes, secret_key }: Pick<EndpointServices, 'randomBytes' | 'secret_key'>,
  secret: string,
  endpoint_id: string,
): Buffer {
  return seal(secret_key, secret, endpoint_id, randomBytes(SEAL_NONCE_BYTES));
}

/** An answer that shows a secret, as it is kept under an idempotency key: sealed, in base64. */
export type SealedAnswer = WebhookEndpoint & { secret_sealed: string };

export function sealedAnswer(
  services: EndpointServices,
  { endpoint, secret }: { endpoint: WebhookEndpoint; secret: string },
): SealedAnswer {
  const secret_sealed = sealSecret(services, secret, endpoint.id).toString('base64');
  return { ...endpoint, secret_sealed };
}

/**
 * What `sealedAnswer` sealed.
 * @throws when the secret key is not the one that sealed
 */
export function reopenAnswer(
  { secret_key }: EndpointServices,
  kept: SealedAnswer,
): { endpoint: WebhookEndpoint; secret: string } {
  const secret = open(secret_key, Buffer.from(kept.secret_sealed, 'base64'), kept.id);
  return { endpoint: withoutSecrets(kept), secret };
}
