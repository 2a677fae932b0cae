import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pool } from '../../src/store/connect/connect.ts';
import { chariJson } from '../cli/run.ts';
import { until, untilPatienceEnds } from '../waiting/until.ts';
import { openReceiver, type Received, type Receiver } from '../webhooks/receiver.ts';
import { type Client, createClient } from './client.ts';
import { type House, keyOf, openHouse, type Server, SOAK_FACTOR } from './house.ts';
import { type Load, startLoad } from './load.ts';
import {
  proveCredits,
  proveEvents,
  proveHolds,
  proveSessions,
  proveWebhooks,
  type Subscriber,
} from './proof.ts';
import { signal } from './signal.ts';

/** What is killed, with SIGKILL, at a random moment: how often, and how often in the long run. */
const BLOWS = {
  /** The server, which is then started again; its database lives on and is adopted. */
  server: [3, 140],
  /** The server, before it is ready. */
  starting_server: [2, 40],
  /** The postmaster alone: the server must bring it back by itself. */
  postmaster: [1, 40],
  /** Everything at once, as when the power goes. */
  everything: [1, 30],
} as const;
type Blow = keyof typeof BLOWS;

const SERVING_MAX_MS = 1_000;
const STARTING_MAX_MS = 700;
/** In the long run a killed process's lease (30 s) and the first retries are waited for; a busy machine takes longer. */
const SETTLE_MS = 180_000;
/** For each way to kill; on a busy machine a start takes ten seconds. */
const PATIENCE_MS = 600_000;

let house: House;
let receiver: Receiver;
let server: Server;
let pool: Pool | null = null;
let load: Load | null = null;
/** What came and was answered 2xx. */
const accepted: Received[] = [];
beforeAll(async () => {
  house = await openHouse();
  receiver = await openReceiver((response, received, count) => {
    // One endpoint is shaky: some of its webhooks fail, or lose their connection, and must come again.
    if (received.path === '/shaky' && count % 7 === 0) response.writeHead(500).end();
    else if (received.path === '/shaky' && count % 11 === 0) response.destroy();
    else {
      accepted.push(received);
      response.end('ok');
    }
  });
  server = await house.start();
});
afterAll(async () => {
  load?.abandon();
  await house.remove();
  await receiver.close();
  void pool?.end().catch(() => undefined);
});

const isServing = () =>
  fetch(`${house.base_url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );

async function kill(victim: Server): Promise<void> {
  victim.signal('SIGKILL');
  await victim.ended;
}

async function strike(blow: Blow): Promise<void> {
  await sleep(Math.random() * SERVING_MAX_MS);
  switch (blow) {
    case 'server':
      await kill(server);
      break;
    case 'starting_server':
      await kill(server);
      server = house.spawn();
      await sleep(Math.random() * STARTING_MAX_MS);
      await kill(server);
      break;
    case 'everything': {
      const pids = await house.databaseProcesses();
      server.signal('SIGKILL');
      for (const pid of pids) signal(pid, 'SIGKILL');
      await server.ended;
      break;
    }
    case 'postmaster': {
      const pid = await house.postmaster();
      expect(pid).not.toBeNull();
      signal(pid as number, 'SIGKILL');
      await until(async () => (await house.postmaster()) !== pid && (await isServing()));
      return;
    }
  }
  server = await house.start();
}

function shuffledBlows(): Blow[] {
  const blows = Object.entries(BLOWS).flatMap(([blow, [count, soak_count]]) =>
    Array.from({ length: SOAK_FACTOR === 1 ? count : soak_count }, () => ({
      blow: blow as Blow,
      at: Math.random(),
    })),
  );
  return blows.sort((a, b) => a.at - b.at).map(({ blow }) => blow);
}

test(
  'killed at random moments under load, it loses nothing that it answered, counts nothing twice and tells of every change',
  async () => {
    const client = createClient(house.base_url, keyOf(server.stdout()));
    const subscribers = [
      await subscribe(client, '/all', null),
      await subscribe(client, '/paid', ['payment_session.succeeded']),
      await subscribe(client, '/shaky', null),
    ];

    load = startLoad(client, 'order');
    const blows = shuffledBlows();
    const { promises } = load;
    for (const [at, blow] of blows.entries()) {
      // On a slow machine too there is something to lose.
      await until(async () => promises.created.size > 10 * (at + 1) && promises.credits.size > 3 * (at + 1));
      await strike(blow);
    }
    await load.stop();

    expect(promises.surprises.slice(0, 10)).toEqual([]);
    // Without these the blows hit nothing.
    expect(promises.unanswered).toBeGreaterThan(blows.length);

    const db = await house.connect();
    pool = db;
    await settle(db);
    await proveSessions(db, promises);
    await proveCredits(db, promises);
    await proveHolds(db);
    await proveEvents(db);
    const { events, repeats } = await proveWebhooks(db, accepted, subscribers);
    const { env } = house;
    expect(await chariJson(['ledger', 'check'], { env })).toMatchObject({ ok: true, problems: [] });
    expect(await chariJson(['credits', 'replay'], { env })).toMatchObject({ differences: [] });
    console.log(
      `${blows.length} blows: ${promises.created.size} sessions, ${promises.credits.size} credits, ${events} events, ${accepted.length} webhooks (${repeats} repeated), ${promises.unanswered} requests without an answer, ${promises.unavailable} times 503`,
    );
    server.signal('SIGTERM');
    expect(await server.ended).toBe(0);
  },
  PATIENCE_MS * SOAK_FACTOR,
);

async function subscribe(client: Client, path: string, events: string[] | null): Promise<Subscriber> {
  const url = `http://127.0.0.1:${receiver.port}${path}`;
  const answer = await client.send(
    'POST',
    '/v1/webhook-endpoints',
    events === null ? { url } : { url, events },
  );
  if (answer.status !== 201) throw new Error(`no webhook endpoint: ${JSON.stringify(answer)}`);
  return { path, events, id: answer.body.id, secret: answer.body.secret };
}

/**
 * Waits until the inbox is empty and every webhook delivered, leases of killed processes included. What is
 * left when patience ends is named by the proofs.
 */
async function settle(db: Pool): Promise<void> {
  await untilPatienceEnds(async () => {
    if (SOAK_FACTOR === 1) {
      // What a killed process had in flight follows when its lease ends, 30 s later, and what failed when its
      // retry is due; this is that moment. What is in flight just now (15 s at most) is left alone.
      await db.query(`update webhook_due set due_at = least(due_at, now()), leased_until = null
        where delivery_id in (select delivery_id from webhook_due
          where leased_until < now() + interval '15 s' or (leased_until is null and due_at > now())
          for update skip locked)`);
    }
    const { rows } = await db.query(
      'select (select count(*) from notice_inbox) + (select count(*) from webhook_due) as left_over',
    );
    return Number(rows[0].left_over) === 0;
  }, SETTLE_MS);
}
