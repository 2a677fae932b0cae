import { type GatewayMessage, type GatewayNews, ONLY_DEVICE } from '../../domain/gateway/gateway.ts';
import { type Adapter, headerOf, SIGNATURE_SKEW_MS } from './adapter.ts';
import { jsonObject, memberOf, momentOf, shortText, simSlot, storable } from './fields.ts';
import { hexProblem, isHmacHex } from './jwt.ts';

/**
 * SMS Gateway for Android (sms-gate.app). The app keeps a request unsigned and signs each attempt anew, with
 * a fresh X-Timestamp: so a retry two days later is fresh, and its body is the same to the letter.
 * (Its source: PayloadSingingPlugin.kt, SendWebhookWorker.kt; its manual: Features, Webhooks.)
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
    // sms:sent, sms:delivered, mms:… and what later versions add tell of no text that came in.
    if (event !== 'sms:received' && event !== 'sms:batch-received') {
      return event === ''
        ? { kind: 'unreadable', problem: 'the body has no event' }
        : { kind: 'ignored', device_id, event };
    }
    const payload = memberOf(news, 'payload');
    const listed = memberOf(payload, 'messages');
    return receivedOf(Array.isArray(listed) ? listed : [payload], device_id, memberOf(news, 'id'));
  },
};

function isFresh(signed_at: Date | null, now: Date): boolean {
  return signed_at !== null && Math.abs(signed_at.getTime() - now.getTime()) <= SIGNATURE_SKEW_MS;
}

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
  // One that can't be read makes the whole unreadable: it is kept in full, and nothing is lost in the middle.
  if (messages.length < payloads.length) return { kind: 'unreadable', problem: 'a payload has no message' };
  return { kind: 'messages', messages };
}
