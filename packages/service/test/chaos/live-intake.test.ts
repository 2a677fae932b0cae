import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../src/cli/serve/port.ts';
import { routeNumber } from '../../src/engine/gateways/route.ts';
import type { Pool } from '../../src/store/connect/connect.ts';
import { chariJson } from '../cli/run.ts';
import { until, untilPatienceEnds } from '../waiting/until.ts';
import { openReceiver, type Received, type Receiver } from '../webhooks/receiver.ts';
import { createClient } from './client.ts';
import { type House, openHouse, type Server, SOAK_FACTOR } from './house.ts';
import { type LiveLoad, startLiveLoad } from './live-load.ts';
import { proveChains, proveIntake, proveLivePayments } from './live-proof.ts';
import {
  type LiveSim,
  type LiveWorld,
  openLiveWorld,
  SECRET_KEY,
  staffOf,
  UNKNOWN_SLOT,
} from './live-world.ts';
import {
  proveBooks,
  proveEvents,
  proveHolds,
  proveSessions,
  proveWebhooks,
  type Subscriber,
} from './proof.ts';
import { signal } from './signal.ts';

const IS_SOAK = SOAK_FACTOR > 1;
/** What is killed, with SIGKILL, at a random moment. */
const BLOWS = {
  /** One of the processes that answer requests and settle what comes in. */
  api: 2,
  /** The one that sweeps and delivers. */
  worker: 1,
  /** The postmaster alone: whoever serves must bring it back. */
  postmaster: 1,
  /** Everything at once, as when the power goes. */
  everything: 1,
} as const;
type Blow = keyof typeof BLOWS;

const SERVING_MAX_MS = 500;
const HASTEN_INTERVAL_MS = 1_500;
const SETTLE_MS = 180_000;

let house: House;
let receiver: Receiver;
let world: LiveWorld;
let load: LiveLoad | null = null;
let pool: Pool | null = null;
let ports: [number, number];
const servers: Record<'first' | 'second' | 'worker', Server | null> = {
  first: null,
  second: null,
  worker: null,
};
type Name = keyof typeof servers;
const accepted: Received[] = [];

beforeAll(async () => {
  // Forgers stand beside every number here, so that nobody's payment would be below the bound for long.
  house = await openHouse({
    CHARI_SECRET_KEY: SECRET_KEY.toString('hex'),
    CHARI_UNANCHORED_LIMIT_XAF: '0',
    CHARI_ANCHOR_ABOVE_XAF: '0',
  });
  receiver = await openReceiver((response, received, count) => {
    if (received.path === '/shaky' && count % 7 === 0) response.writeHead(500).end();
    else {
      accepted.push(received);
      response.end('ok');
    }
  });
  ports = [house.port, await findFreePort('127.0.0.1')];
  await start('first');
  await Promise.all([start('second'), start('worker')]);
});
afterAll(async () => {
  load?.abandon();
  await house.remove();
  await receiver.close();
  void pool?.end().catch(() => undefined);
});

async function start(name: Name): Promise<void> {
  const args = ['--role', name === 'worker' ? 'worker' : 'api'];
  servers[name] = await house.start(args, name === 'second' ? { PORT: String(ports[1]) } : {});
}

async function kill(name: Name): Promise<void> {
  servers[name]?.signal('SIGKILL');
  await servers[name]?.ended;
}

const isServing = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    (response) => response.ok,
    () => false,
  );

async function strike(blow: Blow): Promise<void> {
  await sleep(Math.random() * SERVING_MAX_MS);
  if (blow === 'postmaster') {
    const pid = await house.postmaster();
    expect(pid).not.toBeNull();
    signal(pid as number, 'SIGKILL');
    await until(async () => (await house.postmaster()) !== pid && (await isServing(ports[0])));
    return;
  }
  const hit: Name[] =
    blow === 'everything'
      ? ['first', 'second', 'worker']
      : [blow === 'worker' ? 'worker' : Math.random() < 0.5 ? 'first' : 'second'];
  const pids = blow === 'everything' ? await house.databaseProcesses() : [];
  for (const name of hit) servers[name]?.signal('SIGKILL');
  for (const pid of pids) signal(pid, 'SIGKILL');
  await Promise.all(hit.map(kill));
  await Promise.all(hit.map(start));
}

function shuffledBlows(): Blow[] {
  const blows = Object.entries(BLOWS).flatMap(([blow, count]) =>
    Array.from({ length: count * SOAK_FACTOR }, () => ({ blow: blow as Blow, at: Math.random() })),
  );
  return blows.sort((a, b) => a.at - b.at).map(({ blow }) => blow);
}

test(
  'live sessions paid by signed SMS while everything is killed: each message once, each payment its session, no forgery believed',
  async () => {
    const setting_up = await house.connect();
    world = await openLiveWorld(setting_up, { AIRTEL: 4, MOOV: 2 });
    await setting_up.end();
    const urls = ports.map((port) => `http://127.0.0.1:${port}`);
    const subscribers = [
      await subscribe('/all', null),
      await subscribe('/shaky', ['payment_session.succeeded']),
    ];

    load = startLiveLoad(urls, world);
    const { promises } = load;
    const blows = shuffledBlows();
    for (const [n, blow] of blows.entries()) {
      // On a slow machine too there is something to lose.
      await until(async () => promises.paid.size > 10 * (n + 2) && promises.forged.size > n + 1);
      await strike(blow);
      if (n === Math.floor(blows.length / 2)) await routeUnknown(world.sims[2] as LiveSim);
    }
    await load.stop();
    expect(promises.surprises.slice(0, 10)).toEqual([]);
    // Without these the blows hit nothing.
    expect(promises.unanswered).toBeGreaterThan(blows.length);
    expect(promises.repeated).toBeGreaterThan(blows.length);

    const db = await house.connect();
    pool = db;
    await settle(db);
    await proveIntake(db, promises);
    await proveLivePayments(db, promises);
    await proveChains(db, world.sims);
    await proveSessions(db, { created: promises.created, cancelled: new Set(), played: new Map() });
    await proveBooks(db);
    await proveHolds(db);
    await proveEvents(db);
    const { events, repeats } = await proveWebhooks(db, accepted, subscribers);
    const { env } = house;
    expect(await chariJson(['ledger', 'check'], { env })).toMatchObject({ ok: true, problems: [] });
    expect(await chariJson(['credits', 'replay'], { env })).toMatchObject({ differences: [] });
    console.log(
      `${blows.length} blows: ${promises.created.size} sessions, ${promises.paid.size} paid, ${promises.told.length} SMS (${promises.repeated} repeated), ${promises.forged.size} forged, ${events} events, ${accepted.length} webhooks (${repeats} repeated), ${promises.unanswered} requests without an answer, ${promises.unavailable} times 503`,
    );
    for (const server of Object.values(servers)) server?.signal('SIGTERM');
    expect(await Promise.all(Object.values(servers).map((server) => server?.ended))).toEqual([0, 0, 0]);
  },
  600_000 * SOAK_FACTOR,
);

async function subscribe(path: string, events: string[] | null): Promise<Subscriber> {
  const client = createClient(house.base_url, world.live_key);
  const url = `http://127.0.0.1:${receiver.port}${path}`;
  const body = events === null ? { url } : { url, events };
  const answer = await client.send('POST', '/v1/webhook-endpoints', body);
  if (answer.status !== 201) throw new Error(`no webhook endpoint: ${JSON.stringify(answer)}`);
  return { path, events, id: answer.body.id, secret: answer.body.secret };
}

/** In the middle of it all staff say whose messages come by the slot that nobody knew. */
async function routeUnknown(sim: LiveSim): Promise<void> {
  const db = await house.connect();
  const { number, gateway } = sim;
  const place = { number, gateway: gateway.name, device_id: gateway.name, sim_slot: UNKNOWN_SLOT };
  expect(await routeNumber(staffOf(db), place)).toMatchObject({ kind: 'routed' });
  await db.end();
}

/** Waits until nothing is unread or undelivered. What is left when patience ends the proofs name. */
async function settle(db: Pool): Promise<void> {
  await untilPatienceEnds(async () => {
    const { rows } = await db.query('select from notice_inbox');
    return rows.length === 0;
  }, SETTLE_MS);
  let hastened_ms = 0;
  await untilPatienceEnds(async () => {
    if (!IS_SOAK && performance.now() - hastened_ms > HASTEN_INTERVAL_MS) {
      await hasten(db);
      hastened_ms = performance.now();
    }
    const { rows } = await db.query(
      'select (select count(*) from notice_inbox) + (select count(*) from webhook_due) as left_over',
    );
    return Number(rows[0].left_over) === 0;
  }, SETTLE_MS);
}

/** As if half an hour had passed for what waits: leases of the killed. */
async function hasten(db: Pool): Promise<void> {
  // One in flight may come twice, as any webhook may. What the service has locked is left to it: two who wait for each
  // other's rows would end with an error of one.
  await db.query(`update webhook_due set leased_until = least(leased_until, now()), due_at = least(due_at, now())
    where delivery_id in (select delivery_id from webhook_due
      where leased_until > now() or due_at > now() for update skip locked)`);
}
