import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCluster } from '@chari/postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { squat } from '../../../postgres/test/squat.ts';
import { findFreePort } from '../../src/cli/serve/port.ts';
import { chariJson } from '../cli/run.ts';
import { openEmptyDatabase } from '../database/open.ts';
import { until } from '../waiting/until.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { type Client, createClient } from './client.ts';
import { type House, keyOf, openHouse, type Server } from './house.ts';
import { signal } from './signal.ts';

/** Together two minutes at least. */
const RECOVERY_TRIES_MAX = 6_000;
const RETRY_MS = 20;
const RECOVERY_PATIENCE_MS = 150_000;

let house: House;
/** Of the merchant that the first start in the house made. */
let key: string;

// They share a database where it need not be new.
function inOneHouse(): void {
  beforeAll(async () => {
    house = await openOne();
    const first = await house.start();
    key = keyOf(first.stdout());
    expect(await end(first)).toBe(0);
  });
  afterEach(() => house.cutPower());
  afterAll(() => house.remove());
}

function inNewHouses(is_empty: boolean): void {
  beforeEach(async () => {
    house = await openOne(is_empty);
  });
  afterEach(() => house.remove());
}

// One dashboard, so that a session looks the same whoever shows it.
const openOne = (is_empty = false) => openHouse({ DASHBOARD_URL: 'http://127.0.0.1:9999' }, { is_empty });

type Neighbour = { server: Server; port: number; client: (key: string) => Client };

async function startBeside(
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Neighbour> {
  const port = await findFreePort('127.0.0.1');
  const server = await house.start(args, { PORT: String(port), ...env });
  return { server, port, client: (key) => createClient(`http://127.0.0.1:${port}`, key) };
}

const wanted = (reference: string, amount = 500) => ({
  reference,
  amount,
  currency: 'XAF',
  operator: 'AIRTEL',
});
const create = (client: Client, reference: string, amount?: number) =>
  client.send('POST', '/v1/payment-sessions', wanted(reference, amount));

/**
 * Waits until the session is there. While a database comes back, any answer may be lost or be a 503, since each
 * connection of a pool learns of the death by itself; but what was kept is 409 to whoever asks again.
 */
const isMade = (client: Client, reference: string) =>
  until(async () => (await create(client, reference)).status === 409, RECOVERY_PATIENCE_MS);

async function databasePort(): Promise<number> {
  return Number((await readFile(`${house.data_dir}/postgres/postmaster.pid`, 'utf8')).split('\n')[3]);
}

async function end(server: Server): Promise<number | null> {
  server.signal('SIGTERM');
  return server.ended;
}

describe('two servers on one data directory', () => {
  inOneHouse();

  test('share one database: a session made by one is served by the other, and its reference is used for both', async () => {
    await house.start();
    const one = createClient(house.base_url, key);
    const beside = await startBeside();
    const other = beside.client(key);
    const made = await create(one, 'shared');
    if (made.status !== 201) throw new Error(JSON.stringify(made));
    expect(await other.send('GET', `/v1/payment-sessions/${made.body.id}`)).toMatchObject({
      status: 200,
      body: made.body,
    });
    expect(await create(other, 'shared')).toMatchObject({
      status: 409,
      body: { error: { existing_payment_session_id: made.body.id } },
    });
    const pairs = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        Promise.all([create(one, `race-${i}`), create(other, `race-${i}`)]),
      ),
    );
    for (const pair of pairs) expect(pair.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('the one that started the database ends first, under load, and the other goes on without one failure', async () => {
    const first = await house.start();
    const beside = await startBeside();
    const other = beside.client(key);
    const statuses: (number | null)[] = [];
    let ended = false;
    const load = Promise.all(
      Array.from({ length: 8 }, async (_, worker) => {
        for (let n = 0; !ended; n += 1)
          statuses.push((await create(other, `on-${worker}-${n}`, 100 + n)).status);
      }),
    );
    expect(await end(first)).toBe(0);
    const at_end = statuses.length;
    await until(async () => statuses.length > at_end + 100);
    ended = true;
    await load;
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(await house.postmaster()).not.toBeNull();
    expect(await end(beside.server)).toBe(0);
    expect(await house.databaseProcesses()).toEqual([]);
  });

  test('a revocation by the command line holds in both within one second', async () => {
    await house.start();
    const beside = await startBeside();
    const { env } = house;
    const { merchants } = await chariJson<{ merchants: { id: string }[] }>(['merchants', 'list'], { env });
    const args = ['keys', 'create', '--merchant', merchants[0]?.id ?? '', '--env', 'test'];
    const made = await chariJson<{ id: string; key: string }>(args, { env });
    const clients = [createClient(house.base_url, made.key), beside.client(made.key)];
    let ended = false;
    // Asked without a pause, so that each server keeps its answer about the key as long as it may.
    const accepted: { base: number; asked_ms: number }[] = [];
    const load = Promise.all(
      clients.map(async (client, base) => {
        while (!ended) {
          const asked_ms = performance.now();
          const { status } = await client.send('GET', '/v1/payment-sessions/none');
          if (status === 404) accepted.push({ base, asked_ms });
          else expect(status).toBe(401);
        }
      }),
    );
    await until(async () => clients.every((_, base) => accepted.some((one) => one.base === base)));
    await chariJson(['keys', 'revoke', made.id, '--as', 'Awa', '--note', 'leaked'], { env });
    // From when its caller was told: a busy machine lets the database commit long after the time in the row.
    const revoked_ms = performance.now();
    await until(async () => performance.now() > revoked_ms + 1_500);
    ended = true;
    await load;
    const late = accepted.filter(({ asked_ms }) => asked_ms > revoked_ms + 1_000);
    expect(late).toEqual([]);
    for (const client of clients) expect((await create(client, 'revoked')).status).toBe(401);
    // Another key is not concerned.
    expect((await create(createClient(house.base_url, key), 'not-revoked')).status).toBe(201);
  });
});

describe('several servers that start at the same instant', () => {
  inNewHouses(true);

  test('on an empty data directory: one database, one demo merchant, one secret key, and each of them serves', async () => {
    const neighbours = await Promise.all([1, 2, 3, 4].map(() => startBeside()));
    expect(await house.postmaster()).not.toBeNull();
    const { env } = house;
    const keys = neighbours.filter(({ server }) => /service_test_[0-9A-Za-z]{43}/.test(server.stdout()));
    expect(keys).toHaveLength(1);
    const { merchants } = await chariJson<{ merchants: unknown[] }>(['merchants', 'list'], { env });
    expect(merchants).toHaveLength(1);
    const { id } = await chariJson<{ id: string }>(['merchants', 'create', '--name', 'Boutique'], { env });
    const { key } = await chariJson<{ key: string }>(['keys', 'create', '--merchant', id, '--env', 'test'], {
      env,
    });
    const made = await Promise.all(
      neighbours.map(({ client }, i) => create(client(key), `of-${i}`, 500 + i)),
    );
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await Promise.all(neighbours.map(({ server }) => end(server)))).toEqual([0, 0, 0, 0]);
    expect(await house.databaseProcesses()).toEqual([]);
  });

  test('on an empty database at DATABASE_URL: migrations run once, whoever runs them', async () => {
    const db = await openEmptyDatabase();
    const env = { DATABASE_URL: db.url, CHARI_SECRET_KEY: 'c'.repeat(64) };
    const neighbours = await Promise.all([1, 2, 3, 4].map(() => startBeside([], env)));
    const { rows } = await db.pool.query(
      'select count(*)::int as n, count(distinct version)::int as versions from schema_migrations',
    );
    expect(rows[0].n).toBe(rows[0].versions);
    expect((await db.pool.query('select name from merchants')).rows).toEqual([{ name: 'Demo shop' }]);
    const ready = await Promise.all(neighbours.map(({ port }) => fetch(`http://127.0.0.1:${port}/readyz`)));
    expect(ready.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await Promise.all(neighbours.map(({ server }) => end(server)))).toEqual([0, 0, 0, 0]);
    await db.drop();
  });
});

describe('when the database of serving processes dies', () => {
  inOneHouse();

  test('requests get 503 with Retry-After, and all of them recover by themselves', async () => {
    const first = await house.start();
    const one = createClient(house.base_url, key);
    const beside = await startBeside(['--role', 'api']);
    const other = beside.client(key);
    const before = await create(one, 'before');
    if (before.status !== 201) throw new Error(JSON.stringify(before));
    const pid = await house.postmaster();
    signal(pid as number, 'SIGKILL');
    const seen = new Map<number | null, number>();
    const recovered = await Promise.all(
      [one, other].map(async (client, i) => {
        for (let n = 0; n < RECOVERY_TRIES_MAX; n += 1) {
          const answer = await create(client, `during-${i}-${n}`, 1_000 + n);
          seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
          if (answer.status === 503) {
            expect(answer.body.error.code).toBe('SERVICE_UNAVAILABLE');
            expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
          }
          if (answer.status === 201 && (await house.postmaster()) !== pid) return true;
          await sleep(RETRY_MS);
        }
        return false;
      }),
    );
    expect(recovered).toEqual([true, true]);
    expect([...seen.keys()].sort()).toEqual([201, 503]);
    const path = `/v1/payment-sessions/${before.body.id}`;
    for (const client of [one, other])
      await until(async () => (await client.send('GET', path)).status === 200, RECOVERY_PATIENCE_MS);
    await until(async () => (await fetch(`${house.base_url}/readyz`)).status === 200, RECOVERY_PATIENCE_MS);
    expect([first.hasEnded(), beside.server.hasEnded()]).toEqual([false, false]);
    expect(await end(beside.server)).toBe(0);
    expect(await end(first)).toBe(0);
    expect(await house.databaseProcesses()).toEqual([]);
  });

  test('it comes back on another port when its own was taken meanwhile', async () => {
    const server = await house.start();
    const client = createClient(house.base_url, key);
    const before = await databasePort();
    server.signal('SIGSTOP');
    signal((await house.postmaster()) as number, 'SIGKILL');
    await until(async () => (await house.postmaster()) === null);
    const squatter = await squat(before);
    server.signal('SIGCONT');
    await isMade(client, 'elsewhere');
    expect(await databasePort()).not.toBe(before);
    squatter.close();
    expect(await end(server)).toBe(0);
    expect(await house.databaseProcesses()).toEqual([]);
  });

  test('the worker recovers too: what is paid afterwards is settled and its webhook sent', async () => {
    const receiver = await openReceiver();
    await house.start(['--role', 'api']);
    const worker = await house.start(['--role', 'worker']);
    const client = createClient(house.base_url, key);
    await client.send('POST', '/v1/webhook-endpoints', { url: receiver.url });
    const pid = await house.postmaster();
    signal(pid as number, 'SIGKILL');
    const session_id = await until(async () => {
      const again = await create(client, 'after');
      return again.status === 409 && (again.body.error.existing_payment_session_id as string);
    }, RECOVERY_PATIENCE_MS);
    const path = `/v1/sandbox/payment-sessions/${session_id}/simulate`;
    // Once it is paid, its scenario is refused for good: that is the answer when the first one was lost.
    await until(
      async () => [200, 409].includes((await client.send('POST', path, { scenario: 'paid' })).status ?? 0),
      RECOVERY_PATIENCE_MS,
    );
    const [webhook] = await receiver.gets(1);
    expect(webhook?.headers['x-service-event']).toBe('payment_session.succeeded');
    expect(worker.hasEnded()).toBe(false);
    await receiver.close();
  });
});

describe('when the database at DATABASE_URL dies', () => {
  inNewHouses(false);

  test('it is left to its owner, and waited for', async () => {
    const owned = await openCluster({
      name: 'chari',
      data_dir: house.data_dir,
      log: () => undefined,
      randomBytes,
    });
    const data_dir = `${house.data_dir}-of-the-service`;
    const server = await house.start([], {
      DATABASE_URL: owned.url,
      CHARI_DATA_DIR: data_dir,
      CHARI_SECRET_KEY: 'c'.repeat(64),
    });
    const client = createClient(house.base_url, keyOf(server.stdout()));
    expect((await create(client, 'before')).status).toBe(201);
    signal((await house.postmaster()) as number, 'SIGKILL');
    await until(async () => (await create(client, 'during')).status === 503);
    expect(await fetch(`${house.base_url}/readyz`)).toMatchObject({ status: 503 });
    expect(await fetch(`${house.base_url}/livez`)).toMatchObject({ status: 200 });
    expect(await house.postmaster()).toBeNull();
    await owned.revive();
    await isMade(client, 'after');
    await isMade(client, 'before');
    expect(await end(server)).toBe(0);
    await owned.stop();
  });
});
