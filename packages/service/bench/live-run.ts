import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { secretOf } from '../src/engine/webhook-endpoints/secrets.ts';
import { atomically } from '../src/store/connect/atomically.ts';
import { SEAL_NONCE_BYTES, seal } from '../src/store/secrets/seal.ts';
import { insertEndpoints } from '../src/store/webhooks/endpoints.ts';
import { type Helper, runHelper, startHelper } from './children.ts';
import { type LiveService, phonesOf, sell } from './live-service.ts';
import type { PhonesResult } from './load/phones.ts';
import type { ReceiverReport } from './load/receiver.ts';

const NS_PER_MS = 1e6;
const DELIVERY_PATIENCE_MS = 15_000;

/** One receiver for all merchants, who share one secret. */
export async function withReceiver<T>(live: LiveService, work: (receiver: Helper) => Promise<T>): Promise<T> {
  const { helper, first } = await startHelper<{ port: number }>('receiver.ts', true);
  try {
    await openEndpoints(live, helper, first.port);
    return await work(helper);
  } finally {
    await helper.stop();
  }
}

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

/** `waits_ms`: from the moment each SMS was due to be posted until its webhook had arrived whole. */
export type Told = { asked: number; waits_ms: number[]; bad_signatures: number; is_whole: boolean };

/** So many payments a second for so long; `beside` starts with the first SMS, and is waited for. */
export async function payLive(
  live: LiveService,
  receiver: Helper,
  { seconds, per_second }: { seconds: number; per_second: number },
  beside: () => Promise<unknown> = async () => undefined,
): Promise<Told> {
  const sessions = await sell(live, seconds * per_second);
  const [{ due_ns }] = await Promise.all([
    runHelper<PhonesResult>('phones.ts', phonesOf(live, sessions, seconds)),
    beside(),
  ]);
  const deadline_ms = performance.now() + DELIVERY_PATIENCE_MS;
  while (performance.now() < deadline_ms) {
    const { count } = await receiver.ask<{ count: number }>({ ask: 'count' });
    if (count >= sessions.length) break;
    await sleep(20);
  }
  const { received, bad_signatures } = await receiver.ask<ReceiverReport>({ ask: 'report' });
  const arrived = new Map<string, bigint>();
  for (const { session_id, event, at_ns } of received)
    if (event === 'payment_session.succeeded' && !arrived.has(session_id)) arrived.set(session_id, at_ns);
  const waits_ms = [...arrived].map(([id, at_ns]) => Number(at_ns - (due_ns.get(id) ?? 0n)) / NS_PER_MS);
  const is_whole = arrived.size === sessions.length && bad_signatures === 0;
  return { asked: sessions.length, waits_ms, bad_signatures, is_whole };
}
