import { type GatewayRow, listGatewayRows } from '../../store/gateways/gateways.ts';
import { putSignals, type Signal } from '../../store/gateways/lives.ts';
import {
  addAnswers,
  type KeptMessage,
  listAnswers,
  listMessages,
  listSignals,
  listUnrouted,
} from '../../store/gateways/requests.ts';
import { listSimPlaces, type SimPlace } from '../../store/gateways/sims.ts';
import type { SmsGatewayAnswerRow } from '../../store/rows.generated.ts';
import type { Services, WithPool } from '../services.ts';

/** How a request, or a message in it, was answered: one closed list for the counters and the table. */
export type GatewayAnswer =
  | 'kept'
  | 'repeated'
  | 'unrouted'
  | 'ping'
  | 'ignored'
  | 'unreadable'
  | 'unsigned'
  | 'wrong_signature'
  | 'stale'
  | 'paused';

export type Notes = {
  answered: (gateway_id: string, answer: GatewayAnswer, at: Date) => void;
  alive: (signal: Signal) => void;
  /** Writes what was noted since the last time. After a failure it is still noted. */
  flush: () => Promise<void>;
};

type Answers = Map<string, Omit<SmsGatewayAnswerRow, 'day'>>;

/**
 * What a process remembers of requests between two flushes, so that a stranger who knocks a thousand times a
 * second costs one row every few seconds. Its size follows the gateways and phones there are.
 */
export function openNotes(
  services: Pick<Services, 'pool'>,
  onAnswer: (answer: GatewayAnswer) => void,
): Notes {
  let answers: Answers = new Map();
  let signals = new Map<string, Signal>();
  const add = (gateway_id: string, answer: string, count: number, last_at: Date): void => {
    // Per UTC day: what was counted before midnight belongs to the day before.
    const key = `${gateway_id} ${answer} ${last_at.toISOString().slice(0, 10)}`;
    const noted = answers.get(key);
    if (noted === undefined) answers.set(key, { gateway_id, answer, count, last_at });
    else {
      noted.count += count;
      if (noted.last_at < last_at) noted.last_at = last_at;
    }
  };
  const live = (signal: Signal): void => {
    const key = `${signal.gateway_id} ${signal.device_id}`;
    signals.set(key, later(signals.get(key), signal));
  };
  return {
    answered: (gateway_id, answer, at) => {
      onAnswer(answer);
      add(gateway_id, answer, 1, at);
    },
    alive: live,
    flush: async () => {
      const [counted, seen] = [[...answers.values()], [...signals.values()]];
      answers = new Map();
      signals = new Map();
      const [added, put] = await Promise.allSettled([
        addAnswers(services.pool, counted),
        putSignals(services.pool, seen),
      ]);
      if (added.status === 'rejected') {
        for (const { gateway_id, answer, count, last_at } of counted) add(gateway_id, answer, count, last_at);
      }
      if (put.status === 'rejected') for (const signal of seen) live(signal);
      for (const result of [added, put]) if (result.status === 'rejected') throw result.reason;
    },
  };
}

/** The later of two signals, with what only the earlier one says. */
function later(one: Signal | undefined, other: Signal): Signal {
  if (one === undefined) return other;
  const [old, fresh] = one.last_seen_at > other.last_seen_at ? [other, one] : [one, other];
  return {
    ...fresh,
    pinged_at: fresh.pinged_at ?? old.pinged_at,
    clock_skew_ms: fresh.clock_skew_ms ?? old.clock_skew_ms,
    last_received_at: fresh.last_received_at ?? old.last_received_at,
    lag_ms: fresh.lag_ms ?? old.lag_ms,
  };
}

export type ListedGateway = GatewayRow & {
  sims: SimPlace[];
  /** Of each phone that was ever heard. */
  signals: Awaited<ReturnType<typeof listSignals>>;
};

/** Gateways by name with their SIMs and signs of life; `name` (or an id) picks one. */
export async function listGateways(services: WithPool, name: string | null): Promise<ListedGateway[]> {
  const [gateways, sims, signals] = await Promise.all([
    listGatewayRows(services.pool, { name }),
    listSimPlaces(services.pool, { gateway_id: null }),
    listSignals(services.pool, { gateway_id: null }),
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
export async function listGatewayRequests(
  services: WithPool,
  query: { gateway_id: string | null; unrouted: boolean; limit: number },
): Promise<GatewayRequests> {
  const list = query.unrouted ? listUnrouted : listMessages;
  const [messages, answers] = await Promise.all([
    list(services.pool, { gateway_id: query.gateway_id, limit: query.limit }),
    listAnswers(services.pool, { gateway_id: query.gateway_id, limit: query.limit }),
  ]);
  return { messages, answers };
}

/** By which SIMs numbers are heard. */
export function listSims(services: WithPool): Promise<SimPlace[]> {
  return listSimPlaces(services.pool, { gateway_id: null });
}

/** Numbers that several phones hear, with the first place of each and how many phones. While one of them is heard, nobody sees that the others are silent. */
export function inSeveralPhones(sims: readonly SimPlace[]): (SimPlace & { phones: number })[] {
  const byNumber = Map.groupBy(sims, (sim) => sim.collection_number_id);
  return [...byNumber.values()].flatMap((places) => {
    const phones = new Set(places.map((sim) => JSON.stringify([sim.gateway_id, sim.device_id]))).size;
    const [first] = places;
    return phones < 2 || first === undefined ? [] : [{ ...first, phones }];
  });
}
