import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { QueueFull } from '../engine/batch.ts';
import { codeOf, isDatabaseFailure, isRetryable } from '../store/connect/errors.ts';
import { refuse } from './answer.ts';
import type { ServerDeps } from './deps.ts';
import type { Guard } from './guard.ts';
import { describeFailure } from './log.ts';

const RETRY_AFTER_SECONDS = 1;
const CAUSES_MAX = 5;

/** Whether the same request may succeed a moment later: the database is away, or our queue is full. */
export function isPassing(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < CAUSES_MAX && cause instanceof Error; depth += 1) {
    if (cause instanceof QueueFull || isDatabaseFailure(cause) || isRetryable(cause)) return true;
    cause = cause.cause;
  }
  return isRetryable(cause);
}

/** Nobody reads what is answered then; and its ECONNRESET is not the database's. */
function hungUp({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

/**
 * Answers for whatever was thrown. Fastify's own complaints about a request become the caller's errors; a
 * passing failure is 503; all else is a fault of ours: 500 without internals, and the log has the rest.
 */
export function answerFailure(
  deps: Pick<ServerDeps, 'log'>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  switch (codeOf(error)) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refuse(reply, 'PAYLOAD_TOO_LARGE', { max_bytes: String(request.routeOptions.bodyLimit) });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return refuse(reply, 'UNSUPPORTED_MEDIA_TYPE', { problem: 'The content type is not supported.' });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH': {
      const problem = 'The length of the body is not what Content-Length says. Send all of it.';
      return refuse(reply, 'VALIDATION_ERROR', { problem });
    }
  }
  const request_id = request.id;
  if (hungUp(request)) {
    deps.log.info({ request_id }, 'the request did not come whole: its caller went away, or took too long');
    return refuse(reply, 'VALIDATION_ERROR', { problem: 'The request was cut short. Send all of it.' });
  }
  if (isPassing(error)) {
    deps.log.warn({ request_id, failure: describeFailure(error) }, 'request not served: a passing failure');
    return refuse(
      reply,
      'SERVICE_UNAVAILABLE',
      { retry_after: String(RETRY_AFTER_SECONDS) },
      { retry_after: RETRY_AFTER_SECONDS },
    );
  }
  deps.log.error({ request_id, failure: describeFailure(error) }, 'request not served: a fault of ours');
  return refuse(reply, 'INTERNAL_ERROR', {});
}

const NOTHING_HERE = 'There is nothing at this address. Check it against the reference at /docs.';

/** The methods that an address takes; undefined where nothing is. */
export type MethodsOf = (path: string) => readonly string[] | undefined;

/** Notes the methods of every address that is opened on the server from now on, HEAD beside GET as HTTP has it. */
export function noteMethods(app: FastifyInstance): MethodsOf {
  const methods = new Map<string, string[]>();
  /** The segments that an id follows. */
  const nouns = new Set<string>();
  app.addHook('onRoute', ({ method, url }) => {
    methods.set(url, [...(methods.get(url) ?? []), method].flat());
    const segments = url.split('/');
    for (const [at, segment] of segments.entries()) if (segments[at + 1] === ':id') nouns.add(segment);
  });
  return (path) => methods.get(path) ?? methods.get(templateOf(path, nouns));
}

/** The address with the segment after the first of those nouns written as `:id`; one that is empty is no id. */
function templateOf(path: string, nouns: ReadonlySet<string>): string {
  const segments = path.split('/');
  const at = segments.findIndex((segment) => nouns.has(segment));
  if (at > 0 && segments[at + 1]) segments[at + 1] = ':id';
  return segments.join('/');
}

/**
 * Answers what no route takes: 405 with Allow where the address exists for another method, else 404. Under
 * /v1 the key comes first, so a stranger learns nothing of what is there.
 */
export async function answerUnmatched(
  guard: Guard,
  methodsOf: MethodsOf,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const path = request.url.split('?', 1)[0] ?? '';
  if ((path === '/v1' || path.startsWith('/v1/')) && !(await guard.enter(request, reply))) return reply;
  const allowed = methodsOf(path);
  // The right method on a known address: the id is one that the router could not take, so it is no id.
  if (allowed === undefined || allowed.includes(request.method)) {
    return refuse(reply, 'NOT_FOUND', { problem: NOTHING_HERE });
  }
  reply.header('allow', allowed.join(', '));
  return refuse(reply, 'METHOD_NOT_ALLOWED', { method: request.method, allow: allowed.join(' or ') });
}
