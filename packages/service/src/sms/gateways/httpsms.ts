import { type Authenticity, ONLY_DEVICE } from '../../domain/gateway/gateway.ts';
import { type Adapter, type GatewayRequest, headerOf, type VerifyOptions } from './adapter.ts';
import { jsonObject, memberOf, momentOf, shortText, simSlot, storable } from './fields.ts';
import { verifyJwt } from './jwt.ts';

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
    const data = memberOf(event, 'data');
    const type = shortText(memberOf(event, 'type')) ?? '';
    const device_id = shortText(memberOf(data, 'owner')) ?? ONLY_DEVICE;
    if (type === 'phone.heartbeat.online') return { kind: 'ping', device_id };
    if (type !== 'message.phone.received') {
      return type === ''
        ? { kind: 'unreadable', problem: 'the body has no type' }
        : { kind: 'ignored', device_id, event: type };
    }
    const text = memberOf(data, 'content');
    if (typeof text !== 'string') return { kind: 'unreadable', problem: 'data has no content' };
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
