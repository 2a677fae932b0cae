import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCluster } from '@chari/postgres';
import type { Pool } from 'pg';
import { connect } from '../src/store/connect/connect.ts';
import { type Bytes, bytesBetween, bytesNow, bytesRows, settleTables } from './bytes.ts';
import { type Helper, type Service, startHelper, startService } from './children.ts';
import { type Medium, makeFolder, removeFolder } from './database.ts';
import type { OpenLoad, Payment } from './load/open.ts';
import type { ReceiverReport } from './load/receiver.ts';
import { quantile } from './measure.ts';
import { type Effort, MEDIUM_NAMES, milliseconds, type Row } from './row.ts';

const P99_GOAL_MS = 50;
/** The rate at which the design sets a goal for the p99. */
const GOAL_RATE = 500;
const DELIVERY_PATIENCE_MS = 15_000;
const CONNECTIONS = 128;
const NS_PER_MS = 1e6;

/**
 * The whole path, open loop: session, credit, settled, webhook with its signature checked in another process.
 * Times run from the moment the credit was due to be sent to the moment the webhook had arrived whole.
 */
export async function measurePath(effort: Effort): Promise<Row[]> {
  const disk = await makeFolder('disk');
  const medium: Medium = disk === null ? 'ram' : 'disk';
  const folder = disk ?? (await makeFolder('ram'));
  if (folder === null) return [];
  const service = await startService({ data_dir: join(folder, 'data') });
  try {
    return await withReceiver(service, (receiver) => measureRates(service, receiver, medium, effort));
  } finally {
    await service.stop();
    await removeFolder(folder);
  }
}

async function withReceiver<T>(service: Service, work: (receiver: Helper) => Promise<T>): Promise<T> {
  const { helper, first } = await startHelper<{ port: number }>('receiver.ts', true);
  try {
    const response = await fetch(`${service.url}/v1/webhook-endpoints`, {
      method: 'POST',
      headers: { 'X-API-Key': service.key ?? '', 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: `http://127.0.0.1:${first.port}/` }),
    });
    const text = await response.text();
    const secret = /"secret":"([^"]+)"/.exec(text)?.[1];
    if (response.status !== 201 || secret === undefined)
      throw new Error(`no endpoint: ${response.status} ${text}`);
    helper.tell({ secret });
    return await work(helper);
  } finally {
    await helper.stop();
  }
}

async function measureRates(
  service: Service,
  receiver: Helper,
  medium: Medium,
  effort: Effort,
): Promise<Row[]> {
  const cluster = await openCluster({
    name: 'chari',
    data_dir: service.data_dir,
    data_dir_is_explicit: true,
    log: () => undefined,
    randomBytes,
  });
  const pool = await connect(cluster.url, { max_connections: 1 });
  const payer = await startHelper<undefined>('open.ts', false);
  try {
    const rates = effort.quick ? [300] : [100, 300, 500];
    const seconds = effort.quick ? 5 : 10;
    effort.say('path: warm-up');
    await run({
      service,
      receiver,
      payer: payer.helper,
      per_second: 100,
      seconds: effort.quick ? 2 : 5,
      pool,
    });
    const rows: Row[] = [];
    for (const per_second of rates) {
      effort.say(`path: ${per_second} payments/s`);
      const result = await run({ service, receiver, payer: payer.helper, per_second, seconds, pool });
      rows.push(...rowsOf(result, per_second, medium));
      if (per_second === rates.at(-1))
        rows.push(...bytesRows(result.bytes, result.payments.length, 'in the sandbox'));
    }
    return rows;
  } finally {
    await payer.helper.stop();
    await pool.end();
    await cluster.stop();
  }
}

type Run = {
  service: Service;
  receiver: Helper;
  payer: Helper;
  per_second: number;
  seconds: number;
  pool: Pool;
};
type Result = { payments: Payment[]; report: ReceiverReport; bytes: Bytes };

let runs = 0;

async function run({ service, receiver, payer, per_second, seconds, pool }: Run): Promise<Result> {
  runs += 1;
  const before = await bytesNow(pool);
  const load: OpenLoad = {
    port: service.port,
    key: service.key ?? '',
    per_second,
    seconds,
    connections: CONNECTIONS,
    name: `path-${runs}`,
  };
  const payments = await payer.ask<Payment[]>(load);
  const settled = payments.filter((payment) => payment.settled).length;
  const deadline = performance.now() + DELIVERY_PATIENCE_MS;
  while (performance.now() < deadline) {
    const { count } = await receiver.ask<{ count: number }>({ ask: 'count' });
    if (count >= settled) break;
    await sleep(20);
  }
  await settleTables(pool);
  const after = await bytesNow(pool);
  const report = await receiver.ask<ReceiverReport>({ ask: 'report' });
  const bytes = bytesBetween(before, after);
  return { payments, report, bytes };
}

function rowsOf({ payments, report }: Result, per_second: number, medium: Medium): Row[] {
  const arrived = new Map<string, bigint>();
  for (const { session_id, event, at_ns } of report.received) {
    if (event === 'payment_session.succeeded' && !arrived.has(session_id)) arrived.set(session_id, at_ns);
  }
  const accepted = payments.filter((payment) => payment.session_id !== null);
  const settled = accepted.filter((payment) => payment.settled);
  const delivered = settled.filter((payment) => arrived.has(payment.session_id ?? ''));
  const waits_ms = delivered.map(
    (one) => Number((arrived.get(one.session_id ?? '') ?? 0n) - one.credit_ns) / NS_PER_MS,
  );
  const asked = payments.length;
  const whole = asked > 0 && delivered.length === asked && report.bad_signatures === 0;
  const part = (count: number) => (asked === 0 ? '0' : (count / asked).toFixed(3));
  const trouble = payments.find((payment) => payment.trouble !== null)?.trouble;
  const p99_ms = quantile(waits_ms, 0.99);
  const has_goal = per_second === GOAL_RATE;
  const [c50, s50] = [
    quantile(
      payments.map((p) => p.create_ms),
      0.5,
    ),
    quantile(
      settled.map((p) => p.settle_ms),
      0.5,
    ),
  ];
  const again = report.received.length - arrived.size;
  return [
    {
      measurement: 'path',
      what: `accepted : settled : delivered at ${per_second} payments/s, open loop, ${MEDIUM_NAMES[medium]}`,
      value: `${whole ? '' : 'VOID '}${part(accepted.length)} : ${part(settled.length)} : ${part(delivered.length)}`,
      goal: '1.000 each',
      met: whole,
      from: `${asked} payments asked, ${report.bad_signatures} bad signatures, ${again} webhooks more than once${trouble ? `; first trouble: ${trouble}` : ''}`,
    },
    {
      measurement: 'path',
      what: `credit sent → webhook received at ${per_second} payments/s`,
      value: `${whole ? '' : 'VOID '}p50 ${milliseconds(quantile(waits_ms, 0.5))}, p99 ${milliseconds(p99_ms)}, p99.9 ${milliseconds(quantile(waits_ms, 0.999))}`,
      goal: has_goal ? `p99 ≤ ${P99_GOAL_MS} ms` : null,
      met: has_goal ? whole && p99_ms <= P99_GOAL_MS : null,
      from: `create answered in p50 ${milliseconds(c50)}, credit answered in p50 ${milliseconds(s50)}`,
    },
  ];
}
