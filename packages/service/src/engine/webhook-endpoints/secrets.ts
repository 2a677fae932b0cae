import type { Pool } from 'pg';
import type { ByPerson } from '../../domain/account/actions.ts';
import { rotateSecret } from '../../domain/delivery/change.ts';
import { type WebhookEndpoint, withoutSecrets } from '../../domain/delivery/endpoint.ts';
import type { IdempotencyKey } from '../../domain/session/commands.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { SEAL_NONCE_BYTES, seal } from '../../store/secrets/seal.ts';
import { lockEndpoints, type SealedWholeEndpoint, updateEndpoints } from '../../store/webhooks/change.ts';
import type { EndpointAsked } from '../../store/webhooks/endpoints.ts';
import { recordCommands } from '../actions.ts';
import { beginKeyed, type KeyRefusal, type KeyState, keepAnswers, keyRefusal } from '../idempotency.ts';
import { reopenAnswer, sealedAnswer } from './kept.ts';

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
export async function rotateSecrets(
  services: EndpointServices,
  commands: readonly RotateSecret[],
): Promise<RotateSecretOutcome[]> {
  const now = services.now();
  return atomically(services.pool, async (client) => {
    const states = await beginKeyed(client, OPERATION, commands);
    const fresh = commands.filter((_, position) => states[position]?.kind === 'fresh');
    const endpoints = new Map((await lockEndpoints(client, fresh)).map((one) => [one.id, one]));
    const rotated = new Map<string, SealedWholeEndpoint>();
    const kept: (string | null)[] = commands.map(() => null);
    const outcomes = commands.map((command, position): RotateSecretOutcome => {
      const early = answerOf(services, states[position]);
      if (early !== null) return early;
      const endpoint = endpoints.get(command.endpoint_id);
      if (endpoint?.merchant_id !== command.merchant_id || endpoint.environment !== command.environment) {
        return { kind: 'not_found' };
      }
      const { secret, secret_sealed } = newSecret(services, endpoint.id);
      const next = rotateSecret(endpoint, secret_sealed, now);
      const { previous_secret_until } = next;
      // Both are what was read or sealed here.
      endpoints.set(next.id, next as SealedWholeEndpoint);
      rotated.set(next.id, next as SealedWholeEndpoint);
      kept[position] = sealedAnswer(next, secret_sealed, previous_secret_until);
      const shown = withoutSecrets(next);
      return { kind: 'rotated', endpoint: shown, secret, previous_secret_until, replayed: false };
    });
    await updateEndpoints(client, [...rotated.values()], now);
    await keepAnswers(client, OPERATION, { commands, states, outcomes: kept }, (one) => one, now);
    await recordCommands(services, client, { commands, outcomes }, ({ kind }, { endpoint_id: subject_id }) =>
      kind === 'rotated' ? { action: 'webhook_endpoint.rotated', subject_id } : null,
    );
    return outcomes;
  });
}

function answerOf(services: EndpointServices, state: KeyState | undefined): RotateSecretOutcome | null {
  if (state?.kind !== 'replay') return keyRefusal(state);
  const { endpoint, secret, previous_secret_until } = reopenAnswer(services.secret_key, state.outcome);
  if (previous_secret_until === null)
    throw new Error('a rotation was kept without the end of the secret before');
  return { kind: 'rotated', endpoint, secret, previous_secret_until, replayed: true };
}

export const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A signing secret as the merchant sees it: `whsec_` and the bytes in base64, as Standard Webhooks writes it. */
export function secretOf(bytes: Uint8Array): string {
  return SECRET_PREFIX + Buffer.from(bytes).toString('base64');
}

/** A new signing secret for an endpoint: in clear for its merchant, and sealed for the database. */
export function newSecret(
  services: Pick<EndpointServices, 'randomBytes' | 'secret_key'>,
  endpoint_id: string,
): { secret: string; secret_sealed: Buffer } {
  const secret = secretOf(services.randomBytes(SECRET_BYTES));
  const nonce = services.randomBytes(SEAL_NONCE_BYTES);
  return { secret, secret_sealed: seal(services.secret_key, secret, endpoint_id, nonce) };
}
