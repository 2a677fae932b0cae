import { rotateSecret } from '../../domain/delivery/change.ts';
import { type WebhookEndpoint, withoutSecrets } from '../../domain/delivery/endpoint.ts';
import type { IdempotencyKey } from '../../domain/session/commands.ts';
import { transaction } from '../../store/connect/transaction.ts';
import { lockEndpoints, type SealedWholeEndpoint, updateEndpoints } from '../../store/webhooks/change.ts';
import type { EndpointAsked } from '../../store/webhooks/endpoints.ts';
import { beginKeyed, type KeyRefusal, type KeyState, keepAnswers, keyRefusal } from '../idempotency/keyed.ts';
import { reopenAnswer, sealedAnswer } from './answers.ts';
import { newSecret } from './secret.ts';
import type { EndpointServices } from './services.ts';

export type RotateSecret = EndpointAsked & { idempotency: IdempotencyKey | null };

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
  return transaction(services.pool, async (client) => {
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
