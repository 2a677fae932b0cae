import { listGatewayRows } from '../../store/gateways/load.ts';
import { listSignals } from '../../store/gateways/notes.ts';
import type { GatewayRow } from '../../store/gateways/row.ts';
import { listSimPlaces, type SimPlace } from '../../store/gateways/sims.ts';
import type { GatewayServices } from './services.ts';

type Reading = Pick<GatewayServices, 'pool'>;

export type ListedGateway = GatewayRow & {
  sims: SimPlace[];
  /** Of each phone that was ever heard. */
  signals: Awaited<ReturnType<typeof listSignals>>;
};

/** Gateways by name with their SIMs and signs of life; `name` (or an id) picks one. */
export async function listGateways(services: Reading, name: string | null): Promise<ListedGateway[]> {
  const [gateways, sims, signals] = await Promise.all([
    listGatewayRows(services.pool, name),
    listSimPlaces(services.pool, null),
    listSignals(services.pool, null),
  ]);
  return gateways.map((gateway) => ({
    ...gateway,
    sims: sims.filter((sim) => sim.gateway_id === gateway.id),
    signals: signals.filter((signal) => signal.gateway_id === gateway.id),
  }));
}
