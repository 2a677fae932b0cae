import { AWAY_MS } from '../../domain/feed/unheard.ts';
import { ONLY_DEVICE } from '../../domain/gateway/gateway.ts';
import { later } from '../../domain/time.ts';
import {
  findSenders,
  type GatewayRow,
  listGatewayRows,
  type SealedSender,
  setGatewaySending,
} from '../../store/gateways/gateways.ts';
import type { Services } from '../services.ts';
import { type GatewayServices, openFor, sealFor } from './secrets.ts';

/** Where a gateway takes messages to send, and as whom. */
export type SendingAccess = {
  /** The base of its API, without a slash at the end: `https://api.sms-gate.app/3rdparty/v1`. */
  send_url: string;
  username: string;
  password: string;
  /** A phone in our own network; otherwise private addresses are refused. */
  is_private: boolean;
};

/** A gateway that can send for a collection number. */
export type Sender = SendingAccess & {
  gateway_id: string;
  /** The phone that holds the number's SIM, with its slot; null: whichever the gateway chooses. */
  device_id: string | null;
  sim_slot: number | null;
};

/** Why messages can't be sent there, as a sentence, or null. The address is checked again when it is dialled. */
export function sendingProblem({ send_url, username, password, is_private }: SendingAccess): string | null {
  if (!URL.canParse(send_url) || send_url.length > 2_048) return 'The address for sending is no URL.';
  const url = new URL(send_url);
  if (url.protocol !== 'https:' && !(is_private && url.protocol === 'http:')) {
    return 'The address for sending begins with https:// (http:// is only for a phone in your own network).';
  }
  if (url.username !== '' || url.search !== '' || url.hash !== '' || send_url.endsWith('/')) {
    return 'The address for sending has no login, no query and no slash at its end.';
  }
  return username === '' || password === '' ? 'Sending needs a login: user:password.' : null;
}

/**
 * Who can send for each collection number: the phone that holds its SIM where that gateway sends and is heard, else any
 * active gateway that does, of several one that isn't silent; where none is heard, its own phone; null when there is none. In the order asked.
 * @param onUnopened told of a login that does not open, sealed by another key: none can send then; left out: it is thrown
 */
export async function findGatewaySenders(
  services: Pick<GatewayServices, 'pool' | 'secret_key' | 'now'> & Pick<Services, 'policy'>,
  collection_number_ids: readonly string[],
  onUnopened?: (error: unknown) => void,
): Promise<(Sender | null)[]> {
  const rows = await findSenders(services.pool, {
    collection_number_ids: [...new Set(collection_number_ids)],
    lives_since: later(services.now(), -AWAY_MS),
    heard_since: later(services.now(), -services.policy.feed.silent_ms),
  });
  const found = new Map(rows.map((row) => [row.collection_number_id, row]));
  return collection_number_ids.map((id) => {
    const row = found.get(id);
    if (row === undefined) return null;
    try {
      const sending = JSON.parse(openFor(services, row.id, row.send_credentials_sealed)) as SendingAccess;
      const { sim_slot } = row;
      return {
        ...sending,
        gateway_id: row.id,
        device_id: deviceOf(row),
        sim_slot: sim_slot === 0 ? null : sim_slot,
      };
    } catch (error) {
      if (onUnopened === undefined) throw error;
      onUnopened(error);
      return null;
    }
  });
}

/** The phone by the name that the API for sending has for it; null where it has none that we know, and the API chooses. */
function deviceOf({ adapter, device_id }: SealedSender): string | null {
  return adapter !== 'sms-gate' || device_id === ONLY_DEVICE ? null : device_id;
}

export type SetSendingOutcome =
  | { kind: 'set'; gateway: GatewayRow }
  | { kind: 'not_found' }
  | { kind: 'unusable'; problem: string };

/** Says where and as whom a gateway sends from now on; null: it only receives. Named by name or id. */
export async function setSending(
  services: GatewayServices,
  name: string,
  sending: SendingAccess | null,
): Promise<SetSendingOutcome> {
  const problem = sending === null ? null : sendingProblem(sending);
  if (problem !== null) return { kind: 'unusable', problem };
  const [found] = await listGatewayRows(services.pool, { name });
  if (found === undefined) return { kind: 'not_found' };
  const sealed = sending === null ? null : sealFor(services, found.id, JSON.stringify(sending));
  const [gateway] = await setGatewaySending(services.pool, {
    id: found.id,
    send_url: sending?.send_url ?? null,
    sealed,
  });
  return gateway === undefined ? { kind: 'not_found' } : { kind: 'set', gateway };
}
