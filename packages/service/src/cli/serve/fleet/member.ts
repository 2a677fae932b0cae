import type { MetricObject } from 'prom-client';
import { connect, redirect } from '../../../store/connect/connect.ts';
import type { OpenDatabase } from '../../database.ts';
import { openLog } from '../../log.ts';
import { loadSecretKey } from '../../secret-key.ts';
import { type Wired, wire } from '../../wire.ts';
import { drainOnSignal } from '../signals.ts';
import { spaced } from './fleet.ts';
import type { Begin, Order, Report } from './orders.ts';

/** A webhook leaves at most this much later because another process sends it. */
const EVENTS_EVERY_MS = 3;

/**
 * Runs one process that answers requests, below the one that holds the database: it neither starts nor
 * stops the embedded server, and ends when the first process says so, gets a signal, or when that is gone.
 */
export async function serveAsMember(): Promise<void> {
  let tell: (sentence: string) => void = () => undefined;
  let end = async (): Promise<void> => undefined;
  const drain = drainOnSignal(
    () => end(),
    (sentence) => tell(sentence),
  );
  let hear: (order: Order) => void = () => undefined;
  let moved_to: string | null = null;
  const begin = await new Promise<Begin>((resolve) => {
    process.on('message', (order: Order) => {
      if (order.kind === 'start') resolve(order);
      else if (order.kind === 'drain') drain('the first process ends');
      else hear(order);
      // Kept, because it may come before there is a pool to tell.
      if (order.kind === 'moved') moved_to = order.database_url;
    });
    report({ kind: 'here' });
  });
  try {
    const opened = openLog(begin.config, begin.data_dir, { put_aside: false });
    // The processes of a fleet write to one log, so each line of theirs names the one that wrote it.
    const logger = opened.logger.child({ pid: process.pid });
    tell = (sentence) => logger.warn(sentence);
    const database = await join(begin, tell);
    end = database.close;
    if (moved_to !== null) redirect(database.pool, moved_to);
    const secret_key = await loadSecretKey(begin.config, begin.data_dir);
    const onEvents = spaced(() => report({ kind: 'events' }), EVENTS_EVERY_MS);
    const fleet = { onEvents };
    const wired = wire({ config: begin.config, database, secret_key, role: 'api', log: logger, fleet });
    end = wired.drain;
    hear = (order) => {
      if (order.kind === 'moved') redirect(database.pool, order.database_url);
      else if (order.kind === 'count') void count(wired, order.ask);
    };
    await wired.start();
    report({ kind: 'ready' });
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    await new Promise<void>((resolve) => {
      process.send?.({ kind: 'failed', sentence } satisfies Report, undefined, undefined, () => resolve());
    });
    process.exit(1);
  }
}

async function join(begin: Begin, tell: (sentence: string) => void): Promise<OpenDatabase> {
  const { database_url: url, data_dir, max_connections } = begin;
  const pool = await connect(url, { max_connections, log: tell });
  const source = begin.config.database_url === null ? 'embedded' : 'url';
  return { pool, source, url, data_dir, joined: true, shared: true, revive: null, close: () => pool.end() };
}

async function count(wired: Wired, ask: number): Promise<void> {
  const metrics = (await wired.registry.getMetricsAsJSON()) as MetricObject[];
  report({ kind: 'counted', ask, metrics });
}

function report(what: Report): void {
  if (process.connected) process.send?.(what, undefined, undefined, () => undefined);
}
