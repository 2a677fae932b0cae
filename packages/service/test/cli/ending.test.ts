import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../src/cli/serve/port.ts';
import { openTestDatabase } from '../database/open.ts';
import { until } from '../waiting/until.ts';
import { chari, LAUNCHER } from './run.ts';
import { serve } from './server.ts';

/** Two signals closer than this count as one (signals.ts). */
const SAME_SIGNAL_MS = 500;

const isRefused = (port: number) =>
  fetch(`http://127.0.0.1:${port}/livez`).then(
    () => false,
    () => true,
  );

describe('a process that is told to end', async () => {
  const db = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'chari-ending-'));
  afterAll(async () => {
    await db.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const base = { DATABASE_URL: db.url, CHARI_DATA_DIR: folder, CHARI_DEMO: 'false' };

  test('waits for a request under way, and a second signal ends it at once with exit code 1', async () => {
    const port = await findFreePort('127.0.0.1');
    const served = await serve([], { ...base, PORT: String(port) });
    // Half a request: the server waits for the rest of its body.
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const head = ['POST /v1/payment-sessions HTTP/1.1', 'Host: x', 'Content-Length: 1000'];
    socket.write(`${head.join('\r\n')}\r\n\r\n{`);
    await once(socket, 'connect');
    // Answers only once the server has read what came before on another connection, too.
    await fetch(`http://127.0.0.1:${port}/livez`).then((response) => response.text());
    served.process.kill('SIGTERM');
    served.process.kill('SIGTERM');
    // From when it has begun to end, which a busy machine lets it do late.
    await until(() => isRefused(port));
    // Two at one moment count as one (a terminal and npm both pass it on), so it is still waiting.
    const first = await Promise.race([served.ended, sleep(SAME_SIGNAL_MS + 100, 'waits' as const)]);
    expect(first).toBe('waits');
    expect(await served.end('SIGTERM')).toBe(1);
    expect(served.stderr()).toContain('a second SIGTERM');
    socket.destroy();
  });

  test('ends when the npm that started it is ended, though the shell between them says nothing', async () => {
    const port = await findFreePort('127.0.0.1');
    const env = { PATH: process.env.PATH ?? '', ...base, PORT: String(port), npm_lifecycle_event: 'start' };
    // As npm does it: a shell that waits for the server.
    const script = `"${process.execPath}" "${LAUNCHER}" serve & wait`;
    const shell = spawn('sh', ['-c', script], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    let stdout = '';
    const closed = once(shell, 'close');
    await new Promise<void>((resolve) => {
      shell.stdout.setEncoding('utf8').on('data', (text: string) => {
        stdout += text;
        if (stdout.includes('Ctrl-C ends it')) resolve();
      });
    });
    shell.kill('SIGKILL');
    // The server holds the pipe open until it has ended.
    await closed;
    await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow();
    expect(await readFile(join(folder, 'chari.log'), 'utf8')).toContain('npm has ended');
  });

  test('in production prints JSON and no screen, and no key', async () => {
    const port = await findFreePort('127.0.0.1');
    const own = await openTestDatabase();
    const env = {
      ...base,
      DATABASE_URL: own.url,
      NODE_ENV: 'production',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      CHARI_SECRET_KEY: 'd'.repeat(64),
      CHARI_SECOND_PERSON_XAF: '20000',
    };
    const served = await serve([], env, /"msg":"started"/);
    await fetch(`http://127.0.0.1:${port}/readyz`).then((response) => response.text());
    expect(await served.end()).toBe(0);
    const lines = served.stdout().trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).level)).toEqual(expect.arrayContaining(['info']));
    expect(lines.map((line) => JSON.parse(line).route)).toContain('/readyz');
    expect(served.stdout()).not.toMatch(/service_(test|live)_/);
    // Without a mail server it serves, and says what does not work.
    expect(lines.map((line) => JSON.parse(line).msg)).toContainEqual(
      expect.stringContaining('CHARI_SMTP_URL is not set: nobody can sign up'),
    );
    // Each terminal beside it is in production by this.
    expect((await own.pool.query('select from production_since')).rowCount).toBe(1);
    // So are the bounds of what one person may do, and a start with others says what they were.
    const written = await own.pool.query('select policy from policy_in_use');
    expect(written.rows).toMatchObject([{ policy: { second_person_xaf: 20_000 } }]);
    const other = await serve([], { ...env, CHARI_SECOND_PERSON_XAF: '30000' }, /"msg":"started"/);
    expect(await other.end()).toBe(0);
    expect(other.stdout()).toContain('CHARI_SECOND_PERSON_XAF was 20000 and is 30000');
    expect((await own.pool.query('select policy from policy_in_use')).rows).toMatchObject([
      { policy: { second_person_xaf: 30_000 } },
    ]);
    // A start that fails changes nothing, nor does one that shows nobody a page.
    const taken = createServer().listen(port, '127.0.0.1');
    await once(taken, 'listening');
    const bare = { ...env, CHARI_SECOND_PERSON_XAF: '0' };
    const failed = await chari(['serve'], { env: bare });
    expect([failed.exit_code, failed.stderr]).toEqual([1, expect.stringContaining(String(port))]);
    taken.close();
    const worker = await serve(['--role', 'worker'], bare, /"msg":"started"/);
    expect(await worker.end()).toBe(0);
    expect((await own.pool.query('select policy from policy_in_use')).rows).toMatchObject([
      { policy: { second_person_xaf: 30_000 } },
    ]);
    await own.drop();
  });

  test('writes what it logged before it ends', async () => {
    const served = await serve([], { ...base, PORT: '0' });
    expect(await served.end('SIGINT')).toBe(0);
    expect(await readFile(join(folder, 'chari.log'), 'utf8')).toContain(
      'SIGINT: finishing what is under way.',
    );
  });
});
