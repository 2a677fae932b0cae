import { access, chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../database/open.ts';
import { chari } from './run.ts';
import { serve } from './server.ts';

const KEY = 'a'.repeat(64);
const SIGNED = ['--as', 'Awa', '--note', 'a new phone'];

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let folder: string;
beforeAll(async () => {
  db = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'chari-secret-key-'));
});
afterAll(async () => {
  await db.drop();
  await rm(folder, { recursive: true, force: true });
});

const at = (place: string) => join(folder, place);
const optionsOf = (place: string, env: Record<string, string> = {}) => ({
  env: { DATABASE_URL: db.url, CHARI_DATA_DIR: at(place), CHARI_DEMO: 'false', PORT: '0', ...env },
});
const isMade = (place: string) =>
  access(join(at(place), 'secret.key')).then(
    () => true,
    () => false,
  );
const addPhone = (name: string, options: ReturnType<typeof optionsOf>) =>
  chari(['gateways', 'create', name, ...SIGNED], options);
const phones = async () => (await db.pool.query('select name from sms_gateways')).rows;
const refusedServer = (options: ReturnType<typeof optionsOf>) => chari(['serve'], { ...options, ends: true });

describe('A database that was served', () => {
  beforeAll(async () => {
    const served = await serve(['--role', 'worker'], optionsOf('server', { CHARI_SECRET_KEY: KEY }).env);
    await served.end();
  });

  test('takes nothing that is sealed at a terminal without its key, and no key is made there', async () => {
    const refused = await addPhone('no-key', optionsOf('terminal'));
    expect([refused.exit_code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('set CHARI_SECRET_KEY to it'),
    ]);
    expect([await isMade('terminal'), await phones()]).toEqual([false, []]);
  });

  test('takes nothing that is sealed with another key, and is not served with one', async () => {
    const other = optionsOf('terminal', { CHARI_SECRET_KEY: 'b'.repeat(64) });
    const refused = await addPhone('other-key', other);
    expect([refused.exit_code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('CHARI_SECRET_KEY is another key than this database was sealed with'),
    ]);
    expect(await phones()).toEqual([]);
    const stopped = await refusedServer(other);
    expect([stopped.exit_code, stopped.stderr]).toEqual([1, refused.stderr]);
    const { findings } = JSON.parse((await chari(['doctor', '--json'], other)).stdout);
    expect(findings).toContainEqual(expect.objectContaining({ check: 'secret key', state: 'problem' }));
  });

  test('takes what is sealed with its own key, wherever that lies', async () => {
    expect((await addPhone('right-key', optionsOf('terminal', { CHARI_SECRET_KEY: KEY }))).exit_code).toBe(0);
    expect(await phones()).toEqual([{ name: 'right-key' }]);
  });

  test('is sealed with a new key once somebody has said that the one before is lost', async () => {
    await db.pool.query('delete from secret_key_in_use');
    const served = await serve(['--role', 'worker'], optionsOf('restored').env);
    await served.end();
    const checked = async () => {
      const { findings } = JSON.parse((await chari(['doctor', '--json'], optionsOf('restored'))).stdout);
      return findings.filter((one: { check: string }) => one.check === 'secret key');
    };
    expect(await checked()).toEqual([expect.objectContaining({ state: 'ok' })]);
    // The folder was made by the log, which comes first.
    expect((await stat(at('restored'))).mode & 0o777).toBe(0o700);
    // As the group of the service reads it, which is nobody else's perhaps: no more than advice.
    await chmod(join(at('restored'), 'secret.key'), 0o640);
    expect(await checked()).toEqual([
      expect.objectContaining({ state: 'advice', sentence: expect.stringContaining('its group') }),
    ]);
    // As a copy without its modes leaves it: everybody on the machine could open what is sealed.
    await chmod(join(at('restored'), 'secret.key'), 0o644);
    expect(await checked()).toEqual([
      expect.objectContaining({ state: 'problem', sentence: expect.stringContaining('chmod 600') }),
    ]);
    await rm(join(at('restored'), 'secret.key'));
    const refused = await refusedServer(optionsOf('restored'));
    expect([refused.exit_code, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`put secret.key back into ${at('restored')}`),
    ]);
    expect(await isMade('restored')).toBe(false);
  });
});

test('A terminal beside production makes no key of its own, though no server has said yet which one it is', async () => {
  await db.pool.query('delete from secret_key_in_use');
  await db.pool.query('insert into production_since (since) values (now())');
  const before = await phones();
  const refused = await chari(
    ['staff', 'add', 'awa@example.com', '--name', 'Awa', '--role', 'agent'],
    optionsOf('shell'),
  );
  expect([refused.exit_code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('CHARI_SECRET_KEY is not set'),
  ]);
  expect([await isMade('shell'), await phones()]).toEqual([false, before]);
});
