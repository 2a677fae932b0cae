import type { FastifyInstance } from 'fastify';
import { answer } from '../answer.ts';
import type { ServerDeps } from '../deps.ts';

/** What needs no key: health and metrics. */
export function operationalRoutes(app: FastifyInstance, deps: ServerDeps): void {
  app.get('/livez', async (_request, reply) => answer(reply, 200, { status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    const readiness = await deps.readiness();
    return answer(reply, readiness.ready ? 200 : 503, readiness);
  });
  app.get('/metrics', async (_request, reply) =>
    reply.header('content-type', deps.metrics.content_type).send(await deps.metrics.expose()),
  );
}
