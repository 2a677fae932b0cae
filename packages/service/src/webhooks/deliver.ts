import type { Pool } from 'pg';
import type { AttemptOutcome, Exchange } from '../domain/delivery/delivery.ts';
import { type Backoff, backoff_ms, type Rounds, startRounds } from '../engine/rounds.ts';
import type { ClaimedAttempt } from '../store/webhooks/claim-attempts.ts';
import { releaseAttempts, retireDeliveries } from '../store/webhooks/held.ts';
import { Claimer, DELIVERY_LEASE_MS } from './claim.ts';
import type { Lookup } from './dial.ts';
import { LANE_LIMITS, type LaneLimits, Lanes, WAIT_MAX_MS } from './lanes.ts';
import { EXCHANGE_TIMEOUT_MS, openPoster, type Post } from './post.ts';
import {
  type Finished,
  failureOf,
  finished,
  Recorder,
  type RecorderLog,
  recordFinished,
} from './recorder.ts';
import { type SigningSecrets, secretOpener, signedHeaders } from './sign.ts';

const POLL_MS = 250;
const RETIRE_EVERY_MS = 10_000;
const RETIRE_MAX = 1_000;
const RECORD_BATCH_MAX = 500;
const BACKOFF_FIRST_MS = 100;
const BACKOFF_MAX_MS = 5_000;

export type DeliveryDeps = {
  pool: Pool;
  now: () => Date;
  /** A number in [0, 1): the jitter of retries. */
  random: () => number;
  /** 32 bytes: the key that sealed the signing secrets. */
  secret_key: Uint8Array;
  /** Development: private addresses may be dialled. */
  allow_private_webhooks: boolean;
  log: RecorderLog;
  limits?: Partial<LaneLimits>;
  /** Default 10 s. */
  exchange_timeout_ms?: number;
  /** Default: /etc/hosts, then DNS (resolve.ts). */
  lookup?: Lookup;
  /** Told of every attempt of this process as it ends. */
  onAttempt?: (outcome: AttemptOutcome, duration_ms: number) => void;
  /** Whether a round may begin. Left out: always. */
  mayBegin?: (() => Promise<boolean>) | undefined;
};

export type DeliveryStats = {
  /** POSTs under way. */
  in_flight: number;
  /** Claimed, and waiting for a place. */
  waiting: number;
  /** Finished, and not yet written down. */
  unrecorded: number;
  /** Since the start of this process: */
  delivered: number;
  failed: number;
  dead: number;
  claims: number;
  claim_failures: number;
};

export type Delivery = {
  /** Look for due deliveries now: call it after a commit that wrote events. Cheap, and never throws. */
  wake: () => void;
  /** Begins nothing more, waits for what is in flight (at most its time-out) and records it. */
  stop: () => Promise<void>;
  stats: () => DeliveryStats;
};

/**
 * Starts this process's delivery loop: claim what is due, POST it, record what came of it. Any number of
 * processes may run one on the same database. When the database goes away the loop waits, longer each time
 * up to 5 s, and goes on; what it could not record is delivered again after its lease.
 */
export function startDelivery(deps: DeliveryDeps): Delivery {
  const deliverer = new Deliverer(deps);
  return {
    wake: () => deliverer.wake(),
    stop: () => deliverer.stop(),
    stats: () => deliverer.stats(),
  };
}

class Deliverer {
  readonly #deps: DeliveryDeps;
  readonly #limits: LaneLimits;
  readonly #lanes: Lanes;
  readonly #recorder: Recorder<Finished>;
  readonly #poster: { post: Post; close: () => Promise<void> };
  readonly #secretsOf: (attempt: ClaimedAttempt) => SigningSecrets;
  readonly #exchanges = new Set<Promise<void>>();
  readonly #claimer: Claimer;
  /** What was claimed longer ago is not begun: its lease would end before its exchange. */
  readonly #begin_max_ms: number;
  readonly #backoff: Backoff;
  readonly #work: Rounds;
  #retired_at_ms = Number.NEGATIVE_INFINITY;
  readonly #counts = { delivered: 0, failed: 0, dead: 0, claim_failures: 0 };

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
    this.#backoff = { first_ms: BACKOFF_FIRST_MS, max_ms: BACKOFF_MAX_MS, random: deps.random };
    this.#limits = { ...LANE_LIMITS, ...deps.limits };
    this.#lanes = new Lanes(this.#limits);
    this.#begin_max_ms = Math.max(
      WAIT_MAX_MS,
      DELIVERY_LEASE_MS - (deps.exchange_timeout_ms ?? EXCHANGE_TIMEOUT_MS),
    );
    this.#secretsOf = secretOpener(deps.secret_key, (endpoint_id, error) =>
      deps.log.error(
        { failure: failureOf(error), endpoint_id },
        'The secret of a webhook endpoint before its rotation does not open with CHARI_SECRET_KEY; the new one signs alone.',
      ),
    );
    this.#poster = openPoster({
      allow_private: deps.allow_private_webhooks,
      lookup: deps.lookup,
      exchange_timeout_ms: deps.exchange_timeout_ms,
    });
    this.#recorder = new Recorder<Finished>({
      write: (batch) => this.#record(batch),
      // What was not written down yet may have left a claim no room.
      onWritten: () => {
        if (this.#lanes.is_hungry) this.wake();
      },
      batch: RECORD_BATCH_MAX,
      backoff: (failures) => backoff_ms(this.#backoff, failures),
      log: deps.log,
    });
    this.#claimer = new Claimer({
      pool: deps.pool,
      now: deps.now,
      lanes: this.#lanes,
      held_max: this.#limits.held,
      unrecorded: () => this.#recorder.size,
      onClaimed: () => this.#startReady(),
      onFailure: (error) => {
        this.#counts.claim_failures += 1;
        deps.log.error(
          { failure: failureOf(error) },
          'Older due webhooks could not be read from the database.',
        );
      },
    });
    this.#work = startRounds({
      backoff: this.#backoff,
      onFailure: (error, failures, wait_ms) => {
        this.#counts.claim_failures += 1;
        deps.log.error(
          { failure: failureOf(error), failures, wait_ms },
          'Due webhooks could not be read from the database; trying again.',
        );
      },
      round: async () => {
        if (deps.mayBegin === undefined || (await deps.mayBegin())) await this.#step();
        return POLL_MS;
      },
    });
  }

  wake(): void {
    this.#work.wake();
  }

  stats(): DeliveryStats {
    return {
      in_flight: this.#lanes.running,
      waiting: this.#lanes.waiting,
      unrecorded: this.#recorder.size,
      claims: this.#claimer.claims,
      ...this.#counts,
    };
  }

  async stop(): Promise<void> {
    await Promise.all([this.#work.stop(), this.#claimer.end()]);
    await this.#giveBack(Number.POSITIVE_INFINITY).catch((error: unknown) => {
      this.#deps.log.warn(
        { failure: failureOf(error) },
        'Waiting webhooks could not be given back; they follow after their lease.',
      );
    });
    await Promise.all(this.#exchanges);
    const lost = await this.#recorder.close();
    if (lost > 0) {
      this.#deps.log.warn(
        { count: lost },
        'Finished webhooks could not be recorded and will be sent once more.',
      );
    }
    await this.#poster.close();
  }

  /** One look at the database. */
  async #step(): Promise<void> {
    const now = this.#deps.now();
    await this.#giveBack(performance.now() - WAIT_MAX_MS);
    if (now.getTime() - this.#retired_at_ms >= RETIRE_EVERY_MS) {
      const retired = await retireDeliveries(this.#deps.pool, null, now, RETIRE_MAX);
      // A full portion has left more, for the next step.
      if (retired < RETIRE_MAX) this.#retired_at_ms = now.getTime();
    }
    await this.#claimer.look();
  }

  #startReady(): void {
    if (this.#work.isStopping()) return;
    const next = () => this.#lanes.next(performance.now() - this.#begin_max_ms);
    for (let attempt = next(); attempt !== null; attempt = next()) {
      const exchange = this.#attempt(attempt).finally(() => this.#exchanges.delete(exchange));
      this.#exchanges.add(exchange);
    }
  }

  async #attempt(attempt: ClaimedAttempt): Promise<void> {
    const started_at = this.#deps.now();
    const exchange = await this.#exchange(attempt, started_at);
    const result = finished(attempt, exchange, started_at, this.#deps.now(), this.#deps.random());
    const delivered = result.outcome === 'delivered';
    this.#counts[delivered ? 'delivered' : 'failed'] += 1;
    this.#recorder.add(result);
    this.#deps.onAttempt?.(result.outcome, result.duration_ms);
    const claim_now = this.#lanes.settle(attempt, delivered, result.duration_ms);
    this.#startReady();
    if (claim_now) this.wake();
  }

  async #exchange(attempt: ClaimedAttempt, now: Date): Promise<Exchange> {
    let secrets: SigningSecrets;
    try {
      secrets = this.#secretsOf(attempt);
    } catch (error) {
      this.#deps.log.error(
        { failure: failureOf(error), endpoint_id: attempt.endpoint_id },
        'The secret of a webhook endpoint does not open: CHARI_SECRET_KEY is not the key that sealed it.',
      );
      return { kind: 'secret_unreadable', reason: 'The signing secret could not be opened.' };
    }
    const body = Buffer.from(attempt.body);
    return this.#poster.post(
      attempt.url,
      signedHeaders(attempt, secrets.current, body, now, secrets.previous),
      body,
    );
  }

  async #record(batch: readonly Finished[]): Promise<void> {
    const changed = await recordFinished(this.#deps.pool, batch, this.#deps.now());
    for (const endpoint of changed) {
      this.#lanes.setDegraded(endpoint.endpoint_id, endpoint.status !== 'enabled');
      this.#deps.log.warn(
        endpoint,
        endpoint.status === 'disabled'
          ? 'A webhook endpoint is disabled: no attempt succeeded in 120 hours. Its events are held for 30 days; tell the merchant.'
          : 'The health of a webhook endpoint changed.',
      );
    }
    for (const { delivery_id, endpoint_id, event_id, outcome } of batch.filter(isDead)) {
      this.#counts.dead += 1;
      this.#deps.log.warn(
        { delivery_id, endpoint_id, event_id, outcome },
        'A webhook is dead after its last attempt; it stays listed and can be sent again.',
      );
    }
  }

  async #giveBack(claimed_before_ms: number): Promise<void> {
    await releaseAttempts(this.#deps.pool, this.#lanes.takeWaiting(claimed_before_ms));
  }
}

function isDead(attempt: Finished): boolean {
  return attempt.retry_at === null && attempt.outcome !== 'delivered';
}
