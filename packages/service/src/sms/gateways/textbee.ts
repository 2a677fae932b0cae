import { ONLY_DEVICE } from '../../domain/gateway/gateway.ts';
import { type Adapter, type GatewayRequest, headerOf } from './adapter.ts';
import { jsonObject, memberOf, momentOf, shortText, storable } from './fields.ts';
import { hexProblem, isHmacHex } from './jwt.ts';

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
    const device_id = shortText(memberOf(news, 'deviceId')) ?? ONLY_DEVICE;
    const event = shortText(memberOf(news, 'webhookEvent')) ?? '';
    if (event !== 'MESSAGE_RECEIVED') {
      return event === ''
        ? { kind: 'unreadable', problem: 'the body has no webhookEvent' }
        : { kind: 'ignored', device_id, event };
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
