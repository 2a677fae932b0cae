import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAYMENT_SESSION_EVENT_NAMES, PAYMENT_SESSION_EVENTS } from '@chari/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../database/open.ts';
import { chari, chariJson } from './run.ts';

describe('chari trigger', async () => {
  const db = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'chari-trigger-'));
  afterAll(async () => {
    await db.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const options = { env: { DATABASE_URL: db.url, CHARI_DATA_DIR: folder } };
  const merchant = () => chariJson<{ id: string }>(['merchants', 'create', '--name', 'Shop'], options);

  test('without a merchant it says how to make one', async () => {
    const ran = await chari(['trigger', 'payment_session.succeeded'], options);
    expect(ran).toMatchObject({ exit_code: 1, stdout: '' });
    expect(ran.stderr).toContain('npx chari merchants create --name NAME');
  });

  test.each(PAYMENT_SESSION_EVENT_NAMES)('%s really happens, to a test session of its own', async (event) => {
    const { id } = await merchant();
    const made = await chariJson(['trigger', event, '--merchant', id, '--amount', '700'], options);
    const { status } = PAYMENT_SESSION_EVENTS[event];
    expect(made).toMatchObject({ event, merchant_id: id, status, webhook_endpoints: 0 });
    const { rows } = await db.pool.query(
      `select e.type, e.body::json->'data'->>'amount' as amount, s.status, s.environment
         from events e join payment_sessions s on s.id = e.object_id where s.id = $1`,
      [made.session_id],
    );
    expect(rows).toEqual([{ type: event, amount: '700', status, environment: 'test' }]);
  });

  test('with several merchants it asks which, and twice in a row is two sessions', async () => {
    const { id } = await merchant();
    await merchant();
    const ran = await chari(['trigger', 'payment_session.succeeded'], options);
    expect(ran).toMatchObject({ exit_code: 2, stdout: '' });
    expect(ran.stderr).toContain('say --merchant ID');
    const again = () => chariJson(['trigger', 'payment_session.succeeded', '--merchant', id], options);
    const [first, second] = [await again(), await again()];
    expect(first.session_id).not.toBe(second.session_id);
  });

  test('without an event it lists every one that it can make, and no other', async () => {
    const { events } = await chariJson<{ events: { event: string; happens: string }[] }>(
      ['trigger'],
      options,
    );
    expect(events.map(({ event }) => event)).toEqual(PAYMENT_SESSION_EVENT_NAMES);
    const { stdout } = await chari(['trigger'], options);
    for (const { event, happens } of events) expect(stdout).toMatch(new RegExp(`${event} +${happens}`));
  });

  test.each([
    ['payment_session.cancelled', 2, 'sends no webhook'],
    ['payment_session.failed', 2, 'is reserved'],
    ['transaction.test', 2, 'POST /v1/webhook-endpoints/ENDPOINT_ID/test'],
    ['transaction.success', 2, 'belongs to transactions'],
    ['payment_session.success', 2, 'There is no event payment_session.success'],
    ['constructor', 2, 'There is no event constructor'],
  ])('%s is refused with the reason and the list', async (event, exit_code, words) => {
    const ran = await chari(['trigger', event, '--json'], options);
    expect(ran).toMatchObject({ exit_code, stdout: '' });
    expect(ran.stderr).toContain(words);
    for (const name of PAYMENT_SESSION_EVENT_NAMES) expect(ran.stderr).toContain(name);
  });

  test.each([
    ['an unknown merchant', ['--merchant', '01890000-0000-7000-8000-000000000000'], 1, 'merchants list'],
    ['a merchant that is no UUID', ['--merchant', 'x'], 1, 'no merchant x'],
    ['an amount of nothing', ['--amount', '0'], 2, 'whole number from 1'],
  ])('%s is refused', async (_name, args, exit_code, words) => {
    const ran = await chari(['trigger', 'payment_session.succeeded', ...args], options);
    expect(ran).toMatchObject({ exit_code, stdout: '' });
    expect(ran.stderr).toContain(words);
  });
});
