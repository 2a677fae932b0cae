import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../database/open.ts';
import { chari, chariJson } from './run.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let folder: string;
beforeAll(async () => {
  db = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'chari-on-record-'));
});
afterAll(async () => {
  await db.drop();
  await rm(folder, { recursive: true, force: true });
});

const SIGNED = ['--as', 'Awa', '--note', 'the phone is lost'];

test('who pauses a number, puts it back or ends a key by a command stands on record, as by its page', async () => {
  const options = { env: { DATABASE_URL: db.url, CHARI_DATA_DIR: folder } };
  const made = (...words: string[]) => chariJson<{ id: string }>(words, options);
  const number = await made('numbers', 'add', '66 00 00 77', '--operator', 'AIRTEL');
  const merchant = await made('merchants', 'create', '--name', 'Boutique Alpha');
  const key = await made('keys', 'create', '--merchant', merchant.id, '--env', 'test');
  const words = [
    ['numbers', 'pause', '66000077'],
    ['numbers', 'resume', number.id],
    ['keys', 'revoke', key.id],
  ];
  for (const command of words) {
    expect((await chari(command, options)).stderr).toContain('--note');
    await chariJson([...command, ...SIGNED], options);
  }
  const { rows } = await db.pool.query(
    'select actor, action from staff_actions where subject_id in ($1, $2) order by at, id',
    [number.id, merchant.id],
  );
  const actions = ['numbers.pause', 'numbers.resume', 'merchant.revoke_key'];
  expect(rows).toEqual(actions.map((action) => ({ actor: 'Awa', action })));
});
