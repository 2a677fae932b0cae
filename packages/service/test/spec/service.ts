import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { Registry } from 'prom-client';
import { vi } from 'vitest';
import { type GatewayDoor, openGateways } from '../../src/cli/serve/gateways.ts';
import { openRails, startRailLoop } from '../../src/cli/serve/rails.ts';
import { type SweepStep, startSweeper } from '../../src/cli/serve/sweeper.ts';
import { createVerbs } from '../../src/cli/serve/verbs.ts';
import { createIds } from '../../src/cli/services.ts';
import { scopesFor } from '../../src/domain/keys.ts';
import type { Environment } from '../../src/domain/operator.ts';
import { DEFAULT_POLICY } from '../../src/domain/policy.ts';
import { settleWaitingNotices } from '../../src/engine/book/settle-waiting.ts';
import { forgetAnswers } from '../../src/engine/idempotency.ts';
import { createAuthenticator } from '../../src/engine/keys/authenticate.ts';
import { createKeys } from '../../src/engine/keys/keys.ts';
import { approveKyc, createMerchants } from '../../src/engine/merchants.ts';
import type { Services } from '../../src/engine/services.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { payTestDrafts } from '../../src/engine/settlements/rounds.ts';
import { foldTransactionCounts } from '../../src/engine/transactions/list.ts';
import { timeOutTransactions } from '../../src/engine/transactions/time-out.ts';
import { createLogger } from '../../src/http/log.ts';
import { httpMetrics } from '../../src/http/metrics.ts';
import { createServer } from '../../src/http/server.ts';
import { startDelivery } from '../../src/webhooks/deliver.ts';
import { upkeepSteps } from '../../src/webhooks/upkeep.ts';
import { openTestDatabase, type TestDatabase } from '../database/open.ts';
import { type Client, openClient } from './client.ts';

export const SECRET_KEY = Buffer.alloc(32, 7);
/** Often enough that no test waits for it, and seldom enough that idle services leave the machine to the others. */
const POLL_MS = 50;

export const DASHBOARD_URL = 'https://pay.example.com';

/** The machine's clock, moved by `ahead_ms`; or standing still. One for all processes of a database. */
export class Clock {
  ahead_ms = 0;
  #still_ms: number | null = null;

  now = (): Date => new Date((this.#still_ms ?? Date.now()) + this.ahead_ms);

  pass(seconds: number): void {
    this.ahead_ms += seconds * 1_000;
  }

  /** From now on only `pass` moves it. */
  stand(): void {
    this.#still_ms = Date.now();
  }
}

/** One process of the service: everything that `chari serve` runs but the command line, on a real port. */
export type Process = {
  services: Services;
  client: Client;
  gateways: GatewayDoor;
  stop: () => Promise<void>;
};

export type ProcessOptions = {
  /** Default 0: no limit. */
  rate_limit_per_second?: number;
  /** Default true: sweep, deliver and work the rails; false: only serve. */
  works?: boolean;
  /** Default true: work the rails as `serve` does; false: every transaction stays where a test puts it. */
  rails?: boolean;
  allow_private_webhooks?: boolean;
  /** Where live messages are settled. Left out: where all else is done. */
  settling_pool?: Pool;
};

async function startProcess(
  db: TestDatabase,
  clock: Clock,
  failures: unknown[],
  options: ProcessOptions,
): Promise<Process> {
  let wake = () => {};
  const services: Services = {
    pool: db.pool,
    now: clock.now,
    newId: createIds(() => clock.now().getTime()),
    random: Math.random,
    policy: { ...DEFAULT_POLICY, dashboard_url: DASHBOARD_URL },
    onEvents: () => wake(),
  };
  const allow_private_webhooks = options.allow_private_webhooks ?? true;
  const log = createLogger('error', { write: (line: string) => failures.push(line) });
  const registry = new Registry();
  const { settling_pool = db.pool } = options;
  const gateways = openGateways(services, { secret_key: SECRET_KEY, registry, log, settling_pool });
  const server = createServer({
    gateways: gateways.intake,
    services,
    authenticate: createAuthenticator(services, () => performance.now()),
    rate_limit_per_second: options.rate_limit_per_second ?? 0,
    public_url: 'http://127.0.0.1',
    verbs: createVerbs(services, { secret_key: SECRET_KEY, allow_private_webhooks }),
    metrics: httpMetrics(registry),
    readiness: async () => ({ ready: true, checks: {} }),
    log,
  });
  const stops: (() => Promise<unknown>)[] = [];
  if (options.works ?? true) {
    const delivery = startDelivery({ ...services, secret_key: SECRET_KEY, allow_private_webhooks, log });
    wake = delivery.wake;
    const upkeep = upkeepSteps({ ...services, log }, 500);
    stops.push(sweep(services, failures), sweepBy(upkeep, failures), delivery.stop);
    if (options.rails ?? true) stops.push(workRails(services, log));
  }
  const client = openClient(await server.listen({ port: 0, host: '127.0.0.1' }));
  const stop = async () => {
    await client.close();
    await server.close();
    await gateways.close();
    for (const end of stops) await end();
  };
  return { services, client, gateways, stop };
}

function workRails(services: Services, log: ReturnType<typeof createLogger>): () => Promise<void> {
  const { rails, close } = openRails({ airtel: null }, services.now);
  const stop = startRailLoop(services, { rails, secret_key: SECRET_KEY, log, poll_ms: POLL_MS });
  return () => stop().then(close);
}

function sweep(services: Services, failures: unknown[]): () => Promise<void> {
  return sweepBy(
    [
      { name: 'settle', run: async () => (await settleWaitingNotices(services, { limit: 500 })).settled },
      { name: 'expire', run: async () => (await expireSessions(services, { limit: 500 })).expired },
      { name: 'time out', run: () => timeOutTransactions(services, { limit: 500 }) },
      { name: 'settle test', run: () => payTestDrafts(services, { limit: 500 }) },
      { name: 'fold', run: () => foldTransactionCounts(services, { limit: 1000 }) },
      { name: 'forget', run: () => forgetAnswers(services, { limit: 500 }) },
    ],
    failures,
  );
}

function sweepBy(steps: SweepStep[], failures: unknown[]): () => Promise<void> {
  return startSweeper({
    steps,
    interval_ms: POLL_MS,
    random: Math.random,
    onFailure: (step, failure) => failures.push({ step, failure }),
  });
}

/** A merchant with its keys. */
export type Merchant = { id: string; test_key: string; live_key: string };

/** A database of its own, with as many processes of the service on it as a test asks for. */
export class Service {
  readonly db: TestDatabase;
  readonly clock = new Clock();
  /** What a process logged as a fault of ours; `close` fails when there is any. */
  readonly failures: unknown[] = [];
  readonly processes: Process[] = [];

  constructor(db: TestDatabase) {
    this.db = db;
  }

  async start(options: ProcessOptions = {}): Promise<Process> {
    const started = await startProcess(this.db, this.clock, this.failures, options);
    this.processes.push(started);
    return started;
  }

  get first(): Process {
    const [first] = this.processes;
    if (first === undefined) throw new Error('no process was started');
    return first;
  }

  get client(): Client {
    return this.first.client;
  }

  async merchant(options: { approved?: boolean } = {}): Promise<Merchant> {
    const { services } = this.first;
    const [made] = await createMerchants(services, [{ name: 'Shop', fee_basis_points: 0 }]);
    if (made?.kind !== 'created') throw new Error('no merchant');
    const { id } = made.merchant;
    if (options.approved ?? true) await approveKyc(services, [id]);
    return { id, test_key: await this.key(id, 'test'), live_key: await this.key(id, 'live') };
  }

  async key(
    merchant_id: string,
    environment: Environment,
    scopes: readonly string[] = scopesFor(environment),
  ): Promise<string> {
    const command = { merchant_id, environment, scopes, random_bytes: randomBytes(32) };
    const [made] = await createKeys(this.first.services, [command]);
    if (made?.kind !== 'created') throw new Error(`no key: ${JSON.stringify(made)}`);
    return made.key;
  }

  async rows<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.db.pool.query<Row>(sql, values)).rows;
  }

  /** Waits until the query's one number is `n`. */
  async until(n: number, sql: string, values: unknown[] = []): Promise<void> {
    await vi.waitFor(
      async () => {
        const [row] = await this.rows<{ n: number }>(sql, values);
        if (row?.n !== n) throw new Error(`${row?.n} instead of ${n}: ${sql}`);
      },
      { timeout: 100_000, interval: 10 },
    );
  }

  async close(): Promise<void> {
    for (const one of this.processes) await one.stop();
    await this.db.drop();
    if (this.failures.length > 0) throw new Error(`faults of ours: ${describe(this.failures)}`);
  }
}

function describe(failures: unknown[]): string {
  const plain = (_name: string, value: unknown) => (value instanceof Error ? String(value.stack) : value);
  return JSON.stringify(failures, plain, 2);
}

export async function openService(options: ProcessOptions & { connections?: number } = {}): Promise<Service> {
  const service = new Service(await openTestDatabase({ max_connections: options.connections ?? 20 }));
  await service.start(options);
  return service;
}
