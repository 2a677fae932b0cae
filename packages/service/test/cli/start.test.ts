import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../src/cli/serve/port.ts';
import { holdsWithin } from '../waiting/until.ts';
import { chari, chariJson, LAUNCHER } from './run.ts';
import { type Served, serve } from './server.ts';

type Key = { id: string; key: string };

/** Reads the one curl line of the screen as a shell would. */
function curlOf(screen: string) {
  const line = screen.split('\n').find((text) => text.trimStart().startsWith('curl ')) ?? '';
  const [, url = '', key = '', body = ''] =
    /^ {2}curl -sS (\S+) -H "X-API-Key: ([^"]+)" -H "Content-Type: application\/json" -d '([^']+)'$/.exec(
      line,
    ) ?? [];
  return { url, key, body };
}

describe('npm start on an empty folder', () => {
  let folder: string;
  let env: Record<string, string>;
  let first: Served;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chari-start-'));
    // Run as root, the database belongs to another user, who must get through.
    await chmod(folder, 0o755);
    const port = await findFreePort('127.0.0.1');
    env = { CHARI_DATA_DIR: join(folder, 'data'), PORT: String(port) };
    // As a person starts it.
    first = await serve([], env, undefined, LAUNCHER);
  });
  afterAll(async () => {
    await first.end();
    await rm(folder, { recursive: true, force: true });
  });

  const post = (key: string, reference: string) =>
    fetch(`http://127.0.0.1:${env.PORT}/v1/payment-sessions`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ reference, amount: 100, currency: 'XAF', operator: 'MOOV' }),
    });

  test('ends in one screen whose curl line works when it is pasted', async () => {
    const screen = first.stdout();
    expect(screen.split('\n').length).toBeLessThan(28);
    expect(first.stderr()).toBe('');
    for (const path of ['/docs', '/openapi.json']) {
      const address = `http://127.0.0.1:${env.PORT}${path}`;
      expect(screen).toContain(address);
      const answer = await fetch(address);
      // Read to its end: a drain waits for whoever is still being sent something.
      expect([answer.status, (await answer.text()).length > 0]).toEqual([200, true]);
    }
    const { url, key, body } = curlOf(screen);
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body });
    expect(response.status).toBe(201);
  });

  test('shows the key once: no file of the data directory holds it, and a later start only says how to make another', async () => {
    const { key } = curlOf(first.stdout());
    for (const file of ['demo.json', 'chari.log', 'postgres.log']) {
      expect(await readFile(join(folder, 'data', file), 'utf8')).not.toContain(key.slice(13));
    }
    const second = await serve([], { ...env, PORT: '0' });
    expect(second.stdout()).not.toContain(key.slice(13));
    expect(second.stdout()).toContain(`ends in ${key.slice(-4)}`);
    expect(second.stdout()).toContain('npx chari keys create --env test --merchant');
    expect(await second.end()).toBe(0);
    expect((await post(key, 'after-the-second-ended')).status).toBe(201);
  });

  test('shows an owner’s and a staff sign-in once, with a week of payments behind it, and production refuses such a database', async () => {
    const screen = first.stdout();
    const [, url = '', email = '', password = ''] =
      /Dashboard\s+(\S+)\s+Sign in as (\S+), password (\S+)/.exec(screen) ?? [];
    expect(/Back office\s+\S+\/account\/enrol\?token=\S+/.test(screen)).toBe(true);
    const page = await fetch(url);
    const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    const cookie = page.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie },
      body: new URLSearchParams({ csrf, email, password }),
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account/home']);
    const second = await serve([], { ...env, PORT: '0' });
    expect(second.stdout()).not.toContain(password);
    await second.end();
    const production = { ...env, NODE_ENV: 'production', PUBLIC_URL: 'http://127.0.0.1:1', PORT: '0' };
    const refused = await chari(['serve'], { env: production });
    expect(refused.exit_code).toBe(1);
    expect(refused.stderr).toContain('holds the demo');
  });

  test('a second start on the same port says so in one sentence and leaves the first alone', async () => {
    const ran = await chari(['serve'], { env });
    expect(ran).toMatchObject({ exit_code: 1, stdout: '' });
    expect(ran.stderr).toMatch(new RegExp(`^Port ${env.PORT} on 127.0.0.1 is taken, .*\\.\\n$`));
    expect((await fetch(`http://127.0.0.1:${env.PORT}/readyz`)).status).toBe(200);
  });

  test('commands work beside the running server, and a revocation holds within a second', async () => {
    const { merchants } = await chariJson<{ merchants: { id: string }[] }>(['merchants', 'list'], { env });
    const args = ['keys', 'create', '--merchant', merchants[0]?.id ?? '', '--env', 'test'];
    const made = await chariJson<Key>(args, { env });
    expect((await post(made.key, 'beside-1')).status).toBe(201);
    await chariJson(['keys', 'revoke', made.id, '--as', 'Awa', '--note', 'leaked'], { env });
    let asked = 1;
    const ask = async () => {
      asked += 1;
      return (await post(made.key, `beside-${asked}`)).status;
    };
    await holdsWithin(1_000, ask, 401);
  });

  test('SIGTERM finishes every request under way, then ends with exit code 0', async () => {
    const { key } = curlOf(first.stdout());
    const under_way = Array.from({ length: 100 }, (_, i) => post(key, `drain-${i}`));
    await Promise.race(under_way);
    const code = first.end('SIGTERM');
    const answered = await Promise.allSettled(under_way);
    expect(await code).toBe(0);
    const created = answered.filter((one) => one.status === 'fulfilled' && one.value.status === 201).length;
    const refused = answered.filter((one) => one.status === 'rejected').length;
    // A connection that was never accepted is refused; whoever was let in has an answer.
    expect(created + refused).toBe(100);
    expect(created).toBeGreaterThan(0);
    first = await serve([], env);
    const again = await Promise.all(Array.from({ length: 100 }, (_, i) => post(key, `drain-${i}`)));
    const known = again.filter((response) => response.status === 409).length;
    expect(known).toBeGreaterThanOrEqual(created);
  });
});
