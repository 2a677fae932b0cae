import Fastify, { type FastifyInstance } from 'fastify';

const KEPT_MS = 1_000;

export type OperationsDeps = {
  /** Makes the text of the metrics; it costs milliseconds, so it is made at most once a second. */
  expose: () => Promise<string>;
  content_type: string;
  /** Milliseconds that only grow. */
  elapsedMs: () => number;
};

/**
 * What the people who run the service ask, on a port that merchants don't reach: `GET /metrics`. It needs no key, so
 * it listens on the loopback unless told otherwise.
 */
export function createOperationsServer({ expose, content_type, elapsedMs }: OperationsDeps): FastifyInstance {
  const app = Fastify({ logger: false });
  let made: { at_ms: number; text: Promise<string> } | null = null;
  app.get('/metrics', async (_request, reply) => {
    if (made === null || elapsedMs() - made.at_ms >= KEPT_MS) {
      const fresh = { at_ms: elapsedMs(), text: expose() };
      made = fresh;
      // A text that could not be made is nobody's for a second.
      fresh.text.catch(() => {
        if (made === fresh) made = null;
      });
    }
    return reply.header('content-type', content_type).send(await made.text);
  });
  return app;
}
