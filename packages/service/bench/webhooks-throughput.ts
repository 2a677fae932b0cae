import { setTimeout as sleep } from 'node:timers/promises';
import { startHelper } from './children.ts';
import type { BareLoad } from './load/bare.ts';
import type { ReceiversCount, ReceiversReport } from './load/receivers.ts';
import { median } from './measure.ts';
import { type Effort, MEDIUM_NAMES, perSecond, type Row, ratioRow } from './row.ts';
import {
  clearDue,
  ENDPOINTS,
  type Field,
  fillDue,
  type Ground,
  openField,
  openGround,
  startDeliverer,
} from './webhooks-field.ts';

const GOAL = 0.5;
/** As many as a process of the service has under way. */
const IN_FLIGHT = 256;
const WARM_UP_MS = 2_000;
const BODIES = 1_000;
/** More than a process can deliver, so that the backlog outlasts the run. */
const FILL_PER_SECOND = 30_000;

/** The most webhooks a second that one process delivers to fast receivers, beside a bare undici loop. */
export async function measureThroughput(effort: Effort): Promise<Row[]> {
  const ground = await openGround();
  if (ground === null) return [];
  try {
    const field = await openField(ground);
    const ours: number[] = [];
    const bare: Record<BareLoad['call'], number[]> = { request: [], dispatch: [] };
    const seconds = effort.quick ? 3 : 6;
    for (let round = 0; round < (effort.quick ? 1 : 3); round += 1) {
      effort.say(`throughput: round ${round + 1}`);
      ours.push(await runOurs(field, seconds));
      for (const call of ['request', 'dispatch'] as const) {
        bare[call].push(await runBare(ground, field, call, seconds));
      }
    }
    const rates = (all: number[]) => all.map(perSecond).join(', ');
    const row = (what: string, call: BareLoad['call'], goal: { at_least: number } | null): Row =>
      ratioRow(
        'throughput',
        `webhooks delivered by one process to ${ENDPOINTS} fast receivers : ${what}, same bodies, ${MEDIUM_NAMES[ground.opened.medium]}`,
        median(ours) / median(bare[call]),
        goal,
        `${rates(ours)} : ${rates(bare[call])}; ${IN_FLIGHT} in flight on both sides`,
      );
    return [
      row('a bare loop over undici.request', 'request', { at_least: GOAL }),
      row('the same with its lowest call, dispatch', 'dispatch', null),
    ];
  } finally {
    await ground.close();
  }
}

/** More is due than the process can deliver in the time, written before. */
async function runOurs(field: Field, seconds: number): Promise<number> {
  await clearDue(field);
  await fillDue(field, field.merchant_ids, FILL_PER_SECOND * (seconds + WARM_UP_MS / 1000));
  await field.database.pool.query('vacuum analyze');
  await field.database.pool.query('checkpoint');
  const deliverer = await startDeliverer(field);
  try {
    return await receiptRate(field, seconds);
  } finally {
    await deliverer.stop();
  }
}

async function runBare(
  { ports }: Ground,
  field: Field,
  call: BareLoad['call'],
  seconds: number,
): Promise<number> {
  const { rows } = await field.database.pool.query<{ id: string; body: string }>(
    'select id, body from events order by id desc limit $1',
    [BODIES],
  );
  const { helper } = await startHelper<undefined>('bare.ts', false);
  try {
    const load: BareLoad = {
      call,
      origins: ports.map((port) => `http://127.0.0.1:${port}`),
      bodies: rows.map((row) => row.body),
      headers: bareHeaders(rows[0]?.id ?? ''),
      in_flight: IN_FLIGHT,
    };
    helper.tell(load);
    return await receiptRate(field, seconds);
  } finally {
    await helper.stop();
  }
}

/** As long as those of a webhook. */
function bareHeaders(id: string): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Chari-Webhooks/1',
    'X-Service-Signature': `sha256=${'0'.repeat(64)}`,
    'X-Service-Event': 'payment_session.succeeded',
    'X-Service-Delivery': id,
    'X-Service-Attempt': '1',
    'X-Service-Sequence': '1',
    'X-Service-Test': 'true',
    'webhook-id': id,
    'webhook-timestamp': '1700000000',
    'webhook-signature': `v1,${'0'.repeat(44)}`,
  };
}

async function receiptRate({ receivers }: Field, seconds: number): Promise<number> {
  receivers.tell({ keep: false });
  await sleep(WARM_UP_MS);
  const from = await receivers.ask<ReceiversCount>({ ask: 'count' });
  await sleep(seconds * 1000);
  const to = await receivers.ask<ReceiversCount>({ ask: 'count' });
  receivers.tell({ keep: true });
  await receivers.ask<ReceiversReport>({ ask: 'report' });
  return ((to.count - from.count) / (to.at_ms - from.at_ms)) * 1000;
}
