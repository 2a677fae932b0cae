import type { Pool } from 'pg';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { AttemptOutcome } from '../../domain/delivery/delivery.ts';
import { countHeld, type QueueSurvey, surveyQueue } from '../../store/webhooks/report.ts';

// To the 10 s after which an attempt has failed.
const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 11];
const SURVEY_EVERY_MS = 5_000;
const COUNTED_MAX = 100_000;
/** While the database is away, an old survey must not look like a quiet queue. */
const SURVEY_VALID_MS = 30_000;

type Survey = { queue: QueueSurvey[]; held: number; taken_at: Date };

export type WebhookMetrics = {
  observe: (outcome: AttemptOutcome, duration_ms: number) => void;
  /** Looks into the database when the last look is 5 s old. */
  survey: () => Promise<void>;
};

/**
 * The deliveries, seen from outside: attempts of this process as they end, and what waits in the database as
 * it was last looked at, so that a question for /metrics never waits for the database.
 */
export function webhookMetrics(registry: Registry, pool: Pool, now: () => Date): WebhookMetrics {
  const attempts = new Counter({
    name: 'chari_webhook_attempts_total',
    help: 'Webhook attempts of this process by outcome.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'chari_webhook_attempt_duration_seconds',
    help: 'From the beginning of an attempt to its end.',
    labelNames: ['delivered'] as const,
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  let last: Survey | null = null;
  queueGauges(registry, () => {
    return last !== null && now().getTime() - last.taken_at.getTime() < SURVEY_VALID_MS ? last : null;
  });
  return {
    observe: (outcome, duration_ms) => {
      attempts.inc({ outcome });
      durations.observe({ delivered: String(outcome === 'delivered') }, duration_ms / 1_000);
    },
    survey: async () => {
      const taken_at = now();
      if (last !== null && taken_at.getTime() - last.taken_at.getTime() < SURVEY_EVERY_MS) return;
      const [queue, [count]] = await Promise.all([
        surveyQueue(pool, { taken_at, limit: COUNTED_MAX }),
        countHeld(pool, { limit: COUNTED_MAX }),
      ]);
      last = { queue, held: count?.held ?? 0, taken_at };
    },
  };
}

function queueGauges(registry: Registry, survey: () => Survey | null): void {
  new Gauge({
    name: 'chari_webhook_deliveries',
    help: `Deliveries in the database by what they wait for, each counted up to ${COUNTED_MAX}.`,
    labelNames: ['state', 'health'] as const,
    registers: [registry],
    collect() {
      this.reset();
      const found = survey();
      if (found === null) return;
      for (const { health, due, later } of found.queue) {
        this.set({ state: 'due', health }, due);
        this.set({ state: 'later', health }, later);
      }
      this.set({ state: 'held', health: 'disabled' }, found.held);
    },
  });
  new Gauge({
    name: 'chari_webhook_oldest_due_age_seconds',
    help: 'How long the delivery that waits longest has been due, by the health of its endpoint.',
    labelNames: ['health'] as const,
    registers: [registry],
    collect() {
      this.reset();
      const found = survey();
      if (found === null) return;
      for (const { health, oldest_due_at } of found.queue) {
        const waited_ms = oldest_due_at === null ? 0 : found.taken_at.getTime() - oldest_due_at.getTime();
        this.set({ health }, waited_ms / 1_000);
      }
    },
  });
}
