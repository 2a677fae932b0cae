import { Agent, type buildConnector } from 'undici';
import type { InboxAsk, OutgoingGateway } from '../../domain/gateway/gateway.ts';

/** An ask of a gateway whose API is known. */
export type ApiAsk = InboxAsk & { api: NonNullable<InboxAsk['api']> };

const EXCHANGE_TIMEOUT_MS = 10_000;

export type ApiOptions = {
  /** Dials public addresses only. */
  connect_public: buildConnector.connector;
  /** Dials whatever is asked: for phones in our own network. */
  connect_any: buildConnector.connector;
  /** Default 10 s. */
  timeout_ms?: number;
};

export type ApiRequest = {
  method: 'GET' | 'POST';
  /** Behind the gateway's `send_url`, with its query: `/messages`. */
  path: string;
  headers: Record<string, string>;
  body?: string;
};

/** `body` is null where it was cut off, late or longer than is taken. `refused`: the address is not public. */
export type ApiAnswer =
  | { kind: 'answered'; status: number; body: Buffer | null }
  | { kind: 'refused'; reason: string }
  | { kind: 'failed'; detail: string };

/** Exchanges with one gateway, all of them within one limit of time. Never throws. */
export type AskApi = (request: ApiRequest) => Promise<ApiAnswer>;

export type GatewayApis = { to: (gateway: OutgoingGateway) => AskApi; close: () => Promise<void> };

/**
 * Opens connections to gateways' APIs. A gateway in our own network is dialled wherever it is, every other one
 * at public addresses alone. No redirect is followed.
 *
 * @param answer_bytes_max longer answers are cut off
 */
export function openGatewayApis(options: ApiOptions, answer_bytes_max: number): GatewayApis {
  const timeout_ms = options.timeout_ms ?? EXCHANGE_TIMEOUT_MS;
  const limits = {
    headersTimeout: timeout_ms,
    bodyTimeout: timeout_ms,
    pipelining: 1,
    maxResponseSize: answer_bytes_max,
  };
  const agents = {
    public: new Agent({ connect: options.connect_public, ...limits }),
    any: new Agent({ connect: options.connect_any, ...limits }),
  };
  return {
    to: (gateway) => {
      // Over all of it, connecting included.
      const signal = AbortSignal.timeout(timeout_ms);
      return (request) => exchange(gateway.is_private ? agents.any : agents.public, gateway, request, signal);
    },
    close: async () => {
      await Promise.all([agents.public.destroy(), agents.any.destroy()]);
    },
  };
}

async function exchange(
  agent: Agent,
  { send_url }: OutgoingGateway,
  { path, ...request }: ApiRequest,
  signal: AbortSignal,
): Promise<ApiAnswer> {
  try {
    const { origin, pathname, search } = new URL(`${send_url}${path}`);
    const answer = await agent.request({ origin, path: `${pathname}${search}`, ...request, signal });
    const body = await answer.body.arrayBuffer().then(
      (bytes) => Buffer.from(bytes),
      () => null,
    );
    return { kind: 'answered', status: answer.statusCode, body };
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): ApiAnswer {
  if (!(error instanceof Error)) return { kind: 'failed', detail: 'the gateway can not be reached' };
  if (error.name === 'AddressRefused') return { kind: 'refused', reason: error.message };
  const detail = error.name === 'TimeoutError' ? 'the gateway did not answer in time' : error.message;
  return { kind: 'failed', detail: detail.slice(0, 200) };
}

/** The header of a login by name and password (RFC 7617). */
export function basicLogin({ username, password }: OutgoingGateway): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

/** What an answer means to whoever asked for something; null: it was done. 408, 429 and 5xx pass. */
export function problemOf(
  answer: ApiAnswer,
): { kind: 'refused'; reason: string; status?: number } | { kind: 'unknown'; detail: string } | null {
  if (answer.kind === 'refused') return answer;
  if (answer.kind === 'failed') return { kind: 'unknown', detail: answer.detail };
  const { status } = answer;
  if (status >= 200 && status < 300) return null;
  const said = `the gateway answered ${status}`;
  const may_pass = status === 408 || status === 429 || status >= 500;
  return may_pass ? { kind: 'unknown', detail: said } : { kind: 'refused', reason: said, status };
}
