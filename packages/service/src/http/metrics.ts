import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { HttpMetrics } from './deps.ts';

// From half a millisecond to five seconds: what a batch of one costs, up to what a caller gives up on.
const BUCKETS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Counts answers and their durations in a registry that the rest of the process shares. */
export function httpMetrics(registry: Registry): HttpMetrics {
  const answers = new Counter({
    name: 'chari_http_answers_total',
    help: 'Answers by route, method and status.',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'chari_http_duration_seconds',
    help: 'From the request line to the last byte of the answer.',
    labelNames: ['route'] as const,
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  return {
    observe: (method, route, status, duration_ms) => {
      answers.inc({ method, route, status });
      durations.observe({ route }, duration_ms / 1_000);
    },
  };
}

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
