import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { AWAY_MS } from '../../domain/feed/unheard.ts';
import { BY_A_SERVER, type GatewayNews, ONLY_DEVICE } from '../../domain/gateway/gateway.ts';
import type { GatewayRequest } from '../../sms/gateways/adapter.ts';
import { ADAPTERS } from '../../sms/gateways/adapters.ts';
import { storable } from '../../sms/gateways/fields.ts';
import type { ArrivalOutcome, ArrivedMessage } from './arrive.ts';
import { refusedBy, verify } from './authentic.ts';
import type { FindGateway, Gateway } from './find.ts';
import type { GatewayAnswer, Notes } from './notes.ts';

/** What a request came to. `taken` is said only when every message in it is safe in the database. */
export type IntakeOutcome =
  | { kind: 'taken'; kept: number; repeated: number; unrouted: number; answer: string | null }
  | { kind: 'refused'; reason: 'unsigned' | 'wrong_signature' | 'stale' }
  | { kind: 'paused' }
  | { kind: 'unknown_gateway' };

/** The door by which gateways' requests come in. */
export type Intake = {
  /** What is said to a request by its headers alone, before its body is read; null when it may go on. */
  admit: (gateway_id: string, headers: GatewayRequest['headers']) => Promise<IntakeOutcome | null>;
  /** Takes a whole request. */
  take: (gateway_id: string, request: GatewayRequest) => Promise<IntakeOutcome>;
};

export type IntakeParts = {
  now: () => Date;
  find: FindGateway;
  /** Keeps one message; a batcher stands before the set-based use case. */
  receive: (message: ArrivedMessage) => Promise<ArrivalOutcome>;
  /** Told of each notice that waits to be settled, as they came; answers nothing, so that no phone waits for it. */
  settle: (notice: KeptNotice) => void;
  notes: Notes;
};

/** A notice in the inbox, and the collection number it is for. */
export type KeptNotice = { notice_id: string; number_id: string };

/** What a row holds. No SMS has as many. */
const ROW_BYTES = 65_536;
/** Most characters of one row: written as text, each may take four bytes. */
const UNREADABLE_PIECE = /.{1,16000}/gsu;

/** Opens the door: what the headers condemn is read no further; the rest is verified over the raw bytes, kept, answered, settled. */
export function openIntake({ now, find, receive, settle, notes }: IntakeParts): Intake {
  const arrive = inOrderOfArrival(settle);
  /** The gateway when it may send at this moment, else what it is told. */
  const enter = async (gateway_id: string, at: Date): Promise<Gateway | IntakeOutcome> => {
    const found = find(gateway_id);
    const gateway = found instanceof Promise ? await found : found;
    if (gateway === null) return { kind: 'unknown_gateway' };
    if (!gateway.is_paused) return gateway;
    notes.answered(gateway.id, 'paused', at);
    return { kind: 'paused' };
  };
  const admit: Intake['admit'] = async (gateway_id, headers) => {
    const at = now();
    const gateway = await enter(gateway_id, at);
    if ('kind' in gateway) return gateway;
    const refused = refusedBy(gateway, headers, at);
    if (refused !== null) notes.answered(gateway.id, refused.reason, at);
    return refused;
  };
  const take: Intake['take'] = async (gateway_id, request) => {
    const at = now();
    const gateway = await enter(gateway_id, at);
    if ('kind' in gateway) return gateway;
    const count = (answer: GatewayAnswer) => notes.answered(gateway.id, answer, at);
    const verified = verify(gateway, request, at);
    if (verified.kind === 'refused') {
      count(verified.reason);
      return verified;
    }
    const news = inRows(ADAPTERS[gateway.adapter].parse(request, gateway.config));
    const messages = messagesOf(gateway.id, news, request);
    const outcomes = await arrive(Promise.all(messages.map(receive)), (all) =>
      all.filter((outcome) => outcome.kind === 'kept'),
    );
    for (const answer of answersOf(news, outcomes)) count(answer);
    noteLife(notes, gateway, news, verified.signed_at, at);
    const times = (kind: ArrivalOutcome['kind']) => outcomes.filter((one) => one.kind === kind).length;
    return {
      kind: 'taken',
      kept: times('kept'),
      repeated: times('repeated'),
      unrouted: times('unrouted'),
      answer: gateway.config?.answer ?? null,
    };
  };
  return { admit, take };
}

/**
 * Hands notices on to be settled in the order in which their requests came. Two sets that are kept at once may finish in
 * another order, and a message that is settled before the one it goes on from would wait as a claim.
 */
function inOrderOfArrival(settle: (notice: KeptNotice) => void) {
  type Arrival = { kept: readonly KeptNotice[] | null };
  const arrivals: Arrival[] = [];
  return async <Outcome>(keeping: Promise<Outcome>, keptOf: (outcome: Outcome) => KeptNotice[]) => {
    const arrival: Arrival = { kept: null };
    arrivals.push(arrival);
    try {
      const outcome = await keeping;
      arrival.kept = keptOf(outcome);
      return outcome;
    } finally {
      arrival.kept ??= [];
      while (arrivals[0]?.kept) arrivals.shift()?.kept?.forEach(settle);
    }
  };
}

/** What is longer than a row can't be an SMS: it is kept in pieces, as what can't be read. */
function inRows(news: GatewayNews): GatewayNews {
  if (news.kind !== 'messages') return news;
  const messages = news.messages.filter(({ text }) => Buffer.byteLength(text) <= ROW_BYTES);
  return messages.length === news.messages.length ? news : { ...news, messages, is_part_unreadable: true };
}

/** The messages of a request, and behind them the whole of it where it can't be read, or not all of it. */
function messagesOf(gateway_id: string, news: GatewayNews, request: GatewayRequest): ArrivedMessage[] {
  if (news.kind === 'unreadable') return piecesOf(gateway_id, request);
  if (news.kind !== 'messages') return [];
  const messages = news.messages.map((message) => ({ ...message, gateway_id }));
  return news.is_part_unreadable ? [...messages, ...piecesOf(gateway_id, request)] : messages;
}

function piecesOf(gateway_id: string, { body }: GatewayRequest): ArrivedMessage[] {
  const place = { device_id: ONLY_DEVICE, sim_slot: null, sender: null, received_at: null };
  // The id of a piece names the whole body: another body may be the same for a long way, and its pieces are other messages.
  const whole = createHash('sha256').update(body).digest('hex');
  const pieces = storable(body.toString('utf8')).match(UNREADABLE_PIECE) ?? [''];
  return pieces.map((text, at) => {
    return { ...place, text, message_id: `${whole}/${at}`, gateway_id, unreadable: true };
  });
}

function answersOf(news: GatewayNews, outcomes: readonly ArrivalOutcome[]): GatewayAnswer[] {
  if (news.kind !== 'messages') return [news.kind];
  const said = outcomes.slice(0, news.messages.length).map(({ kind }) => kind);
  return news.is_part_unreadable ? [...said, 'unreadable'] : said;
}

function noteLife(
  notes: Notes,
  { id: gateway_id, adapter }: Gateway,
  news: GatewayNews,
  signed_at: Date | null,
  at: Date,
): void {
  const clock_skew_ms = signed_at === null ? null : signed_at.getTime() - at.getTime();
  const pinged_at = news.kind === 'ping' ? at : null;
  const seen = {
    ...{ gateway_id, last_seen_at: at, pinged_at, clock_skew_ms },
    ...{ last_received_at: null, lag_ms: null },
  };
  if (news.kind !== 'messages') {
    const device_id = news.kind === 'unreadable' ? ONLY_DEVICE : news.device_id;
    // A server also tells that a phone is away.
    if (device_id !== null) notes.alive({ ...seen, device_id });
    return;
  }
  for (const { device_id, received_at } of news.messages) {
    const lag_ms = received_at === null ? null : at.getTime() - received_at.getTime();
    if (BY_A_SERVER.includes(adapter) && lag_ms !== null && lag_ms > AWAY_MS) continue;
    notes.alive({ ...seen, device_id, last_received_at: received_at, lag_ms });
  }
}
