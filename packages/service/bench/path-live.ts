import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { secretOf } from '../src/engine/webhook-endpoints/secrets.ts';
import { atomically } from '../src/store/connect/atomically.ts';
import { SEAL_NONCE_BYTES, seal } from '../src/store/secrets/seal.ts';
import { insertEndpoints } from '../src/store/webhooks/endpoints.ts';
import { type Bytes, bytesBetween, bytesNow, bytesRows, settleTables } from './bytes.ts';
import { type Helper, runHelper, startHelper } from './children.ts';
import { type LiveService, phonesOf, sell, withLiveService } from './live-service.ts';
import type { PhonesResult } from './load/phones.ts';
import type { ReceiverReport } from './load/receiver.ts';
import { quantile } from './measure.ts';
import { type Effort, MEDIUM_NAMES, milliseconds, type Row } from './row.ts';

const P99_GOAL_MS = 50;
const PER_SECOND = 500;
/** Each as hot as 50 payments a second. */
const NUMBERS = 10;
const NS_PER_MS = 1e6;
const DELIVERY_PATIENCE_MS = 15_000;

/**
 * The live path, open loop: an SMS is posted by its phone, kept, read, proven by the book, settled, and the webhook
 * received with its signature. From the moment the SMS was due to be posted until the webhook had arrived whole.
 * The sessions were asked for before, in the engine.
 */
export async function measureLivePath(effort: Effort): Promise<Row[]> {
  const medium = 'disk';
  const rows = await withLiveService(medium, { merchants: 20, numbers: NUMBERS }, async (live) => {
    const { helper: receiver, first } = await startHelper<{ port: number }>('receiver.ts', true);
    try {
      await openEndpoints(live, receiver, first.port);
      effort.say('live: warm-up');
      await run(live, receiver, 2, 200);
      effort.say(`live: ${PER_SECOND} payments/s on ${NUMBERS} SIMs`);
      return rowsOf(await run(live, receiver, effort.quick ? 5 : 20, PER_SECOND), MEDIUM_NAMES[medium]);
    } finally {
      await receiver.stop();
    }
  });
  return rows ?? [];
}

/** One receiver for all merchants, who share one secret. */
async function openEndpoints(
  { services, country }: LiveService,
  receiver: Helper,
  port: number,
): Promise<void> {
  const secret = secretOf(randomBytes(32));
  const endpoints = country.merchant_ids.map((merchant_id) => {
    const id = services.newId();
    return {
      id,
      merchant_id,
      environment: 'live' as const,
      url: `http://127.0.0.1:${port}/`,
      events: null,
      description: null,
      status: 'enabled' as const,
      disabled_reason: null,
      failing_since: null,
      created_at: services.now(),
      secret_sealed: seal(services.secret_key, secret, id, randomBytes(SEAL_NONCE_BYTES)),
    };
  });
  await atomically(services.pool, (client) => insertEndpoints(client, endpoints));
  receiver.tell({ secret });
}

type Result = { asked: number; due_ns: Map<string, bigint>; report: ReceiverReport; bytes: Bytes };

async function run(
  live: LiveService,
  receiver: Helper,
  seconds: number,
  per_second: number,
): Promise<Result> {
  const before = await bytesNow(live.pool);
  const sessions = await sell(live, seconds * per_second);
  const { due_ns } = await runHelper<PhonesResult>('phones.ts', phonesOf(live, sessions, seconds));
  const deadline_ms = performance.now() + DELIVERY_PATIENCE_MS;
  while (performance.now() < deadline_ms) {
    const { count } = await receiver.ask<{ count: number }>({ ask: 'count' });
    if (count >= sessions.length) break;
    await sleep(20);
  }
  await settleTables(live.pool);
  const bytes = bytesBetween(before, await bytesNow(live.pool));
  const report = await receiver.ask<ReceiverReport>({ ask: 'report' });
  return { asked: sessions.length, due_ns, report, bytes };
}

function rowsOf({ asked, due_ns, report, bytes }: Result, medium: string): Row[] {
  const arrived = new Map<string, bigint>();
  for (const { session_id, event, at_ns } of report.received)
    if (event === 'payment_session.succeeded' && !arrived.has(session_id)) arrived.set(session_id, at_ns);
  const waits_ms = [...arrived].map(([id, at_ns]) => Number(at_ns - (due_ns.get(id) ?? 0n)) / NS_PER_MS);
  const p99_ms = quantile(waits_ms, 0.99);
  const whole = arrived.size === asked && report.bad_signatures === 0;
  return [
    {
      measurement: 'live',
      what: `SMS due → webhook received at ${PER_SECOND} payments/s on ${NUMBERS} SIMs, each as hot as ${PER_SECOND / NUMBERS}/s, ${medium}`,
      value: `${whole ? '' : 'VOID '}p50 ${milliseconds(quantile(waits_ms, 0.5))}, p99 ${milliseconds(p99_ms)}, p99.9 ${milliseconds(quantile(waits_ms, 0.999))}`,
      goal: `p99 ≤ ${P99_GOAL_MS} ms`,
      met: whole && p99_ms <= P99_GOAL_MS,
      from: `${arrived.size} of ${asked} payments delivered, ${report.bad_signatures} bad signatures`,
    },
    ...bytesRows(bytes, asked, 'live'),
  ];
}
