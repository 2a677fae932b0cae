import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  PAYMENT_SESSION_EVENT_NAMES,
  PAYMENT_SESSION_EVENTS,
  TRANSACTION_OUTCOME_NAMES,
  TRANSACTION_OUTCOMES,
} from '@chari/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../database/open.ts';
import { chari, chariJson } from './run.ts';
import { serve } from './server.ts';

const NAMES = [...PAYMENT_SESSION_EVENT_NAMES, ...TRANSACTION_OUTCOME_NAMES];

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

  const storedFor = async (transaction_id: unknown) => {
    const { rows } = await db.pool.query(
      `select e.type, e.body::json->'data'->>'amount' as amount, e.body::json->'data'->>'status' as told,
         t.status, t.environment, t.rail, t.phone_number,
         extract(epoch from t.expires_at - t.created_at)::float8 as lifetime_s
       from events e join transactions t on t.id = e.object_id where t.id = $1`,
      [transaction_id],
    );
    return rows;
  };
  const PAYERS = {
    'transaction.success': '+23500000010',
    'transaction.failed': '+23500000020',
    'transaction.timeout': '+23500000030',
  } as const;

  test.each(TRANSACTION_OUTCOME_NAMES)(
    '%s really happens, by the rail of the sandbox and a magic payer, without any server',
    async (event) => {
      const { id } = await merchant();
      const made = await chariJson(['trigger', event, '--merchant', id, '--amount', '700'], options);
      const { status } = TRANSACTION_OUTCOMES[event];
      expect(made).toMatchObject({ event, merchant_id: id, status, webhook_endpoints: 0 });
      expect(made.events).toMatchObject([{ event, sequence: 1 }]);
      const lifetime_s = status === 'TIMEOUT' ? 0.001 : 600;
      const told = { type: event, amount: '700', told: status };
      const phone_number = PAYERS[event];
      expect(await storedFor(made.transaction_id)).toEqual([
        { ...told, status, environment: 'test', rail: 'sandbox', phone_number, lifetime_s },
      ]);
    },
  );

  test('beside a server, whichever of the two works the rail, each transaction event happens once', async () => {
    const server = await serve([], { ...options.env, PORT: '0', LOG_LEVEL: 'silent' });
    try {
      const { id } = await merchant();
      const events = [...TRANSACTION_OUTCOME_NAMES, ...TRANSACTION_OUTCOME_NAMES];
      const made = await Promise.all(
        events.map((event) => chariJson(['trigger', event, '--merchant', id], options)),
      );
      const stored = await Promise.all(made.map(({ transaction_id }) => storedFor(transaction_id)));
      expect(stored.map((rows) => rows.map(({ type }) => type))).toEqual(events.map((event) => [event]));
    } finally {
      await server.end();
    }
  });

  test('a person reads which transaction it was and what became of it', async () => {
    const { id } = await merchant();
    const { stdout } = await chari(['trigger', 'transaction.failed', '--merchant', id], options);
    expect(stdout).toMatch(/^transaction {2}[0-9a-f-]{36} {2}\(TRIGGER-[0-9A-F]{8}, now FAILED\)$/m);
    expect(stdout).toMatch(/^event {8}[0-9a-f-]{36} {2}transaction\.failed$/m);
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
    expect(events.map(({ event }) => event)).toEqual(NAMES);
    const { stdout } = await chari(['trigger'], options);
    for (const { event, happens } of events)
      expect(stdout).toMatch(new RegExp(`^${event} +${happens}$`, 'm'));
  });

  test.each([
    ['payment_session.cancelled', 2, 'sends no webhook'],
    ['payment_session.failed', 2, 'is reserved'],
    ['transaction.test', 2, 'POST /v1/webhook-endpoints/ENDPOINT_ID/test'],
    ['transaction.refunded', 2, 'There is no event transaction.refunded'],
    ['payment_session.success', 2, 'There is no event payment_session.success'],
    ['constructor', 2, 'There is no event constructor'],
  ])('%s is refused with the reason and the list', async (event, exit_code, words) => {
    const ran = await chari(['trigger', event, '--json'], options);
    expect(ran).toMatchObject({ exit_code, stdout: '' });
    expect(ran.stderr).toContain(words);
    for (const name of NAMES) expect(ran.stderr).toContain(name);
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

  test.each([
    ['99', 'at least 100 XAF'],
    ['2000001', 'at most 2000000 XAF with AIRTEL'],
  ])('a transaction of %s XAF is refused as the API refuses it', async (amount, words) => {
    const { id } = await merchant();
    const args = ['trigger', 'transaction.success', '--merchant', id, '--amount', amount];
    const ran = await chari(args, options);
    expect(ran).toMatchObject({ exit_code: 2, stdout: '' });
    expect(ran.stderr).toContain(words);
  });
});
