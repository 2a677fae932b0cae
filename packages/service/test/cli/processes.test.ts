import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isSignedWith, openReceiver } from '../../src/cli/demo/receiver.ts';
import { findFreePort } from '../../src/cli/serve/port.ts';
import { openTestDatabase } from '../database/open.ts';
import { until } from '../waiting/until.ts';
import { chari, chariJson } from './run.ts';
import { serve } from './server.ts';

/** So many of the webhooks that a quick machine sends must be too soon for a look; unwoken, none is. */
const WOKEN_FOR = 3;
const FAIR_TRIES = 40;
const WEBHOOKS_MAX = 100;
const TRYING_MAX_MS = 60_000;
const WEBHOOK_PATIENCE_MS = 150_000;
/** What the delivery loop waits between two looks when nobody wakes it (deliver.ts). */
const POLL_MS = 250;

type Answer = { status: number; body: string };
type Line = { msg: string; pid?: number; route?: string };

describe('two processes that answer on one port', async () => {
  const db = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'chari-processes-'));
  const receiver = await openReceiver();
  const port = await findFreePort('127.0.0.1');
  const env = {
    DATABASE_URL: db.url,
    CHARI_DATA_DIR: folder,
    CHARI_RATE_LIMIT: '0',
    CHARI_DEMO: 'false',
    PORT: String(port),
  };
  const served = await serve(['--processes', '2'], env);
  const { id: merchant_id } = await chariJson<{ id: string }>(['merchants', 'create', '--name', 'Boutique'], {
    env,
  });
  const { key } = await chariJson<{ key: string }>(
    ['keys', 'create', '--merchant', merchant_id, '--env', 'test'],
    { env },
  );
  afterAll(async () => {
    await served.end('SIGKILL');
    await receiver.close();
    await db.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const lines = async (): Promise<Line[]> =>
    (await readFile(join(folder, 'chari.log'), 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line);
  const members = async () =>
    (await lines()).filter(({ msg }) => msg === 'a process answers requests').map(({ pid = 0 }) => pid);
  const answeredBy = async (route: string) =>
    new Set((await lines()).filter((line) => line.route === route).map(({ pid }) => pid));

  /** Each on a connection of its own. */
  const send = (path: string, body?: unknown): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = request(`http://127.0.0.1:${port}${path}`, {
        agent: new Agent(),
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      });
      sent.on('error', reject).on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
      });
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  const create = (reference: string, amount = 500) =>
    send('/v1/payment-sessions', { reference, amount, currency: 'XAF', operator: 'MOOV' });
  /** Asks on new connections until both have answered (who accepts is chance), and gives how often. */
  const askUntilBothAnswer = async (route: string): Promise<number> => {
    let asked = 0;
    await until(async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => send(route)));
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      asked += answers.length;
      return (await answeredBy(route)).size === 2;
    });
    return asked;
  };
  const isListening = () =>
    send('/livez').then(
      () => true,
      () => false,
    );

  test('both answer, below one start screen, and the metrics count for both', async () => {
    expect(served.stdout().match(/Ctrl-C ends it/g)).toHaveLength(1);
    expect(served.stdout().match(/service_test_/g)).toHaveLength(2);
    const asked = await askUntilBothAnswer('/readyz');
    // The first process, which tells of them, writes its lines in its own time.
    await until(async () => (await members()).length === 2);
    const pids = new Set(await members());
    expect(pids.size).toBe(2);
    expect(await answeredBy('/readyz')).toEqual(pids);
    const [metrics_url = ''] = /http:\S+\/metrics/.exec(served.stdout()) ?? [];
    const read = async () => (await fetch(metrics_url)).text();
    // What waits is counted by a round of its own, which may come later.
    const REVIEWS = /^chari_reviews\{environment="live"\} \d+$/m;
    await expect.poll(read).toMatch(REVIEWS);
    for (let n = 0; n < 2; n += 1) {
      const body = await read();
      expect(body).toContain(`chari_http_answers_total{method="GET",route="/readyz",status="200"} ${asked}`);
      // Of the first process, which sweeps and delivers for all.
      expect(body).toContain('chari_webhooks{state="in_flight"}');
      expect(body).toContain('chari_webhook_deliveries{state="due",health="enabled"}');
      expect(body).toMatch(REVIEWS);
    }
    expect((await send('/metrics')).status).toBe(404);
  });

  test('a webhook leaves when its event is written, and not when the delivery loop looks next', async () => {
    const { secret } = JSON.parse((await send('/v1/webhook-endpoints', { url: receiver.url })).body);
    const made = await Promise.all(
      Array.from({ length: WEBHOOKS_MAX }, (_, n) => create(`paid-${n}`, 1_000 + n)),
    );
    let [fair, too_soon_for_a_look] = [0, 0];
    const began_at_ms = performance.now();
    // One after the other: each is paid just after a look of the loop, so unwoken it would wait for the next. Where a
    // request alone takes half of that wait, nothing can be told: only tries on a machine that is quick enough count.
    for (let n = 0; too_soon_for_a_look < WOKEN_FOR && fair < FAIR_TRIES && n < WEBHOOKS_MAX; n += 1) {
      if (performance.now() - began_at_ms > TRYING_MAX_MS) break;
      const { id } = JSON.parse(made[n]?.body ?? '');
      const began_ms = performance.now();
      await send(`/v1/sandbox/payment-sessions/${id}/simulate`, { scenario: 'paid' });
      const answered_ms = performance.now();
      const webhook = await receiver.next(WEBHOOK_PATIENCE_MS);
      const took_ms = performance.now() - began_ms;
      expect(isSignedWith(secret, webhook)).toBe(true);
      // The first has no look before it that it could have come just after.
      if (n === 0 || answered_ms - began_ms > POLL_MS / 2) continue;
      fair += 1;
      if (took_ms < POLL_MS * 0.8) too_soon_for_a_look += 1;
    }
    if (too_soon_for_a_look < WOKEN_FOR) expect(fair).toBeLessThan(FAIR_TRIES);
  });

  test('one that is killed is replaced, and the others go on meanwhile', async () => {
    const [victim = 0] = await members();
    process.kill(victim, 'SIGKILL');
    await until(async () => (await members()).length === 3);
    expect((await lines()).map(({ msg }) => msg)).toContain('a process has ended and is started again');
    const [, other, successor] = await members();
    await askUntilBothAnswer('/docs');
    expect(await answeredBy('/docs')).toEqual(new Set([other, successor]));
  });

  test('SIGTERM: whatever was taken in by either is answered 201, then all end with exit code 0', async () => {
    const connection = await db.pool.connect();
    await connection.query('begin');
    await connection.query('lock table payment_sessions in share row exclusive mode');
    const asked = Promise.all(Array.from({ length: 60 }, (_, n) => create(`waiting-${n}`, 5_000 + n)));
    await until(async () => {
      const { rows } = await db.pool.query(
        'select 1 from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()',
      );
      return rows.length >= 2;
    });
    // Connections are taken in the order in which they come: these are behind all the others.
    for (let n = 0; n < 4; n += 1) expect(await isListening()).toBe(true);
    served.process.kill('SIGTERM');
    await until(async () => !(await isListening()));
    await connection.query('commit');
    connection.release();
    expect((await asked).map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => 201));
    expect(await served.ended).toBe(0);
    const alive = (await members()).filter((pid) => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    });
    expect(alive).toEqual([]);
  });
});

test('a port that is taken is said once, and the exit code is 1', async () => {
  const db = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'chari-processes-'));
  const port = await findFreePort('127.0.0.1');
  const env = {
    DATABASE_URL: db.url,
    CHARI_DATA_DIR: folder,
    CHARI_DEMO: 'false',
    PORT: String(port),
  };
  const first = await serve([], env);
  const second = await chari(['serve'], { env: { ...env, CHARI_PROCESSES: '2' } });
  expect(second.exit_code).toBe(1);
  expect(second.stderr.match(/is taken/g)).toHaveLength(1);
  expect(await first.end()).toBe(0);
  await db.drop();
  await rm(folder, { recursive: true, force: true });
});
