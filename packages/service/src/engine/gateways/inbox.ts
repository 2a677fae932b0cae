import type { AskInbox, InboxAsk, InboxOutcome } from '../../domain/gateway/gateway.ts';
import { isRetryable } from '../../store/connect/errors.ts';
import { loadInboxes, type SealedInbox } from '../../store/gateways/sims.ts';
import { batcher } from '../batch.ts';
import { type ArrivalOutcome, type ArrivedMessage, receiveGatewayMessages } from './arrive.ts';
import { type GatewayServices, openFor } from './secrets.ts';
import type { SendingAccess } from './sending.ts';

export type InboxServices = Pick<GatewayServices, 'pool' | 'now' | 'newId' | 'secret_key'> & {
  askInbox: AskInbox;
};

/** A number whose book may lack messages, and when the missing ones would have been received. */
export type InboxQuestion = { collection_number_id: string; since: Date; until: Date };

/** What came of asking one phone. `pulled`: its messages are safe in the database, each once. */
export type PhoneOutcome =
  | Exclude<InboxOutcome, { kind: 'messages' }>
  | { kind: 'pulled'; kept: number; repeated: number; unrouted: number; is_complete: boolean };

export type PhoneAnswer = { gateway: string; device_id: string; outcome: PhoneOutcome };

export type InboxesAsked = {
  /** For each question, in order, the phones that hold a SIM of its number; none where it is not routed. */
  answers: PhoneAnswer[][];
  /** Notices that are new in the inbox, also of other numbers in those phones: for the caller to settle. */
  notice_ids: string[];
};

/** So much more is asked for at both ends: the clocks of phones and of operators' message centres differ from ours. */
const CLOCKS_MS = 10 * 60_000;
const PHONES_AT_ONCE = 8;

/**
 * Asks the gateways of numbers to tell again of the SMS of a span of time. Each phone is asked once, however
 * many of its SIMs are in question. Pulled messages come in by the door of every other message: they are
 * routed by our configuration, and one that is known already is not kept again. What a phone tells is kept as it
 * answers, with what others tell at that moment: another one may take long, and this process may end. No
 * transaction is open while phones are asked.
 * @throws why the messages of a phone could not be kept, once all the others have been asked and kept
 */
export async function askInboxes(
  services: InboxServices,
  questions: readonly InboxQuestion[],
): Promise<InboxesAsked> {
  const ids = [...new Set(questions.map(({ collection_number_id }) => collection_number_id))];
  const rows = await loadInboxes(services.pool, ids);
  const phones = phonesOf(rows, questions);
  const keep = openKeep(services, phones.length);
  const heard = await atMost(PHONES_AT_ONCE, phones, async (phone) => {
    const outcome = await askPhone(services, phone);
    const messages = outcome.kind === 'messages' ? outcome.messages : [];
    const arrivals = await keep(messages.map((message) => ({ ...message, gateway_id: phone.gateway_id })));
    return { phone, outcome, arrivals };
  });
  const answers = new Map(
    heard.map(({ phone, outcome, arrivals }): [string, PhoneAnswer] => {
      const { name: gateway, device_id } = phone;
      return [keyOf(phone), { gateway, device_id, outcome: withCounts(outcome, arrivals) }];
    }),
  );
  const arrivals = heard.flatMap((one) => one.arrivals);
  return {
    answers: questions.map(({ collection_number_id: id }) =>
      rows.flatMap((row) => (row.collection_number_id === id ? (answers.get(keyOf(row)) ?? []) : [])),
    ),
    notice_ids: arrivals.flatMap((arrival) => (arrival.kind === 'kept' ? [arrival.notice_id] : [])),
  };
}

/** Keeps what phones tell; of one that can't be kept, nothing else suffers. */
function openKeep(
  services: InboxServices,
  phones: number,
): (told: ArrivedMessage[]) => Promise<ArrivalOutcome[]> {
  return batcher(
    async (each: ArrivedMessage[][]) => {
      const arrivals = await receiveGatewayMessages(services, each.flat());
      return each.map((told) => arrivals.splice(0, told.length));
    },
    { max_batch: phones, in_flight: 1, max_queue: phones },
    (error) => (isRetryable(error) ? 'again' : 'split'),
  );
}

type Phone = SealedInbox & Pick<InboxAsk, 'since' | 'until'>;

/** Each phone once, with a span that covers what is asked of any of its SIMs. */
function phonesOf(rows: readonly SealedInbox[], questions: readonly InboxQuestion[]): Phone[] {
  const phones = new Map<string, Phone>();
  for (const row of rows) {
    for (const { collection_number_id, since, until } of questions) {
      if (collection_number_id !== row.collection_number_id) continue;
      const known = phones.get(keyOf(row));
      const from_ms = since.getTime() - CLOCKS_MS;
      const to_ms = until.getTime() + CLOCKS_MS;
      phones.set(keyOf(row), {
        ...row,
        since: new Date(Math.min(from_ms, known?.since.getTime() ?? from_ms)),
        until: new Date(Math.max(to_ms, known?.until.getTime() ?? to_ms)),
      });
    }
  }
  return [...phones.values()];
}

function keyOf({ gateway_id, device_id }: Pick<SealedInbox, 'gateway_id' | 'device_id'>): string {
  return `${gateway_id} ${device_id}`;
}

async function askPhone(services: InboxServices, phone: Phone): Promise<InboxOutcome> {
  const { gateway_id, adapter, status, send_credentials_sealed: sealed } = phone;
  const { device_id, senders, since, until } = phone;
  // Perhaps a lost phone: what it says is refused at the door, so it is not fetched either.
  if (status === 'PAUSED') return { kind: 'cannot', reason: 'the gateway is paused' };
  let api: SendingAccess | null = null;
  if (sealed !== null) {
    try {
      api = JSON.parse(openFor(services, gateway_id, sealed)) as SendingAccess;
    } catch {
      // One that was sealed with another key must not keep the others from being asked.
      return { kind: 'cannot', reason: 'its login was sealed with another CHARI_SECRET_KEY: give it again' };
    }
  }
  return services.askInbox({ adapter, api, device_id, senders, since, until });
}

function withCounts(outcome: InboxOutcome, arrivals: readonly ArrivalOutcome[]): PhoneOutcome {
  if (outcome.kind !== 'messages') return outcome;
  const times = (kind: ArrivalOutcome['kind']) => arrivals.filter((one) => one.kind === kind).length;
  const { is_complete } = outcome;
  return {
    kind: 'pulled',
    kept: times('kept'),
    repeated: times('repeated'),
    unrouted: times('unrouted'),
    is_complete,
  };
}

/**
 * Works on every item, at most `width` at a time.
 * @returns the results in the items' order
 * @throws why the first of those that failed did, once all are worked on
 */
async function atMost<Item, Result>(
  width: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Promise<Result>[] = [];
  const waiting = [...items.entries()].reverse();
  const lane = (): Promise<void> => {
    const next = waiting.pop();
    if (next === undefined) return Promise.resolve();
    const [place, item] = next;
    const result = work(item);
    results[place] = result;
    return result.then(lane, lane);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
  return Promise.all(results);
}
