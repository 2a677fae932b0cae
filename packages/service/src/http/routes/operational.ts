import { openapiDocument } from '@chari/contract';
import type { FastifyInstance } from 'fastify';
import { answer } from '../answer.ts';
import type { ServerDeps } from '../deps.ts';
import { referencePage } from '../docs/page.ts';

/** What needs no key: health, metrics and the documents. */
export function operationalRoutes(app: FastifyInstance, deps: ServerDeps): void {
  const document = madeOnce(() => JSON.stringify(openapiDocument(deps.public_url)));
  const page = madeOnce(() => referencePage(deps.public_url));

  app.get('/livez', async (_request, reply) => answer(reply, 200, { status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    const readiness = await deps.readiness();
    return answer(reply, readiness.ready ? 200 : 503, readiness);
  });
  app.get('/metrics', async (_request, reply) =>
    reply.header('content-type', deps.metrics.content_type).send(await deps.metrics.expose()),
  );
  app.get('/openapi.json', async (_request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(document()),
  );
  app.get('/docs', async (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      .header('x-content-type-options', 'nosniff')
      .send(page()),
  );
}

/** Made for the first who asks, so that a start does not wait for what it may never need. */
function madeOnce(make: () => string): () => string {
  let text: string | undefined;
  return () => {
    text ??= make();
    return text;
  };
}
