import type { FastifyInstance } from 'fastify';
import { answer } from '../answer.ts';
import type { ServerDeps } from '../deps.ts';

/** What needs no key: health. */
export function operationalRoutes(app: FastifyInstance, deps: ServerDeps): void {
  app.get('/livez', async (_request, reply) => answer(reply, 200, { status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    const readiness = await deps.readiness();
    return answer(reply, readiness.ready ? 200 : 503, readiness);
  });
}
