import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { connect } from '../../src/store/connect/connect.ts';
import { openRelayedDatabase } from '../spec/relay.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { openWorld, SECRET_KEY, World } from './world.ts';

let world: World;
let receiver: Receiver;
let children: ChildProcess[];
beforeEach(async () => {
  world = await openWorld();
  receiver = await openReceiver();
  children = [];
});
afterEach(async () => {
  await Promise.all(children.map(kill));
  await world.end();
  await receiver.close();
});

function startProcess(): ChildProcess {
  const script = fileURLToPath(new URL('./loop-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, world.db.url, SECRET_KEY.toString('hex')], {
    stdio: 'inherit',
  });
  children.push(child);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('a killed process loses nothing: what it had in flight is sent again when its lease ends, not before', async () => {
  const merchant = await world.merchant();
  await world.endpoint(merchant, receiver.url);
  const [event] = await world.events(merchant, 1);
  receiver.answer = () => undefined;
  const child = startProcess();
  await receiver.gets(1);
  await kill(child);
  receiver.answer = (response) => response.end('ok');
  const loop = world.deliver();
  await expect.poll(() => loop.stats().claims).toBeGreaterThanOrEqual(3);
  expect(receiver.received).toHaveLength(1);
  world.ahead_ms += 30_000;
  await world.settled();
  expect(receiver.received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2']);
  expect(receiver.received.map(({ body }) => body.toString())).toEqual([event?.body, event?.body]);
});

test('several loops on one database never make the same attempt, and deliver everything once', async () => {
  const merchant = await world.merchant();
  const urls = ['a', 'b', 'c'].map((path) => `http://127.0.0.1:${receiver.port}/${path}`);
  await Promise.all(urls.map((url) => world.endpoint(merchant, url)));
  const other = await connect(world.db.url);
  startProcess();
  startProcess();
  world.deliver();
  world.deliver({ pool: other });
  for (let round = 0; round < 10; round += 1) await world.events(merchant, 100);
  await world.settled();
  await world.stopLoops();
  await other.end();
  const posts = receiver.received.map(
    ({ headers }) => `${headers['x-service-delivery']}/${headers['x-service-attempt']}`,
  );
  expect(new Set(posts).size).toBe(posts.length);
  // On a machine so busy that an answer takes ten seconds some come again, each after a failure that stands on record.
  const told = await world.rows(
    `select (outcome = 'delivered') as is_delivered, count(distinct delivery_id)::int as deliveries, count(*)::int as attempts
    from webhook_attempts where outcome in ('delivered', 'timed_out') group by 1 order by 1 desc`,
  );
  const [delivered, timed_out = { attempts: 0 }] = told as { is_delivered: boolean; attempts: number }[];
  expect(delivered).toEqual({ is_delivered: true, deliveries: 3_000, attempts: 3_000 });
  expect(posts).toHaveLength(3_000 + timed_out.attempts);
});

test('a database that goes away is waited for, and what was finished meanwhile is recorded', async () => {
  const merchant = await world.merchant();
  await world.endpoint(merchant, receiver.url);
  let finish = () => {};
  receiver.answer = (response) => {
    finish = () => response.end('ok');
  };
  await world.events(merchant, 1);
  const loop = world.deliver();
  await receiver.gets(1);
  const admin = await connect(inject('cluster_url'), { max_connections: 1 });
  const database = new URL(world.db.url).pathname.slice(1);
  await admin.query(`alter database ${database} allow_connections false`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
  finish();
  await expect.poll(() => loop.stats()).toMatchObject({ unrecorded: 1, delivered: 1 });
  await expect.poll(() => loop.stats().claim_failures).toBeGreaterThanOrEqual(2);
  await admin.query(`alter database ${database} allow_connections true`);
  await admin.end();
  await expect.poll(() => loop.stats().unrecorded).toBe(0);
  await world.settled();
  receiver.answer = (response) => response.end('ok');
  await world.events(merchant, 1);
  await world.settled();
  expect(receiver.received).toHaveLength(2);
  expect(world.logged.filter(({ level }) => level === 'error').length).toBeGreaterThanOrEqual(2);
});

test('stop begins nothing more, waits for what is in flight, and gives the rest back at once', async () => {
  const merchant = await world.merchant();
  await world.endpoint(merchant, receiver.url);
  // One answer that is fast by a clock that stands still, however busy the machine: more than eight are claimed ahead.
  world.stopClock();
  await world.events(merchant, 1);
  const loop = world.deliver();
  await world.settled();
  const held: (() => void)[] = [];
  receiver.answer = (response) => {
    held.push(() => response.end('ok'));
  };
  await world.events(merchant, 20);
  loop.wake();
  // At once: what has waited for two seconds is given back.
  await expect.poll(() => loop.stats().waiting).toBe(12);
  const stopped = world.stopLoops();
  await receiver.gets(9);
  for (const finish of held) finish();
  await stopped;
  expect(receiver.received).toHaveLength(9);
  expect(
    await world.rows('select attempt from webhook_due where due_at <= $1 and attempt = 0', [world.now()]),
  ).toHaveLength(12);
  expect(await world.rows(`select 1 from webhook_deliveries where state = 'DELIVERED'`)).toHaveLength(9);
  receiver.answer = (response) => response.end('ok');
  world.deliver();
  await world.settled();
  expect(receiver.received).toHaveLength(21);
  expect(receiver.received.every(({ headers }) => headers['x-service-attempt'] === '1')).toBe(true);
});

const WAITING_FOR_A_LOCK =
  'select 1 from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()';

test('what a claim returned too late to be sent before its lease ends is left to the next lease', async () => {
  const merchant = await world.merchant();
  await world.endpoint(merchant, receiver.url);
  await world.events(merchant, 1);
  await world.rows(`update webhook_due set due_at = due_at + interval '1 hour'`);
  // Two seconds are left to begin in.
  const loop = world.deliver({ exchange_timeout_ms: 28_000 });
  await expect.poll(() => loop.stats().claims).toBeGreaterThan(0);
  const client = await world.db.pool.connect();
  await client.query('begin');
  await client.query('lock table webhook_due in access exclusive mode');
  await client.query(`update webhook_due set due_at = due_at - interval '1 hour'`);
  await expect.poll(async () => (await client.query(WAITING_FOR_A_LOCK)).rowCount).toBeGreaterThan(0);
  await sleep(2_500);
  await client.query('commit');
  client.release();
  await world.until('select attempt as n from webhook_due', [], 1);
  const claims = loop.stats().claims;
  await expect.poll(() => loop.stats().claims).toBeGreaterThan(claims + 1);
  expect(receiver.received).toEqual([]);
  world.ahead_ms += 30_000;
  await receiver.gets(1);
  expect(receiver.received[0]?.headers['x-service-attempt']).not.toBe('1');
});

test('a network that goes away between us and the database, again and again, loses nothing', async () => {
  const relayed = await openRelayedDatabase();
  const far = new World(relayed);
  const merchant = await far.merchant();
  await far.endpoint(merchant, receiver.url);
  const loop = far.deliver();
  const written: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    written.push(...(await far.events(merchant, 200)).map(({ id }) => id));
    loop.wake();
    const before = receiver.received.length;
    await receiver.gets(before + 20);
    await relayed.goAway();
    await expect.poll(() => loop.stats().in_flight).toBe(0);
    await relayed.comeBack();
  }
  await expect.poll(() => loop.stats().unrecorded).toBe(0);
  // A claim whose answer was lost is due again when its lease ends.
  far.ahead_ms += 30_000;
  await expect.poll(() => far.rows('select 1 from webhook_due').catch(() => ['away'])).toEqual([]);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(written));
  expect(await far.rows(`select 1 from webhook_deliveries where state <> 'DELIVERED'`)).toEqual([]);
  await far.end();
});

test('a network that goes away between us and a receiver is a failure like others: it comes again', async () => {
  const merchant = await world.merchant();
  await world.endpoint(merchant, receiver.url);
  // Connections break in the middle of the request, without an answer.
  receiver.answer = (response) => response.socket?.resetAndDestroy();
  world.stopClock();
  const events = await world.events(merchant, 30);
  const loop = world.deliver();
  await world.until('select count(*)::int as n from webhook_attempts', [], 30);
  expect(await world.rows('select distinct outcome from webhook_attempts')).toEqual([
    { outcome: 'no_answer' },
  ]);
  receiver.answer = (response) => response.end('ok');
  world.ahead_ms += 5_000;
  loop.wake();
  await world.settled();
  const again = receiver.received.filter(({ headers }) => headers['x-service-attempt'] === '2');
  expect(again.map(({ body }) => body.toString()).sort()).toEqual(events.map(({ body }) => body).sort());
});
