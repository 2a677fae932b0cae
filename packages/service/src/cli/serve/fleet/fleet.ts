import type { Worker } from 'node:cluster';
import cluster from 'node:cluster';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { CommandFailure } from '../../output.ts';
import { openCensus } from './metrics.ts';
import type { Begin, Order, Report } from './orders.ts';

/**
 * Makes calls rarer without losing the last one: the first goes through at once, those of the next
 * `interval_ms` become one call at its end.
 */
export function spaced(call: () => void, interval_ms: number): () => void {
  let resting = false;
  let wanted = false;
  const rest = (): void => {
    resting = true;
    setTimeout(() => {
      resting = false;
      if (!wanted) return;
      wanted = false;
      rest();
      call();
    }, interval_ms);
  };
  return () => {
    if (resting) {
      wanted = true;
      return;
    }
    rest();
    call();
  };
}

const RESTART_FIRST_MS = 100;
const RESTART_MAX_MS = 5_000;
/** Who ran for so long did not fail at its start. */
const SETTLED_MS = 10_000;

export type FleetOptions = {
  count: number;
  begin: Begin;
  log: Logger;
  /** This process's own counts. */
  registry: Registry;
  /** A member wrote events. */
  onEvents: () => void;
};

/** The processes that answer requests; they share the port. */
export type Fleet = {
  /** Resolves once all answer; throws a CommandFailure when one can't. */
  start: () => Promise<void>;
  /** Has them finish what is under way, and resolves once all have ended. */
  stop: () => Promise<void>;
  /** The database is at another address now. */
  moved: (database_url: string) => void;
  /** The metrics of all, this process included, as the exposition text. */
  metrics: () => Promise<string>;
};

/**
 * Starts and keeps the members. One that ends unasked is started again: after a tenth of a second, and later
 * each time, up to 5 s, while it keeps ending soon after its start.
 *
 * The members accept from one shared socket. Handed out in turn by this process, which is what node:cluster
 * does where nobody says otherwise, a connection that comes while the members close would be accepted here,
 * taken by nobody, and left without an answer or an end until this process ends.
 */
export function createFleet(options: FleetOptions): Fleet {
  return new Members(options);
}

class Members implements Fleet {
  readonly #options: FleetOptions;
  readonly #census;
  readonly #restarts = new Set<NodeJS.Timeout>();
  readonly #live = new Map<number, { worker: Worker; started_ms: number; ready: boolean }>();
  #begin: Begin;
  #failures_in_a_row = 0;
  #state: 'starting' | 'running' | 'stopping' = 'starting';
  #started: { resolve: () => void; reject: (error: Error) => void } | null = null;
  #emptied: (() => void) | null = null;
  #stopped: Promise<void> | null = null;

  constructor(options: FleetOptions) {
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    this.#options = options;
    this.#begin = options.begin;
    this.#census = openCensus(options.registry);
  }

  async start(): Promise<void> {
    if (this.#state === 'stopping') return;
    await new Promise<void>((resolve, reject) => {
      this.#started = { resolve, reject };
      for (let n = 0; n < this.#options.count; n += 1) this.#fork();
    });
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#state = 'stopping';
    this.#started?.resolve();
    for (const timer of this.#restarts) clearTimeout(timer);
    const emptied = new Promise<void>((resolve) => {
      this.#emptied = resolve;
    });
    for (const { worker } of this.#live.values()) give(worker, { kind: 'drain' });
    if (this.#live.size > 0) await emptied;
  }

  moved(database_url: string): void {
    this.#begin = { ...this.#begin, database_url };
    for (const { worker } of this.#live.values()) give(worker, { kind: 'moved', database_url });
  }

  metrics(): Promise<string> {
    const ready = [...this.#live].filter(([, member]) => member.ready).map(([id]) => id);
    return this.#census.take(ready, (id, ask) => {
      const member = this.#live.get(id);
      if (member !== undefined) give(member.worker, { kind: 'count', ask });
    });
  }

  #fork(): void {
    const worker = cluster.fork();
    this.#live.set(worker.id, { worker, started_ms: performance.now(), ready: false });
    worker.on('message', (report: Report) => this.#hear(worker, report));
    worker.on('error', (error) => this.#options.log.error({ message: error.message }, 'a process failed'));
    worker.on('exit', (code, signal) => this.#exited(worker, code, signal));
  }

  #hear(worker: Worker, report: Report): void {
    switch (report.kind) {
      case 'here':
        give(worker, this.#state === 'stopping' ? { kind: 'drain' } : { kind: 'start', ...this.#begin });
        return;
      case 'ready':
        this.#ready(worker);
        return;
      case 'failed':
        if (this.#state === 'starting') this.#started?.reject(new CommandFailure(report.sentence));
        // While all of them end, what keeps the others from starting has been said.
        else if (this.#state !== 'stopping')
          this.#options.log.error({ pid: worker.process.pid }, report.sentence);
        return;
      case 'events':
        this.#options.onEvents();
        return;
      case 'counted':
        this.#census.counted(worker.id, report.ask, report.metrics);
    }
  }

  #ready(worker: Worker): void {
    const member = this.#live.get(worker.id);
    if (member !== undefined) member.ready = true;
    this.#options.log.info({ pid: worker.process.pid }, 'a process answers requests');
    if (this.#state !== 'starting' || ![...this.#live.values()].every(({ ready }) => ready)) return;
    this.#state = 'running';
    this.#started?.resolve();
  }

  #exited(worker: Worker, code: number | null, signal: string | null): void {
    const started_ms = this.#live.get(worker.id)?.started_ms ?? 0;
    this.#live.delete(worker.id);
    this.#census.left(worker.id);
    if (this.#state === 'stopping') {
      if (this.#live.size === 0) this.#emptied?.();
      return;
    }
    const end = { pid: worker.process.pid, code, signal };
    if (this.#state === 'starting') {
      const sentence = `A process that answers requests ended while it started (${signal ?? `exit code ${code}`}); the log says more.`;
      this.#started?.reject(new CommandFailure(sentence));
      return;
    }
    const settled = performance.now() - started_ms >= SETTLED_MS;
    this.#failures_in_a_row = settled ? 0 : this.#failures_in_a_row + 1;
    const delay_ms = Math.min(RESTART_FIRST_MS * 2 ** this.#failures_in_a_row, RESTART_MAX_MS);
    this.#options.log.error({ ...end, delay_ms }, 'a process has ended and is started again');
    const timer = setTimeout(() => {
      this.#restarts.delete(timer);
      this.#fork();
    }, delay_ms);
    this.#restarts.add(timer);
  }
}

// A member that is ending has no ear left; its exit tells the rest.
function give(worker: Worker, order: Order): void {
  if (worker.isConnected()) worker.send(order, () => undefined);
}
