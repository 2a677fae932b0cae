import { openapiDocument } from '@chari/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answer } from '../answer.ts';
import type { ServerDeps } from '../deps.ts';
import {
  DOCS,
  DOCS_POLICY,
  loadScalar,
  plainReference,
  REFERENCE_PAGE,
  type Script,
  START_SCRIPT,
} from '../docs/page.ts';

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** What developers read, without a key: the contract as OpenAPI, as a page, and as text. */
export function referenceRoutes(app: FastifyInstance, deps: Pick<ServerDeps, 'public_url'>): void {
  const document = madeOnce(() => JSON.stringify(openapiDocument(deps.public_url)));
  const plain = madeOnce(() => plainReference(deps.public_url));
  const script = madeOnce(loadScalar);

  app.get('/openapi.json', async (_request, reply) =>
    open(reply, 'application/json; charset=utf-8').send(document()),
  );
  app.get(DOCS.page, async (_request, reply) =>
    open(reply, 'text/html; charset=utf-8')
      .header('content-security-policy', DOCS_POLICY)
      .header('referrer-policy', 'no-referrer')
      .header('cross-origin-opener-policy', 'same-origin')
      .send(REFERENCE_PAGE),
  );
  app.get(DOCS.plain, async (_request, reply) => open(reply, 'text/plain; charset=utf-8').send(plain()));
  app.get(DOCS.start, async (_request, reply) => open(reply, SCRIPT_TYPE).send(START_SCRIPT));
  app.get(DOCS.script, async (request, reply) => sendScript(request, reply, await script()));
}

function open(reply: FastifyReply, type: string): FastifyReply {
  return reply
    .header('content-type', type)
    .header('cache-control', 'no-cache')
    .header('x-content-type-options', 'nosniff');
}

/** In the smallest form that the browser takes; nothing when it has it already. */
function sendScript(request: FastifyRequest, reply: FastifyReply, script: Script): FastifyReply {
  open(reply, SCRIPT_TYPE).header('etag', script.etag).header('vary', 'accept-encoding');
  if (request.headers['if-none-match'] === script.etag) return reply.code(304).send();
  const taken = String(request.headers['accept-encoding'] ?? '');
  const form = (['br', 'gzip'] as const).find((name) => new RegExp(`\\b${name}\\b`).test(taken));
  return form === undefined
    ? reply.send(script.plain)
    : reply.header('content-encoding', form).send(script[form]);
}

/** Made for the first who asks, so that a start does not wait for what it may never need. */
function madeOnce<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** What needs no key: health. */
export function operationalRoutes(app: FastifyInstance, deps: ServerDeps): void {
  app.get('/livez', async (_request, reply) => answer(reply, 200, { status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    const readiness = await deps.readiness();
    return answer(reply, readiness.ready ? 200 : 503, readiness);
  });
}
