import { type GatewayRow, listGatewayRows } from '../../store/gateways/gateways.ts';
import {
  type KeptMessage,
  listAnswers,
  listMessages,
  listSignals,
  listUnrouted,
} from '../../store/gateways/requests.ts';
import { listSimPlaces, type SimPlace } from '../../store/gateways/sims.ts';
import type { GatewayServices } from './receive.ts';

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

export type GatewayRequests = {
  messages: KeptMessage[];
  /** What each day's requests were answered, refusals included. */
  answers: Awaited<ReturnType<typeof listAnswers>>;
};

/** The newest messages and how requests were answered. `unrouted`: only what waits for a SIM or a reader. */
export async function listRequests(
  services: Pick<GatewayServices, 'pool'>,
  query: { gateway_id: string | null; unrouted: boolean; limit: number },
): Promise<GatewayRequests> {
  const list = query.unrouted ? listUnrouted : listMessages;
  const [messages, answers] = await Promise.all([
    list(services.pool, query.gateway_id, query.limit),
    listAnswers(services.pool, query.gateway_id, query.limit),
  ]);
  return { messages, answers };
}

/** By which SIMs numbers are heard. */
export function listSims(services: Pick<GatewayServices, 'pool'>): Promise<SimPlace[]> {
  return listSimPlaces(services.pool, null);
}
