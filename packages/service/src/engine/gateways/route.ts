import { atomically } from '../../store/connect/atomically.ts';
import { type GatewayRow, listGatewayRows, setGatewayStatus } from '../../store/gateways/gateways.ts';
import {
  holdSims,
  holdUnrouted,
  type NamedPlace,
  putSims,
  removeSims,
  routeWaiting,
} from '../../store/gateways/sims.ts';
import type { StoredNumber } from '../../store/numbers/numbers.ts';
import { findNumbers } from '../numbers.ts';
import type { GatewayServices } from './secrets.ts';

/** One command routes no more waiting messages than this; for the others it is said again. */
const WAITING_MAX = 10_000;

export type RouteNumber = {
  /** Id or number. */
  number: string;
  /** Name or id of the gateway. */
  gateway: string;
  device_id: string;
  /** 0: the phone's only SIM, whatever slot it names. */
  sim_slot: number;
  /** Its SMS may come by its other phones too, such as a spare one. Left out: its SIM is in this phone alone from now on. */
  also?: boolean;
};

export type RouteOutcome =
  | { kind: 'routed'; number: StoredNumber; waiting: string[]; ended: NamedPlace[] }
  | { kind: 'number_not_found' }
  | { kind: 'gateway_not_found' }
  | { kind: 'place_unusable' };

/**
 * Says by which SIM the SMS of a live number come, and makes notices of what had come by it already.
 * `waiting` names those: they are in the inbox, for the caller or the sweep to settle. `ended` is where its SIM is no more: a phone
 * that it has left would speak for it, and so hide that the one with the SIM is silent. It is one transaction: were the place known
 * and what waits for it not yet routed, nothing would route that for a process that is killed there.
 */
export async function routeNumber(services: GatewayServices, command: RouteNumber): Promise<RouteOutcome> {
  const { device_id, sim_slot, also = false } = command;
  const is_slot = Number.isInteger(sim_slot) && sim_slot >= 0 && sim_slot <= 8;
  if (!is_slot || device_id.trim() === '' || device_id.length > 200) return { kind: 'place_unusable' };
  const [[number], [gateway]] = await Promise.all([
    findNumbers(services.pool, [command.number]),
    listGatewayRows(services.pool, { name: command.gateway }),
  ]);
  if (number == null) return { kind: 'number_not_found' };
  if (gateway === undefined) return { kind: 'gateway_not_found' };
  const created_at = services.now();
  const place = { gateway_id: gateway.id, device_id, sim_slot };
  const sim = { ...place, collection_number_id: number.id, created_at, also };
  const { ended, waiting } = await atomically(services.pool, async (client) => {
    await holdSims(client);
    const left = await putSims(client, [sim]);
    await holdUnrouted(client);
    return {
      ended: left,
      waiting: await routeWaiting(client, { ...place, limit: WAITING_MAX, now: created_at }),
    };
  });
  return { kind: 'routed', number, waiting: waiting.map(({ id }) => id), ended };
}

/** Forgets by which SIMs a live number's SMS come: what comes by them is unrouted from now on. */
export async function unrouteNumber(
  services: Pick<GatewayServices, 'pool' | 'now'>,
  name: string,
): Promise<{ kind: 'unrouted'; number: StoredNumber; sims: number } | { kind: 'number_not_found' }> {
  const [number] = await findNumbers(services.pool, [name]);
  if (number == null) return { kind: 'number_not_found' };
  const removed = await removeSims(services.pool, {
    collection_number_ids: [number.id],
    ended_at: services.now(),
  });
  return { kind: 'unrouted', number, sims: removed.length };
}

/** Refuses a gateway's requests (`PAUSED`), or takes them again. Null when there is none of this name or id. */
export async function setGateway(
  services: Pick<GatewayServices, 'pool'>,
  name: string,
  status: GatewayRow['status'],
): Promise<GatewayRow | null> {
  const found = await listGatewayRows(services.pool, { name });
  const [changed] = await setGatewayStatus(services.pool, { ids: found.map(({ id }) => id), status });
  return changed ?? null;
}
