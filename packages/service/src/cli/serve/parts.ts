import type { Role } from '../../domain/config/config.ts';
import type { Services } from '../../engine/services.ts';
import { type WireOptions, wire } from '../wire.ts';
import { createFleet, type Fleet } from './fleet/fleet.ts';

/** Members share these, down to the least that their batchers need (the embedded server has 200). */
const FLEET_CONNECTIONS = 96;
const MEMBER_CONNECTIONS = { min: 6, max: 12 };

export type Parts = {
  services: Services;
  /** Null when this process answers by itself. */
  fleet: Fleet | null;
  /** Where the metrics are, once started. */
  operationsUrl: () => string | null;
  start: () => Promise<void>;
  /** Those who answer first, so that what they still write is seen, and the database last. */
  drain: () => Promise<void>;
};

/** One process that does what its role says, or several that answer and this one, which does the rest. */
export function openParts(options: Omit<WireOptions, 'role'>, role: Role, processes: number): Parts {
  if (processes === 1) return { ...wire({ ...options, role }), fleet: null };
  const { config, database, log } = options;
  let fleet: Fleet | null = null;
  const expose = () => (fleet === null ? Promise.resolve('') : fleet.metrics());
  const wired = wire({ ...options, role: role === 'all' ? 'worker' : 'none', expose });
  const { min, max } = MEMBER_CONNECTIONS;
  const max_connections = Math.max(min, Math.min(max, Math.floor(FLEET_CONNECTIONS / processes)));
  const members = createFleet({
    count: processes,
    begin: { config, database_url: database.url, data_dir: database.data_dir, max_connections },
    log,
    registry: wired.registry,
    onEvents: wired.services.onEvents,
  });
  fleet = members;
  return {
    services: wired.services,
    fleet: members,
    operationsUrl: wired.operationsUrl,
    start: async () => {
      await wired.start();
      await members.start();
    },
    drain: async () => {
      await members.stop();
      await wired.drain();
    },
  };
}
