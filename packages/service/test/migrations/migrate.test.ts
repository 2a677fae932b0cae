import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../../src/store/connect/connect.ts';
import { migrate, pendingMigrations } from '../../src/store/migrations/migrate.ts';
import { openEmptyDatabase, type TestDatabase } from '../database/open.ts';

let db: TestDatabase;
let folder: string;
beforeEach(async () => {
  db = await openEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'chari-migrations-'));
});
afterEach(async () => {
  await db.drop();
  await rm(folder, { recursive: true, force: true });
});

const put = (name: string, sql: string) => writeFile(join(folder, name), sql);

describe('migrate', () => {
  test('applies what is new, in order, and then nothing', async () => {
    await put('0002_second.sql', 'alter table first add column m int');
    await put('0001_first.sql', 'create table first (n int)');
    expect(await pendingMigrations(db.pool, folder)).toEqual(['0001_first', '0002_second']);
    expect(await migrate(db.pool, folder)).toEqual({ applied: ['0001_first', '0002_second'], version: 2 });
    expect(await migrate(db.pool, folder)).toEqual({ applied: [], version: 2 });
    await put('0003_third.sql', 'create table third (n int); create table fourth (n int)');
    expect(await pendingMigrations(db.pool, folder)).toEqual(['0003_third']);
    expect(await migrate(db.pool, folder)).toEqual({ applied: ['0003_third'], version: 3 });
  });

  test('takes as long as it takes, whatever the role or the database gives a statement', async () => {
    await put('0001_first.sql', 'create table first (n int); select pg_sleep(0.3)');
    await db.pool.query(
      `alter database ${new URL(db.url).pathname.slice(1)} set statement_timeout = '100ms'`,
    );
    const pool = await connect(db.url, { max_connections: 1 });
    expect((await migrate(pool, folder)).applied).toEqual(['0001_first']);
    const { rows } = await pool.query(`select current_setting('statement_timeout') as afterwards`);
    await pool.end();
    expect(rows).toEqual([{ afterwards: '100ms' }]);
  });

  test('lets one of several processes that start at once do the work', async () => {
    await put('0001_first.sql', 'select pg_sleep(0.05); create table first (n int)');
    await put('0002_second.sql', 'insert into first values (null)');
    const pools = await Promise.all([1, 2, 3, 4, 5, 6].map(() => connect(db.url)));
    const results = await Promise.all(pools.map((pool) => migrate(pool, folder)));
    await Promise.all(pools.map((pool) => pool.end()));
    expect(results.map(({ applied }) => applied.length).sort()).toEqual([0, 0, 0, 0, 0, 2]);
  });

  test('gives way to who reads a table behind a long reader, and changes it once that one has ended', async () => {
    await put('0001_first.sql', 'create table first (n int)');
    await migrate(db.pool, folder);
    await put('0002_second.sql', 'alter table first add column m int');
    const dump = await db.pool.connect();
    await dump.query('begin');
    await dump.query('select * from first');
    const said: string[] = [];
    const patience = { timeout_ms: 50, pause_ms: 150, tries: 50 };
    const migrating = migrate(db.pool, folder, (sentence) => said.push(sentence), patience);
    await expect.poll(() => said.length).toBeGreaterThan(0);
    // Behind a migration that waited without end nobody could read it.
    await db.pool.query('select * from first');
    await dump.query('commit');
    dump.release();
    expect((await migrating).applied).toEqual(['0002_second']);
    expect(said[0]).toContain('waits for a table that a long transaction holds');
  });

  test('says in the end what holds a table, and leaves it as it was', async () => {
    await put('0001_first.sql', 'create table first (n int)');
    await migrate(db.pool, folder);
    await put('0002_second.sql', 'alter table first add column m int');
    const dump = await db.pool.connect();
    await dump.query('begin');
    await dump.query('select * from first');
    const patience = { timeout_ms: 20, pause_ms: 10, tries: 3 };
    await expect(migrate(db.pool, folder, () => undefined, patience)).rejects.toThrow(
      'Migration 0002_second found its table held by a long transaction each time',
    );
    await dump.query('commit');
    dump.release();
    expect(await pendingMigrations(db.pool, folder)).toEqual(['0002_second']);
  });

  test('refuses a database that is newer than the code, and touches nothing', async () => {
    await put('0001_first.sql', 'create table first (n int)');
    await put('0002_second.sql', 'create table second (n int)');
    await migrate(db.pool, folder);
    await rm(join(folder, '0002_second.sql'));
    await expect(migrate(db.pool, folder)).rejects.toThrow(
      "The database has migration 0002_second, which this version of Chari doesn't know: run a version at least as new as the one that applied it.",
    );
    await expect(pendingMigrations(db.pool, folder)).rejects.toThrow('0002_second');
  });

  test('refuses a file that was changed after it had been applied, but not its line ends', async () => {
    await put('0001_first.sql', 'create table first\n(n int)');
    await migrate(db.pool, folder);
    await put('0001_first.sql', 'create table first\r\n(n int)');
    expect((await migrate(db.pool, folder)).applied).toEqual([]);
    await put('0001_first.sql', 'create table first (n bigint)');
    await expect(migrate(db.pool, folder)).rejects.toThrow(
      'Migration 0001_first was changed after it had been applied to this database: put its file back',
    );
  });

  test('rolls a failing file back whole and keeps those before it', async () => {
    await put('0001_first.sql', 'create table first (n int)');
    await put('0002_second.sql', 'create table second (n int); select 1 / 0');
    await expect(migrate(db.pool, folder)).rejects.toThrow(
      'Migration 0002_second failed and was rolled back (division by zero)',
    );
    const { rows } = await db.pool.query(
      `select to_regclass('first') is not null as first, to_regclass('second') is not null as second`,
    );
    expect(rows).toEqual([{ first: true, second: false }]);
    await put('0002_second.sql', 'create table second (n int)');
    expect((await migrate(db.pool, folder)).applied).toEqual(['0002_second']);
  });

  test.each([
    [['1_short.sql'], 'The migration 1_short.sql is misnamed'],
    [['0001_Upper.sql'], 'The migration 0001_Upper.sql is misnamed'],
    [['0001_a.sql', '0001_b.sql'], 'Two migrations are numbered 1 (a and b)'],
  ])('refuses the names %j', async (names, sentence) => {
    await Promise.all(names.map((name) => put(name, 'select 1')));
    await expect(migrate(db.pool, folder)).rejects.toThrow(sentence);
  });
});
