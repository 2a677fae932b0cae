import type { GatewayMessage, InboxOutcome } from '../../domain/gateway/gateway.ts';
import { type ApiRequest, type AskApi, problemOf } from './api.ts';
import { jsonObject, memberOf, shortText, storable } from './fields.ts';

/** An SMS of a page; or something that is no SMS that came in, with its time; or what can't be read. */
export type Entry =
  | { kind: 'message'; message: GatewayMessage & { received_at: Date } }
  | { kind: 'other'; at: Date | null }
  | { kind: 'unreadable' };

/** A received SMS as an API lists it. `text`, `message_id` and `sender` are as they stand there, of any type. */
export function smsEntry(listed: {
  message_id: unknown;
  device_id: string;
  sim_slot: number | null;
  sender: unknown;
  text: unknown;
  received_at: Date | null;
}): Entry {
  const { device_id, sim_slot, text, received_at } = listed;
  const message_id = shortText(listed.message_id);
  if (typeof text !== 'string' || message_id === null || received_at === null) return { kind: 'unreadable' };
  const sender = shortText(listed.sender);
  return {
    kind: 'message',
    message: { message_id, device_id, sim_slot, sender, text: storable(text), received_at },
  };
}

/** A list that a gateway's API gives by pages, the newest first. */
export type PagedList = {
  /** Pages are counted from 0. */
  request: (page: number) => ApiRequest;
  read: (entry: unknown) => Entry;
  /** A shorter page is the last. */
  page_size: number;
  pages_max: number;
  since: Date;
  until: Date;
};

/** PostgreSQL keeps 65,536 bytes of a text, and a character of UTF-16 is at most three of UTF-8. */
const TEXT_CHARACTERS_MAX = 20_000;

/** Reads pages until one ends or goes back before `since`. What came with the pages before a failure is kept. */
export async function readPages(exchange: AskApi, pages: PagedList): Promise<InboxOutcome> {
  return readFrom(exchange, pages, 0, { messages: [], is_complete: true });
}

type Found = { messages: GatewayMessage[]; is_complete: boolean };

async function readFrom(
  exchange: AskApi,
  pages: PagedList,
  page: number,
  found: Found,
): Promise<InboxOutcome> {
  const answer = await exchange(pages.request(page));
  const problem = problemOf(answer);
  const listed = answer.kind === 'answered' ? listOf(answer.body) : null;
  if (problem !== null || listed === null) {
    if (page > 0) return { kind: 'messages', ...found, is_complete: false };
    return problem ?? { kind: 'unknown', detail: 'the gateway answered nothing that its API can say' };
  }
  const entries = listed.map(pages.read).map(withoutHuge);
  const now_found: Found = {
    messages: [...found.messages, ...entries.flatMap((entry) => within(pages, entry))],
    is_complete: found.is_complete && entries.every(({ kind }) => kind !== 'unreadable'),
  };
  const is_last = listed.length < pages.page_size || entries.some((entry) => isBefore(pages.since, entry));
  if (is_last) return { kind: 'messages', ...now_found };
  if (page + 1 === pages.pages_max) return { kind: 'messages', ...now_found, is_complete: false };
  return readFrom(exchange, pages, page + 1, now_found);
}

function listOf(body: Buffer | null): unknown[] | null {
  const data = body === null ? null : memberOf(jsonObject(body), 'data');
  return Array.isArray(data) ? data : null;
}

function withoutHuge(entry: Entry): Entry {
  const is_huge = entry.kind === 'message' && entry.message.text.length > TEXT_CHARACTERS_MAX;
  return is_huge ? { kind: 'unreadable' } : entry;
}

function within({ since, until }: PagedList, entry: Entry): GatewayMessage[] {
  if (entry.kind !== 'message') return [];
  const { received_at } = entry.message;
  return received_at >= since && received_at <= until ? [entry.message] : [];
}

function isBefore(since: Date, entry: Entry): boolean {
  const at = entry.kind === 'message' ? entry.message.received_at : entry.kind === 'other' ? entry.at : null;
  return at !== null && at < since;
}
