import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { bodySignature } from '../../src/webhooks/sign.ts';
import { openTestDatabase } from '../database/open.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { bundled } from './bundle.ts';
import { chari, chariJson } from './run.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read what they assert
type Line = Record<string, any>;
type Merchant = { id: string };
type Happened = { merchant_id: string; session_id: string; events: { id: string }[] };

const SUCCEEDED = 'payment_session.succeeded';

describe('chari listen', async () => {
  const db = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'chari-listen-'));
  afterAll(async () => {
    await db.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const options = { env: { DATABASE_URL: db.url, CHARI_DATA_DIR: folder } };
  const merchant = () => chariJson<Merchant>(['merchants', 'create', '--name', 'Shop'], options);
  const trigger = ({ id }: Merchant, event = SUCCEEDED) =>
    chariJson<Happened>(['trigger', event, '--merchant', id], options);

  /** Starts it and waits until it follows. */
  const listen = (...args: string[]) => listenPiped('', ...args);
  const listenPiped = async (piped: string, ...args: string[]) => {
    const child = spawn(process.execPath, [await bundled(), 'listen', ...args], {
      env: { PATH: process.env.PATH ?? '', ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stdin.end(piped);
    let out = '';
    let told = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      told += text;
    });
    const ended = once(child, 'close').then(([code]) => code as number | null);
    const end = () => {
      child.kill('SIGINT');
      return ended;
    };
    onTestFinished(async () => void (await end()));
    const shows = (words: string) =>
      vi.waitFor(() => expect(out + told).toContain(words), { timeout: 100_000, interval: 10 });
    const lines = (kind: string): Line[] =>
      out
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Line)
        .filter((line) => line.kind === kind);
    const gets = (kind: string, count: number) =>
      vi.waitFor(
        () => {
          const found = lines(kind);
          if (found.length < count) throw new Error(`${found.length} of ${count}: ${out}${told}`);
          return found;
        },
        { timeout: 100_000, interval: 10 },
      );
    await shows(args.includes('--json') ? '"kind":"listening"' : 'Ctrl-C ends it.');
    return { shows, lines, gets, end, out: () => out, told: () => told };
  };

  test('prints what happens and forwards it, signed with the secret that it prints, as the service would', async () => {
    const receiver = await openReceiver((response) => response.writeHead(204).end());
    onTestFinished(() => receiver.close());
    const shop = await merchant();
    const listening = await listen('--forward-to', receiver.url, '--merchant', shop.id, '--json');
    const { secret } = listening.lines('listening')[0] ?? {};
    const { events, session_id } = await trigger(shop);
    const [received] = await receiver.gets(1);
    expect(received?.headers['x-service-signature']).toBe(
      `sha256=${bodySignature(secret, received?.body ?? Buffer.alloc(0))}`,
    );
    const event = new Webhook(secret).verify(
      received?.body ?? '',
      received?.headers as Record<string, string>,
    );
    expect(event).toMatchObject({ id: events[0]?.id, event: SUCCEEDED, data: { id: session_id } });
    expect(received?.headers).toMatchObject({ 'x-service-test': 'true', 'x-service-sequence': '1' });
    const [line] = await listening.gets('event', 1);
    expect(line).toMatchObject({ id: events[0]?.id, event: SUCCEEDED, amount: 5000, merchant_id: shop.id });
    expect(line?.body).toBe(received?.body.toString('utf8'));
    const [attempt] = await listening.gets('attempt', 1);
    expect(attempt).toMatchObject({
      event_id: events[0]?.id,
      outcome: 'delivered',
      status_code: 204,
      attempt: 1,
    });
    expect(await listening.end()).toBe(0);
  });

  test('has the same secret at every start, and says it alone for a receiver that starts before it', async () => {
    const { stdout } = await chari(['listen', '--print-secret'], options);
    expect(stdout).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/);
    expect(await chariJson(['listen', '--print-secret'], { ...options, ends: true })).toEqual({
      secret: stdout.trim(),
    });
    const listening = await listen('--forward-to', 'localhost:9/', '--json');
    expect(listening.lines('listening')[0]).toMatchObject({
      secret: stdout.trim(),
      forward_to: 'http://localhost:9/',
    });
  });

  test('tries again what failed, the same bytes and the same id', async () => {
    const receiver = await openReceiver((response, _received, count) =>
      response.writeHead(count === 1 ? 500 : 200).end(),
    );
    onTestFinished(() => receiver.close());
    const shop = await merchant();
    const listening = await listen('--forward-to', receiver.url, '--merchant', shop.id);
    const { events } = await trigger(shop);
    await listening.shows('500 Internal Server Error');
    await listening.shows('attempt 2 in');
    await listening.shows('200 OK');
    const [first, second] = receiver.received;
    expect(second?.body).toEqual(first?.body);
    expect([first, second].map((one) => one?.headers['x-service-attempt'])).toEqual(['1', '2']);
    expect(second?.headers['webhook-id']).toBe(events[0]?.id);
  });

  test('replays what is past, oldest first, then goes on with what happens, each once', async () => {
    const shop = await merchant();
    const past = [await trigger(shop), await trigger(shop, 'payment_session.expired'), await trigger(shop)];
    const of = (all: Happened[]) => all.map(({ events }) => events[0]?.id);
    const last_two = await listen('--replay', '2', '--merchant', shop.id, '--json');
    const all = await listen('--replay', '1h', '--merchant', shop.id, '--json');
    const one_kind = await listen('--replay', '1h', '--merchant', shop.id, '--events', SUCCEEDED, '--json');
    const fresh = await listen('--merchant', shop.id, '--json');
    const now = await trigger(shop);
    await fresh.gets('event', 1);
    const ids = async (from: Awaited<ReturnType<typeof listen>>, count: number) =>
      (await from.gets('event', count)).map(({ id }) => id);
    expect(await ids(last_two, 3)).toEqual(of([...past.slice(1), now]));
    expect(await ids(all, 4)).toEqual(of([...past, now]));
    expect(await ids(one_kind, 3)).toEqual(of([past[0], past[2], now].filter((one) => one !== undefined)));
    expect(await ids(fresh, 1)).toEqual(of([now]));
  });

  test('by a key it shows what is its merchant’s in its environment, and nothing of others', async () => {
    const [mine, other] = [await merchant(), await merchant()];
    const { key } = await chariJson<{ key: string }>(
      ['keys', 'create', '--merchant', mine.id, '--env', 'test'],
      options,
    );
    const listening = await listen('--key', key, '--json');
    expect(listening.lines('listening')[0]).toMatchObject({ merchant_id: mine.id, environment: 'test' });
    await trigger(other);
    const { events } = await trigger(mine);
    expect((await listening.gets('event', 1)).map(({ id }) => id)).toEqual([events[0]?.id]);
    expect(listening.out() + listening.told()).not.toContain(key.slice(13));
    const live = await listen('--env', 'live', '--merchant', mine.id, '--json');
    await trigger(mine);
    await listening.gets('event', 2);
    expect(live.lines('event')).toEqual([]);
  });

  // It runs for hours, and whoever has an account on the machine reads the arguments of every process.
  test('takes the key, or the secret to sign with, by the pipe, so that neither is in the list of processes', async () => {
    const shop = await merchant();
    const { key } = await chariJson<{ key: string }>(
      ['keys', 'create', '--merchant', shop.id, '--env', 'test'],
      options,
    );
    const by_key = await listenPiped(`${key}\n`, '--key', '-', '--json');
    expect(by_key.lines('listening')[0]).toMatchObject({ merchant_id: shop.id, environment: 'test' });
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const signing = await listenPiped(
      `${secret}\n`,
      '--secret',
      '-',
      '--forward-to',
      'localhost:9/',
      '--json',
    );
    expect(signing.lines('listening')[0]).toMatchObject({ secret });
  });

  test('a receiver that is away is told of, and so is what was not delivered at the end', async () => {
    const shop = await merchant();
    const listening = await listen('--forward-to', 'http://127.0.0.1:9/hooks', '--merchant', shop.id);
    await trigger(shop);
    await listening.shows('ECONNREFUSED');
    expect(await listening.end()).toBe(0);
    expect(listening.told()).toContain('1 of these events had no 2xx here; --replay');
  });

  test.each([
    ['an address that is none', ['--forward-to', 'ftp://localhost'], 2, '--forward-to ftp://localhost'],
    ['a secret that is none', ['--secret', 'whsec_short'], 2, '--secret must be whsec_'],
    ['a replay that is none', ['--replay', 'yesterday'], 2, '--replay yesterday is neither'],
    ['a replay of nothing', ['--replay', '0'], 2, 'a count from 1'],
    [
      'an unknown event',
      ['--events', 'payment_session.cancelled'],
      2,
      'There is no event payment_session.cancelled',
    ],
    ['an unknown merchant', ['--merchant', '01890000-0000-7000-8000-000000000000'], 1, 'merchants list'],
    ['an unknown key', ['--key', `service_test_${'x'.repeat(43)}`], 1, 'unknown or was revoked'],
    ['a key and a secret by one pipe', ['--key', '-', '--secret', '-'], 2, 'would read one pipe'],
    ['a pipe without a key', ['--key', '-'], 1, 'unknown or was revoked'],
    ['a key and a merchant', ['--key', 'x', '--merchant', 'y'], 2, 'cannot be used with'],
  ])('%s is refused on stderr, with nothing on stdout', async (_name, args, exit_code, words) => {
    const ran = await chari(['listen', ...args, '--json'], { ...options, ends: true });
    expect(ran).toMatchObject({ exit_code, stdout: '' });
    expect(ran.stderr).toContain(words);
    expect(ran.stderr).not.toMatch(/\n {4}at |xxxx/);
  });
});
