import { listSimPlaces, type SimPlace } from '../../store/gateways/sims.ts';
import type { GatewayServices } from './services.ts';

/** By which SIMs numbers are heard. */
export function listSims(services: Pick<GatewayServices, 'pool'>): Promise<SimPlace[]> {
  return listSimPlaces(services.pool, null);
}
