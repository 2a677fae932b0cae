import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeFolder, openHere, openPool, refusal } from './processes.ts';

let folder: string;
let data_dir: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ folder, remove } = await makeFolder());
  data_dir = join(folder, 'data');
});
afterEach(() => remove());

describe('the name', () => {
  test('may be a word of SQL, and a connection may call itself otherwise', async () => {
    const { cluster, pool, close } = await openHere({ data_dir, name: 'table' });
    const asked = 'select current_database() as database, current_setting($1) as application';
    expect((await pool.query(asked, ['application_name'])).rows).toEqual([
      { database: 'table', application: 'table' },
    ]);
    const other = await openPool(`${cluster.url}?application_name=till`);
    expect((await other.query(asked, ['application_name'])).rows).toEqual([
      { database: 'table', application: 'till' },
    ]);
    await other.end();
    await close();
  });

  test.each(['', 'Shop', 'my-shop', '1shop', '../shop', 'shop"', 'pg_shop', 'public', 'template1'])(
    'is not %j',
    async (name) => {
      await expect(openHere({ data_dir, name })).rejects.toThrow(TypeError);
    },
  );

  test('is kept by a folder: under another one nobody gets in, and nothing changes', async () => {
    await (await openHere({ data_dir })).close();
    expect(await refusal({ data_dir, name: 'other' })).toMatch(/^password_lost: .* does not accept other /);
    await (await openHere({ data_dir })).close();
  });
});

describe('settings', () => {
  test('count over the defaults', async () => {
    const settings = { max_connections: 30, statement_timeout: '7s' };
    const { pool, close } = await openHere({ data_dir, settings });
    const { rows } = await pool.query(
      "select current_setting('max_connections') as most, current_setting('statement_timeout') as patience",
    );
    expect(rows).toEqual([{ most: '30', patience: '7s' }]);
    await close();
  });

  test.each(['fsync', 'FSYNC', 'full_page_writes', 'listen_addresses', 'port', 'hba_file'])(
    'may not change %s',
    async (name) => {
      await expect(openHere({ data_dir, settings: { [name]: 'off' } })).rejects.toThrow(
        `The setting ${name} can't be changed: leave it out.`,
      );
    },
  );

  test('that ALTER SYSTEM wrote lose against those that keep the data and the door', async () => {
    const first = await openHere({ data_dir });
    await first.pool.query('alter system set fsync = off');
    await first.pool.query('alter system set full_page_writes = off');
    await first.pool.query("alter system set listen_addresses = '*'");
    await first.close();
    const { pool, close } = await openHere({ data_dir });
    const { rows } = await pool.query(
      `select name, setting from pg_settings
       where name in ('fsync', 'full_page_writes', 'listen_addresses', 'unix_socket_directories') order by name`,
    );
    expect(rows.map(({ name, setting }) => `${name}=${setting}`)).toEqual([
      'fsync=on',
      'full_page_writes=on',
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
    ]);
    await close();
  });
});
