import type { GatewayAdapter } from '../../domain/gateway/gateway.ts';
import { type GenericConfig, readGenericConfig } from '../../domain/gateway/generic.ts';
import { loadSealedGateways, type SealedGateway } from '../../store/gateways/gateways.ts';
import { trusted } from '../fresh.ts';
import { type GatewayServices, openFor } from './secrets.ts';

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

const GATEWAYS_KNOWN_MAX = 1_000;

/**
 * Finds the gateways of a process by their ids. As with API keys, what it looked up is trusted for half a second, so that a
 * rotation or a pause holds on every process within a second.
 *
 * @param elapsedMs milliseconds that only grow
 */
export function openGatewayFinder(
  services: Pick<GatewayServices, 'pool' | 'secret_key'>,
  elapsedMs: () => number,
): FindGateway {
  const load = async (ids: string[]): Promise<(Gateway | null)[]> => {
    const rows = await loadSealedGateways(services.pool, [...new Set(ids)]);
    const found = new Map(rows.map((row) => [row.id, gatewayOf(services, row)]));
    return ids.map((id) => found.get(id) ?? null);
  };
  return trusted(load, GATEWAYS_KNOWN_MAX, elapsedMs);
}

function gatewayOf(services: Pick<GatewayServices, 'secret_key'>, row: SealedGateway): Gateway {
  const { id, name, adapter } = row;
  return {
    id,
    name,
    adapter,
    is_paused: row.status === 'PAUSED',
    config: configOf(row),
    secrets: secretsOf(services, row),
  };
}

/** One that was sealed with a key that is not ours is left out, so that the other is taken for as long as it is good. */
function secretsOf(services: Pick<GatewayServices, 'secret_key'>, row: SealedGateway): Gateway['secrets'] {
  const present = { sealed: row.secret_sealed, until: null };
  const before = { sealed: row.previous_secret_sealed, until: row.previous_secret_until };
  let failure: unknown;
  const secrets = [present, before].flatMap(({ sealed, until }) => {
    if (sealed === null) return [];
    try {
      return [{ secret: openFor(services, row.id, sealed), until }];
    } catch (error) {
      failure ??= error;
      return [];
    }
  });
  if (secrets.length === 0) throw failure;
  return secrets;
}

function configOf({ id, adapter, config }: SealedGateway): GenericConfig | null {
  if (adapter !== 'generic-json' && adapter !== 'generic-form') return null;
  const read = readGenericConfig(adapter, config);
  if (!read.ok) throw new Error(`gateway ${id}: ${read.problem}`);
  return read.config;
}
