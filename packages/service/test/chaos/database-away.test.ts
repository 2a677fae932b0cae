import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, openCluster } from '@chari/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../src/cli/serve/port.ts';
import { connect, type Pool } from '../../src/store/connect/connect.ts';
import { chariJson } from '../cli/run.ts';
import { until, untilPatienceEnds } from '../waiting/until.ts';
import { openReceiver, type Received, type Receiver } from '../webhooks/receiver.ts';
import { createClient } from './client.ts';
import { type House, openHouse, type Server } from './house.ts';
import { type LiveLoad, startLiveLoad } from './live-load.ts';
import { proveChains, proveIntake, proveLivePayments } from './live-proof.ts';
import { type LiveWorld, openLiveWorld, SECRET_KEY } from './live-world.ts';
import { proveBooks, proveEvents, proveHolds, proveSessions, proveWebhooks } from './proof.ts';
import { signal } from './signal.ts';

// Two whole servers beside each other, on a PostgreSQL that neither of them keeps: each takes messages, sweeps and delivers. It goes
// away for a while, as when it is restarted, and servers are killed.
const BLOWS = ['server', 'database', 'server', 'database', 'both'] as const;
const AWAY_MS = 1_500;
const SETTLE_MS = 120_000;

let house: House;
let cluster: Cluster;
let receiver: Receiver;
let world: LiveWorld;
let load: LiveLoad | null = null;
let db: Pool | null = null;
let ports: number[];
const servers: Server[] = [];
const accepted: Received[] = [];

beforeAll(async () => {
  house = await openHouse({
    CHARI_SECRET_KEY: SECRET_KEY.toString('hex'),
    CHARI_UNANCHORED_LIMIT_XAF: '0',
    CHARI_ANCHOR_ABOVE_XAF: '0',
  });
  const { data_dir } = house;
  cluster = await openCluster({ name: 'chari', data_dir, log: () => undefined, randomBytes });
  receiver = await openReceiver((response, received) => {
    accepted.push(received);
    response.end('ok');
  });
  ports = [await findFreePort('127.0.0.1'), await findFreePort('127.0.0.1')];
  for (const at of [0, 1]) await start(at);
});
afterAll(async () => {
  load?.abandon();
  void db?.end().catch(() => undefined);
  for (const server of servers) server.signal('SIGKILL');
  await cluster.stop();
  await house.remove();
  await receiver.close();
});

const onDatabase = () => ({ DATABASE_URL: cluster.url, CHARI_DATA_DIR: `${house.data_dir}-servers` });
async function start(at: number): Promise<void> {
  servers[at] = await house.start([], { ...onDatabase(), PORT: String(ports[at]) });
}
const urlOf = (port: number): string => `http://127.0.0.1:${port}`;
/** What both say of themselves, as status codes. */
const said = (path: string): Promise<number[]> =>
  Promise.all(
    ports.map((port) =>
      fetch(urlOf(port) + path).then(
        ({ status }) => status,
        () => 0,
      ),
    ),
  );

async function strike(blow: (typeof BLOWS)[number]): Promise<void> {
  const hit = Math.random() < 0.5 ? 0 : 1;
  const kill = async () => {
    servers[hit]?.signal('SIGKILL');
    await servers[hit]?.ended;
  };
  if (blow === 'server') {
    await kill();
    return start(hit);
  }
  // What `pg_ctl stop -m immediate` sends.
  signal((await house.postmaster()) as number, 'SIGQUIT');
  if (blow === 'both') await kill();
  await until(async () => (await house.postmaster()) === null);
  if (blow === 'database') {
    await until(async () => (await said('/readyz')).every((status) => status === 503));
    expect(await said('/livez')).toEqual([200, 200]);
  }
  await sleep(AWAY_MS);
  await cluster.revive();
  if (blow === 'both') await start(hit);
  await until(async () => (await said('/readyz')).every((status) => status === 200));
}

test('two servers whose database goes away and comes back, and who are killed, lose nothing and say how they are', async () => {
  const setting_up = await connect(cluster.url, { max_connections: 2 });
  world = await openLiveWorld(setting_up, { AIRTEL: 2, MOOV: 1 });
  await setting_up.end();
  const [first = 0] = ports;
  const url = `${urlOf(receiver.port)}/all`;
  const endpoint = await createClient(urlOf(first), world.live_key).send('POST', '/v1/webhook-endpoints', {
    url,
  });
  if (endpoint.status !== 201) throw new Error(`no webhook endpoint: ${JSON.stringify(endpoint)}`);
  const { id, secret } = endpoint.body;

  load = startLiveLoad(ports.map(urlOf), world);
  const { promises } = load;
  for (const [n, blow] of BLOWS.entries()) {
    await until(async () => promises.paid.size > 8 * (n + 2));
    await strike(blow);
  }
  await load.stop();
  expect(promises.surprises.slice(0, 10)).toEqual([]);
  // Without these the blows hit nothing.
  expect(promises.unavailable).toBeGreaterThan(0);
  expect(promises.unanswered).toBeGreaterThan(0);

  db = await connect(cluster.url, { max_connections: 4 });
  await settle(db);
  await proveIntake(db, promises);
  await proveLivePayments(db, promises);
  await proveChains(db, world.sims);
  await proveSessions(db, { created: promises.created, cancelled: new Set(), played: new Map() });
  await proveBooks(db);
  await proveHolds(db);
  await proveEvents(db);
  await proveWebhooks(db, accepted, [{ path: '/all', events: null, id, secret }]);
  const env = { ...house.env, ...onDatabase() };
  expect(await chariJson(['ledger', 'check'], { env })).toMatchObject({ ok: true, problems: [] });
  for (const server of servers) server.signal('SIGTERM');
  expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0]);
}, 600_000);

/** Waits until nothing is unread or undelivered, as if what the killed had leased were due now. */
async function settle(pool: Pool): Promise<void> {
  await untilPatienceEnds(async () => {
    await pool.query(`update webhook_due set leased_until = least(leased_until, now()), due_at = least(due_at, now())
      where delivery_id in (select delivery_id from webhook_due
        where leased_until > now() or due_at > now() for update skip locked)`);
    await sleep(AWAY_MS);
    const { rows } = await pool.query(
      'select (select count(*) from notice_inbox) + (select count(*) from webhook_due) as left_over',
    );
    return Number(rows[0].left_over) === 0;
  }, SETTLE_MS);
}
