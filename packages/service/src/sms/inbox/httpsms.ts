import type { InboxOutcome } from '../../domain/gateway/gateway.ts';
import { memberOf, momentOf, simSlot } from '../gateways/fields.ts';
import type { Exchange } from '../send/api.ts';
import type { ApiAsk } from './inbox.ts';
import { type Entry, readPages, smsEntry } from './pages.ts';

/** Its largest. */
const PAGE_SIZE = 20;
const PAGES_MAX = 10;
const OWNER = /^\+[0-9]{6,15}$/;

/**
 * httpSMS: lists what its server has between the phone's number and one contact, newest first; `x-api-key` is
 * the login. Its search over all contacts wants a captcha, so the operators' sender names are asked one by
 * one. A message has there the id, contact, text, SIM and time that its webhook carries. (Its source:
 * message_handler.go Index and Search, message_handler_validator.go, message_service.go.)
 */
export async function askHttpSms(
  exchange: Exchange,
  { api, device_id: owner, senders, since, until }: ApiAsk,
): Promise<InboxOutcome> {
  if (!OWNER.test(owner)) {
    return {
      kind: 'cannot',
      reason: "httpSMS lists by the phone's number: route the number with --device +235…",
    };
  }
  if (senders.length === 0) {
    return { kind: 'cannot', reason: 'httpSMS lists by sender, and none is listed (chari numbers senders)' };
  }
  const read = (contact: string): Promise<InboxOutcome> =>
    readPages(exchange, {
      request: (page) => ({
        method: 'GET',
        path: `/messages?${new URLSearchParams({ owner, contact, limit: `${PAGE_SIZE}`, skip: `${page * PAGE_SIZE}` })}`,
        headers: { 'x-api-key': api.password },
      }),
      read: (sms) => entryOf(sms, owner),
      page_size: PAGE_SIZE,
      pages_max: PAGES_MAX,
      since,
      until,
    });
  return together(await Promise.all(senders.map(read)));
}

function entryOf(sms: unknown, owner: string): Entry {
  const at = momentOf(memberOf(sms, 'order_timestamp'));
  const is_received = memberOf(sms, 'type') === 'mobile-originated' && memberOf(sms, 'owner') === owner;
  if (!is_received) return { kind: 'other', at };
  return smsEntry({
    message_id: memberOf(sms, 'id'),
    device_id: owner,
    sim_slot: simSlot(memberOf(sms, 'sim')),
    sender: memberOf(sms, 'contact'),
    text: memberOf(sms, 'content'),
    received_at: momentOf(memberOf(sms, 'received_at')) ?? at,
  });
}

/** Whatever could be read, as long as one sender's messages could; else what went wrong first. */
function together(outcomes: readonly InboxOutcome[]): InboxOutcome {
  const read = outcomes.flatMap((outcome) => (outcome.kind === 'messages' ? [outcome] : []));
  const [first] = outcomes;
  if (read.length === 0 && first !== undefined) return first;
  return {
    kind: 'messages',
    messages: read.flatMap(({ messages }) => messages),
    is_complete: read.length === outcomes.length && read.every(({ is_complete }) => is_complete),
  };
}
