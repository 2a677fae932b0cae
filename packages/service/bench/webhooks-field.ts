import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerSettings } from '@chari/postgres';
import { createIds } from '../src/cli/services.ts';
import type { OutboxEvent } from '../src/domain/event/event.ts';
import { secretOf } from '../src/engine/webhook-endpoints/secrets.ts';
import { atomically } from '../src/store/connect/atomically.ts';
import { insertMerchants } from '../src/store/merchants.ts';
import { SEAL_NONCE_BYTES, seal } from '../src/store/secrets/seal.ts';
import { publishEvents } from '../src/store/webhooks/deliveries.ts';
import { insertEndpoints } from '../src/store/webhooks/endpoints.ts';
import { type Helper, startHelper } from './children.ts';
import { type BenchCluster, type BenchDatabase, openBenchCluster, openBenchDatabase } from './database.ts';
import type { WriteLoad, Written } from './load/deliverer.ts';
import type { ReceiversReady, ReceiversReport } from './load/receivers.ts';
import { eachOf, portions, quantile } from './measure.ts';

export const ENDPOINTS = 100;
/** The endpoint that hangs, where one does. */
const CROWDED = 0;
const newId = createIds(Date.now);
const PATIENCE_MS = 8_000;
const FILL_SET = 5_000;

/** One server, one process of receivers. */
export type Ground = { opened: BenchCluster; receivers: Helper; ports: number[]; close: () => Promise<void> };

export async function openGround(settings: ServerSettings = {}): Promise<Ground | null> {
  const opened = (await openBenchCluster('disk', settings)) ?? (await openBenchCluster('ram', settings));
  if (opened === null) return null;
  const { helper: receivers } = await startHelper<undefined>('receivers.ts', false);
  const { ports } = await receivers.ask<ReceiversReady>({ open: ENDPOINTS });
  const close = async () => {
    await receivers.stop();
    await opened.close();
  };
  return { opened, receivers, ports, close };
}

/** A database with a hundred merchants, each with one endpoint at a receiver of its own. */
export type Field = {
  database: BenchDatabase;
  receivers: Helper;
  merchant_ids: string[];
  secret_key: Buffer;
};

export async function openField({ opened, receivers, ports }: Ground): Promise<Field> {
  const database = await openBenchDatabase(opened.cluster);
  const secret_key = randomBytes(32);
  const created_at = new Date();
  const merchants = ports.map((_, n) => ({
    id: newId(),
    name: `Shop ${n}`,
    fee_basis_points: 0,
    created_at,
  }));
  const endpoints = merchants.map((merchant, n) => {
    const id = newId();
    const sealed = seal(secret_key, secretOf(randomBytes(32)), id, randomBytes(SEAL_NONCE_BYTES));
    return {
      id,
      merchant_id: merchant.id,
      environment: 'test' as const,
      url: `http://127.0.0.1:${ports[n]}/`,
      events: null,
      description: null,
      status: 'enabled' as const,
      disabled_reason: null,
      failing_since: null,
      created_at,
      secret_sealed: sealed,
    };
  });
  await atomically(database.pool, async (client) => {
    await insertMerchants(client, merchants);
    await insertEndpoints(client, endpoints);
  });
  return { database, receivers, merchant_ids: merchants.map(({ id }) => id), secret_key };
}

/** A fresh process with the delivery loop. */
export async function startDeliverer({ database, secret_key }: Field): Promise<Helper> {
  const { helper } = await startHelper<undefined>('deliverer.ts', false);
  await helper.ask({ start: { url: database.url, secret_key } });
  return helper;
}

/** Nothing is due any more, and every endpoint is in good health again. */
export async function clearDue({ database }: Field): Promise<void> {
  await database.pool.query('truncate webhook_due');
  await database.pool.query(`update webhook_endpoints set status = 'enabled', consecutive_failures = 0,
    failing_since = null, disabled_at = null, disabled_reason = null`);
}

/** What the endpoint with 30 % of the events does: it never answers, answers as the others, or is not there. */
export type Crowded = 'hangs' | 'answers' | 'absent';

export type Load = { crowded: Crowded; per_second: number; warm_up_seconds: number; seconds: number };

export type Run = {
  /** From just before the commit until the healthy receiver had the whole request; in order of commits. */
  waits_ms: number[];
  /** Seconds since the first commit, beside `waits_ms`. */
  ats_seconds: number[];
  written: number;
  delivered: number;
  /** Receipts of events that had come already. */
  again: number;
  late_p99_ms: number;
};

/** One run of the open loop against a fresh process, warmed up with the healthy alone. */
export async function runLoad(field: Field, load: Load): Promise<Run> {
  await clearDue(field);
  const deliverer = await startDeliverer(field);
  try {
    const [, ...others] = field.merchant_ids;
    field.receivers.tell({ hang: load.crowded === 'hangs' ? [CROWDED] : [] });
    const whole: WriteLoad = {
      per_second: load.crowded === 'absent' ? load.per_second * 0.7 : load.per_second,
      seconds: load.seconds,
      merchant_ids: others,
      crowded_merchant_id: load.crowded === 'absent' ? null : (field.merchant_ids[CROWDED] as string),
    };
    const warm_up: WriteLoad = { ...whole, seconds: load.warm_up_seconds, crowded_merchant_id: null };
    await follow(field, await deliverer.ask<Written>({ write: warm_up }), 0);
    const written = await deliverer.ask<Written>({ write: whole });
    return await follow(field, written, load.crowded === 'answers' ? written.crowded : 0);
  } finally {
    await deliverer.stop();
  }
}

/**
 * Waits until all that was written for the healthy has come, or patience ends, and puts times together.
 * @param others how many receipts of others come besides
 */
async function follow({ receivers }: Field, written: Written, others: number): Promise<Run> {
  const deadline_ms = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline_ms) {
    const { count } = await receivers.ask<{ count: number }>({ ask: 'count' });
    if (count >= written.ids.length + others) break;
    await sleep(20);
  }
  return runOf(written, await receivers.ask<ReceiversReport>({ ask: 'report' }));
}

/** What came of what was written. */
export function runOf(written: Written, { ids, ats_ms }: ReceiversReport): Run {
  const first = new Map<string, number>();
  for (const [n, id] of ids.entries()) if (!first.has(id)) first.set(id, ats_ms[n] as number);
  const run: Run = {
    waits_ms: [],
    ats_seconds: [],
    written: written.ids.length,
    delivered: 0,
    again: ids.length - first.size,
    late_p99_ms: quantile(written.lates_ms, 0.99),
  };
  for (const [n, id] of written.ids.entries()) {
    const at_ms = first.get(id);
    if (at_ms === undefined) continue;
    const commit_ms = written.commits_ms[n] as number;
    run.waits_ms.push(at_ms - commit_ms);
    run.ats_seconds.push((commit_ms - (written.commits_ms[0] as number)) / 1000);
    run.delivered += 1;
  }
  return run;
}

/** Writes so many events, evenly over these merchants, all due now; sets of 5,000, two at a time. */
export async function fillDue(field: Field, merchant_ids: readonly string[], count: number): Promise<void> {
  const numbers = portions(
    Array.from({ length: count }, (_, n) => n),
    FILL_SET,
  );
  await eachOf(numbers, 2, async (set) => {
    const filled = set.map((n) => eventOf(merchant_ids[n % merchant_ids.length] as string));
    await publishEvents(field.database.pool, filled);
  });
}

/** An event with a body as long as that of a session's. */
function eventOf(merchant_id: string): OutboxEvent {
  const id = newId();
  const type = 'payment_session.succeeded';
  const body = JSON.stringify({ id, event: type, filler: '0'.repeat(650) });
  const about = { object_id: newId(), sequence: 1, created_at: new Date() };
  return { id, merchant_id, environment: 'test', type, body, ...about };
}
