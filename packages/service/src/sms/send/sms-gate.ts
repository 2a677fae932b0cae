import type { OutgoingOutcome, OutgoingSms, SendSms } from '../../domain/gateway/gateway.ts';
import { type ApiAnswer, type ApiOptions, basicLogin, openGatewayApis, problemOf } from './api.ts';

const ANSWER_BYTES_MAX = 4_096;
const TTL_SECONDS = 600;
/** sms-gate.app: from 100 on a message passes the phone's own limits and delays. */
const PRIORITY = 100;

/**
 * Sends by the API of sms-gate.app (`POST {send_url}/messages`, basic login; cloud, private server and the
 * phone itself have the same). Follows no redirect. Never throws.
 */
export function openSmsGateSender(options: ApiOptions): { send: SendSms; close: () => Promise<void> } {
  const apis = openGatewayApis(options, ANSWER_BYTES_MAX);
  return {
    send: (sms) =>
      apis
        .to(sms.gateway)({
          method: 'POST',
          path: '/messages',
          headers: { 'content-type': 'application/json', ...basicLogin(sms.gateway) },
          body: JSON.stringify(messageOf(sms)),
        })
        .then(outcomeOf),
    close: apis.close,
  };
}

function messageOf({ id, to, text, sim_slot, device_id }: OutgoingSms): Record<string, unknown> {
  return {
    id,
    textMessage: { text },
    phoneNumbers: [to],
    ttl: TTL_SECONDS,
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
