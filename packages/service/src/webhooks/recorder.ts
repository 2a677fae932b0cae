import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { attemptOutcome, type Exchange, tellsOfEndpoint } from '../domain/delivery/delivery.ts';
import { healthChanges } from '../domain/delivery/endpoint.ts';
import { nextStep } from '../domain/delivery/schedule.ts';
import { batcher, type NextTry } from '../engine/batch.ts';
import { atomically } from '../store/connect/atomically.ts';
import { codeOf } from '../store/connect/errors.ts';
import type { ClaimedAttempt } from '../store/webhooks/claim-attempts.ts';
import { type FinishedAttempt, finishAttempts } from '../store/webhooks/finish-attempts.ts';
import { type ChangedHealth, recordHealth } from '../store/webhooks/health.ts';

export type RecorderOptions<Item> = {
  write: (items: readonly Item[]) => Promise<void>;
  /** Told when a write has succeeded, and its items no longer count in `size`. */
  onWritten?: () => void;
  /** Most items in one write. */
  batch: number;
  /** The wait after so many failures in a row, in milliseconds. */
  backoff: (failures: number) => number;
  log: RecorderLog;
};

/**
 * Gathers results while the write before is under way and writes them together, by a batcher that never tires. Results
 * that can't be written are kept and written later: the caller stops taking on work when `size` grows.
 */
export class Recorder<Item> {
  readonly #options: RecorderOptions<Item>;
  readonly #write: (item: Item) => Promise<undefined>;
  #size = 0;
  #lost = 0;
  #closing = false;
  #failures = 0;
  #onIdle = (): void => undefined;

  constructor(options: RecorderOptions<Item>) {
    this.#options = options;
    const limits = {
      max_batch: options.batch,
      in_flight: 1,
      max_queue: Number.POSITIVE_INFINITY,
      attempts_max: Number.POSITIVE_INFINITY,
    };
    this.#write = batcher(
      (items: Item[]) => this.#writeAll(items),
      limits,
      (error) => this.#afterFailure(error),
    );
  }

  /** Results not written yet. */
  get size(): number {
    return this.#size;
  }

  add(item: Item): void {
    this.#size += 1;
    this.#write(item).then(
      () => undefined,
      () => this.#givenUp(),
    );
  }

  /**
   * Writes what there is; gives up at the first failure from now on.
   * @returns how many were not written.
   */
  async close(): Promise<number> {
    this.#closing = true;
    if (this.#size > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    return this.#lost;
  }

  async #writeAll(items: Item[]): Promise<undefined[]> {
    await this.#options.write(items);
    this.#failures = 0;
    this.#left(items.length);
    this.#options.onWritten?.();
    return items.map(() => undefined);
  }

  /**
   * One result that the database refuses must not keep the others: halved until it stands alone. Alone it is given up,
   * and its delivery is due again when its lease ends.
   */
  async #afterFailure(error: unknown): Promise<NextTry> {
    this.#failures += 1;
    const wait_ms = this.#options.backoff(this.#failures);
    this.#options.log.error(
      { failure: failureOf(error), unrecorded: this.#size, failures: this.#failures, wait_ms },
      'Finished webhook attempts could not be recorded; they are kept and tried again.',
    );
    if (this.#closing) return 'give_up';
    await sleep(wait_ms);
    return isRefusedData(error) ? 'split' : 'again';
  }

  #givenUp(): void {
    if (this.#closing) this.#lost += 1;
    this.#left(1);
  }

  #left(count: number): void {
    this.#size -= count;
    if (this.#size === 0) this.#onIdle();
  }
}

/** SQLSTATE classes 22 (data exception) and 23 (constraint): the same data will be refused again. */
function isRefusedData(error: unknown): boolean {
  const code = codeOf(error);
  return code?.length === 5 && (code.startsWith('22') || code.startsWith('23'));
}

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
  return atomically(pool, async (client) => {
    await finishAttempts(client, batch);
    return recordHealth(client, changes, now);
  });
}

/** The part of a pino logger that is used here. */
export type RecorderLog = {
  info: (fields: object, sentence: string) => void;
  warn: (fields: object, sentence: string) => void;
  error: (fields: object, sentence: string) => void;
};

/** What the log says of an error: its code and message. Its other members may hold rows of the database. */
export function failureOf(error: unknown): { code: string | null; message: string } {
  return { code: codeOf(error) ?? null, message: error instanceof Error ? error.message : String(error) };
}
