import type { PoolClient } from 'pg';
import type { ByPerson } from '../../domain/account/actions.ts';
import {
  ENDPOINT_URL_CHARACTERS_MAX,
  ENDPOINTS_MAX,
  type WebhookEndpoint,
  withoutSecrets,
} from '../../domain/delivery/endpoint.ts';
import type { Caller, IdempotencyKey, KeyRefusal } from '../../domain/session/commands.ts';
import { countEndpoints, insertEndpoints, type SealedEndpoint } from '../../store/webhooks/endpoints.ts';
import { recordCommands } from '../actions.ts';
import { keyed } from '../idempotency.ts';
import { isPublicAddress, literalAddress } from './receivers.ts';
import { type EndpointServices, newSigningSecret, reopenAnswer, sealedAnswer } from './secrets.ts';

export type CreateEndpoint = Caller &
  ByPerson & {
    url: string;
    /** Null: every event. */
    events: string[] | null;
    description: string | null;
    idempotency: IdempotencyKey | null;
  };

export type CreateEndpointOutcome =
  | { kind: 'created'; endpoint: WebhookEndpoint; secret: string; replayed: boolean }
  /** `message` is one sentence for the merchant. */
  | { kind: 'url_refused'; message: string }
  | { kind: 'too_many_endpoints'; message: string }
  | KeyRefusal;

const OPERATION = 'create_webhook_endpoint';

/**
 * Registers receiving addresses. Each gets a signing secret of its own, which is returned here and nowhere
 * else: the database holds it sealed, in the endpoint's row and in the answer kept for the idempotency key.
 *
 * @returns one outcome a command, in order; a refused command leaves its neighbours alone
 */
export function createEndpoints(
  services: EndpointServices,
  commands: readonly CreateEndpoint[],
): Promise<CreateEndpointOutcome[]> {
  return keyed(services, OPERATION, commands, {
    run: (client, fresh) => create(services, client, fresh),
    keptAs: (outcome) => (outcome.kind === 'created' ? sealedAnswer(services, outcome) : null),
    revive: (kept): CreateEndpointOutcome => ({
      kind: 'created',
      ...reopenAnswer(services, kept),
      replayed: true,
    }),
  });
}

async function create(
  services: EndpointServices,
  client: PoolClient,
  commands: readonly CreateEndpoint[],
): Promise<CreateEndpointOutcome[]> {
  const now = services.now();
  const room = await roomOf(client, commands);
  const made: SealedEndpoint[] = [];
  const outcomes = commands.map((command): CreateEndpointOutcome => {
    const message = urlRefusal(command.url, services.allow_private_webhooks);
    if (message !== null) return { kind: 'url_refused', message };
    if (!room.take(command)) return { kind: 'too_many_endpoints', message: FULL };
    const { sealed, secret } = newEndpoint(services, command, now);
    made.push(sealed);
    return { kind: 'created', endpoint: withoutSecrets(sealed), secret, replayed: false };
  });
  await insertEndpoints(client, made);
  await recordCommands(services, client, { commands, outcomes }, (outcome) => {
    if (outcome.kind !== 'created') return null;
    const { id, environment, url } = outcome.endpoint;
    return { action: 'webhook_endpoint.created', subject_id: id, detail: { environment, url } };
  });
  return outcomes;
}

const FULL = `There are already ${ENDPOINTS_MAX} webhook endpoints in this environment: delete one first.`;

/** Counts down what each merchant and environment may still add; their rows are locked until the commit. */
async function roomOf(client: PoolClient, commands: readonly CreateEndpoint[]) {
  const nameOf = (caller: Caller) => `${caller.merchant_id}/${caller.environment}`;
  const counts = await countEndpoints(client, commands);
  const free = new Map(commands.map((command, i) => [nameOf(command), ENDPOINTS_MAX - (counts[i] ?? 0)]));
  return {
    take(command: Caller): boolean {
      const left = free.get(nameOf(command)) ?? 0;
      free.set(nameOf(command), left - 1);
      return left > 0;
    },
  };
}

function newEndpoint(services: EndpointServices, command: CreateEndpoint, now: Date) {
  const id = services.newId();
  const { secret, secret_sealed } = newSigningSecret(services, id);
  const sealed: SealedEndpoint = {
    id,
    merchant_id: command.merchant_id,
    environment: command.environment,
    url: command.url,
    events: command.events,
    description: command.description,
    status: 'enabled',
    disabled_reason: null,
    failing_since: null,
    created_at: now,
    secret_sealed,
  };
  return { sealed, secret };
}

const PORTS: ReadonlySet<string> = new Set(['', '443', '8443']);

/** Why webhooks can't be sent to an address, each as one sentence for the merchant. */
const URL_REFUSALS = {
  too_long: `The URL is longer than ${ENDPOINT_URL_CHARACTERS_MAX} characters.`,
  not_a_url: 'The URL is not a valid absolute URL, such as https://example.com/webhooks.',
  not_https: 'The URL must begin with https://.',
  not_http: 'The URL must begin with https:// or http://.',
  has_password: 'The URL must not hold a user name or password; verify the signature instead.',
  has_fragment: 'The URL must not hold a fragment (#).',
  other_port: 'The URL must use port 443 or 8443.',
  not_public:
    'The URL must point to a public address: private, loopback and reserved addresses are not served.',
} as const;
export type UrlRefusal = keyof typeof URL_REFUSALS;

/**
 * Why webhooks can't be sent to this URL, as one sentence for the merchant, or null when they can. What a
 * name resolves to is checked later, on the address that is really dialled.
 *
 * @param allow_private development: plain HTTP, any port, private addresses
 */
export function urlRefusal(url: string, allow_private: boolean): string | null {
  const reason = urlRefusedAs(url, allow_private);
  return reason === null ? null : URL_REFUSALS[reason];
}

/** The same as one word, for those who say it in another language. */
export function urlRefusedAs(url: string, allow_private: boolean): UrlRefusal | null {
  if (url.length > ENDPOINT_URL_CHARACTERS_MAX) return 'too_long';
  if (!URL.canParse(url)) return 'not_a_url';
  const parsed = new URL(url);
  if (parsed.protocol !== 'https:' && !(allow_private && parsed.protocol === 'http:')) {
    return allow_private ? 'not_http' : 'not_https';
  }
  if (parsed.username !== '' || parsed.password !== '') return 'has_password';
  if (parsed.hash !== '') return 'has_fragment';
  return allow_private ? null : placeRefusal(parsed);
}

function placeRefusal(url: URL): UrlRefusal | null {
  if (!PORTS.has(url.port)) return 'other_port';
  const address = literalAddress(url.hostname);
  const name = url.hostname.endsWith('.') ? url.hostname.slice(0, -1) : url.hostname;
  const is_local = name === 'localhost' || name.endsWith('.localhost');
  return is_local || (address !== null && !isPublicAddress(address)) ? 'not_public' : null;
}
