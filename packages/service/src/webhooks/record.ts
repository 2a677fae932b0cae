import type { Pool } from 'pg';
import { attemptOutcome, type Exchange, tellsOfEndpoint } from '../domain/delivery/exchange.ts';
import { healthChanges } from '../domain/delivery/health.ts';
import { nextStep } from '../domain/delivery/next.ts';
import { transaction } from '../store/connect/transaction.ts';
import type { ClaimedAttempt } from '../store/webhooks/claim.ts';
import { type FinishedAttempt, finishAttempts } from '../store/webhooks/finish.ts';
import { type ChangedHealth, recordHealth } from '../store/webhooks/health.ts';

/** What the column holds; only a clock that was set can reach it. */
const DURATION_MAX_MS = 2 ** 31 - 1;

export type Finished = FinishedAttempt & { endpoint_id: string; event_id: string; success_counts: boolean };

/** What an attempt came to, ready to be recorded. `random` is in [0, 1). */
export function finished(
  attempt: ClaimedAttempt,
  exchange: Exchange,
  started_at: Date,
  finished_at: Date,
  random: number,
): Finished {
  const next = nextStep(attempt.attempt - attempt.attempts_before, exchange, finished_at.getTime(), random);
  return {
    delivery_id: attempt.delivery_id,
    attempt: attempt.attempt,
    endpoint_id: attempt.endpoint_id,
    event_id: attempt.event_id,
    success_counts: attempt.success_counts,
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
 * Records a batch, and the health of the endpoints it has something to say about: those that failed, those
 * that were failing, and those whose last success was noted long ago. In the usual case, all well, that is
 * one statement and no endpoint is written.
 *
 * @returns the endpoints whose status changed
 */
export async function recordFinished(
  pool: Pool,
  batch: readonly Finished[],
  now: Date,
): Promise<ChangedHealth[]> {
  const telling = batch.filter((a) => tellsOfEndpoint(a.outcome));
  const concerned = new Set(
    telling.filter((a) => a.success_counts || a.outcome !== 'delivered').map((a) => a.endpoint_id),
  );
  if (concerned.size === 0) {
    await finishAttempts(pool, batch);
    return [];
  }
  const changes = healthChanges(
    telling
      .filter((a) => concerned.has(a.endpoint_id))
      .map(({ endpoint_id, outcome }) => ({ endpoint_id, delivered: outcome === 'delivered' })),
  );
  return transaction(pool, async (client) => {
    await finishAttempts(client, batch);
    return recordHealth(client, changes, now);
  });
}
