import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { type Config, policyOf, type Role } from '../domain/config/config.ts';
import { createAuthenticator } from '../engine/keys/authenticate.ts';
import type { Services } from '../engine/services.ts';
import type { Readiness, Verbs } from '../http/deps.ts';
import { httpMetrics } from '../http/metrics.ts';
import { createServer } from '../http/server.ts';
import { type Pool, patientPool, plannedPool } from '../store/connect/connect.ts';
import { ping } from '../store/health.ts';
import type { OpenDatabase } from './database.ts';
import type { AskInboxes } from './gateway-services.ts';
import { type Clock, clockBeside, openClock } from './serve/clock.ts';
import { deskMetrics } from './serve/desk-metrics.ts';
import { openGateways } from './serve/gateways.ts';
import { openMailer, openMailing } from './serve/mails.ts';
import { openPages } from './serve/pages.ts';
import { listenFailure, openOperations } from './serve/port.ts';
import { registerProcessMetrics } from './serve/process-metrics.ts';
import { openCallbacks, openRails } from './serve/rails.ts';
import { shareLook } from './serve/readiness.ts';
import { openRequestLog } from './serve/request-log.ts';
import { createVerbs } from './serve/verbs.ts';
import { webhookMetrics } from './serve/webhook-metrics.ts';
import { startWork, type Work } from './serve/work.ts';
import { createServices } from './services.ts';

const CLOSE_IDLE_MS = 50;
/** What signed-in pages ask is given up then: a page that takes longer is one that nobody waits for. */
const PAGE_PATIENCE_MS = 5_000;
/** Connections of theirs, besides those of the API and the workers, as a share of them: all fit the embedded server. */
const PAGE_SHARE = 0.5;
/** Connections on which live messages are settled, besides those too. */
const SETTLING_SHARE = 1 / 3;

export type WireOptions = {
  /** PORT and PUBLIC_URL as they are used; PORT is not 0 here. */
  config: Config;
  database: OpenDatabase;
  secret_key: Uint8Array;
  /** `none` only holds the database open, for the processes that answer. */
  role: Role | 'none';
  log: Logger;
  /** Of a member: whom to tell of events, instead of this process's own loop. Its metrics are asked for by the first. */
  fleet?: { onEvents: () => void };
  /** The metrics of more than this process. */
  expose?: () => Promise<string>;
};

export type Wired = {
  services: Services;
  /** What this process has counted. */
  registry: Registry;
  /** Where the metrics are; null before the start, and of a member. */
  operationsUrl: () => string | null;
  /** Begins to listen, to sweep and to deliver, as the role says. Throws a CommandFailure about the port. */
  start: () => Promise<void>;
  /**
   * Stops taking in, finishes requests, batches, the sweep and the deliveries under way, then closes the
   * pool and gives the embedded server back. Safe to call twice.
   */
  drain: () => Promise<void>;
};

/** Builds the process: the one place where clock, chance, pool, floors and loops meet. */
export function wire({ config, database, secret_key, role, log, fleet, expose }: WireOptions): Wired {
  let work: Work | null = null;
  let draining: Promise<void> | null = null;
  const onEvents = fleet?.onEvents ?? (() => work?.delivery.wake());
  const { registry, clock, services } = timed({ config, database, log }, onEvents);
  const settling_pool = openSettlingPool(database);
  const gateways = openGateways(services, { secret_key, registry, log, settling_pool });
  const open_rails = openRails(config, services.now);
  const sealing = { secret_key, allow_private_webhooks: config.allow_private_webhooks };
  const verbs = createVerbs(services, sealing);
  const request_log = openRequestLog(services, registry, log);
  const page_pool = openPagePool(database);
  const server = createServer({
    services,
    authenticate: createAuthenticator(services, () => performance.now()),
    rate_limit_per_second: config.rate_limit_per_second,
    public_url: config.public_url,
    verbs,
    pages: pagesOf(services, verbs, { config, database, log, page_pool, ...sealing, ...gateways }),
    trusted_proxies: config.trusted_proxies,
    gateways: gateways.intake,
    ...(config.airtel !== null && { rail_callbacks: openCallbacks(services, config.airtel, registry) }),
    noteRequest: request_log.note,
    metrics: httpMetrics(registry),
    readiness: readinessOf(database, () => draining === null),
    log,
  });
  const operations = openOperations(config, registry, expose, log);
  const finish = async (): Promise<void> => {
    clock.close();
    await closeServer(server);
    await request_log.close();
    await operations.close();
    await gateways.close();
    await work?.stop();
    await open_rails.close();
    await Promise.all([page_pool.end(), settling_pool.end()]);
    await database.close();
  };
  return {
    services,
    registry,
    operationsUrl: operations.url,
    start: async () => {
      await clock.keepLooking();
      if (role === 'all' || role === 'api') await listen(server, config);
      // A signal may have come while the server began to listen.
      if ((role === 'all' || role === 'worker') && draining === null) {
        const parts = { ...sealing, ...open_rails, ...gateways, ...watchOver(services, registry, clock) };
        work = startWork(services, { ...parts, log, mailer: openMailer(config, database.data_dir) });
      }
      registerProcessMetrics(registry, [database.pool, settling_pool], work?.delivery ?? null);
      if (fleet === undefined && draining === null) await operations.listen();
    },
    drain: () => {
      draining ??= finish();
      return draining;
    },
  };
}

/** The services by their database's clock, and where what is counted of both is registered. */
function timed(
  { config, database, log }: Pick<WireOptions, 'config' | 'database' | 'log'>,
  onEvents: () => void,
) {
  const registry = new Registry();
  const clock = openClock(clockBeside(database.pool), registry, log);
  const services = createServices(database.pool, policyOf(config), onEvents, clock.nowMs);
  return { registry, clock, services };
}

/** What is seen from outside of what a process does unasked, and whether its clock lets it. */
function watchOver({ pool, now }: Services, registry: Registry, { mayBegin }: Clock) {
  return {
    metrics: webhookMetrics(registry, pool, now),
    surveyDesk: deskMetrics(registry, pool, now),
    mayBegin,
  };
}

function openPagePool({ pool }: OpenDatabase): Pool {
  const max_connections = Math.max(3, Math.floor((pool.options.max ?? 10) * PAGE_SHARE));
  return patientPool(pool, { max_connections, statement_timeout_ms: PAGE_PATIENCE_MS });
}

/** The look at a book takes a hundred times as long to plan as to run: see docs/decisions/plans.md. */
function openSettlingPool({ pool }: OpenDatabase): Pool {
  const max_connections = Math.max(2, Math.floor((pool.options.max ?? 10) * SETTLING_SHARE));
  return plannedPool(pool, { max_connections });
}

function pagesOf(
  services: Services,
  verbs: Verbs,
  { config, database, log, page_pool, askInboxes, secret_key, allow_private_webhooks }: PagesWith,
) {
  return openPages(services, verbs, {
    is_limited: config.rate_limit_per_second > 0,
    log,
    page_pool,
    mailing: openMailing(config, database.data_dir),
    askInboxes,
    secret_key,
    allow_private_webhooks,
  });
}

type PagesWith = Pick<WireOptions, 'config' | 'database' | 'log' | 'secret_key'> & {
  allow_private_webhooks: boolean;
  askInboxes: AskInboxes;
  page_pool: Pool;
};

async function listen(server: FastifyInstance, { port, host }: Config): Promise<void> {
  await server.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw listenFailure(error, host, port);
  });
}

/**
 * Node closes the connections that are idle when closing begins, and waits for the others; one that becomes
 * idle a moment later would be waited for until its keep-alive ends, so idle ones are closed again and again.
 */
async function closeServer(server: FastifyInstance): Promise<void> {
  const timer = setInterval(() => server.server.closeIdleConnections(), CLOSE_IDLE_MS);
  await server.close().finally(() => clearInterval(timer));
}

function readinessOf({ pool }: OpenDatabase, accepts: () => boolean): () => Promise<Readiness> {
  const look = shareLook(
    () => ping(pool),
    () => performance.now(),
  );
  return async () => {
    const checks = { database: await look(), accepts: accepts() };
    return { ready: checks.database && checks.accepts, checks };
  };
}
