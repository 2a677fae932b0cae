import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import { errorBody, LIMITS } from '@chari/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Fastify from 'fastify';
import { refuse, UNKEPT } from './answer.ts';
import type { ServerDeps } from './deps.ts';
import { answerFailure, answerUnmatched, noteMethods } from './failures.ts';
import { createGuard, type Guard } from './guard.ts';
import { awaitBody, BODY_WITHIN_MOST_MS, LATE_HEADERS_EVERY_MS, REQUEST_WITHIN_MS } from './patience.ts';
import { balanceRoutes } from './routes/balance.ts';
import { eventRoutes } from './routes/events.ts';
import { gatewayInboundRoutes, railCallbackRoutes } from './routes/inbound.ts';
import { paymentSessionRoutes } from './routes/payment-sessions.ts';
import { operationalRoutes, referenceRoutes } from './routes/reference.ts';
import { refundRoutes } from './routes/refunds.ts';
import { sandboxRoutes } from './routes/sandbox.ts';
import { settlementRoutes } from './routes/settlements.ts';
import { transactionRoutes } from './routes/transactions.ts';
import { webhookDeliveryRoutes } from './routes/webhook-deliveries.ts';
import { webhookEndpointRoutes } from './routes/webhook-endpoints.ts';

const ID_CHARACTERS_MAX = 256;
/** For a year browsers reach this host by https alone, whatever a link says; hosts below it are not ours to speak for. */
const ONLY_SECURE = 'max-age=31536000';
const ONE_HOST = 'The request must have one Host header. Send it with the name of the server.';
const NO_HOST =
  'The Host header names no server. Send the host of the address, with its port if there is one, such as pay.example.com:8080.';
/** A name, an address, or an address of IPv6 in brackets; then perhaps a port. */
const HOST = /^(?:[\w.~-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{0,5})?$/i;

/**
 * The HTTP server of the public API, not yet listening: `await server.listen({ port, host })` opens it, and
 * `await server.close()` drains it. Requests that arrive on open connections while it drains are still
 * served.
 *
 * A request is decided in this order: key (401), rate (429), scope and KYC (403), size, media type and
 * content (413, 415, 400), then the engine (404, 409, 422, 503). Whatever is thrown becomes 503 or 500.
 */
export function createServer(deps: ServerDeps): FastifyInstance {
  const guard = createGuard(deps);
  const unmatched = (request: FastifyRequest, reply: FastifyReply) =>
    (deps.pages?.owns(request.url) === true
      ? deps.pages.notFound(request, reply)
      : answerUnmatched(guard, methodsOf, request, reply)
    ).catch((error: unknown) => answerFailure(deps, error, request, reply));
  const app = Fastify({
    // We log one line an answer ourselves: a child logger for each request costs more than the request.
    logger: false,
    bodyLimit: LIMITS.body_bytes,
    requestTimeout: BODY_WITHIN_MOST_MS,
    trustProxy: deps.trusted_proxies ?? false,
    return503OnClosing: false,
    genReqId: () => deps.services.newId(),
    routerOptions: { maxParamLength: ID_CHARACTERS_MAX },
    // Hosts are judged by us, so that the answer says what is wrong. Node looks for late headers every half minute by itself.
    http: { requireHostHeader: false, connectionsCheckingInterval: LATE_HEADERS_EVERY_MS },
    // Addresses that can't be decoded: nothing is there, whoever asks.
    frameworkErrors: (_error, request, reply) => {
      reply.header('x-request-id', request.id);
      void unmatched(request, reply);
    },
    clientErrorHandler: (error, socket) => answerUnreadable(deps, error, socket),
  });
  const methodsOf = noteMethods(app);
  app.server.headersTimeout = REQUEST_WITHIN_MS;
  app.server.on('checkExpectation', app.routing);
  const within_ms = deps.body_within_ms ?? REQUEST_WITHIN_MS;
  app.decorateRequest('principal', null);
  app.decorateReply('error_code');
  // Bodies are read by the operations, after the key: here they are only bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const is_secure = isSecure(deps);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    awaitBody(request, reply, within_ms, () => answerUnreadable(deps, lateBody(), request.raw.socket));
    if (is_secure) reply.header('strict-transport-security', ONLY_SECURE);
    const problem = hostProblem(request);
    if (problem !== null) void refuse(reply, 'VALIDATION_ERROR', { problem });
    // Before anything of its body is read: a stranger learns about the key first, here as elsewhere.
    else if (request.is404) void unmatched(request, reply);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    observe(deps, request, reply);
    done();
  });
  app.setErrorHandler((error, request, reply) => answerFailure(deps, error, request, reply));
  app.setNotFoundHandler(unmatched);
  openRoutes(app, deps, guard);
  return app;
}

/** Every address of the server. */
function openRoutes(app: FastifyInstance, deps: ServerDeps, guard: Guard): void {
  paymentSessionRoutes(app, deps, guard);
  transactionRoutes(app, deps, guard);
  webhookEndpointRoutes(app, deps, guard);
  webhookDeliveryRoutes(app, deps, guard);
  balanceRoutes(app, deps, guard);
  eventRoutes(app, deps, guard);
  refundRoutes(app, deps, guard);
  settlementRoutes(app, deps, guard);
  sandboxRoutes(app, deps, guard);
  if (deps.gateways !== undefined) gatewayInboundRoutes(app, deps.gateways, deps.services.now);
  if (deps.rail_callbacks !== undefined) railCallbackRoutes(app, deps.rail_callbacks);
  referenceRoutes(app, deps);
  operationalRoutes(app, deps);
  deps.pages?.routes(app);
}

/** Whether browsers reach all of this host by https. */
function isSecure({ public_url, services }: ServerDeps): boolean {
  return [public_url, services.policy.dashboard_url].every((url) => url.startsWith('https:'));
}

/** Slower than this, an answer is worth a line whatever it says. */
const SLOW_MS = 1_000;

/**
 * One observation an answer, and its line: of the key only what may be shown, of the body nothing. A good answer that the
 * merchant's request log keeps is a line at `debug` only, since writing it twice took a tenth of the requests a second; so is a
 * refusal for the rate.
 */
function observe(deps: ServerDeps, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? 'unmatched';
  const status = reply.statusCode;
  const duration_ms = reply.elapsedTime;
  deps.metrics.observe(request.method, route, status, duration_ms);
  const is_kept = noteAnswer(deps, request, reply, route);
  const is_quiet = status < 400 || reply.error_code === 'RATE_LIMITED';
  deps.log[is_kept && is_quiet && duration_ms < SLOW_MS ? 'debug' : 'info'](
    {
      request_id: request.id,
      method: request.method,
      route,
      status,
      duration_ms: Math.round(duration_ms * 1_000) / 1_000,
      key_last4: request.principal?.last4,
    },
    'answered',
  );
}

/**
 * For the merchant's own log: of requests that came with a key of its own.
 * @returns whether it keeps this one
 */
function noteAnswer(deps: ServerDeps, request: FastifyRequest, reply: FastifyReply, route: string): boolean {
  const { principal } = request;
  if (principal === null || principal === undefined || deps.noteRequest === undefined) return false;
  const is_kept = deps.noteRequest({
    id: request.id,
    merchant_id: principal.merchant_id,
    environment: principal.environment,
    key_id: principal.key_id,
    method: request.method,
    route,
    status: reply.statusCode,
    error_code: reply.error_code ?? null,
    duration_us: Math.round(reply.elapsedTime * 1_000),
    at: deps.services.now(),
  });
  // Refusals without end are no lines without end either.
  return is_kept || reply.error_code === 'RATE_LIMITED';
}

/**
 * RFC 9112: HTTP/1.1 has exactly one Host, and it names one. Two, or one that can be read in two ways, are how a proxy
 * before us and we would see different addresses.
 */
function hostProblem({ raw: { httpVersion, rawHeaders } }: FastifyRequest): string | null {
  let hosts = 0;
  let host = '';
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    hosts += 1;
    host = rawHeaders[at + 1] ?? '';
  }
  if (hosts === 0 && httpVersion === '1.0') return null;
  if (hosts !== 1) return ONE_HOST;
  return HOST.test(host) ? null : NO_HOST;
}

/** What bytes that are no request are answered, by the code of Node's complaint. */
const UNREADABLE = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    line: '408 Request Timeout',
    problem: 'The request did not arrive in time. Send it again on a new connection.',
  },
  HPE_HEADER_OVERFLOW: {
    line: '431 Request Header Fields Too Large',
    problem:
      'The address and the headers of this request are too large: together they must stay below 16 KB. Shorten them, and send it again.',
  },
} as const;
const NO_REQUEST = {
  line: '400 Bad Request',
  problem: 'This is not a valid HTTP request. Correct it and send it again.',
} as const;

/** What Node says itself of a request that is late. */
const lateBody = () => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/** Answers bytes that are no HTTP request; there is no reply object, so the answer is written by hand. */
function answerUnreadable(deps: ServerDeps, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const { line, problem } = UNREADABLE[error.code as keyof typeof UNREADABLE] ?? NO_REQUEST;
  const { error: said } = errorBody('VALIDATION_ERROR', { problem });
  const body = JSON.stringify({ error: { ...said, status: Number.parseInt(line, 10) } });
  const head = [
    `HTTP/1.1 ${line}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${deps.services.newId()}`,
    `${UNKEPT.name}: ${UNKEPT.value}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
