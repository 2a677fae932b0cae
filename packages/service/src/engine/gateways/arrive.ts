import { createHash } from 'node:crypto';
import { type GatewayMessage, messageIdentity } from '../../domain/gateway/gateway.ts';
import { keepGatewayMessages } from '../../store/gateways/requests.ts';
import type { Services } from '../services.ts';

/** A message of an authentic request. `unreadable`: no SMS was found, and `text` is the whole request. */
export type ArrivedMessage = GatewayMessage & { gateway_id: string; unreadable?: boolean };

export type ArrivalOutcome =
  /** A notice of this collection number. */
  | { kind: 'kept'; notice_id: string; number_id: string }
  | { kind: 'repeated' }
  /** Kept, but which SIM it came by is not configured, or it could not be read. */
  | { kind: 'unrouted'; id: string };

/**
 * Keeps what gateways told of: each message once however often it is told, a notice in the inbox where its
 * SIM is known. When this returns it is safe; whoever calls settles what was kept. One statement for the set.
 */
export async function receiveGatewayMessages(
  services: Pick<Services, 'pool' | 'now' | 'newId'>,
  arrived: readonly ArrivedMessage[],
): Promise<ArrivalOutcome[]> {
  const created_at = services.now();
  const rows = arrived.map((message) => ({
    id: services.newId(),
    gateway_id: message.gateway_id,
    message_key: keyOf(message),
    device_id: message.device_id,
    sim_slot: message.sim_slot,
    sender: message.sender,
    body: message.text,
    received_at: message.received_at ?? created_at,
    created_at,
    unreadable: message.unreadable === true,
  }));
  const kept = new Map(
    (await keepGatewayMessages(services.pool, rows)).map((row) => [row.id, row.number_id]),
  );
  return rows.map(({ id }) => {
    const number_id = kept.get(id);
    if (number_id === undefined) return { kind: 'repeated' };
    return number_id === null ? { kind: 'unrouted', id } : { kind: 'kept', notice_id: id, number_id };
  });
}

function keyOf(message: ArrivedMessage): string {
  const kind = message.unreadable === true ? 'unreadable ' : '';
  return createHash('sha256')
    .update(`${kind}${messageIdentity(message)}`)
    .digest('hex');
}
