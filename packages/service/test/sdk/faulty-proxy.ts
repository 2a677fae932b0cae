import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pass } from 'node:timers/promises';

/** What can happen to one request on its way. */
export const FAULTS = {
  none: 'it arrives, and so does its answer',
  cut_before: 'the connection ends before the request reaches the service',
  cut_after: 'the service has done it, and the connection ends without an answer',
  cut_within: 'the connection ends in the middle of the answer',
  cut_status: 'the connection ends in the middle of the status line',
  silent: 'the service has done it, and nothing ever comes back',
  late_request: 'the request reaches the service when the caller has long given up',
  slow: 'the answer takes its time',
  doubled_request: 'the request reaches the service twice at once',
  doubled_answer: 'the answer is written twice on the connection',
  earlier_answer: 'an answer that came before comes again instead',
  anothers_answer: 'the answer to another request, which its caller never had, comes instead',
  garbled: 'the bytes of the answer are others',
  shortened: 'the answer is whole for HTTP, and half of what the service said',
  not_gzip: 'the answer says that it is compressed, and is not',
  page: 'a portal answers 200 with a page of its own',
  bad_gateway: 'a proxy answers 502 with a page of its own',
  redirect: 'something redirects the request to another server',
} as const;
export type Fault = keyof typeof FAULTS;

type Answer = { status: number; headers: Record<string, string>; body: Buffer };

export interface FaultyProxy {
  readonly url: string;
  /** What happens to the requests that come next, in their order; then nothing does. */
  plan: Fault[];
  /** When each request came, in ms, by method and path. */
  readonly came: { at_ms: number; request: string }[];
  /** Requests that were led astray, whatever they carried. */
  readonly astray: IncomingMessage[];
  /** Waits until nothing is on its way any more. */
  settled: () => Promise<unknown>;
  close: () => Promise<void>;
}

/**
 * A proxy on loopback before the service at `target`.
 * @param patience_ms how long the client waits for an answer: what is slow takes half of it, what is late twice
 */
export async function openFaultyProxy(target: string, patience_ms: number): Promise<FaultyProxy> {
  const under_way = new Set<Promise<unknown>>();
  const earlier: { given: Answer | null; withheld: Answer | null } = { given: null, withheld: null };
  /** The whole answer that a connection carried last: who asks again on it has had that answer. */
  const carried = new WeakMap<Socket, Answer>();
  const elsewhere = createServer((request, response) => {
    proxy.astray.push(request);
    response.end('{}');
  });
  const forward = (request: IncomingMessage, body: Buffer): Promise<Answer> => {
    const answered = forwarded(target, request, body);
    under_way.add(answered);
    return answered.finally(() => under_way.delete(answered));
  };
  const server = createServer(async (request, response) => {
    const fault = proxy.plan.shift() ?? 'none';
    proxy.came.push({ at_ms: performance.now(), request: `${request.method} ${request.url}` });
    earlier.given = carried.get(request.socket) ?? earlier.given;
    const body = await bytesOf(request);
    const answer = await arriving(fault, () => forward(request, body));
    LEAVING[fault]({ response, answer, ...earlier, patience_ms, elsewhere: urlOf(elsewhere) });
    if (answer === null) return;
    if (WHOLE.has(fault)) carried.set(request.socket, answer);
    else earlier.withheld = answer;
  });

  /** What the service makes of it; null when it does not come to know of it in time. */
  const arriving = async (fault: Fault, arrive: () => Promise<Answer>): Promise<Answer | null> => {
    if (fault === 'cut_before' || fault === 'page' || fault === 'redirect') return null;
    if (fault === 'late_request') {
      const late = pass(2 * patience_ms).then(arrive);
      under_way.add(late);
      late.finally(() => under_way.delete(late));
      return null;
    }
    const others = fault === 'doubled_request' ? [arrive()] : [];
    const [answer] = await Promise.all([arrive(), ...others]);
    return answer;
  };

  const proxy: FaultyProxy = {
    url: '',
    plan: [],
    came: [],
    astray: [],
    settled: async () => {
      while (under_way.size > 0) await Promise.all(under_way);
    },
    close: async () => void (await Promise.all([server, elsewhere].map(closed))),
  };
  await Promise.all([server, elsewhere].map((one) => once(one.listen(0, '127.0.0.1'), 'listening')));
  return Object.assign(proxy, { url: urlOf(server) });
}

function closed(server: ReturnType<typeof createServer>): Promise<unknown> {
  server.closeAllConnections();
  return once(server.close(), 'close');
}

type Leaving = {
  response: ServerResponse;
  /** What the service said; null when it was not asked in time. */
  answer: Answer | null;
  /** An answer that the client has surely had whole, and the last that it surely has not. */
  given: Answer | null;
  withheld: Answer | null;
  patience_ms: number;
  elsewhere: string;
};

const PAGE = {
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<html><p>Sign in to go on</p></html>'),
};

/** Faults that let the whole answer through. */
const WHOLE: ReadonlySet<Fault> = new Set(['none', 'slow', 'doubled_request', 'doubled_answer']);

/** What the client sees of the answer. */
const LEAVING: Record<Fault, (leaving: Leaving) => void> = {
  none: ({ response, answer }) => give(response, answer),
  cut_before: ({ response }) => response.socket?.destroy(),
  cut_after: ({ response }) => response.socket?.destroy(),
  cut_within: ({ response, answer }) => {
    if (answer !== null)
      response.socket?.end(written(answer).subarray(0, -Math.ceil(answer.body.length / 2)));
  },
  cut_status: ({ response }) => response.socket?.end('HTTP/1.1 20'),
  silent: () => {},
  late_request: () => {},
  slow: ({ response, answer, patience_ms }) => {
    setTimeout(() => give(response, answer), patience_ms / 2);
  },
  doubled_request: ({ response, answer }) => give(response, answer),
  doubled_answer: ({ response, answer }) => {
    const { socket } = response;
    if (answer !== null) response.once('finish', () => socket?.write(written(answer)));
    give(response, answer);
  },
  earlier_answer: ({ response, answer, given }) => give(response, given ?? answer),
  anothers_answer: ({ response, answer, withheld }) => give(response, withheld ?? answer),
  garbled: ({ response, answer }) =>
    give(response, answer && { ...answer, body: randomBytes(answer.body.length) }),
  shortened: ({ response, answer }) =>
    give(response, answer && { ...answer, body: answer.body.subarray(0, answer.body.length / 2) }),
  not_gzip: ({ response, answer }) =>
    give(response, answer && { ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' } }),
  page: ({ response }) => give(response, { status: 200, ...PAGE }),
  bad_gateway: ({ response }) => give(response, { status: 502, ...PAGE }),
  redirect: ({ response, elsewhere }) =>
    give(response, { status: 307, headers: { location: `${elsewhere}/v1` }, body: Buffer.alloc(0) }),
};

function give(response: ServerResponse, answer: Answer | null): void {
  if (answer === null) throw new Error('there is no answer to give');
  const { status, headers, body } = answer;
  response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
}

/** An answer as HTTP writes it. */
function written({ status, headers, body }: Answer): Buffer {
  const lines = Object.entries({ ...headers, 'content-length': String(body.length) }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Something\r\n${lines.join('\r\n')}\r\n\r\n`), body]);
}

async function forwarded(
  target: string,
  { method, url = '', headers }: IncomingMessage,
  body: Buffer,
): Promise<Answer> {
  // A connection of its own for each: what the proxy does to one request must not touch another.
  const onward = send(`${target}${url}`, {
    method,
    headers: { ...headers, connection: 'close' },
    agent: false,
  });
  onward.end(body);
  const [answer] = (await once(onward, 'response')) as [IncomingMessage];
  const bytes = await bytesOf(answer);
  const { connection: _, 'transfer-encoding': __, 'keep-alive': ___, ...kept } = answer.headers;
  return { status: answer.statusCode ?? 0, headers: kept as Record<string, string>, body: bytes };
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function urlOf(server: ReturnType<typeof createServer>): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
