import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Pool } from '../../src/store/connect/connect.ts';
import { until } from '../waiting/until.ts';
import { openReceiver, type Receiver } from '../webhooks/receiver.ts';
import { type Client, createClient } from './client.ts';
import { type House, keyOf, openHouse, type Server, SOAK_FACTOR } from './house.ts';
import { type Load, startLoad } from './load.ts';

/** After this a server gives up by itself and ends with 1 (signals.ts). */
const DRAIN_MAX_MS = 20_000;
/** Two signals closer than this count as one. */
const SAME_SIGNAL_MS = 500;

let house: House;
let server: Server;
let client: Client;
let key: string;
let pool: Pool;
let load: Load | null = null;
// None of these needs a database that is new.
beforeAll(async () => {
  house = await openHouse();
  server = await house.start();
  key = keyOf(server.stdout());
});
afterAll(() => house.remove());
beforeEach(async () => {
  if (server.hasEnded()) server = await house.start();
  client = createClient(house.base_url, key);
  pool = await house.connect();
});
afterEach(async () => {
  load?.abandon();
  // That first: a test that failed may hold a connection, for whose return end() would wait.
  await house.cutPower();
  void pool?.end().catch(() => undefined);
});

const wanted = (reference: string, amount = 500) => ({
  reference,
  amount,
  currency: 'XAF',
  operator: 'MOOV',
});
const create = (reference: string, amount?: number) =>
  client.send('POST', '/v1/payment-sessions', wanted(reference, amount));

/** Keeps every session from being written until it is let go. */
async function holdSessions(): Promise<() => Promise<void>> {
  const connection = await pool.connect();
  await connection.query('begin');
  await connection.query('lock table payment_sessions in share row exclusive mode');
  return async () => {
    await connection.query('commit');
    connection.release();
  };
}

/** Waits until a statement of the server waits for the lock. */
const somebodyWaits = () =>
  until(async () => {
    const { rows } = await pool.query(
      'select 1 from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()',
    );
    return rows.length > 0;
  });

/** The exit code: 0 only for a server that has finished everything before its own patience ended. */
function drained(): Promise<number | null> {
  server.signal('SIGTERM');
  return server.ended;
}

const isListening = () =>
  fetch(`${house.base_url}/livez`).then(
    () => true,
    () => false,
  );

describe('SIGTERM', () => {
  test('under load: whatever was worked on has its answer, and the embedded database ends with the last user', async () => {
    load = startLoad(client, 'drain');
    const { promises } = load;
    await until(async () => promises.created.size > 200);
    const stopped = drained();
    // 0 is also: it did not have to give up.
    await expect(stopped).resolves.toBe(0);
    expect(await house.databaseProcesses()).toEqual([]);
    expect(promises.unavailable).toBe(0);

    server = await house.start();
    await load.stop();
    const { rows } = await (await freshPool()).query<{ reference: string }>(
      "select reference from payment_sessions where reference like 'drain-%'",
    );
    const answered = new Set([...promises.created.values()].map(({ reference }) => reference));
    expect(rows.map(({ reference }) => reference).filter((reference) => !answered.has(reference))).toEqual(
      [],
    );
    expect(promises.surprises).toEqual([]);
  });

  test('a hundred requests that wait for the database are answered 201 before the process ends with 0', async () => {
    const release = await holdSessions();
    const asked = Promise.all(Array.from({ length: 100 }, (_, i) => create(`waiting-${i}`, 500 + i)));
    await somebodyWaits();
    // Connections are taken in the order in which they come: these two are behind all the others.
    for (let i = 0; i < 2; i += 1) expect(await isListening()).toBe(true);
    const stopped = drained();
    await until(async () => !(await isListening()));
    expect(server.hasEnded()).toBe(false);
    await release();
    expect((await asked).filter(({ status }) => status !== 201)).toEqual([]);
    expect(await stopped).toBe(0);
  });

  test('a request whose body is still on its way is read to its end and answered', async () => {
    const body = JSON.stringify(wanted('slow-body'));
    const slow = request(`${house.base_url}/v1/payment-sessions`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', 'Content-Length': body.length },
    });
    await new Promise<unknown>((sent) => slow.write(body.slice(0, 10), sent));
    // The server has it once it has answered a later one.
    await create('after-the-slow-one', 900);
    const stopped = drained();
    await until(async () => !(await isListening()));
    slow.end(body.slice(10));
    const [response] = await once(slow, 'response');
    response.resume();
    expect(response.statusCode).toBe(201);
    expect(await stopped).toBe(0);
  });

  test('idle connections that stay open do not hold it up', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 5 });
    const get = () =>
      new Promise((resolve, reject) => {
        request(`${house.base_url}/livez`, { agent }, (response) => response.resume().on('end', resolve))
          .on('error', reject)
          .end();
      });
    await Promise.all(Array.from({ length: 5 }, get));
    const code = await drained();
    agent.destroy();
    expect(code).toBe(0);
  });

  test('while the server still starts: it ends with 0 and leaves no database behind', async () => {
    expect(await drained()).toBe(0);
    for (const delay_ms of SOAK_FACTOR === 1 ? [0, 60, 240] : [0, 30, 60, 120, 240]) {
      server = house.spawn();
      await until(async () => (await house.databaseProcesses()).length > 0);
      await sleep(delay_ms);
      server.signal('SIGTERM');
      expect(await server.ended).toBe(0);
      expect(server.stderr()).not.toContain('unexpectedly');
      expect(await house.databaseProcesses()).toEqual([]);
    }
  });

  test('a second one ends the process at once with 1, and the next start finds everything that was answered', async () => {
    const { body } = await create('kept', 700).then((answer) => answer as { body: { id: string } });
    const release = await holdSessions();
    const asked = create('never-answered', 800);
    await somebodyWaits();
    server.signal('SIGTERM');
    await until(async () => !(await isListening()));
    await sleep(SAME_SIGNAL_MS + 100);
    expect(server.hasEnded()).toBe(false);
    const forced_ms = performance.now();
    server.signal('SIGTERM');
    expect(await server.ended).toBe(1);
    // And not because the first one's patience was over.
    expect(performance.now() - forced_ms).toBeLessThan(DRAIN_MAX_MS - 5_000);
    expect((await asked).status).toBeNull();
    await release();

    server = await house.start();
    expect(await client.send('GET', `/v1/payment-sessions/${body.id}`)).toMatchObject({ status: 200 });
    // What was under way either happened or did not; asking again says which.
    expect([201, 409]).toContain((await create('never-answered', 800)).status);
    expect(await drained()).toBe(0);
    expect(await house.databaseProcesses()).toEqual([]);
  });
});

describe('SIGTERM while a webhook is under way', () => {
  let receiver: Receiver;
  let endpoint_id: string;
  beforeEach(async () => {
    receiver = await openReceiver();
    const endpoint = await client.send('POST', '/v1/webhook-endpoints', { url: receiver.url });
    if (endpoint.status !== 201) throw new Error(JSON.stringify(endpoint));
    endpoint_id = endpoint.body.id;
  });
  afterEach(() => receiver.close());

  async function payOne(reference: string): Promise<void> {
    const { body } = (await create(reference)) as { body: { id: string } };
    const path = `/v1/sandbox/payment-sessions/${body.id}/simulate`;
    expect(await client.send('POST', path, { scenario: 'paid' })).toMatchObject({ status: 200 });
    await receiver.gets(1);
  }

  test('its answer is waited for and recorded, so that it does not come again', async () => {
    let answer = (): void => undefined;
    receiver.answer = (response) => {
      answer = () => response.end('ok');
    };
    await payOne('answered-late');
    const stopped = drained();
    await until(async () => !(await isListening()));
    answer();
    expect(await stopped).toBe(0);

    server = await house.start();
    const { rows } = await (await freshPool()).query(
      'select state from webhook_deliveries where endpoint_id = $1',
      [endpoint_id],
    );
    expect(rows).toEqual([{ state: 'DELIVERED' }]);
    expect(receiver.received).toHaveLength(1);
  });

  test('one that was cut off comes again, with the same bytes', async () => {
    receiver.answer = () => undefined;
    await payOne('cut-off');
    server.signal('SIGTERM');
    await until(async () => !(await isListening()));
    await sleep(SAME_SIGNAL_MS + 100);
    server.signal('SIGTERM');
    expect(await server.ended).toBe(1);

    receiver.answer = (response) => response.end('ok');
    server = await house.start();
    // The lease of the process that is gone ends after 30 s; this is that moment.
    await (await freshPool()).query('update webhook_due set leased_until = null');
    const [first, second] = await receiver.gets(2);
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  });
});

/** The database has ended and started since the pool was made. */
async function freshPool(): Promise<Pool> {
  await pool.end();
  pool = await house.connect();
  return pool;
}
