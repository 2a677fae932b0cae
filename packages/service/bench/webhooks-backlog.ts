import { setTimeout as sleep } from 'node:timers/promises';
import type { Helper } from './children.ts';
import type { Written } from './load/deliverer.ts';
import type { ReceiversCount, ReceiversReport } from './load/receivers.ts';
import { clockMs, median, quantile } from './measure.ts';
import { type Effort, MEDIUM_NAMES, milliseconds, perSecond, type Row, ratioRow } from './row.ts';
import {
  clearDue,
  type Field,
  fillDue,
  openField,
  openGround,
  runOf,
  startDeliverer,
} from './webhooks-field.ts';

const SMALL = 1_000;
const LARGE = { whole: 1_000_000, quick: 100_000 };
const RATE_GOAL = 0.7;
const P99_GOAL_MS = 100;
/** These endpoints have the backlog; the other twenty get new events alone. */
const BEHIND = 80;
const NEW_PER_SECOND = 200;
const REFILL = 250;
const REFILLS_AT_ONCE = 3;
const WARM_UP_SECONDS = 2;
/** What has not come by then is counted as lost. */
const GRACE_MS = 2_000;

type Side = {
  field: Field;
  waiting: number;
  rates: number[];
  waits_ms: number[];
  lost: number;
  left: number;
};

/**
 * Drains a backlog with one process and keeps it at its size by writing as many as are delivered: so both
 * sides, a million and a thousand, do the same work. They take turns in two databases of one server. Then the
 * million is drained without being filled up while 200 events/s arrive for endpoints that have no backlog.
 */
export async function measureBacklog(effort: Effort): Promise<Row[]> {
  const ground = await openGround();
  if (ground === null) return [];
  const large_size = effort.quick ? LARGE.quick : LARGE.whole;
  try {
    const sides: Side[] = [];
    for (const waiting of [SMALL, large_size]) {
      sides.push({ field: await openField(ground), waiting, rates: [], waits_ms: [], lost: 0, left: 0 });
    }
    const [small, large] = sides as [Side, Side];
    effort.say(`backlog: writing ${large_size.toLocaleString('en-GB')} deliveries`);
    await fill(large);
    for (let round = 0; round < (effort.quick ? 1 : 3); round += 1) {
      effort.say(`backlog: round ${round + 1}`);
      // The small side begins anew: what the process before had claimed would wait for its lease.
      await clearDue(small.field);
      await fill(small);
      await fillDue(large.field, behind(large.field), large_size - (await waitingNow(large.field)));
      for (const side of round % 2 === 0 ? [small, large] : [large, small]) {
        await drain(side, effort.quick ? 4 : 6, side === large);
      }
    }
    return rowsOf(small, large, MEDIUM_NAMES[ground.opened.medium]);
  } finally {
    await ground.close();
  }
}

const behind = (field: Field): string[] => field.merchant_ids.slice(0, BEHIND);

async function fill({ field, waiting }: Side): Promise<void> {
  await fillDue(field, behind(field), waiting);
  await field.database.pool.query('vacuum analyze');
  await field.database.pool.query('checkpoint');
}

async function drain(side: Side, seconds: number, others: boolean): Promise<void> {
  const { field } = side;
  const deliverer = await startDeliverer(field);
  const draining = new AbortController();
  const level = keepLevel(side, deliverer, draining.signal);
  try {
    await sleep(WARM_UP_SECONDS * 1000);
    const from = await level.count();
    await sleep(seconds * 1000);
    const to = await level.count();
    side.rates.push(((to.count - from.count) / (to.at_ms - from.at_ms)) * 1000);
    draining.abort();
    await level.ended;
    if (others) await writeForOthers(side, deliverer, seconds);
    side.left = await waitingNow(field);
  } finally {
    draining.abort();
    await deliverer.stop();
    await field.receivers.ask<ReceiversReport>({ ask: 'report' });
  }
}

async function writeForOthers(side: Side, deliverer: Helper, seconds: number): Promise<void> {
  const { field } = side;
  const merchant_ids = field.merchant_ids.slice(BEHIND);
  const written = await deliverer.ask<Written>({
    write: { per_second: NEW_PER_SECOND, seconds, merchant_ids, crowded_merchant_id: null },
  });
  await sleep(GRACE_MS);
  const run = runOf(written, await field.receivers.ask<ReceiversReport>({ ask: 'report' }));
  side.waits_ms.push(...run.waits_ms);
  side.lost += run.written - run.delivered;
}

async function waitingNow({ database }: Field): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>('select count(*)::int from webhook_due');
  return rows[0]?.count ?? 0;
}

/** Writes as many new deliveries as have been received, so that about as many wait as at the start. */
function keepLevel({ field }: Side, deliverer: Helper, stop: AbortSignal) {
  let last: ReceiversCount = { count: 0, at_ms: clockMs() };
  // One question at a time: a helper answers in turn.
  let asking: Promise<ReceiversCount> = Promise.resolve(last);
  const count = (): Promise<ReceiversCount> => {
    asking = asking.then(() => field.receivers.ask<ReceiversCount>({ ask: 'count' }));
    return asking;
  };
  const run = async (): Promise<void> => {
    const first = await count();
    let written = 0;
    const writing = new Set<Promise<void>>();
    while (!stop.aborted) {
      last = await count();
      while (last.count - first.count - written >= REFILL && writing.size < REFILLS_AT_ONCE) {
        written += REFILL;
        const set = fillDue(field, behind(field), REFILL).then(() => {
          writing.delete(set);
          deliverer.tell({ wake: true });
        });
        writing.add(set);
      }
      await sleep(5);
    }
    await Promise.all(writing);
  };
  return { count, ended: run() };
}

function rowsOf(small: Side, large: Side, where: string): Row[] {
  const size = large.waiting.toLocaleString('en-GB');
  const rates = (side: Side) => side.rates.map(perSecond).join(', ');
  const p99_ms = quantile(large.waits_ms, 0.99);
  const whole = large.lost === 0 && large.waits_ms.length > 0;
  const what = `${NEW_PER_SECOND} new events/s for other endpoints`;
  return [
    ratioRow(
      'backlog',
      `rate of draining, ${size} : ${SMALL.toLocaleString('en-GB')} due deliveries waiting, one process, ${where}`,
      median(large.rates) / median(small.rates),
      { at_least: RATE_GOAL },
      `${rates(large)} : ${rates(small)}, while each delivered one was replaced by a new one; ${large.left.toLocaleString('en-GB')} and ${small.left.toLocaleString('en-GB')} waited at the end of the last round`,
    ),
    {
      measurement: 'backlog',
      what: `${what} beside ${size} waiting: commit → receipt`,
      value: `${whole ? '' : 'VOID '}p50 ${milliseconds(quantile(large.waits_ms, 0.5))}, p99 ${milliseconds(p99_ms)}`,
      goal: `p99 ≤ ${P99_GOAL_MS} ms`,
      met: whole && p99_ms <= P99_GOAL_MS,
      from: `${large.waits_ms.length} events, ${large.lost} not delivered; all rounds together, while the backlog is drained`,
    },
  ];
}
