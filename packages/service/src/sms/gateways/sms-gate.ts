import {
  type GatewayMessage,
  type GatewayNews,
  type InboxOutcome,
  ONLY_DEVICE,
  type OutgoingOutcome,
  type OutgoingSms,
  type SendSms,
} from '../../domain/gateway/gateway.ts';
import { SECOND_MS } from '../../domain/time.ts';
import { type Adapter, headerOf, hexProblem, isHmacHex, SIGNATURE_SKEW_MS } from './adapter.ts';
import {
  type ApiAnswer,
  type ApiAsk,
  type ApiOptions,
  type AskApi,
  basicLogin,
  openGatewayApis,
  problemOf,
} from './api.ts';
import { jsonObject, memberOf, momentOf, shortText, simSlot, storable } from './fields.ts';

/** The events of texts that came in: one, or several, by the name that the app has given them since August 2026 and by another. */
const TEXTS_CAME_IN = new Set(['sms:received', 'sms:batch:received', 'sms:batch-received']);

/** Those of what we have sent, of MMS and of the phone itself. What later versions add may be a text that came in. */
const OF_NO_TEXT = /^(?:sms:(?:sent|delivered|failed|cancelled)$|mms:|app:|system:)/;

/**
 * SMS Gateway for Android (sms-gate.app). The app keeps a request unsigned and signs each attempt anew, with
 * a fresh X-Timestamp: so a retry two days later is fresh, and its body is the same to the letter.
 * (Its source: PayloadSingingPlugin.kt, SendWebhookWorker.kt, WebHookEvent.kt; its manual: Features, Webhooks.)
 */
export const smsGate: Adapter = {
  admit: (request, { now }) => {
    const timestamp = headerOf(request, 'x-timestamp');
    if (timestamp === undefined) return { kind: 'refused', reason: 'unsigned' };
    const problem = hexProblem(headerOf(request, 'x-signature'));
    if (problem !== null) return problem;
    return isFresh(momentOf(timestamp), now) ? null : { kind: 'refused', reason: 'stale' };
  },
  verify: (request, { secret, now }) => {
    const signature = headerOf(request, 'x-signature');
    const timestamp = headerOf(request, 'x-timestamp');
    if (signature === undefined || timestamp === undefined) return { kind: 'refused', reason: 'unsigned' };
    if (!isHmacHex(signature, secret, request.body, timestamp)) {
      return { kind: 'refused', reason: 'wrong_signature' };
    }
    const signed_at = momentOf(timestamp);
    return isFresh(signed_at, now) ? { kind: 'authentic', signed_at } : { kind: 'refused', reason: 'stale' };
  },
  parse: ({ body }) => {
    const news = jsonObject(body);
    if (news === null) return { kind: 'unreadable', problem: 'the body is no JSON object' };
    const device_id = shortText(memberOf(news, 'deviceId')) ?? ONLY_DEVICE;
    const event = shortText(memberOf(news, 'event')) ?? '';
    if (event === 'system:ping') return { kind: 'ping', device_id };
    const payload = memberOf(news, 'payload');
    if (!TEXTS_CAME_IN.has(event)) {
      if (event === '') return { kind: 'unreadable', problem: 'the body has no event' };
      const is_new = !OF_NO_TEXT.test(event) && payloadsOf(payload).some(hasText);
      if (is_new) return { kind: 'unreadable', problem: 'the event is not known, and holds a text' };
      return { kind: 'ignored', device_id, event };
    }
    return receivedOf(payloadsOf(payload), device_id, memberOf(news, 'id'));
  },
};

function isFresh(signed_at: Date | null, now: Date): boolean {
  return signed_at !== null && Math.abs(signed_at.getTime() - now.getTime()) <= SIGNATURE_SKEW_MS;
}

function payloadsOf(payload: unknown): unknown[] {
  const listed = memberOf(payload, 'messages');
  return Array.isArray(listed) && !hasText(payload) ? listed : [payload];
}

const hasText = (payload: unknown): boolean => typeof memberOf(payload, 'message') === 'string';

function receivedOf(payloads: unknown[], device_id: string, event_id: unknown): GatewayNews {
  const messages = payloads.flatMap((payload): GatewayMessage[] => {
    const text = memberOf(payload, 'message');
    if (typeof text !== 'string') return [];
    return [
      {
        // The app makes an event id anew when it exports its inbox; this one is a hash of the SMS with its time.
        message_id: shortText(memberOf(payload, 'messageId')) ?? shortText(event_id),
        device_id,
        sim_slot: simSlot(memberOf(payload, 'simNumber')),
        // Before February 2026 the app had only phoneNumber, which is the sender of what came in.
        sender: shortText(memberOf(payload, 'sender')) ?? shortText(memberOf(payload, 'phoneNumber')),
        text: storable(text),
        received_at: momentOf(memberOf(payload, 'receivedAt')),
      },
    ];
  });
  if (messages.length === payloads.length) return { kind: 'messages', messages };
  if (messages.length === 0) return { kind: 'unreadable', problem: 'a payload has no message' };
  // One that can't be read keeps no other from being read, and isn't lost either.
  return { kind: 'messages', messages, is_part_unreadable: true };
}

/**
 * sms-gate.app: has the phone send `sms:received` again for what is in its inbox. Of the two ways of its API
 * this is the older: every version of server and phone knows it, and it always sends webhooks, which
 * `/inbox/refresh` does only on request. (docs-web, features/reading-messages.md; server,
 * handlers/messages/3rdparty.go; app, MessagesRoutes.kt.)
 */
export async function askSmsGate(
  exchange: AskApi,
  { api, device_id, since, until }: ApiAsk,
): Promise<InboxOutcome> {
  const span = { since: since.toISOString(), until: until.toISOString() };
  const answer = await exchange({
    method: 'POST',
    path: '/messages/inbox/export',
    headers: { 'content-type': 'application/json', ...basicLogin(api) },
    // Without an id every phone of the account is asked; the phone's own server knows only itself.
    body: JSON.stringify(device_id === ONLY_DEVICE ? span : { deviceId: device_id, ...span }),
  });
  return problemOf(answer) ?? { kind: 'asked' };
}

const ANSWER_BYTES_MAX = 4_096;
/**
 * For how long the phone tries to send a message, from when it is accepted. Who is told what to pay once that is over pays for
 * nothing, so it is no longer than what is told holds; the API takes no less than 5.
 */
const TTL_S = { least: 5, most: 600 };
/** sms-gate.app: from 100 on a message passes the phone's own limits and delays. */
const PRIORITY = 100;

/**
 * Sends by the API of sms-gate.app (`POST {send_url}/messages`, basic login; cloud, private server and the
 * phone itself have the same). Follows no redirect. Never throws.
 */
export function openSmsGateSender(options: ApiOptions & { now: () => Date }): {
  send: SendSms;
  close: () => Promise<void>;
} {
  const apis = openGatewayApis(options, ANSWER_BYTES_MAX);
  return {
    send: (sms) =>
      apis
        .to(sms.gateway)({
          method: 'POST',
          path: '/messages',
          headers: { 'content-type': 'application/json', ...basicLogin(sms.gateway) },
          body: JSON.stringify(messageOf(sms, options.now())),
        })
        .then(outcomeOf),
    close: apis.close,
  };
}

function messageOf(
  { id, to, text, sim_slot, device_id, expires_at }: OutgoingSms,
  now: Date,
): Record<string, unknown> {
  const left_s = Math.ceil((expires_at.getTime() - now.getTime()) / SECOND_MS);
  return {
    id,
    textMessage: { text },
    phoneNumbers: [to],
    ttl: Math.min(TTL_S.most, Math.max(TTL_S.least, left_s)),
    priority: PRIORITY,
    ...(typeof sim_slot === 'number' && { simNumber: sim_slot }),
    ...(typeof device_id === 'string' && { deviceId: device_id }),
  };
}

/** 409: it has a message of this id, so an earlier attempt of ours reached it. */
function outcomeOf(answer: ApiAnswer): OutgoingOutcome {
  const already = answer.kind === 'answered' && answer.status === 409;
  if (already) return { kind: 'accepted', already };
  return problemOf(answer) ?? { kind: 'accepted', already };
}
