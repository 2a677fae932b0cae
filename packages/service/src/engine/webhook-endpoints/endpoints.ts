import { Buffer } from 'node:buffer';
import type { Pool } from 'pg';
import type { ByPerson } from '../../domain/account/actions.ts';
import { changeEndpoint, type EndpointChange } from '../../domain/delivery/change.ts';
import { type WebhookEndpoint, withoutSecrets } from '../../domain/delivery/endpoint.ts';
import type { Caller, IdempotencyKey } from '../../domain/session/commands.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { open } from '../../store/secrets/seal.ts';
import { lockEndpoints, type SealedWholeEndpoint, updateEndpoints } from '../../store/webhooks/change.ts';
import { type EndpointAsked, selectEndpoints, selectEndpointsOf } from '../../store/webhooks/endpoints.ts';
import { recordCommands } from '../actions.ts';
import { beginKeyed, type KeyRefusal, type KeyState, keepAnswers, keyRefusal } from '../idempotency.ts';
import { urlRefusal } from './create.ts';

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

/** Each caller's endpoints, oldest first, without secrets. One statement. */
export async function listEndpoints(
  services: Pick<EndpointServices, 'pool'>,
  callers: readonly Caller[],
): Promise<WebhookEndpoint[][]> {
  return selectEndpointsOf(services.pool, callers);
}

/** The endpoints asked for, without secrets; null where that merchant and environment has none such. */
export async function retrieveEndpoints(
  services: Pick<EndpointServices, 'pool'>,
  asked: readonly EndpointAsked[],
): Promise<(WebhookEndpoint | null)[]> {
  return selectEndpoints(services.pool, asked);
}

export type ChangeEndpoint = EndpointAsked &
  ByPerson & { change: EndpointChange; idempotency: IdempotencyKey | null };

export type ChangeEndpointOutcome =
  | { kind: 'changed'; endpoint: WebhookEndpoint; replayed: boolean }
  /** `message` is one sentence for the merchant. */
  | { kind: 'url_refused'; message: string }
  | { kind: 'not_found' }
  | KeyRefusal;

const OPERATION = 'change_webhook_endpoint';

/**
 * Changes endpoints. What waits for an endpoint that becomes disabled is held by the upkeep, and released by
 * it once the endpoint is enabled. Two changes of one endpoint in one array are made one after the other.
 *
 * @returns one outcome a command, in order; a refused command leaves its neighbours alone
 */
export async function changeEndpoints(
  services: EndpointServices,
  commands: readonly ChangeEndpoint[],
): Promise<ChangeEndpointOutcome[]> {
  const now = services.now();
  return atomically(services.pool, async (client) => {
    const states = await beginKeyed(client, OPERATION, commands);
    const fresh = commands.filter((_, position) => states[position]?.kind === 'fresh');
    const endpoints = new Map((await lockEndpoints(client, fresh)).map((one) => [one.id, one]));
    const changed = new Set<string>();
    const outcomes = commands.map(({ change, ...asked }, position): ChangeEndpointOutcome => {
      const early = answerOf(states[position]);
      if (early !== null) return early;
      const endpoint = endpoints.get(asked.endpoint_id);
      if (endpoint === undefined || !isOf(endpoint, asked)) return { kind: 'not_found' };
      const message =
        change.url === undefined ? null : urlRefusal(change.url, services.allow_private_webhooks);
      if (message !== null) return { kind: 'url_refused', message };
      // The secrets are read and written as they are.
      const next = changeEndpoint(endpoint, change, now) as SealedWholeEndpoint;
      endpoints.set(next.id, next);
      changed.add(next.id);
      return { kind: 'changed', endpoint: withoutSecrets(next), replayed: false };
    });
    await updateEndpoints(
      client,
      [...endpoints.values()].filter(({ id }) => changed.has(id)),
      now,
    );
    await keepAnswers(client, OPERATION, { commands, states, outcomes }, keptAs, now);
    await recordCommands(services, client, { commands, outcomes }, ({ kind }, { endpoint_id, change }) =>
      kind === 'changed'
        ? { action: 'webhook_endpoint.changed', subject_id: endpoint_id, detail: { ...change } }
        : null,
    );
    return outcomes;
  });
}

function answerOf(state: KeyState | undefined): ChangeEndpointOutcome | null {
  if (state?.kind !== 'replay') return keyRefusal(state);
  return { kind: 'changed', endpoint: reviveEndpoint(state.outcome), replayed: true };
}

function keptAs(outcome: ChangeEndpointOutcome): string | null {
  return outcome.kind === 'changed' ? keptEndpoint(outcome.endpoint) : null;
}

function isOf(endpoint: WebhookEndpoint, { merchant_id, environment }: EndpointAsked): boolean {
  return endpoint.merchant_id === merchant_id && endpoint.environment === environment;
}
