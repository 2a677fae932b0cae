import { type InboxOutcome, ONLY_DEVICE } from '../../domain/gateway/gateway.ts';
import { type Adapter, type GatewayRequest, headerOf, hexProblem, isHmacHex } from './adapter.ts';
import type { ApiAsk, AskApi } from './api.ts';
import { isEmpty, jsonObject, memberOf, momentOf, shortText, storable } from './fields.ts';
import { type Entry, readPages, smsEntry } from './pages.ts';

/**
 * textbee.dev: `X-Signature` is the hex HMAC-SHA256 of the body, without a time: what it signed is authentic
 * for ever, and only the message's key keeps it from counting twice. It tells of no SIM.
 * (Its source: webhook.service.ts.)
 */
export const textbee: Adapter = {
  admit: (request) => hexProblem(signatureOf(request)),
  verify: (request, { secret }) => {
    const given = signatureOf(request);
    if (given === undefined) return { kind: 'refused', reason: 'unsigned' };
    return isHmacHex(given, secret, request.body)
      ? { kind: 'authentic', signed_at: null }
      : { kind: 'refused', reason: 'wrong_signature' };
  },
  parse: ({ body }) => {
    const news = jsonObject(body);
    if (news === null) return { kind: 'unreadable', problem: 'the body is no JSON object' };
    if (isEmpty(news)) return { kind: 'ping', device_id: ONLY_DEVICE };
    const device_id = shortText(memberOf(news, 'deviceId')) ?? ONLY_DEVICE;
    const event = shortText(memberOf(news, 'webhookEvent')) ?? '';
    if (event !== 'MESSAGE_RECEIVED') {
      return event === ''
        ? { kind: 'unreadable', problem: 'the body has no webhookEvent' }
        : { kind: 'ignored', device_id: null, event };
    }
    const text = memberOf(news, 'message');
    if (typeof text !== 'string') return { kind: 'unreadable', problem: 'the body has no message' };
    const message = {
      message_id: shortText(memberOf(news, 'smsId')),
      device_id,
      sim_slot: null,
      sender: shortText(memberOf(news, 'sender')),
      text: storable(text),
      received_at: momentOf(memberOf(news, 'receivedAt')),
    };
    return { kind: 'messages', messages: [message] };
  },
};

function signatureOf(request: Pick<GatewayRequest, 'headers'>): string | undefined {
  return headerOf(request, 'x-signature')?.replace(/^sha256=/, '');
}

const PAGE_SIZE = 100;
const PAGES_MAX = 5;
const DEVICE_ID = /^[0-9a-f]{24}$/;

/**
 * textbee.dev: lists what its server has of a phone, newest first; `x-api-key` is the login. A message has
 * there the id, sender, text and time that its webhook carries. (Its source: gateway.controller.ts,
 * gateway.service.ts getReceivedSMS, webhook.service.ts.)
 */
export async function askTextbee(
  exchange: AskApi,
  { api, device_id, since, until }: ApiAsk,
): Promise<InboxOutcome> {
  if (!DEVICE_ID.test(device_id)) {
    return {
      kind: 'cannot',
      reason: 'textbee lists by phone: route the number with its --device (24 digits)',
    };
  }
  return readPages(exchange, {
    request: (page) => ({
      method: 'GET',
      path: `/gateway/devices/${device_id}/get-received-sms?page=${page + 1}&limit=${PAGE_SIZE}`,
      headers: { 'x-api-key': api.password },
    }),
    read: (sms) => entryOf(sms, device_id),
    page_size: PAGE_SIZE,
    pages_max: PAGES_MAX,
    since,
    until,
  });
}

function entryOf(sms: unknown, device_id: string): Entry {
  const received_at = momentOf(memberOf(sms, 'receivedAt'));
  const device = memberOf(sms, 'device');
  // As it stands there when the phone's record is filled in, or only its id.
  const listed_for = shortText(memberOf(device, '_id') ?? device);
  if (listed_for !== null && listed_for !== device_id) return { kind: 'other', at: received_at };
  return smsEntry({
    message_id: memberOf(sms, '_id'),
    device_id,
    sim_slot: null,
    sender: memberOf(sms, 'sender'),
    text: memberOf(sms, 'message'),
    received_at,
  });
}
