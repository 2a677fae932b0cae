import { setGatewayStatus } from '../../store/gateways/change.ts';
import { listGatewayRows } from '../../store/gateways/load.ts';
import type { GatewayRow } from '../../store/gateways/row.ts';
import type { GatewayServices } from './services.ts';

/** Refuses a gateway's requests (`PAUSED`), or takes them again. Null when there is none of this name or id. */
export async function setGateway(
  services: Pick<GatewayServices, 'pool'>,
  name: string,
  status: GatewayRow['status'],
): Promise<GatewayRow | null> {
  const found = await listGatewayRows(services.pool, name);
  const [changed] = await setGatewayStatus(services.pool, `{${found.map(({ id }) => id).join(',')}}`, status);
  return changed ?? null;
}
