import type { Pool } from 'pg';
import { attemptOutcome, type Exchange } from '../domain/delivery/exchange.ts';
import { DEGRADED_AFTER_FAILURES, type EndpointStatus, healthChanges } from '../domain/delivery/health.ts';
import { nextStep } from '../domain/delivery/next.ts';
import { transaction } from '../store/connect/transaction.ts';
import type { ClaimedAttempt } from '../store/webhooks/claim.ts';
import { type FinishedAttempt, finishAttempts, recordHealth } from '../store/webhooks/finish.ts';

/** What the column holds; only a clock that was set can reach it. */
const DURATION_MAX_MS = 2 ** 31 - 1;

export type Finished = FinishedAttempt & { endpoint_id: string; event_id: string; failing: boolean };

/** What an attempt came to, ready to be recorded. `random` is in [0, 1). */
export function finished(
  attempt: ClaimedAttempt,
  exchange: Exchange,
  started_at: Date,
  finished_at: Date,
  random: number,
): Finished {
  const next = nextStep(attempt.attempt, exchange, finished_at.getTime(), random);
  return {
    delivery_id: attempt.delivery_id,
    attempt: attempt.attempt,
    endpoint_id: attempt.endpoint_id,
    event_id: attempt.event_id,
    failing: attempt.failing,
    started_at,
    finished_at,
    duration_ms: Math.min(Math.max(0, finished_at.getTime() - started_at.getTime()), DURATION_MAX_MS),
    outcome: attemptOutcome(exchange),
    status_code: 'status_code' in exchange ? exchange.status_code : null,
    answer: 'answer' in exchange ? exchange.answer : 'reason' in exchange ? exchange.reason : null,
    retry_at: next.kind === 'retry' ? new Date(finished_at.getTime() + next.delay_ms) : null,
  };
}

/**
 * Records a batch, and the health of the endpoints it has something to say about: those that failed, and
 * those that were failing. In the usual case, all well, that is one statement and no endpoint is written.
 *
 * @returns the endpoints whose status changed
 */
export async function recordFinished(
  pool: Pool,
  batch: readonly Finished[],
  now: Date,
): Promise<{ endpoint_id: string; status: EndpointStatus }[]> {
  const troubled = new Set(
    batch.filter((a) => a.failing || a.outcome !== 'delivered').map((a) => a.endpoint_id),
  );
  if (troubled.size === 0) {
    await finishAttempts(pool, batch);
    return [];
  }
  const changes = healthChanges(
    batch
      .filter((a) => troubled.has(a.endpoint_id))
      .map(({ endpoint_id, outcome }) => ({ endpoint_id, delivered: outcome === 'delivered' })),
  );
  return transaction(pool, async (client) => {
    await finishAttempts(client, batch);
    return recordHealth(client, changes, DEGRADED_AFTER_FAILURES, now);
  });
}
