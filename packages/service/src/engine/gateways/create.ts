import type { GatewayAdapter } from '../../domain/gateway/gateway.ts';
import { readGenericConfig } from '../../domain/gateway/generic.ts';
import { HOUR_MS } from '../../domain/time.ts';
import {
  type GatewayRow,
  insertGateways,
  listGatewayRows,
  rotateGatewaySecret,
} from '../../store/gateways/gateways.ts';
import {
  type GatewayServices,
  isSecretUsable,
  newGatewaySecret,
  SECRET_CHARACTERS_MIN,
  sealFor,
} from './secrets.ts';
import { type SendingAccess, sendingProblem } from './sending.ts';

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

export type CreateGateway = {
  name: string;
  adapter: GatewayAdapter;
  /** One that the gateway made itself; null: we make one. */
  secret: string | null;
  /** Of the generic adapters, completed with defaults; `{}` for the others. */
  config: unknown;
  /** Null: it only receives. */
  sending: SendingAccess | null;
};

export type CreateGatewayOutcome =
  | { kind: 'created'; gateway: GatewayRow; secret: string }
  | { kind: 'name_taken' }
  | { kind: 'unusable'; problem: string };

/** Makes gateways. The secret is shown in the outcome and never again. */
export async function createGateways(
  services: GatewayServices,
  commands: readonly CreateGateway[],
): Promise<CreateGatewayOutcome[]> {
  const created_at = services.now();
  const drafts = commands.map((command) => {
    const config = configOf(command);
    const id = services.newId();
    return {
      id,
      command,
      config,
      secret: command.secret ?? newGatewaySecret(services),
      problem: problemOf(command, config),
    };
  });
  const rows = await insertGateways(
    services.pool,
    drafts
      .filter(({ problem }) => problem === null)
      .map(({ id, command: { name, adapter, sending }, config, secret }) => ({
        id,
        name,
        adapter,
        config: config.ok ? config.config : {},
        secret_sealed: sealFor(services, id, secret).toString('base64'),
        send_url: sending?.send_url ?? null,
        send_credentials_sealed:
          sending === null ? null : sealFor(services, id, JSON.stringify(sending)).toString('base64'),
        created_at,
      })),
  );
  const created = new Map(rows.map((row) => [row.id, row]));
  return drafts.map(({ id, problem, secret }) => {
    if (problem !== null) return { kind: 'unusable', problem };
    const gateway = created.get(id);
    return gateway === undefined ? { kind: 'name_taken' } : { kind: 'created', gateway, secret };
  });
}

function configOf({ adapter, config }: CreateGateway) {
  if (adapter === 'generic-json' || adapter === 'generic-form') return readGenericConfig(adapter, config);
  const is_empty = typeof config === 'object' && config !== null && Object.keys(config).length === 0;
  return is_empty
    ? ({ ok: true, config: {} } as const)
    : ({ ok: false, problem: `A gateway of the kind ${adapter} needs no configuration.` } as const);
}

function problemOf(
  { name, secret, sending }: CreateGateway,
  config: ReturnType<typeof configOf>,
): string | null {
  if (!NAME.test(name)) return 'A name is letters, digits, dots and dashes, as in phone-1.';
  if (secret !== null && !isSecretUsable(secret)) {
    return `A secret has at least ${SECRET_CHARACTERS_MIN} characters and no space at its ends.`;
  }
  if (sending !== null) {
    const problem = sendingProblem(sending);
    if (problem !== null) return problem;
  }
  return config.ok ? null : config.problem;
}

export type RotateOutcome =
  | { kind: 'rotated'; gateway: GatewayRow; secret: string }
  /** The phone may have no later secret than the one that is taken until then: with this one more it would be refused. */
  | { kind: 'still_rotating'; until: Date | null }
  | { kind: 'not_found' }
  | { kind: 'secret_unusable' };

/**
 * Gives a gateway another secret. The one before is taken for `grace_hours` more, since somebody has to type
 * the new one into a phone; 0 when the old one is in the wrong hands. Two are taken at most: while the one before still
 * is, it gets no other, but for 0, which ends them both.
 *
 * @param name its name or id
 * @param secret one that the phone made itself; null: we make one
 */
export async function rotateGateway(
  services: GatewayServices,
  name: string,
  options: { secret: string | null; grace_hours: number },
): Promise<RotateOutcome> {
  if (options.secret !== null && !isSecretUsable(options.secret)) return { kind: 'secret_unusable' };
  const [found] = await listGatewayRows(services.pool, { name });
  if (found === undefined) return { kind: 'not_found' };
  const secret = options.secret ?? newGatewaySecret(services);
  const now = services.now();
  const until = options.grace_hours > 0 ? new Date(now.getTime() + options.grace_hours * HOUR_MS) : null;
  const [gateway] = await rotateGatewaySecret(services.pool, {
    id: found.id,
    secret_sealed: sealFor(services, found.id, secret),
    previous_until: until,
    now,
  });
  if (gateway !== undefined) return { kind: 'rotated', gateway, secret };
  const [still] = await listGatewayRows(services.pool, { name: found.id });
  return { kind: 'still_rotating', until: still?.previous_secret_until ?? null };
}
