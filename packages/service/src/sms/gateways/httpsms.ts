import { type Authenticity, type InboxOutcome, ONLY_DEVICE } from '../../domain/gateway/gateway.ts';
import { type Adapter, type GatewayRequest, headerOf, type VerifyOptions, verifyJwt } from './adapter.ts';
import type { ApiAsk, AskApi } from './api.ts';
import { isEmpty, jsonObject, memberOf, momentOf, shortText, simSlot, storable } from './fields.ts';
import { type Entry, readPages, smsEntry } from './pages.ts';

/**
 * httpSMS: CloudEvents with a bearer JWT (HS256, 20 minutes long, `aud` the webhook's URL). The token does not
 * cover the body, so only TLS keeps a stolen one from carrying another text: docs/gateways.md says so.
 * (docs.httpsms.com, Webhooks; its source: webhook_service.go.)
 */
export const httpSms: Adapter = {
  admit: (request, options) => {
    const verdict = verify(request, options);
    return verdict.kind === 'refused' ? verdict : null;
  },
  verify,
  parse: ({ body }) => {
    const event = jsonObject(body);
    if (event === null) return { kind: 'unreadable', problem: 'the body is no JSON object' };
    if (isEmpty(event)) return { kind: 'ping', device_id: ONLY_DEVICE };
    const data = memberOf(event, 'data');
    const type = shortText(memberOf(event, 'type')) ?? '';
    const device_id = shortText(memberOf(data, 'owner')) ?? ONLY_DEVICE;
    if (type === 'phone.heartbeat.online') return { kind: 'ping', device_id };
    if (type !== 'message.phone.received') {
      return type === ''
        ? { kind: 'unreadable', problem: 'the body has no type' }
        : { kind: 'ignored', device_id: null, event: type };
    }
    const text = memberOf(data, 'content');
    if (typeof text !== 'string') return { kind: 'unreadable', problem: 'data has no content' };
    if (isEncrypted(data)) return { kind: 'unreadable', problem: 'the app encrypts: switch that off there' };
    const message = {
      message_id: shortText(memberOf(data, 'message_id')) ?? shortText(memberOf(event, 'id')),
      device_id,
      sim_slot: simSlot(memberOf(data, 'sim')),
      sender: shortText(memberOf(data, 'contact')),
      text: storable(text),
      received_at: momentOf(memberOf(data, 'timestamp')),
    };
    return { kind: 'messages', messages: [message] };
  },
};

/** By a key that the phone alone has. */
const isEncrypted = (sms: unknown): boolean => memberOf(sms, 'encrypted') === true;

function verify(
  request: Pick<GatewayRequest, 'headers'>,
  { secret, now, gateway_id }: VerifyOptions,
): Authenticity {
  const authorization = headerOf(request, 'authorization');
  const token = authorization?.startsWith('Bearer ') ? authorization.slice('Bearer '.length).trim() : '';
  if (token === '') return { kind: 'refused', reason: 'unsigned' };
  return verifyJwt(token, secret, now, (audience) => isInbound(audience, gateway_id));
}

// The host is what the phone's owner typed; behind a proxy we don't know it. The path names the gateway.
function isInbound(audience: string, gateway_id: string): boolean {
  return URL.canParse(audience) && new URL(audience).pathname.endsWith(`/gateways/${gateway_id}/inbound`);
}

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
  exchange: AskApi,
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
  if (isEncrypted(sms)) return { kind: 'unreadable' };
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
