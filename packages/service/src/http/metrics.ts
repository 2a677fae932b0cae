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
