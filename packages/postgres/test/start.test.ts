import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  isRunning,
  makeFolder,
  openHere,
  openPool,
  postmasterPid,
  refusal,
  startAndKill,
} from './processes.ts';

let folder: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ folder, remove } = await makeFolder());
});
afterEach(() => remove());

/** Listens on a port of the loopback address until released. */
async function occupy(port: number): Promise<{ port: number; release: () => Promise<void> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { port: address.port, release: () => new Promise((resolve) => server.close(() => resolve())) };
}

describe('the first start on an empty folder', () => {
  test('makes a PostgreSQL 18 that syncs every commit and sorts the same everywhere', async () => {
    const { pool, cluster, close } = await openHere({ data_dir: join(folder, 'data') });
    const { rows } = await pool.query(
      `select current_setting('server_version_num')::int / 10000 as version, current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as synchronous_commit, current_setting('listen_addresses') as address,
        current_setting('application_name') as application_name, current_setting('timezone') as timezone,
        current_user as role, current_database() as database,
        datlocale as locale from pg_database where datname = current_database()`,
    );
    expect(rows).toEqual([
      {
        version: 18,
        fsync: 'on',
        synchronous_commit: 'on',
        address: '127.0.0.1',
        application_name: 'shop',
        timezone: 'UTC',
        role: 'shop',
        database: 'shop',
        locale: 'C.UTF-8',
      },
    ]);
    expect(cluster.joined).toBe(false);
    await close();
  });

  test('keeps the password in a file for its owner alone and lets nobody in without it', async () => {
    const { cluster, logged, close } = await openHere({ data_dir: join(folder, 'data') });
    const { password } = new URL(cluster.url);
    expect(password.length).toBeGreaterThanOrEqual(32);
    expect((await stat(join(folder, 'data', 'cluster.json'))).mode & 0o777).toBe(0o600);
    expect(logged.join(' ')).not.toContain(password);
    await expect(openPool(cluster.url.replace(password, 'guess'))).rejects.toMatchObject({ code: '28P01' });
    await expect(openPool(cluster.url.replace(`:${password}`, ''))).rejects.toThrow('password');
    await close();
  });

  test('succeeds whenever an earlier one was killed, and cleans up after it', async () => {
    const data_dir = join(folder, 'data');
    for (const after_ms of [120, 200, 280, 360, 440, 520]) {
      await startAndKill({ data_dir }, after_ms);
    }
    const { pool, close } = await openHere({ data_dir });
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await close();
    // An initdb whose parent was killed may have gone on until now; the next start tidies up after it.
    await (await openHere({ data_dir })).close();
    const names = ['cluster.json', 'leases', 'locks', 'postgres', 'postgres.log'];
    expect((await readdir(data_dir)).sort()).toEqual(names);
    expect(await readdir(join(data_dir, 'leases'))).toEqual([]);
    expect(await readdir(join(data_dir, 'locks'))).toHaveLength(1);
  });
});

describe('a later start', () => {
  test('finds the data of the first on the same port', async () => {
    const data_dir = join(folder, 'data');
    const first = await openHere({ data_dir });
    await first.pool.query('create table kept as select 7 as n');
    await first.close();
    const second = await openHere({ data_dir });
    expect((await second.pool.query('select n from kept')).rows).toEqual([{ n: 7 }]);
    expect(second.cluster.port).toBe(first.cluster.port);
    // Below those of outgoing connections, one of which could have it by now.
    expect(first.cluster.port).toBeLessThan(32_768);
    await second.close();
  });

  test('takes another port when its own is taken, says so and remembers it', async () => {
    const data_dir = join(folder, 'data');
    const first = await openHere({ data_dir });
    await first.close();
    const other = await occupy(first.cluster.port);
    const second = await openHere({ data_dir });
    expect(second.cluster.port).not.toBe(first.cluster.port);
    expect(second.logged).toEqual([
      `Port ${first.cluster.port} is taken, so the database listens on ${second.cluster.port}.`,
    ]);
    await second.close();
    await other.release();
    const third = await openHere({ data_dir });
    expect(third.cluster.port).toBe(second.cluster.port);
    await third.close();
  });

  test('is not misled by a stale postmaster.pid that names a process of somebody else', async () => {
    const data_dir = join(folder, 'data');
    await (await openHere({ data_dir })).close();
    await writeFile(
      join(data_dir, 'postgres', 'postmaster.pid'),
      `${process.pid}\n${data_dir}\n1\n5432\n\n\n\nready\n`,
    );
    const { pool, cluster, close } = await openHere({ data_dir });
    expect(cluster.joined).toBe(false);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await close();
  });

  test('refuses data of another major version', async () => {
    const data_dir = join(folder, 'data');
    await (await openHere({ data_dir })).close();
    await writeFile(join(data_dir, 'postgres', 'PG_VERSION'), '16\n');
    expect(await refusal({ data_dir })).toMatch(
      /^other_major_version: .* was made by PostgreSQL 16 and the one that comes with this release is 18: dump it with version 16 and restore it into a new SHOP_DATA_DIR, or serve it with version 16 and set SHOP_DATABASE\.$/,
    );
  });

  test('says which file to put back when the password is damaged, wrong or gone', async () => {
    const data_dir = join(folder, 'data');
    await (await openHere({ data_dir })).close();
    const file = join(data_dir, 'cluster.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, '{');
    expect(await refusal({ data_dir })).toContain("cluster.json with the database's password is damaged");
    await writeFile(file, text.replace(/"password":"./, '"password":"?'));
    expect(await refusal({ data_dir })).toMatch(/^password_lost: .* put that file back from a copy\.$/);
    await rm(file);
    expect(await refusal({ data_dir })).toMatch(/^password_lost: .* is gone: put it back from a copy\.$/);
    await writeFile(file, text, { mode: 0o600 });
    await (await openHere({ data_dir })).close();
  });

  test('keeps the password it remembers when the data is away, so that data put back later still opens', async () => {
    const data_dir = join(folder, 'data');
    const first = await openHere({ data_dir });
    await first.pool.query('create table kept as select 7 as n');
    await first.close();
    await rename(join(data_dir, 'postgres'), join(folder, 'away'));
    await (await openHere({ data_dir })).close();
    await rm(join(data_dir, 'postgres'), { recursive: true });
    await rename(join(folder, 'away'), join(data_dir, 'postgres'));
    const later = await openHere({ data_dir });
    expect((await later.pool.query('select n from kept')).rows).toEqual([{ n: 7 }]);
    await later.close();
  });

  test('repeats what PostgreSQL said when a setting keeps it from starting', async () => {
    const sentence = await refusal({ data_dir: join(folder, 'data'), settings: { wal_level: 'wrong' } });
    expect(sentence).toMatch(
      /^did_not_start: PostgreSQL did not start \(invalid value for parameter "wal_level": "wrong"\)/,
    );
  });
});

test('the last stop ends the server, and a second stop does nothing', async () => {
  const data_dir = join(folder, 'data');
  const { cluster, close } = await openHere({ data_dir });
  const pid = await postmasterPid(data_dir);
  await close();
  expect(await isRunning(pid)).toBe(false);
  await cluster.stop();
});
