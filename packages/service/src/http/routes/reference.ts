import { Buffer } from 'node:buffer';
import { openapiDocument } from '@chari/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { addressLimiter, READING } from '../../engine/rates.ts';
import { answer } from '../answer.ts';
import type { ServerDeps } from '../deps.ts';
import { inForms, sendForms } from '../docs/forms.ts';
import { DOCS, DOCS_POLICY, loadScalar, plainReference, REFERENCE_PAGE, START_SCRIPT } from '../docs/page.ts';
import { refuseRate } from '../rate.ts';

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

type Reference = Pick<ServerDeps, 'public_url' | 'rate_limit_per_second' | 'services'>;

/**
 * What developers read, without a key: the contract as OpenAPI, as a page, and as text. Nobody in particular asks for it, so an
 * address is held to what it may read of pages.
 */
export function referenceRoutes(app: FastifyInstance, deps: Reference): void {
  const document = madeOnce(() => inForms(Buffer.from(JSON.stringify(openapiDocument(deps.public_url)))));
  const plain = madeOnce(() => inForms(Buffer.from(plainReference(deps.public_url))));
  const script = madeOnce(loadScalar);
  const takeFrom = deps.rate_limit_per_second > 0 ? addressLimiter(READING) : () => 0;

  app.register(async (room) => {
    room.addHook('onRequest', async (request, reply) => {
      const wait_ms = takeFrom(request.ip, deps.services.now().getTime());
      return wait_ms > 0
        ? refuseRate(reply, 'This address reads the reference too often.', wait_ms)
        : undefined;
    });
    room.get('/openapi.json', async (request, reply) =>
      sendForms(request, open(reply, 'application/json; charset=utf-8'), await document()),
    );
    room.get(DOCS.page, async (_request, reply) =>
      open(reply, 'text/html; charset=utf-8')
        .header('content-security-policy', DOCS_POLICY)
        .header('referrer-policy', 'no-referrer')
        .header('cross-origin-opener-policy', 'same-origin')
        .send(REFERENCE_PAGE),
    );
    room.get(DOCS.plain, async (request, reply) =>
      sendForms(request, open(reply, 'text/plain; charset=utf-8'), await plain()),
    );
    room.get(DOCS.start, async (_request, reply) => open(reply, SCRIPT_TYPE).send(START_SCRIPT));
    room.get(DOCS.script, async (request, reply) =>
      sendForms(request, open(reply, SCRIPT_TYPE), await script()),
    );
  });
}

function open(reply: FastifyReply, type: string): FastifyReply {
  return reply
    .header('content-type', type)
    .header('cache-control', 'no-cache')
    .header('x-content-type-options', 'nosniff');
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
