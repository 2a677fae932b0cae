import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCluster } from '@chari/postgres';
import type { TestProject } from 'vitest/node';
import { connect, type Pool } from '../../src/store/connect/connect.ts';
import { migrate } from '../../src/store/migrations/migrate.ts';

const NEEDED_BYTES = 2_000_000_000;
const TEMPLATE = 'chari_template';
const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's server; its database is not for tests. */
    cluster_url: string;
    template: string;
    /** For what several workers share; removed when the run ends. Others than root get through. */
    run_folder: string;
  }
}

/**
 * Starts one PostgreSQL for the whole run, on a RAM disk where there is one, and migrates a template
 * database that every test file clones.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await roomyFolder(), 'chari-test-'));
  // mkdtemp's 0700 would keep the server's account out when root runs the tests.
  await chmod(folder, 0o755);
  const cluster = await openCluster({
    name: 'chari',
    data_dir: join(folder, 'data'),
    data_dir_is_explicit: true,
    log: () => undefined,
    randomBytes,
    settings: { max_connections: 400, wal_level: 'minimal', max_wal_senders: 0, autovacuum_naptime: '60s' },
  });
  const tearDown = async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await makeTemplate(cluster.url);
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('cluster_url', cluster.url);
  project.provide('template', TEMPLATE);
  project.provide('run_folder', folder);
  return tearDown;
}

async function makeTemplate(cluster_url: string): Promise<void> {
  const admin = await connect(cluster_url, { max_connections: 1 });
  await makePasswordCheap(admin, cluster_url);
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const url = new URL(cluster_url);
  url.pathname = `/${TEMPLATE}`;
  const pool = await connect(url.href, { max_connections: 1 });
  await migrate(pool, migrations);
  await pool.end();
}

/** Thousands of connections are opened in a run, and each would hash the password 4,096 times. */
async function makePasswordCheap(admin: Pool, cluster_url: string): Promise<void> {
  const { username, password } = new URL(cluster_url);
  const client = await admin.connect();
  await client.query('set scram_iterations = 1');
  await client.query(`alter role ${username} password ${client.escapeLiteral(decodeURIComponent(password))}`);
  client.release(true);
}

async function roomyFolder(): Promise<string> {
  const stats = await statfs('/dev/shm').catch(() => undefined);
  return stats && stats.bavail * stats.bsize > NEEDED_BYTES ? '/dev/shm' : tmpdir();
}
