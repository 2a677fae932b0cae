import { setGatewaySending } from '../../store/gateways/change.ts';
import { listGatewayRows } from '../../store/gateways/load.ts';
import type { GatewayRow } from '../../store/gateways/row.ts';
import { sealFor } from './secret.ts';
import { type Sending, sendingProblem } from './sending.ts';
import type { GatewayServices } from './services.ts';

export type SetSendingOutcome =
  | { kind: 'set'; gateway: GatewayRow }
  | { kind: 'not_found' }
  | { kind: 'unusable'; problem: string };

/** Says where and as whom a gateway sends from now on; null: it only receives. Named by name or id. */
export async function setSending(
  services: GatewayServices,
  name: string,
  sending: Sending | null,
): Promise<SetSendingOutcome> {
  const problem = sending === null ? null : sendingProblem(sending);
  if (problem !== null) return { kind: 'unusable', problem };
  const [found] = await listGatewayRows(services.pool, name);
  if (found === undefined) return { kind: 'not_found' };
  const sealed = sending === null ? null : sealFor(services, found.id, JSON.stringify(sending));
  const [gateway] = await setGatewaySending(services.pool, found.id, sending?.send_url ?? null, sealed);
  return gateway === undefined ? { kind: 'not_found' } : { kind: 'set', gateway };
}
