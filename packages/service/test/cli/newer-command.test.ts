import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, openCluster } from '@chari/postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MIGRATIONS } from '../../src/cli/database.ts';
import { connect, type Pool } from '../../src/store/connect/connect.ts';
import { migrate } from '../../src/store/migrations/migrate.ts';
import { until } from '../waiting/until.ts';
import { chari, chariJson } from './run.ts';

let folder: string;
let older: Cluster;
let pool: Pool;
let newest: string;
let options: { env: Record<string, string> };

// What still runs of the version before: it holds the embedded database, whose schema is the one that it knows.
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chari-older-'));
  // Run as root, the database belongs to another user, who must get through.
  await chmod(folder, 0o755);
  const known = join(folder, 'migrations');
  await mkdir(known);
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort();
  newest = (files.pop() ?? '').replace(/\.sql$/, '');
  await Promise.all(files.map((file) => cp(join(MIGRATIONS, file), join(known, file))));
  const data_dir = join(folder, 'data');
  options = { env: { CHARI_DATA_DIR: data_dir } };
  await hold(data_dir);
  await migrate(pool, known);
});
afterEach(async () => {
  await pool.end();
  await older.stop();
  await rm(folder, { recursive: true, force: true });
});

async function hold(data_dir: string): Promise<void> {
  const log = () => undefined;
  older = await openCluster({ name: 'chari', data_dir, data_dir_is_explicit: true, log, randomBytes });
  pool = await connect(older.url, { max_connections: 1 });
}

async function lastApplied(): Promise<string> {
  const { rows } = await pool.query(
    `select lpad(version::text, 4, '0') || '_' || name as name from schema_migrations order by version desc limit 1`,
  );
  return rows[0].name;
}

describe('A command of a newer version beside a server of the version before', () => {
  test('says that the server must be started again, and leaves the schema under it as that server knows it', async () => {
    const before = await lastApplied();
    const { exit_code, stderr } = await chari(['merchants', 'list'], options);
    expect(await lastApplied()).toBe(before);
    expect(exit_code).toBe(1);
    expect(stderr).toContain(newest);
    expect(stderr).toContain('start it again');
    // Whoever knows that both may run says so.
    expect(await chariJson(['migrate'], options)).toMatchObject({ applied: [newest] });
    expect(await chariJson(['merchants', 'list'], options)).toEqual({ merchants: [] });
  });

  test('brings the embedded database up to date as before, once nobody else works on it', async () => {
    await pool.end();
    await older.stop();
    expect(await chariJson(['merchants', 'list'], options)).toEqual({ merchants: [] });
    await hold(older.data_dir);
    expect(await lastApplied()).toBe(newest);
  });
});

describe('A newer version that may not serve a database', () => {
  const refused = async (env: Record<string, string>): Promise<string> => {
    const before = await lastApplied();
    const { exit_code, stderr } = await chari(['serve'], {
      env: { ...options.env, ...env, PORT: '0' },
      ends: true,
    });
    expect(exit_code).toBe(1);
    expect(await lastApplied()).toBe(before);
    return stderr;
  };

  test('says so before it changes anything, where it would serve in development what serves in production', async () => {
    await pool.query('insert into production_since (since) values (now())');
    expect(await refused({})).toContain('This database serves in production since');
  });

  test('says so before it changes anything, where it would serve a demo in production', async () => {
    await pool.query(
      `insert into accounts (id, email, name, language, email_verified_at, created_at)
       values (gen_random_uuid(), 'owner@demo.invalid', 'Demo owner', 'fr', now(), now())`,
    );
    const env = { NODE_ENV: 'production', PUBLIC_URL: 'https://pay.example.com' };
    expect(await refused(env)).toContain('This database holds the demo');
  });
});

test('Whoever brings the database up to date while somebody holds a table is told that it waits', async () => {
  const other = await connect(older.url, { max_connections: 1 });
  const waits = async (): Promise<boolean> =>
    (await other.query('select from pg_locks where not granted')).rows.length > 0;
  await pool.query('begin');
  await pool.query('lock table schema_migrations in share mode');
  const migrating = chari(['migrate'], options);
  await until(waits);
  await until(async () => !(await waits()));
  await pool.query('commit');
  await other.end();
  const { exit_code, stdout, stderr } = await migrating;
  expect(stderr).toMatch(/waits for a table .*: it gives way, and tries again in 5 s\./);
  expect([exit_code, stdout]).toEqual([0, `Applied ${newest}.\n`]);
});
