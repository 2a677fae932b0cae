import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCluster } from '@chari/postgres';
import type { Pool } from 'pg';
import type { Config } from '../domain/config/config.ts';
import { connect, redirect } from '../store/connect/connect.ts';
import { migrate, pendingMigrations } from '../store/migrations/migrate.ts';
import { CommandFailure, tellPerson } from './output.ts';

export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

/** The database of this configuration, open. */
export type OpenDatabase = {
  pool: Pool;
  source: 'embedded' | 'url';
  /** Where files of ours lie; may differ from the configured one when that was the default. */
  data_dir: string;
  /** Whether another process had started the embedded server. */
  joined: boolean;
  /** Whether others may be working on it, who know the schema that it had at opening. */
  shared: boolean;
  /** Where it was at opening; holds the password. */
  url: string;
  /**
   * Brings the embedded server back after it died, and gives its address, which may be another one; null
   * where the database is not ours to start.
   */
  revive: (() => Promise<string>) | null;
  /** Ends the pool and gives the embedded server back; the last user's call ends that server. */
  close: () => Promise<void>;
};

/** No plan of ours depends on statistics, and each analysis makes every connection plan anew: see docs/decisions/plans.md. */
const RARELY_ANALYSED = { autovacuum_analyze_scale_factor: '0.5', autovacuum_analyze_threshold: 10_000 };

/**
 * Opens the database: `DATABASE_URL`, or the embedded server of the data directory, started or joined.
 * Throws a DatabaseFailure or a ClusterFailure whose message is one sentence.
 */
export async function openDatabase(
  config: Config,
  options: { max_connections: number; log: (sentence: string) => void },
): Promise<OpenDatabase> {
  const pool_options = { max_connections: options.max_connections, log: options.log };
  if (config.database_url !== null) {
    const pool = await connect(config.database_url, pool_options);
    const data_dir = resolve(config.data_dir);
    const close = () => pool.end();
    return {
      pool,
      source: 'url',
      url: config.database_url,
      data_dir,
      joined: true,
      shared: true,
      revive: null,
      close,
    };
  }
  const cluster = await openCluster({
    name: 'chari',
    data_dir: config.data_dir,
    data_dir_is_explicit: config.data_dir_was_set,
    data_dir_setting: 'CHARI_DATA_DIR',
    server_setting: 'DATABASE_URL',
    settings: RARELY_ANALYSED,
    log: options.log,
    randomBytes,
  });
  try {
    const pool = await connect(cluster.url, pool_options);
    const close = async () => {
      await pool.end();
      await cluster.stop();
    };
    const revive = async () => {
      const now_at = await cluster.revive();
      redirect(pool, now_at);
      return now_at;
    };
    const { url, data_dir, joined, shared } = cluster;
    return { pool, source: 'embedded', url, data_dir, joined, shared, revive, close };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/**
 * Makes sure that a command finds the schema it knows. The embedded database is brought up to date on the way, where nobody
 * else has it open: a running server of an older version would find its tables and triggers changed beneath it. One that is
 * shared is changed only by `serve` and `migrate`.
 */
export async function requireSchema({ pool, source, shared }: OpenDatabase): Promise<void> {
  const pending = await pendingMigrations(pool, MIGRATIONS);
  if (pending.length === 0) return;
  if (!shared) {
    await migrate(pool, MIGRATIONS, tellPerson);
    return;
  }
  const lacks = `The database lacks ${pending.length} migrations, the first being ${pending[0]}`;
  throw new CommandFailure(
    source === 'url'
      ? `${lacks}: run npx chari migrate.`
      : `${lacks}, and a process of an older version has it open: end chari serve and start it again, which brings the database up to date. npx chari migrate does so beside it.`,
  );
}
