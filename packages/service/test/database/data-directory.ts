import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openCluster } from '@chari/postgres';
import { MIGRATIONS } from '../../src/cli/database.ts';
import { findFreePort } from '../../src/cli/serve/port.ts';
import { connect } from '../../src/store/connect/connect.ts';
import { migrate } from '../../src/store/migrations/migrate.ts';
import { madeOnce } from './once.ts';

const run = promisify(execFile);

/**
 * Lays a data directory there whose database is made and migrated, so that no server has to: that takes longer than
 * most of what is asked of one. Nobody has started on it: the first who does shows the demo merchant's key, and makes
 * the secret key.
 */
export async function layDataDirectory(data_dir: string): Promise<void> {
  const made = await madeOnce('data-directory', makeDataDirectory);
  // Its files belong to two accounts when root runs the tests, and only cp keeps that.
  await run('cp', ['-a', made, data_dir]);
  const state_file = join(data_dir, 'cluster.json');
  const state = JSON.parse(await readFile(state_file, 'utf8'));
  const port = await findFreePort('127.0.0.1');
  await writeFile(state_file, `${JSON.stringify({ ...state, port })}\n`);
}

async function makeDataDirectory(data_dir: string): Promise<void> {
  const cluster = await openCluster({
    name: 'chari',
    data_dir,
    data_dir_is_explicit: true,
    log: () => undefined,
    randomBytes,
  });
  try {
    const pool = await connect(cluster.url, { max_connections: 1 });
    await migrate(pool, MIGRATIONS);
    await pool.end();
  } finally {
    await cluster.stop();
  }
}
