import type { GatewayAdapter } from '../../domain/gateway/gateway.ts';
import { type GenericConfig, readGenericConfig } from '../../domain/gateway/generic.ts';
import { isRetryable } from '../../store/connect/errors.ts';
import { loadSealedGateways, type SealedGateway } from '../../store/gateways/gateways.ts';
import { batcher } from '../batch.ts';
import { openFor } from './create.ts';
import type { GatewayServices } from './receive.ts';

export type Gateway = {
  id: string;
  name: string;
  adapter: GatewayAdapter;
  is_paused: boolean;
  config: GenericConfig | null;
  /** The present one, then the one before with its end. */
  secrets: readonly { secret: string; until: Date | null }[];
};

/** The gateway of an id, null when there is none: at once when that is known. Rejects when the database is away. */
export type FindGateway = (id: string) => Gateway | null | Promise<Gateway | null>;

/** As API keys: a rotation or a pause holds on every process within a second. */
const TRUSTED_MS = 500;
const ENTRIES_MAX = 1_000;
const LIMITS = { max_batch: 64, in_flight: 1, max_queue: 1_000 };

/**
 * Makes the gateway book of a process: what it looked up is trusted for 500 ms, and never longer.
 *
 * @param elapsedMs milliseconds that only grow
 */
export function openGatewayBook(
  services: Pick<GatewayServices, 'pool' | 'secret_key'>,
  elapsedMs: () => number,
): FindGateway {
  const known = new Map<string, { asked_at_ms: number; gateway: Gateway | null }>();
  const lookUp = batcher(
    async (ids: string[]) => {
      const asked_at_ms = elapsedMs();
      const rows = await loadSealedGateways(services.pool, [...new Set(ids)]);
      const found = new Map(rows.map((row) => [row.id, gatewayOf(services, row)]));
      return ids.map((id) => ({ asked_at_ms, gateway: found.get(id) ?? null }));
    },
    LIMITS,
    (error) => (isRetryable(error) ? 'again' : 'split'),
  );
  return (id) => {
    const entry = known.get(id);
    if (entry !== undefined && elapsedMs() - entry.asked_at_ms < TRUSTED_MS) return entry.gateway;
    return lookUp(id).then((answer) => {
      if (known.size >= ENTRIES_MAX) known.clear();
      known.set(id, answer);
      return answer.gateway;
    });
  };
}

function gatewayOf(services: Pick<GatewayServices, 'secret_key'>, row: SealedGateway): Gateway {
  const { id, name, adapter, previous_secret_sealed, previous_secret_until } = row;
  const secrets = [{ secret: openFor(services, id, row.secret_sealed), until: null as Date | null }];
  if (previous_secret_sealed !== null) {
    secrets.push({ secret: openFor(services, id, previous_secret_sealed), until: previous_secret_until });
  }
  return { id, name, adapter, is_paused: row.status === 'PAUSED', config: configOf(row), secrets };
}

function configOf({ id, adapter, config }: SealedGateway): GenericConfig | null {
  if (adapter !== 'generic-json' && adapter !== 'generic-form') return null;
  const read = readGenericConfig(adapter, config);
  if (!read.ok) throw new Error(`gateway ${id}: ${read.problem}`);
  return read.config;
}
