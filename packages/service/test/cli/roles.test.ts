import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isSignedWith, openReceiver } from '../../src/cli/demo/receiver.ts';
import { findFreePort } from '../../src/cli/serve/port.ts';
import { openTestDatabase } from '../database/open.ts';
import { until } from '../waiting/until.ts';
import { chariJson } from './run.ts';
import { type Served, serve } from './server.ts';

/** What a process imports whose clock is to be so far ahead of the database's. */
function clockAhead(ahead_ms: number): string {
  const shifted = `const D = Date; globalThis.Date = class extends D {
    constructor(...args) { if (args.length === 0) super(Date.now()); else super(...args); }
    static now() { return D.now() + ${ahead_ms}; }
  }`;
  return `--import=data:text/javascript,${encodeURIComponent(shifted)}`;
}

describe('one process that answers and one that works, on one database', async () => {
  const db = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'chari-roles-'));
  const receiver = await openReceiver();
  const running: Served[] = [];
  afterAll(async () => {
    await Promise.all(running.map((served) => served.end()));
    await receiver.close();
    await db.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const port = await findFreePort('127.0.0.1');
  const env = {
    DATABASE_URL: db.url,
    CHARI_DATA_DIR: folder,
    CHARI_SECRET_KEY: 'c'.repeat(64),
    CHARI_DEMO: 'false',
    PORT: String(port),
    CHARI_GRACE_SECONDS: '0',
  };

  test('the api takes the payment, the worker sends the webhook and expires what was not paid', async () => {
    const [api] = await Promise.all(
      [serve(['--role', 'api'], env), serve(['--role', 'worker'], env)].map(async (starting) => {
        const served = await starting;
        running.push(served);
        return served;
      }),
    );
    expect(api?.stdout()).toContain('curl ');
    const merchant = await chariJson<{ id: string }>(['merchants', 'create', '--name', 'Boutique'], { env });
    const args = ['keys', 'create', '--merchant', merchant.id, '--env', 'test'];
    const { key } = await chariJson<{ key: string }>(args, { env });
    const post = async (path: string, body: unknown) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      return (await response.json()) as Record<string, string>;
    };
    const { secret = '' } = await post('/v1/webhook-endpoints', { url: receiver.url });
    const wanted = { amount: 500, currency: 'XAF', operator: 'MOOV' };
    const paid = await post('/v1/payment-sessions', { ...wanted, reference: 'paid' });
    await post(`/v1/sandbox/payment-sessions/${paid.id}/simulate`, { scenario: 'paid' });
    const unpaid = await post('/v1/payment-sessions', { ...wanted, reference: 'unpaid' });
    // Moved into the past, so that the sweeper of the worker finds it due.
    await db.pool.query(
      `with moved as (update payment_sessions set created_at = now() - interval '1 hour',
         expires_at = now() - interval '50 minutes' where id = $1 returning id, expires_at)
       update collection_holds h set due_at = moved.expires_at from moved where h.session_id = moved.id`,
      [unpaid.id],
    );
    const heard = [await receiver.next(100_000), await receiver.next(100_000)];
    expect(heard.every((webhook) => isSignedWith(secret, webhook))).toBe(true);
    expect(new Set(heard.map((webhook) => webhook.headers['x-service-event']))).toEqual(
      new Set(['payment_session.succeeded', 'payment_session.expired']),
    );
  });

  test('a worker whose clock is days ahead expires nothing and forgets nothing, and says why', async () => {
    const worker = running.findIndex(({ stdout }) => !stdout().includes('curl '));
    await Promise.all(running.splice(worker, 1).map((served) => served.end()));
    const merchant = await chariJson<{ id: string }>(['merchants', 'create', '--name', 'Buvette'], { env });
    const args = ['keys', 'create', '--merchant', merchant.id, '--env', 'test'];
    const { key } = await chariJson<{ key: string }>(args, { env });
    const response = await fetch(`http://127.0.0.1:${port}/v1/payment-sessions`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', 'Idempotency-Key': 'once' },
      body: JSON.stringify({ amount: 500, currency: 'XAF', operator: 'MOOV', reference: 'waits' }),
    });
    expect(response.status).toBe(201);
    const data_dir = join(folder, 'ahead');
    const ahead = { ...env, CHARI_DATA_DIR: data_dir, NODE_OPTIONS: clockAhead(3 * 86_400_000) };
    running.push(await serve(['--role', 'worker'], ahead));
    const log = () => readFile(join(data_dir, 'chari.log'), 'utf8').catch(() => '');
    await until(async () => /The clock of this machine is 259\d{3} s ahead/.test(await log()));
    const { rows } = await db.pool.query(
      `select (select status from payment_sessions where merchant_id = $1) as status,
        (select count(*)::int from idempotency_keys where merchant_id = $1) as answers`,
      [merchant.id],
    );
    expect(rows).toEqual([{ status: 'AWAITING_PAYMENT', answers: 1 }]);
  });

  test('an api and a command whose clocks are behind date what they make by the database', async () => {
    const own_port = await findFreePort('127.0.0.1');
    const data_dir = join(folder, 'behind');
    const behind = { ...env, CHARI_DATA_DIR: data_dir, NODE_OPTIONS: clockAhead(-50_000) };
    const api = await serve(['--role', 'api'], { ...behind, PORT: String(own_port) });
    running.push(api);
    const { rows: began } = await db.pool.query<{ now: Date }>('select now()');
    const merchant = await chariJson<{ id: string }>(['merchants', 'create', '--name', 'Kiosque'], {
      env: behind,
    });
    const args = ['keys', 'create', '--merchant', merchant.id, '--env', 'test'];
    const { key } = await chariJson<{ key: string }>(args, { env });
    const response = await fetch(`http://127.0.0.1:${own_port}/v1/payment-sessions`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ amount: 700, currency: 'XAF', operator: 'MOOV', reference: 'dated' }),
    });
    expect(response.status).toBe(201);
    const { rows } = await db.pool.query(
      `select 'session' as what, created_at >= $2 as is_since from payment_sessions where merchant_id = $1
       union all select 'merchant', created_at >= $2 from merchants where id = $1`,
      [merchant.id, began[0]?.now],
    );
    expect(rows).toEqual([
      { what: 'session', is_since: true },
      { what: 'merchant', is_since: true },
    ]);
    await Promise.all(running.splice(running.indexOf(api), 1).map((served) => served.end()));
  });

  test('each ends with exit code 0 on SIGINT', async () => {
    const codes = await Promise.all(running.splice(0).map((served) => served.end('SIGINT')));
    expect(codes).toEqual([0, 0]);
  });
});
