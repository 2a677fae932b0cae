import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Services } from '../../src/engine/services.ts';
import { openTestDatabase } from '../database/open.ts';
import { hire, tokenOf } from '../office/people.ts';
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

/** What a command beside it has made. */
const keyMadeIn = async (data_dir: string) => (await readFile(join(data_dir, 'secret.key'), 'utf8')).trim();

const RECORD = `select actor, action, detail ->> 'proposed_by' as proposed_by from staff_actions
  where subject_id = $1 order by at, id`;
const made = async (query: string, id: string) => (await db.pool.query(query, [id])).rows;

test('who pauses a number, puts it back or ends a key by a command stands on record, as by its page', async () => {
  const options = { env: { DATABASE_URL: db.url, CHARI_DATA_DIR: folder } };
  const made = (...words: string[]) => chariJson<{ id: string }>(words, options);
  const number = await made('numbers', 'add', '66 00 00 77', '--operator', 'AIRTEL', ...SIGNED);
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
  const actions = ['numbers.add', 'numbers.pause', 'numbers.resume', 'merchant.revoke_key'];
  expect(rows).toEqual(actions.map((action) => ({ actor: 'Awa', action })));
});

test('who makes a live key by a command stands on record, and one that gives payments back takes two people', async () => {
  const options = { env: { DATABASE_URL: db.url, CHARI_DATA_DIR: folder } };
  const { id } = await chariJson<{ id: string }>(['merchants', 'create', '--name', 'Boutique Beta'], options);
  const live = ['keys', 'create', '--merchant', id, '--env', 'live'];
  expect((await chari(live, options)).stderr).toContain('--note');
  await chariJson([...live, ...SIGNED], options);
  const giving = [...live, '--also', 'refunds:write'];
  const as = (name: string) => ['--as', name, '--note', 'their server gives payments back'];
  expect((await chari([...giving, ...as('Awa')], options)).stdout).toContain('another person must agree');
  expect((await chari([...giving, ...as('Awa')], options)).stderr).toContain('somebody else must agree');
  expect(await made('select count(*)::int as n from api_keys where merchant_id = $1', id)).toEqual([
    { n: 1 },
  ]);
  const { scopes } = await chariJson<{ scopes: string[] }>([...giving, ...as('Brahim')], options);
  expect(scopes).toContain('refunds:write');
  expect(await made(RECORD, id)).toEqual([
    { actor: 'Awa', action: 'merchant.create_key', proposed_by: null },
    { actor: 'Brahim', action: 'merchant.create_key', proposed_by: 'Awa' },
  ]);
});

test('whoever hears no answer of the database is told to look before the same is said again', async () => {
  const options = { env: { DATABASE_URL: db.url, CHARI_DATA_DIR: folder } };
  const create = () => chari(['merchants', 'create', '--name', 'Boutique Sans Nouvelles'], options);
  const losing = async (does: string) => {
    await db.pool.query(`create or replace function lose() returns trigger language plpgsql as
      $$ begin ${does}; return null; end $$`);
    await db.pool.query(
      'create constraint trigger lose after insert on merchants deferrable initially deferred for each row execute function lose()',
    );
    const { exit_code, stderr } = await create();
    await db.pool.query('drop trigger lose on merchants');
    return [exit_code, stderr];
  };
  expect(await losing('perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(10)')).toEqual([
    1,
    expect.stringContaining('so it may be done: look whether it is before you say it again'),
  ]);
  expect(await losing(`raise exception 'lost a race' using errcode = '40001'`)).toEqual([
    1,
    expect.stringMatching(/^Nothing was done, .*: say it again/),
  ]);
});

test('who leads a merchant’s payers somewhere, or asks for live money by a link, stands on record', async () => {
  const options = { env: { DATABASE_URL: db.url, CHARI_DATA_DIR: folder } };
  const { id } = await chariJson<{ id: string }>(
    ['merchants', 'create', '--name', 'Boutique Gamma'],
    options,
  );
  await chariJson(['merchants', 'approve-kyc', id], options);
  const checkout = ['merchants', 'checkout', id, '--return-url', 'https://shop.example/thanks'];
  expect((await chari(checkout, options)).stderr).toContain('--note');
  await chariJson([...checkout, ...SIGNED], options);
  const whose = ['--merchant', id, '--env', 'live'];
  const create = ['links', 'create', ...whose, '--title', 'Tontine', '--amount', '5000'];
  expect((await chari(create, options)).stderr).toContain('--note');
  const link = await chariJson<{ id: string }>([...create, ...SIGNED], options);
  const close = ['links', 'close', link.id, ...whose];
  expect((await chari(close, options)).stderr).toContain('--note');
  await chariJson([...close, ...SIGNED], options);
  const signed = { actor: 'Awa', proposed_by: null };
  expect(await made(RECORD, id)).toEqual([{ ...signed, action: 'merchant.checkout' }]);
  expect(await made(RECORD, link.id)).toEqual([
    { ...signed, action: 'link.create' },
    { ...signed, action: 'link.close' },
  ]);
});

test('nobody alone agrees on a fee in production, by opening a merchant with one', async () => {
  const env = { DATABASE_URL: db.url, CHARI_DATA_DIR: folder };
  const create = ['merchants', 'create', '--name', 'Boutique Delta', '--fee-basis-points', '0'];
  expect((await chari(create, { env })).exit_code).toBe(0);
  const production = { ...env, NODE_ENV: 'production', PUBLIC_URL: 'https://pay.example.com' };
  expect(await chari(create, { env: production })).toMatchObject({
    exit_code: 1,
    stderr: expect.stringContaining('npx chari fees set'),
  });
  expect(await made('select count(*)::int as n from merchants where name = $1', 'Boutique Delta')).toEqual([
    { n: 1 },
  ]);
});

test('nobody joins or leaves the staff by a command unsigned, once an administrator works there', async () => {
  const options = { env: { DATABASE_URL: db.url, CHARI_DATA_DIR: folder } };
  const add = (mail: string) => ['staff', 'add', mail, '--role', 'administrator', '--name', 'Zara'];
  expect((await chari(add('first@example.com'), options)).exit_code).toBe(0);
  const world = { pool: db.pool, newId: () => crypto.randomUUID(), now: () => new Date(), policy: {} };
  const services = world as unknown as Services;
  const awa = await hire(services, 'Awa', 'administrator');
  await db.pool.query(
    `with p as (insert into account_passwords (account_id, hash, set_at) values ($1, '$argon2id$v=19$x', now()))
    insert into totp_factors (account_id, secret_sealed, confirmed_at, created_at) values ($1, '', now(), now())`,
    [awa.account_id],
  );
  const alone = await chari(add('second@example.com'), options);
  expect(alone).toMatchObject({ exit_code: 2, stdout: '' });
  expect(alone.stderr).toContain('An administrator signs this');
  expect((await chari(['staff', 'deactivate', 'first@example.com'], options)).exit_code).toBe(2);
  const in_production = {
    env: { ...options.env, NODE_ENV: 'production', CHARI_SECRET_KEY: await keyMadeIn(folder) },
  };
  const typed = await chari([...add('second@example.com'), ...SIGNED], in_production);
  expect(typed.stderr).toContain('in production names don');
  // With her own token she may; nobody changes what they are themselves.
  const { secret } = await tokenOf(services, awa);
  const by_token = { env: { ...in_production.env, CHARI_STAFF_TOKEN: secret } };
  const note = ['--note', 'hired'];
  expect((await chari([...add(awa.email), ...note], by_token)).stderr).toContain('their own role');
  expect((await chari(['staff', 'deactivate', awa.email, ...note], by_token)).stderr).toContain(
    'their own role',
  );
  const { account_id } = await chariJson<{ account_id: string }>(
    [...add('second@example.com'), ...note],
    by_token,
  );
  await chariJson(['staff', 'deactivate', 'second@example.com', ...note], by_token);
  expect(await made(RECORD, account_id)).toEqual([
    { actor: 'Awa', action: 'staff.added', proposed_by: null },
    { actor: 'Awa', action: 'staff.ended', proposed_by: null },
  ]);
});
