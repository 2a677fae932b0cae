import { removeSims } from '../../store/gateways/sims.ts';
import type { CollectionNumberRow } from '../../store/numbers/row.ts';
import { findNumbers } from '../numbers/named.ts';
import type { GatewayServices } from './services.ts';

/** Forgets by which SIMs a live number's SMS come: what comes by them is unrouted from now on. */
export async function unrouteNumber(
  services: Pick<GatewayServices, 'pool'>,
  name: string,
): Promise<{ kind: 'unrouted'; number: CollectionNumberRow; sims: number } | { kind: 'number_not_found' }> {
  const [number] = await findNumbers(services.pool, [name]);
  if (number == null) return { kind: 'number_not_found' };
  const removed = await removeSims(services.pool, [number.id]);
  return { kind: 'unrouted', number, sims: removed.length };
}
