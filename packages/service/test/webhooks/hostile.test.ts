import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Delivery } from '../../src/webhooks/deliver.ts';
import {
  after,
  bomb,
  type Conduct,
  endlessAnnouncements,
  endlessBody,
  endlessChunkExtension,
  endlessHeader,
  endlessHeaders,
  endlessTrailers,
  HostileReceivers,
  OK,
  saying,
  silence,
  trickling,
} from './hostile-receivers.ts';
import { holdClosedPort, openReceiver, type Receiver } from './receiver.ts';
import { openWorld, type World } from './world.ts';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n';

type Expected = { outcome: string; status_code: number | null; answer?: unknown };
const TIMED_OUT: Expected = { outcome: 'timed_out', status_code: null };
const DELIVERED: Expected = { outcome: 'delivered', status_code: 200 };
const NO_ANSWER: Expected = { outcome: 'no_answer', status_code: null };

/** The whole 10 s are waited for by those that take them, all at once; the others must be far quicker. */
const SLOW: Record<string, [Conduct, Expected]> = {
  'accepts the connection and is silent': [silence, TIMED_OUT],
  'answers with one byte a second': [trickling(HEAD), TIMED_OUT],
  'sends a header with one byte a second': [trickling('x', 'HTTP/1.1 200 OK\r\nX-Slow: '), TIMED_OUT],
  'sends a body with one byte a second': [trickling('.', HEAD), TIMED_OUT],
  'says 100 Continue and no more': [saying('HTTP/1.1 100 Continue\r\n\r\n'), NO_ANSWER],
  'says 103 Early Hints and no more': [saying('HTTP/1.1 103 Early Hints\r\n\r\n'), TIMED_OUT],
  'answers 200 after 5 s': [after(5_000, saying(OK)), DELIVERED],
  'answers 200 after 12 s': [after(12_000, saying(OK)), TIMED_OUT],
  'begins its answer in time and ends it too late': [
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no');
      setTimeout(() => socket.write('k'), 12_000);
    },
    TIMED_OUT,
  ],
};

const QUICK: Record<string, [Conduct, Expected]> = {
  'sends headers without end': [endlessHeaders, NO_ANSWER],
  'sends one header without end': [endlessHeader, NO_ANSWER],
  'says 103 Early Hints without end': [endlessAnnouncements, NO_ANSWER],
  'sends a chunk extension without end': [
    endlessChunkExtension,
    { outcome: 'broken_answer', status_code: 200 },
  ],
  'sends a body without end': [endlessBody, { ...DELIVERED, answer: 'a'.repeat(1_024) }],
  'sends a compressed bomb': [bomb, { ...DELIVERED, answer: expect.any(String) }],
  'sends trailers without end': [endlessTrailers, { outcome: 'broken_answer', status_code: 200 }],
  'closes without a word': [(socket) => socket.destroy(), NO_ANSWER],
  'speaks another language': [saying('SSH-2.0-OpenSSH_9.2\r\n'), NO_ANSWER],
  'switches protocols': [saying('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n'), NO_ANSWER],
  'announces with 103 and then answers': [saying(`HTTP/1.1 103 Early Hints\r\n\r\n${OK}`), DELIVERED],
  'gives two answers to one request': [
    saying(`${OK}HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n`),
    { ...DELIVERED, answer: 'ok' },
  ],
  'answers two lengths': [
    saying('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok'),
    NO_ANSWER,
  ],
  'redirects to itself': [
    saying('HTTP/1.1 302 Found\r\nLocation: /hooks\r\nContent-Length: 0\r\n\r\n'),
    { outcome: 'refused', status_code: 302 },
  ],
};

const CASES = { ...SLOW, ...QUICK };
const QUICK_MS = 3_000;
/**
 * What a time may be longer than the law says: a little, and as long as this process was kept from running at a stretch
 * while the deliveries were under way, which its own event loop knows.
 */
const LATE_MS = 500;
const stretches = monitorEventLoopDelay({ resolution: 10 });
const late_ms = () => LATE_MS + 3 * (stretches.max / 1e6);

let world: World;
let hostile: HostileReceivers;
let healthy: Receiver;
let loop: Delivery;
let closed: Awaited<ReturnType<typeof holdClosedPort>>;
/** By what the receiver does: its endpoint. */
const endpoints = new Map<string, { id: string; port: number }>();

beforeAll(async () => {
  world = await openWorld();
  hostile = new HostileReceivers();
  healthy = await openReceiver();
  for (const [name, [conduct]] of Object.entries(CASES)) await add(name, 'http', await hostile.open(conduct));
  await add('has a certificate that nobody signed', 'https', await hostile.openWithBadCertificate());
  await add('never begins TLS', 'https', await hostile.open(silence));
  closed = await holdClosedPort(healthy.port);
  await add('has closed its port', 'http', closed.port);
  stretches.enable();
  loop = world.deliver();
});
afterAll(async () => {
  stretches.disable();
  closed.release();
  hostile.close();
  await world.end();
  await healthy.close();
});

async function add(name: string, protocol: string, port: number): Promise<void> {
  const merchant = await world.merchant();
  const { id } = await world.endpoint(merchant, `${protocol}://127.0.0.1:${port}/hooks`);
  endpoints.set(name, { id, port });
  await world.events(merchant, 1);
}

type Attempt = {
  attempt: number;
  outcome: string;
  status_code: number | null;
  answer: string;
  duration_ms: number;
};

/** The first attempt at the receiver that behaves so. */
async function attemptAt(name: string): Promise<Attempt> {
  const endpoint = endpoints.get(name);
  const first = `from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
    where d.endpoint_id = $1 and a.attempt = 1`;
  await world.until(`select count(*)::int as n ${first}`, [endpoint?.id], 1);
  const [attempt] = await world.rows<Attempt>(`select a.* ${first}`, [endpoint?.id]);
  return attempt as Attempt;
}

test('beside all of them a healthy endpoint gets its events at once', async () => {
  const merchant = await world.merchant();
  const { id } = await world.endpoint(merchant, healthy.url);
  await world.events(merchant, 100);
  await expect.poll(() => loop.stats().in_flight).toBeGreaterThanOrEqual(Object.keys(SLOW).length - 1);
  loop.wake();
  await healthy.gets(100);
  const of_healthy =
    'from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id where d.endpoint_id = $1';
  await world.until(`select count(*)::int as n ${of_healthy}`, [id], 100);
  const [slowest] = await world.rows<{ ms: number }>(`select max(a.duration_ms) as ms ${of_healthy}`, [id]);
  expect(slowest?.ms).toBeLessThan(QUICK_MS + late_ms());
});

describe('a receiver that', () => {
  test.each(Object.keys(QUICK))('%s is done with soon', async (name) => {
    const attempt = await attemptAt(name);
    expect(attempt).toMatchObject(QUICK[name]?.[1] ?? {});
    expect(attempt.duration_ms).toBeLessThan(QUICK_MS + late_ms());
    expect(hostile.requestsOfFirstAttempt(endpoints.get(name)?.port ?? 0)).toBe(1);
  });

  test.each(Object.keys(SLOW))('%s holds a place for 10 s at most', async (name) => {
    const attempt = await attemptAt(name);
    expect(attempt).toMatchObject(SLOW[name]?.[1] ?? {});
    expect(attempt.duration_ms).toBeLessThan(10_000 + late_ms());
  });

  test.each([
    ['has a certificate that nobody signed', /self-signed/],
    ['has closed its port', /ECONNREFUSED/],
    ['never begins TLS', /timeout/i],
  ])('%s is not connected to, and the log says why', async (name, why) => {
    const attempt = await attemptAt(name);
    expect(attempt).toMatchObject({ outcome: 'not_connected', answer: expect.stringMatching(why) });
    // 3 s to connect.
    expect(attempt.duration_ms).toBeLessThan(3_000 + late_ms());
  });
});

test('afterwards no place is held, and each failure waits for its retry', async () => {
  await Promise.all([...endpoints.keys()].map(attemptAt));
  await expect.poll(() => loop.stats().unrecorded).toBe(0);
  const { rows } = await world.db.pool.query(
    `select d.state, w.delivery_id is not null as waits, count(*)::int as n
       from webhook_deliveries d left join webhook_due w on w.delivery_id = d.id group by 1, 2`,
  );
  expect(new Set(rows.map(({ state, waits }) => `${state} ${waits}`))).toEqual(
    new Set(['DELIVERED false', 'PENDING true']),
  );
  for (const answer of await world.rows<{ n: number }>(
    'select coalesce(length(answer), 0) as n from webhook_attempts',
  ))
    expect(answer.n).toBeLessThanOrEqual(1_024);
});
