import { transaction } from '../../store/connect/transaction.ts';
import { listGatewayRows } from '../../store/gateways/load.ts';
import { holdUnrouted, putSims, routeWaiting } from '../../store/gateways/sims.ts';
import type { CollectionNumberRow } from '../../store/numbers/row.ts';
import { findNumbers } from '../numbers/named.ts';
import type { GatewayServices } from './services.ts';

/** Beyond that many the same command is said again. */
const WAITING_MAX = 10_000;

export type RouteNumber = {
  /** Id or number. */
  number: string;
  /** Name or id of the gateway. */
  gateway: string;
  device_id: string;
  /** 0: the phone's only SIM, whatever slot it names. */
  sim_slot: number;
};

export type RouteOutcome =
  | { kind: 'routed'; number: CollectionNumberRow; waiting: string[] }
  | { kind: 'number_not_found' }
  | { kind: 'gateway_not_found' }
  | { kind: 'place_unusable' };

/**
 * Says by which SIM the SMS of a live number come, and makes notices of what had come by it already.
 * `waiting` names those: they are in the inbox, for the caller or the sweep to settle.
 */
export async function routeNumber(services: GatewayServices, command: RouteNumber): Promise<RouteOutcome> {
  const { device_id, sim_slot } = command;
  const is_slot = Number.isInteger(sim_slot) && sim_slot >= 0 && sim_slot <= 8;
  if (!is_slot || device_id.trim() === '' || device_id.length > 200) return { kind: 'place_unusable' };
  const [[number], [gateway]] = await Promise.all([
    findNumbers(services.pool, [command.number]),
    listGatewayRows(services.pool, command.gateway),
  ]);
  if (number == null) return { kind: 'number_not_found' };
  if (gateway === undefined) return { kind: 'gateway_not_found' };
  const created_at = services.now();
  await putSims(services.pool, [
    { gateway_id: gateway.id, device_id, sim_slot, collection_number_id: number.id, created_at },
  ]);
  const waiting = await transaction(services.pool, async (client) => {
    await holdUnrouted(client);
    return routeWaiting(client, WAITING_MAX, created_at);
  });
  return { kind: 'routed', number, waiting: waiting.map(({ id }) => id) };
}
