import { Agent, type Dispatcher } from 'undici';
import type { Exchange } from '../domain/delivery/delivery.ts';
import { urlRefusal } from '../engine/webhook-endpoints/create.ts';
import { AddressRefused, dialler, type Lookup, sipping } from './dial.ts';
import { openLookup } from './resolve.ts';

const CONNECT_TIMEOUT_MS = 3_000;
export const EXCHANGE_TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 1_024;
/** As much as nginx accepts from what stands behind it. */
const HEADER_BYTES_MAX = 8 * 1_024;
const REASON_CHARACTERS_MAX = 200;
const TARGETS_MAX = 10_000;
/** How long a connection that nothing is sent over stays open. */
const IDLE_MS = 4_000;
/** How long one is used again, so that a name that leads elsewhere by now is followed while events come all the time. */
const CONNECTION_KEPT_MS = 60_000;

export type PostOptions = {
  allow_private: boolean;
  lookup?: Lookup | undefined;
  /** Default: 10 s, which docs/webhooks.md promises to receivers. */
  exchange_timeout_ms?: number | undefined;
  /** Default: a minute. */
  connection_kept_ms?: number | undefined;
};

export type Post = (url: string, headers: Record<string, string>, body: Uint8Array) => Promise<Exchange>;

/**
 * Sends webhooks. Each POST ends within the exchange time-out whatever the receiver does, keeps at most 1 KiB
 * of its answer, follows no redirect and uses no proxy. It never throws: what went wrong is in the exchange.
 */
export function openPoster(options: PostOptions): { post: Post; close: () => Promise<void> } {
  const exchange_timeout_ms = options.exchange_timeout_ms ?? EXCHANGE_TIMEOUT_MS;
  const agent = new Agent({
    connect: sipping(
      dialler({
        allow_private: options.allow_private,
        lookup: options.lookup ?? openLookup(),
        connect_timeout_ms: Math.min(CONNECT_TIMEOUT_MS, exchange_timeout_ms),
      }),
    ),
    // No limit of connections an origin: endpoints that share a host must not wait for one another. The
    // delivery loop limits what is in flight.
    connections: null,
    pipelining: 1,
    keepAliveTimeout: IDLE_MS,
    // Whatever a receiver asks for. Each origin has connections of its own: whoever changes an endpoint's URL again and
    // again would have us keep as many as they please.
    keepAliveMaxTimeout: IDLE_MS,
    clientTtl: options.connection_kept_ms ?? CONNECTION_KEPT_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    // Ours runs over the whole exchange, connecting included, and to the millisecond.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const targetOf = targets(options.allow_private);
  return {
    post: async (url, headers, body) => {
      const target = targetOf(url);
      if ('refusal' in target) return { kind: 'address_refused', reason: target.refusal };
      return exchange(agent, exchange_timeout_ms, { ...target, method: 'POST', headers, body });
    },
    close: () => agent.destroy(),
  };
}

type Target = { origin: string; path: string } | { refusal: string };

/**
 * Where a URL leads, each worked out once. It is judged again here, since it may have been accepted where
 * more was allowed: by a server in development, or before the rules became stricter.
 */
function targets(allow_private: boolean): (url: string) => Target {
  const known = new Map<string, Target>();
  return (url) => {
    const found = known.get(url);
    if (found !== undefined) return found;
    const refusal = urlRefusal(url, allow_private);
    if (known.size >= TARGETS_MAX) known.clear();
    const target = refusal === null ? targetIn(new URL(url)) : { refusal };
    known.set(url, target);
    return target;
  };
}

function targetIn({ origin, pathname, search }: URL): Target {
  return { origin, path: pathname + search };
}

function exchange(agent: Agent, timeout_ms: number, request: Dispatcher.DispatchOptions): Promise<Exchange> {
  return new Promise((resolve) => {
    const receiver = receive((outcome) => {
      clearTimeout(timer);
      resolve(outcome);
    });
    const timer = setTimeout(receiver.timeOut, timeout_ms);
    try {
      agent.dispatch(request, receiver.handler);
    } catch (error) {
      receiver.handler.onResponseError?.(undefined as never, error as Error);
    }
  });
}

/** Follows one exchange to the first thing that settles it; what comes later is ignored. */
function receive(settle: (exchange: Exchange) => void) {
  let settled = false;
  let control: Dispatcher.DispatchController | undefined;
  let status_code = 0;
  let retry_after: string | null = null;
  let bytes = 0;
  const chunks: Buffer[] = [];

  const end = (outcome: Exchange): void => {
    if (settled) return;
    settled = true;
    settle(outcome);
  };
  const answer = () => end({ kind: 'answered', status_code, retry_after, answer: answerText(chunks) });

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(controller) {
      control = controller;
      // Timed out before there was a connection: nothing must be sent any more.
      if (settled) controller.abort(new Error('too late'));
    },
    onResponseStart(_, status, headers) {
      // 1xx announce the answer; they are not it.
      if (status < 200) return;
      status_code = status;
      const asked = headers['retry-after'];
      retry_after = (Array.isArray(asked) ? asked[0] : asked) ?? null;
    },
    onResponseData(controller, chunk) {
      if (settled) return;
      // A copy: a part of the chunk would keep all 64 KiB of it.
      chunks.push(Buffer.from(chunk.subarray(0, ANSWER_BYTES_MAX - bytes)));
      bytes += chunk.length;
      if (bytes < ANSWER_BYTES_MAX) return;
      answer();
      controller.abort(new Error('enough of the answer was read'));
    },
    onResponseEnd: answer,
    onResponseError(_, error) {
      end(failure(error, control !== undefined, status_code));
    },
  };
  const timeOut = () => {
    end({ kind: 'timed_out' });
    control?.abort(new Error('timed out'));
  };
  return { handler, timeOut };
}

function failure(error: Error, connected: boolean, status_code: number): Exchange {
  const reason = reasonOf(error);
  if (error instanceof AddressRefused) return { kind: 'address_refused', reason };
  if (status_code !== 0) return { kind: 'broken_answer', status_code, reason };
  return { kind: connected ? 'no_answer' : 'not_connected', reason };
}

function reasonOf(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : '';
  return storable(code + error.message).slice(0, REASON_CHARACTERS_MAX);
}

function answerText(chunks: readonly Buffer[]): string {
  return storable(Buffer.concat(chunks).toString('utf8'));
}

/** PostgreSQL's text holds every character but NUL. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}
