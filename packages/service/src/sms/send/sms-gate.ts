import { Agent, type buildConnector } from 'undici';
import type { OutgoingOutcome, OutgoingSms, SendSms } from '../../domain/gateway/outgoing.ts';

const EXCHANGE_TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 4_096;
const TTL_SECONDS = 600;
/** sms-gate.app: from 100 on a message passes the phone's own limits and delays. */
const PRIORITY = 100;

export type SenderOptions = {
  /** Dials public addresses only. */
  connect_public: buildConnector.connector;
  /** Dials whatever is asked: for phones in our own network. */
  connect_any: buildConnector.connector;
  /** Default 10 s. */
  timeout_ms?: number;
};

/**
 * Sends by the API of sms-gate.app (`POST {send_url}/messages`, basic login; cloud, private server and the
 * phone itself have the same). Follows no redirect. Never throws.
 */
export function openSmsGateSender(options: SenderOptions): { send: SendSms; close: () => Promise<void> } {
  const timeout_ms = options.timeout_ms ?? EXCHANGE_TIMEOUT_MS;
  const limits = { headersTimeout: timeout_ms, bodyTimeout: timeout_ms, pipelining: 1 };
  const agents = {
    public: new Agent({ connect: options.connect_public, ...limits }),
    any: new Agent({ connect: options.connect_any, ...limits }),
  };
  return {
    send: (sms) => post(sms.gateway.is_private ? agents.any : agents.public, sms, timeout_ms),
    close: async () => {
      await Promise.all([agents.public.destroy(), agents.any.destroy()]);
    },
  };
}

async function post(agent: Agent, sms: OutgoingSms, timeout_ms: number): Promise<OutgoingOutcome> {
  const { send_url, username, password } = sms.gateway;
  try {
    const { origin, pathname } = new URL(`${send_url}/messages`);
    const { statusCode, body } = await agent.request({
      origin,
      path: pathname,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      },
      body: JSON.stringify(messageOf(sms)),
      // Over the whole exchange, connecting included.
      signal: AbortSignal.timeout(timeout_ms),
    });
    await body.dump({ limit: ANSWER_BYTES_MAX }).catch(() => undefined);
    return outcomeOf(statusCode);
  } catch (error) {
    return failureOf(error);
  }
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
function outcomeOf(status: number): OutgoingOutcome {
  if (status >= 200 && status < 300) return { kind: 'accepted', already: false };
  if (status === 409) return { kind: 'accepted', already: true };
  if (status === 408 || status === 429 || status >= 500) {
    return { kind: 'unknown', detail: `the gateway answered ${status}` };
  }
  return { kind: 'refused', reason: `the gateway answered ${status}`, status };
}

function failureOf(error: unknown): OutgoingOutcome {
  if (!(error instanceof Error)) return { kind: 'unknown', detail: 'the gateway can not be reached' };
  if (error.name === 'AddressRefused') return { kind: 'refused', reason: error.message };
  const detail = error.name === 'TimeoutError' ? 'the gateway did not answer in time' : error.message;
  return { kind: 'unknown', detail: detail.slice(0, 200) };
}
