import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { connect } from '../src/store/connect/connect.ts';
import { quantile } from './measure.ts';
import { type Effort, MEDIUM_NAMES, milliseconds, type Row, ratioRow } from './row.ts';
import { isWhole, PER_SECOND, p99, p99s, runOnce } from './webhooks-deliver.ts';
import { type Field, openField, openGround, type Run, runLoad } from './webhooks-field.ts';

const GOAL = 2;
const IDLE = 300;
const READERS = 3;
const SETTINGS = { max_connections: 400 };
const WARM_UP_SECONDS = 3;

/** How long each reader's transaction is, and how long after the one before it begins. */
type Times = { reader_seconds: number; apart_seconds: number; load_seconds: number };
const WHOLE: Times = { reader_seconds: 120, apart_seconds: 40, load_seconds: 200 };
const QUICK: Times = { reader_seconds: 20, apart_seconds: 7, load_seconds: 33 };

/**
 * The load of `deliver` beside bad neighbours in the same database: three overlapping read transactions, one
 * connection idle in a transaction that has an id and a snapshot, 300 idle connections. As long as any of
 * them lasts no dead row can be removed. Its own p99 is taken before and after on the same database.
 */
export async function measureNeighbours(effort: Effort): Promise<Row[]> {
  const ground = await openGround(SETTINGS);
  if (ground === null) return [];
  const times = effort.quick ? QUICK : WHOLE;
  try {
    const field = await openField(ground);
    effort.say('neighbours: alone');
    const alone = [await runOnce(field, 'hangs', effort)];
    effort.say(`neighbours: three readers of ${times.reader_seconds} s`);
    const neighbours = await moveIn(field, times);
    let dead = 0;
    let beside: Run;
    try {
      beside = await runLoad(field, {
        crowded: 'hangs',
        per_second: PER_SECOND,
        warm_up_seconds: WARM_UP_SECONDS,
        seconds: times.load_seconds,
      });
      dead = await deadRows(field.database.pool);
    } finally {
      await neighbours.leave();
    }
    effort.say('neighbours: alone again');
    await field.database.pool.query('vacuum webhook_due');
    alone.push(await runOnce(field, 'hangs', effort));
    return rowsOf(alone, beside, dead, times, MEDIUM_NAMES[ground.opened.medium]);
  } finally {
    await ground.close();
  }
}

/** Dead rows that the hot table has piled up, as the statistics count them. */
async function deadRows(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ dead: string }>(
    `select n_dead_tup::text as dead from pg_stat_user_tables where relname = 'webhook_due'`,
  );
  return Number(rows[0]?.dead ?? 0);
}

async function moveIn(field: Field, times: Times): Promise<{ leave: () => Promise<void> }> {
  const pool = await connect(field.database.url, { max_connections: IDLE + READERS + 1 });
  const take = (count: number) => Promise.all(Array.from({ length: count }, () => pool.connect()));
  const idle = await take(IDLE);
  const [idler, ...readers] = (await take(READERS + 1)) as [PoolClient, ...PoolClient[]];
  // The product's setting would end it after 60 s; here it stays, which is worse.
  await idler.query('set idle_in_transaction_session_timeout = 0');
  await idler.query('begin isolation level repeatable read');
  await idler.query('select pg_current_xact_id()');
  const leaving = new AbortController();
  const reading = readers.map((reader, n) => read(reader, n, times, leaving.signal));
  const leave = async () => {
    leaving.abort();
    await Promise.all(reading);
    for (const client of [...idle, idler, ...readers]) client.release(true);
    await pool.end();
  };
  return { leave };
}

/** One long read transaction: a snapshot of the hot table's time, kept until it ends. */
async function read(reader: PoolClient, n: number, times: Times, leaving: AbortSignal): Promise<void> {
  const wait = (seconds: number) =>
    sleep(seconds * 1000, undefined, { signal: leaving }).catch(() => undefined);
  await wait(n * times.apart_seconds);
  if (leaving.aborted) return;
  await reader.query('begin isolation level repeatable read read only');
  await reader.query('set local idle_in_transaction_session_timeout = 0');
  await reader.query('select count(*) from webhook_endpoints');
  await wait(times.reader_seconds);
  await reader.query('commit');
}

function rowsOf(alone: Run[], beside: Run, dead: number, times: Times, where: string): Row[] {
  // The mean: of two, `median` is the greater, which would flatter the ratio.
  const alone_ms = alone.map(p99).reduce((sum, one_ms) => sum + one_ms, 0) / alone.length;
  const beside_ms = p99(beside);
  const whole = [...alone, beside].every(isWhole);
  const end = beside.waits_ms.filter((_, n) => (beside.ats_seconds[n] ?? 0) >= times.load_seconds * 0.9);
  const readers = `three overlapping read transactions of ${times.reader_seconds} s, one connection idle in transaction, ${IDLE} idle connections`;
  const row = ratioRow(
    'neighbours',
    `p99 of the healthy beside bad neighbours in the database (${readers}) : its own, ${where}`,
    beside_ms / alone_ms,
    { at_most: GOAL },
    `${milliseconds(beside_ms)} over ${times.load_seconds} s, ${milliseconds(quantile(end, 0.99))} in the last tenth of it, ${dead.toLocaleString('en-GB')} dead rows in webhook_due at the end : mean of ${p99s(alone)}; written : delivered ${beside.written} : ${beside.delivered}`,
  );
  return [whole ? row : { ...row, value: `VOID ${row.value}`, met: false }];
}
