import type { Operator } from '../src/domain/operator.ts';
import { DEFAULT_POLICY, type Policy } from '../src/domain/policy.ts';
import type { CreateOutcome } from '../src/domain/session/commands.ts';
import type { PaymentSession } from '../src/domain/session/session.ts';
import { settleNotices } from '../src/engine/book/settle.ts';
import { settleWaitingNotices } from '../src/engine/book/settle-waiting.ts';
import { tendBooks } from '../src/engine/book/tend.ts';
import { announceSweeps } from '../src/engine/desk/book/announce-sweep.ts';
import { watchFeeds } from '../src/engine/feeds.ts';
import { type ArrivedMessage, receiveGatewayMessages } from '../src/engine/gateways/arrive.ts';
import type { GatewayServices } from '../src/engine/gateways/secrets.ts';
import type { Services } from '../src/engine/services.ts';
import { cancelSessions } from '../src/engine/sessions/cancel.ts';
import { createSessions } from '../src/engine/sessions/create.ts';
import { expireSessions } from '../src/engine/sessions/expire.ts';
import { putSignals } from '../src/store/gateways/lives.ts';
import type { Chance } from './chance.ts';
import type { Country, Sim } from './country.ts';
import type { Message, Phones } from './phones.ts';
import type { Profile } from './profile.ts';

/** What a merchant asks for. */
export type Request = {
  /** Which of the country's merchants. */
  merchant: number;
  reference: string;
  amount_xaf: number;
  operator: Operator;
  /** 8 digits. */
  declared: string | null;
};

/** The service under simulation: the real engine on a real database, fed batch by batch. */
export type Office = {
  /** Sessions for these requests, in order; null where it was refused. */
  sell: (requests: readonly Request[]) => Promise<(PaymentSession | null)[]>;
  cancel: (sessions: readonly PaymentSession[]) => Promise<void>;
  /** Phones forward what they heard, and it is settled, unless the worker dies in between. */
  hear: (messages: readonly Message[]) => Promise<void>;
  /** Staff say beforehand that they will empty a SIM; false: the service can't be told. */
  announce: (sweep: { msisdn: string; amount_xaf: number }) => Promise<boolean>;
  /** The numbers whose phone the service has asked to send its inbox again since the last look. */
  askedInboxes: () => Promise<string[]>;
  /** What the sweeper of a process does: waiting notices, expiry, health of the feeds. */
  sweep: () => Promise<void>;
};

export type OfficeServices = Services & GatewayServices;

const LIVE_TTL_MINUTES = 10;
const SWEEP_PORTION = 2000;
/** No more sessions are made in one transaction, as in the server. */
const SET_MAX = 256;

/** The settings of the service in this world. */
export function policyOf(profile: Profile): Policy {
  const { book } = DEFAULT_POLICY;
  // Of the settings 0 is no limit, as in the environment.
  const limit = (said: number | null, usual: number | null) => (said === null ? usual : said || null);
  return {
    ...DEFAULT_POLICY,
    second_person_xaf: null,
    book: {
      ...book,
      unanchored_limit_xaf: limit(profile.unanchored_limit_xaf, book.unanchored_limit_xaf),
      anchor_above_xaf: limit(profile.anchor_above_xaf, book.anchor_above_xaf),
    },
  };
}

export function openOffice(
  services: OfficeServices,
  country: Country,
  phones: Phones,
  chance: Chance,
  crash_share: number,
): Office {
  const sims = new Map(country.sims.map((sim) => [sim.msisdn, sim]));
  let told = 0;
  const asked: string[] = [];

  const sell: Office['sell'] = async (requests) => {
    if (requests.length === 0) return [];
    const outcomes: CreateOutcome[] = [];
    for (let at = 0; at < requests.length; at += SET_MAX)
      outcomes.push(...(await sellTogether(services, country, requests.slice(at, at + SET_MAX))));
    return outcomes.map((outcome) => (outcome.kind === 'created' ? outcome.session : null));
  };

  const hear: Office['hear'] = async (messages) => {
    if (messages.length === 0) return;
    const arrived = messages.map((message) => {
      told += 1;
      return arrivedAt(simOf(sims, message), message, told);
    });
    const kept = await receiveGatewayMessages(services, arrived);
    const notice_ids = kept.flatMap((one) => (one.kind === 'kept' ? [one.notice_id] : []));
    // The worker dies here: the notices wait in the inbox for another one's sweep.
    if (!chance.happens(crash_share)) await settleNotices(services, notice_ids);
  };

  return {
    sell,
    cancel: (sessions) => cancel(services, sessions),
    hear,
    sweep: () => sweep(services, country, phones, asked),
    announce: async ({ msisdn, amount_xaf }) => {
      const signed = { actor: 'Simulated staff', note: 'Emptied into our wallet.' };
      const [outcome] = await announceSweeps(services, [{ number: msisdn, amount_xaf, ...signed }]);
      return outcome?.kind === 'announced';
    },
    askedInboxes: async () => asked.splice(0),
  };
}

async function cancel(services: Services, sessions: readonly PaymentSession[]): Promise<void> {
  if (sessions.length === 0) return;
  await cancelSessions(
    services,
    sessions.map(({ id, merchant_id, environment }) => ({
      session_id: id,
      merchant_id,
      environment,
      idempotency: null,
    })),
  );
}

async function sweep(
  services: OfficeServices,
  { sims }: Country,
  phones: Phones,
  asked: string[],
): Promise<void> {
  await beat(services, sims, phones);
  await watchFeeds(services);
  await tendBooks(services, async (asks) => {
    const numbers = new Set(asks.map((one) => one.collection_number_id));
    asked.push(...sims.filter((sim) => numbers.has(sim.collection_number_id)).map((sim) => sim.msisdn));
  });
  const { failed } = await settleWaitingNotices(services, { limit: SWEEP_PORTION, patience_ms: 0 });
  const [first] = failed;
  if (first !== undefined)
    throw new Error(`notice ${first.notice_id} can't be settled`, { cause: first.error });
  // Portion after portion on purpose, as the sweeper does.
  for (let taken = 1; taken > 0; ) {
    const { expired, released } = await expireSessions(services, { limit: SWEEP_PORTION });
    taken = expired + released >= SWEEP_PORTION ? 1 : 0;
  }
}

function simOf(sims: Map<string, Sim>, { msisdn }: Message): Sim {
  const sim = sims.get(msisdn);
  if (sim === undefined) throw new Error(`bug: no SIM for ${msisdn}`);
  return sim;
}

function arrivedAt(sim: Sim, message: Message, told: number): ArrivedMessage {
  return {
    gateway_id: sim.gateway_id,
    message_id: `message-${told}`,
    device_id: sim.device_id,
    sim_slot: 1,
    sender: message.sender,
    text: message.text,
    received_at: new Date(message.arrives_ms),
  };
}

/** Each phone that is not silent says that it lives. */
async function beat(services: OfficeServices, sims: readonly Sim[], phones: Phones): Promise<void> {
  const last_seen_at = services.now();
  const awake = sims.filter(({ msisdn }) => phones.silentUntil(msisdn, last_seen_at.getTime()) === null);
  await putSignals(
    services.pool,
    awake.map(({ gateway_id, device_id }) => ({
      gateway_id,
      device_id,
      last_seen_at,
      pinged_at: last_seen_at,
      clock_skew_ms: 0,
      last_received_at: null,
      lag_ms: null,
    })),
  );
}

const sellTogether = (
  services: Services,
  { merchant_ids }: Country,
  requests: Parameters<Office['sell']>[0],
): Promise<CreateOutcome[]> =>
  createSessions(
    services,
    requests.map((request) => ({
      merchant_id: merchant_ids[request.merchant] ?? '',
      environment: 'live',
      reference: request.reference,
      amount_xaf: request.amount_xaf,
      operator: request.operator,
      customer_phone: request.declared === null ? null : `+235${request.declared}`,
      description: null,
      metadata: null,
      ttl_minutes: LIVE_TTL_MINUTES,
      idempotency: null,
    })),
  );
