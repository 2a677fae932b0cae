import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Cluster, openCluster, type ServerSettings } from '@chari/postgres';
import type { Pool } from 'pg';
import { connect } from '../src/store/connect/connect.ts';
import { migrate } from '../src/store/migrations/migrate.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));
/** `f_type` of tmpfs: https://man7.org/linux/man-pages/man2/statfs.2.html */
const TMPFS = 0x01021994;
const FSYNC_TRIES = 200;

/** `ram`: a file system in memory, where a commit costs no disk. `disk`: one on which fsync waits. */
export type Medium = 'ram' | 'disk';

/** A folder on the medium, or null where the machine has none. Removed by `removeFolder`. */
export async function makeFolder(medium: Medium): Promise<string | null> {
  const parent = medium === 'ram' ? '/dev/shm' : tmpdir();
  const stats = await statfs(parent).catch(() => null);
  if (stats === null || (stats.type === TMPFS) !== (medium === 'ram')) return null;
  const folder = await mkdtemp(join(parent, 'chari-bench-'));
  // The embedded server's account must be able to pass when root runs this.
  await chmod(folder, 0o755);
  return folder;
}

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** Median time of an 8 KiB write followed by fdatasync, in milliseconds: what one commit waits for. */
export async function fsyncDelay_ms(folder: string): Promise<number> {
  const file = await open(join(folder, 'fsync-probe'), 'w');
  const block = Buffer.alloc(8192, 1);
  const times_ms: number[] = [];
  try {
    for (let n = 0; n < FSYNC_TRIES; n += 1) {
      const from_ms = performance.now();
      await file.write(block, 0, block.length, 0);
      await file.datasync();
      times_ms.push(performance.now() - from_ms);
    }
  } finally {
    await file.close();
    await rm(join(folder, 'fsync-probe'), { force: true });
  }
  return times_ms.sort((a, b) => a - b)[FSYNC_TRIES >> 1] ?? 0;
}

export type BenchCluster = { cluster: Cluster; folder: string; medium: Medium; close: () => Promise<void> };

/** The embedded server with the settings that `npm start` gives it, on a folder of its own. */
export async function openBenchCluster(
  medium: Medium,
  settings: ServerSettings = {},
): Promise<BenchCluster | null> {
  const folder = await makeFolder(medium);
  if (folder === null) return null;
  const cluster = await openCluster({
    name: 'chari',
    data_dir: join(folder, 'data'),
    data_dir_is_explicit: true,
    log: () => undefined,
    randomBytes,
    settings,
  });
  const close = async () => {
    await cluster.stop();
    await removeFolder(folder);
  };
  return { cluster, folder, medium, close };
}

let databases = 0;

export type BenchDatabase = { url: string; pool: Pool; drop: () => Promise<void> };

/** A new migrated database of the cluster. */
export async function openBenchDatabase(cluster: Cluster): Promise<BenchDatabase> {
  databases += 1;
  const name = `bench_${databases}`;
  await administer(cluster, `create database ${name}`);
  const url = new URL(cluster.url);
  url.pathname = `/${name}`;
  const pool = await connect(url.href, { max_connections: 16 });
  await migrate(pool, MIGRATIONS);
  const drop = async () => {
    await pool.end();
    await administer(cluster, `drop database if exists ${name} with (force)`);
  };
  return { url: url.href, pool, drop };
}

async function administer(cluster: Cluster, statement: string): Promise<void> {
  const pool = await connect(cluster.url, { max_connections: 1 });
  try {
    await pool.query(statement);
  } finally {
    await pool.end();
  }
}
