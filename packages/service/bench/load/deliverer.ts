// One process of the service as far as webhooks go: it writes events into the outbox in transactions, as the
// engine does, by the clock, and runs the delivery loop that it wakes after each commit.
import { setTimeout as sleep } from 'node:timers/promises';
import { createIds } from '../../src/cli/services.ts';
import { type OutboxEvent, sessionEvent } from '../../src/domain/event/event.ts';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import { atomically } from '../../src/store/connect/atomically.ts';
import { connect, type Pool } from '../../src/store/connect/connect.ts';
import { publishEvents } from '../../src/store/webhooks/deliveries.ts';
import { type Delivery, type DeliveryStats, startDelivery } from '../../src/webhooks/deliver.ts';
import { clockMs } from '../measure.ts';

export type DelivererStart = { url: string; secret_key: Uint8Array };
/** Of ten events in a row, the first three are of `crowded_merchant_id`; null: they are left out. */
export type WriteLoad = {
  per_second: number;
  seconds: number;
  merchant_ids: string[];
  crowded_merchant_id: string | null;
};
export type Written = {
  ids: string[];
  /** `clockMs` just before COMMIT was sent, so waiting for the disk counts as on the way. */
  commits_ms: number[];
  /** Those of the crowded endpoint. */
  crowded: number;
  /** How long after its time by the clock each transaction began. */
  lates_ms: number[];
};
export type DelivererMessage =
  | { start: DelivererStart }
  | { write: WriteLoad }
  | { wake: true }
  | { ask: 'stats' };

const CONNECTIONS = 16;
const CROWDED_OF_TEN = 3;
/** As the engine's batchers: so many transactions at once, each with all that is due. */
const IN_FLIGHT = 2;

const newId = createIds(Date.now);
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

let pool: Pool;
let delivery: Delivery;

async function start({ url, secret_key }: DelivererStart): Promise<void> {
  pool = await connect(url, { max_connections: CONNECTIONS });
  delivery = startDelivery({
    pool,
    now: () => new Date(),
    random: Math.random,
    secret_key: Buffer.from(secret_key),
    allow_private_webhooks: true,
    log: { ...silent, error: (fields, sentence) => console.error(sentence, JSON.stringify(fields)) },
  });
}

function eventOf(merchant_id: string): OutboxEvent {
  const now = new Date();
  const session: PaymentSession = {
    id: newId(),
    merchant_id,
    environment: 'test',
    reference: 'BENCH-1',
    ticket: '7K3M9Q2T',
    amount_xaf: 5_000,
    operator: 'AIRTEL',
    status: 'SUCCESS',
    review_reason: null,
    event_sequence: 1,
    collection_number_id: newId(),
    assigned_collection_number: '+23566000001',
    customer_phone: null,
    description: null,
    created_at: now,
    expires_at: now,
    closed_at: now,
  };
  return sessionEvent(newId(), 'payment_session.succeeded', session, now, 'http://127.0.0.1:8080');
}

async function write(load: WriteLoad): Promise<Written> {
  const written: Written = { ids: [], commits_ms: [], crowded: 0, lates_ms: [] };
  const total = Math.round(load.per_second * load.seconds);
  const began_ms = clockMs();
  const under_way = new Set<Promise<void>>();
  let next = 0;
  while (next < total) {
    const due = Math.min(total, Math.ceil(((clockMs() - began_ms) / 1000) * load.per_second));
    if (due > next && under_way.size < IN_FLIGHT) {
      const late_ms = clockMs() - began_ms - (next / load.per_second) * 1000;
      const set = writeSet(load, next, due, late_ms, written).finally(() => under_way.delete(set));
      under_way.add(set);
      next = due;
    }
    await sleep(1);
  }
  await Promise.all(under_way);
  return written;
}

async function writeSet(
  load: WriteLoad,
  from: number,
  to: number,
  late_ms: number,
  written: Written,
): Promise<void> {
  const healthy: OutboxEvent[] = [];
  const crowded: OutboxEvent[] = [];
  for (let n = from; n < to; n += 1) {
    if (load.crowded_merchant_id === null || n % 10 >= CROWDED_OF_TEN) {
      healthy.push(eventOf(load.merchant_ids[n % load.merchant_ids.length] as string));
    } else crowded.push(eventOf(load.crowded_merchant_id));
  }
  const events = [...healthy, ...crowded];
  const commit_ms = await atomically(pool, async (client) => {
    await publishEvents(client, events);
    return clockMs();
  });
  delivery.wake();
  written.ids.push(...healthy.map((event) => event.id));
  written.commits_ms.push(...healthy.map(() => commit_ms));
  written.crowded += crowded.length;
  written.lates_ms.push(late_ms);
}

const tell = (answer: Written | DeliveryStats | { started: true }) => void process.send?.(answer);

process.on('message', (message: DelivererMessage) => {
  if ('start' in message) void start(message.start).then(() => tell({ started: true }));
  else if ('write' in message) void write(message.write).then(tell);
  else if ('wake' in message) delivery.wake();
  else tell(delivery.stats());
});
process.once('disconnect', () => process.exit(0));
