import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimAttempts } from '../../src/store/webhooks/claim-attempts.ts';
import { publishEvents } from '../../src/store/webhooks/deliveries.ts';
import { finishAttempts } from '../../src/store/webhooks/finish-attempts.ts';
import type { Lookup } from '../../src/webhooks/dial.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { merchantSignature, newId, openWorld, type World } from './world.ts';

let world: World;
let receiver: Receiver;
beforeEach(async () => {
  world = await openWorld();
  receiver = await openReceiver();
});
afterEach(async () => {
  await world.end();
  await receiver.close();
});

type Attempt = { attempt: number; outcome: string; status_code: number | null; answer: string | null };
const attemptsOf = () =>
  world.rows<Attempt>('select attempt, outcome, status_code, answer from webhook_attempts order by attempt');
const deliveries = () =>
  world.rows<{ state: string; dead_reason: string | null; attempt_count: number; finished_at: Date | null }>(
    'select state, dead_reason, attempt_count, finished_at from webhook_deliveries',
  );

describe('a committed event', () => {
  test('reaches the endpoint with its exact body and every header, signed', async () => {
    const merchant = await world.merchant();
    const endpoint = await world.endpoint(merchant, receiver.url);
    const [event] = await world.events(merchant, 1);
    world.deliver();
    const [post] = await receiver.gets(1);
    expect(post?.body.toString()).toBe(event?.body);
    const { headers } = post as NonNullable<typeof post>;
    const [delivery] = await world.rows<{ id: string }>('select id from webhook_deliveries');
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(post?.body.length),
      'x-service-signature': merchantSignature(endpoint.secret, post?.body as Buffer),
      'x-service-test': 'true',
      'x-service-event': 'payment_session.succeeded',
      'x-service-delivery': delivery?.id,
      'x-service-attempt': '1',
      'x-service-sequence': '1',
      'webhook-id': event?.id,
      'webhook-timestamp': expect.stringMatching(/^[0-9]{10}$/),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
    await world.settled();
    expect(await deliveries()).toMatchObject([{ state: 'DELIVERED', attempt_count: 1, dead_reason: null }]);
    expect(await attemptsOf()).toEqual([
      { attempt: 1, outcome: 'delivered', status_code: 200, answer: 'ok' },
    ]);
    expect(await world.rows('select 1 from webhook_due')).toEqual([]);
  });

  test('of live carries no X-Service-Test', async () => {
    const merchant = await world.merchant();
    await world.endpoint(merchant, receiver.url, { environment: 'live' });
    await world.events(merchant, 1, { environment: 'live' });
    world.deliver();
    const [post] = await receiver.gets(1);
    expect(post?.headers).not.toHaveProperty('x-service-test');
  });

  test('goes out at once on wake, without waiting for the poll', async () => {
    const merchant = await world.merchant();
    await world.endpoint(merchant, receiver.url);
    const loop = world.deliver();
    // A first event makes sure that the loop is up; afterwards it sleeps for a poll interval.
    await world.events(merchant, 1);
    await receiver.gets(1);
    await world.settled();
    const claims = loop.stats().claims;
    await world.events(merchant, 1);
    loop.wake();
    await receiver.gets(2);
    expect(loop.stats().claims - claims).toBeLessThanOrEqual(3);
  });

  test('reaches only endpoints of its merchant and environment that want its type', async () => {
    const [mine, other] = [await world.merchant(), await world.merchant()];
    const at = (path: string) => `http://127.0.0.1:${receiver.port}/${path}`;
    await world.endpoint(mine, at('all'));
    await world.endpoint(mine, at('this'), {
      events: ['payment_session.succeeded', 'payment_session.expired'],
    });
    await world.endpoint(mine, at('expired'), { events: ['payment_session.expired'] });
    await world.endpoint(mine, at('live'), { environment: 'live' });
    await world.endpoint(other, at('other'));
    await world.events(mine, 1);
    world.deliver();
    await world.settled();
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/all', '/this']);
  });

  test('fans out once: an event that is written again is refused, with whatever comes with it', async () => {
    const merchant = await world.merchant();
    await world.endpoint(merchant, receiver.url);
    const events = await world.events(merchant, 3);
    const others = events.map((event) => ({ ...event, id: newId(), object_id: newId() }));
    const again = publishEvents(world.db.pool, [...others, ...events]);
    await expect(again).rejects.toMatchObject({ constraint: 'events_pkey' });
    expect(await world.rows('select 1 from webhook_deliveries')).toHaveLength(3);
    expect(await world.rows('select 1 from webhook_due')).toHaveLength(3);
  });
});

describe('a failed delivery', () => {
  async function failsFirst(answer: Receiver['answer'], options: { exchange_timeout_ms?: number } = {}) {
    receiver.answer = (response, received, count) =>
      count === 1 ? answer(response, received, count) : response.end('ok');
    const merchant = await world.merchant();
    await world.endpoint(merchant, receiver.url);
    world.stopClock();
    await world.events(merchant, 1);
    const loop = world.deliver(options);
    await world.until('select count(*)::int as n from webhook_attempts', [], 1);
    if (options.exchange_timeout_ms !== undefined) {
      // The second attempt must not be given up as soon as the first.
      await loop.stop();
      world.deliver();
    }
    world.ahead_ms += 5_000;
    await world.settled();
    const [first, second] = receiver.received;
    expect(receiver.received).toHaveLength(2);
    expect(second?.body.equals(first?.body as Buffer)).toBe(true);
    for (const name of ['webhook-id', 'x-service-delivery', 'x-service-signature', 'x-service-sequence']) {
      expect(second?.headers[name]).toBe(first?.headers[name]);
    }
    expect([first, second].map((post) => post?.headers['x-service-attempt'])).toEqual(['1', '2']);
    const [failure, success] = await attemptsOf();
    expect(success).toMatchObject({ attempt: 2, outcome: 'delivered' });
    return failure;
  }

  test.each([500, 404, 410, 400])('with status %i comes again, same bytes and id', async (status) => {
    const failure = await failsFirst((response) => {
      response.statusCode = status;
      response.end('no');
    });
    expect(failure).toEqual({ attempt: 1, outcome: 'refused', status_code: status, answer: 'no' });
  });

  test('without any answer times out and comes again', async () => {
    const failure = await failsFirst(() => undefined, { exchange_timeout_ms: 1_000 });
    expect(failure).toMatchObject({ outcome: 'timed_out', status_code: null });
  });

  test('whose answer trickles without end times out, though its status was 200', async () => {
    const failure = await failsFirst(
      (response) => {
        response.writeHead(200);
        const drip = setInterval(() => response.write('.'), 20);
        response.once('close', () => clearInterval(drip));
      },
      { exchange_timeout_ms: 1_000 },
    );
    expect(failure).toMatchObject({ outcome: 'timed_out' });
  });

  test('whose connection is closed comes again', async () => {
    const failure = await failsFirst((response) => response.destroy());
    expect(failure).toMatchObject({ outcome: 'no_answer', status_code: null });
  });

  test('whose answer breaks off in the middle comes again', async () => {
    const failure = await failsFirst((response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    expect(failure).toMatchObject({ outcome: 'broken_answer', status_code: 200 });
  });

  test('that is redirected is a failure, and the redirect is not followed', async () => {
    const elsewhere = await openReceiver();
    const failure = await failsFirst((response) => {
      response.writeHead(302, { location: elsewhere.url });
      response.end();
    });
    expect(failure).toMatchObject({ outcome: 'refused', status_code: 302 });
    expect(elsewhere.received).toEqual([]);
    await elsewhere.close();
  });

  test('waits as long as Retry-After asks', async () => {
    receiver.answer = (response) => {
      response.writeHead(503, { 'retry-after': '120' });
      response.end();
    };
    const merchant = await world.merchant();
    await world.endpoint(merchant, receiver.url);
    await world.events(merchant, 1);
    world.deliver();
    await world.until('select count(*)::int as n from webhook_attempts', [], 1);
    const [due] = await world.rows<{ wait_s: number }>(
      `select extract(epoch from w.due_at - a.started_at)::float8 as wait_s
         from webhook_due w join webhook_attempts a using (delivery_id)`,
    );
    expect(due?.wait_s).toBeGreaterThanOrEqual(120);
    // And it is not put off for good: what is above is how long a busy machine takes for one attempt.
    expect(due?.wait_s).toBeLessThan(300);
  });

  test('is dead after twelve attempts, listed with its reason and logged, and never tried again', async () => {
    receiver.answer = (response) => {
      response.statusCode = 500;
      response.end();
    };
    const merchant = await world.merchant();
    await world.endpoint(merchant, receiver.url);
    world.stopClock();
    await world.events(merchant, 1);
    const loop = world.deliver();
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      await world.until('select count(*)::int as n from webhook_attempts', [], attempt);
      world.ahead_ms += 25 * 3_600_000;
    }
    await world.settled();
    expect(await deliveries()).toEqual([
      { state: 'DEAD', dead_reason: 'attempts_exhausted', attempt_count: 12, finished_at: expect.any(Date) },
    ]);
    expect(await world.rows('select 1 from webhook_due')).toEqual([]);
    expect(loop.stats()).toMatchObject({ dead: 1, failed: 12, delivered: 0 });
    expect(world.logged.map(({ sentence }) => sentence).join()).toContain('dead after its last attempt');
  });
});

test('a POST that was given up before there was a connection is never sent', async () => {
  const merchant = await world.merchant();
  await world.endpoint(merchant, `http://shop.example:${receiver.port}/`);
  const loopback = [{ address: '127.0.0.1', family: 4 }];
  const stalled: (() => void)[] = [];
  const lookup: Lookup = (_, __, callback) => {
    if (stalled.length === 0) stalled.push(() => callback(null, loopback));
    else callback(null, loopback);
  };
  const [first] = await world.events(merchant, 1);
  const loop = world.deliver({ exchange_timeout_ms: 1_500, lookup });
  await world.until('select count(*)::int as n from webhook_attempts', [], 1);
  expect(await attemptsOf()).toMatchObject([{ outcome: 'timed_out' }]);
  for (const answer of stalled) answer();
  const [second] = await world.events(merchant, 1);
  loop.wake();
  const [post] = await receiver.gets(1);
  expect([post?.headers['webhook-id'], receiver.received.length]).toEqual([second?.id, 1]);
  expect(first?.id).not.toBe(second?.id);
});

test('an attempt whose lease another process took over is logged and decides nothing', async () => {
  const merchant = await world.merchant();
  await world.endpoint(merchant, receiver.url);
  await world.events(merchant, 2);
  const claim = () =>
    claimAttempts(world.db.pool, {
      now: world.now(),
      lease_until: new Date(world.now().getTime() + 30_000),
      limit: 10,
      endpoint_limit: 8,
      held: [],
      after_endpoint_id: null,
    });
  const slow = await claim();
  expect(await claim()).toEqual([]);
  world.ahead_ms += 30_001;
  const taken = await claim();
  expect(taken.map(({ attempt }) => attempt)).toEqual([2, 2]);
  const ended = (attempts: typeof slow, outcome: 'delivered' | 'refused') =>
    attempts.map(({ delivery_id, attempt }, i) => ({
      delivery_id,
      attempt,
      outcome,
      started_at: world.now(),
      finished_at: world.now(),
      duration_ms: 1,
      status_code: null,
      answer: null,
      // One is over, one would be tried again.
      retry_at: i === 0 || outcome === 'delivered' ? null : world.now(),
    }));
  const [late, refused] = [ended(slow, 'delivered').slice(0, 1), ended(slow, 'refused').slice(1)];
  await finishAttempts(world.db.pool, [...late, ...refused]);
  await finishAttempts(world.db.pool, ended(slow, 'refused'));
  expect(await deliveries()).toMatchObject([
    { state: 'PENDING', attempt_count: 0 },
    { state: 'PENDING', attempt_count: 0 },
  ]);
  expect(await world.rows('select attempt from webhook_due where leased_until > now()')).toHaveLength(2);
  expect(await claim()).toEqual([]);
  // The late one and the one that took over may end together.
  await finishAttempts(world.db.pool, [...ended(taken, 'delivered'), ...ended(slow, 'delivered')]);
  await finishAttempts(world.db.pool, ended(taken, 'delivered'));
  expect(await deliveries()).toMatchObject([
    { state: 'DELIVERED', attempt_count: 2 },
    { state: 'DELIVERED', attempt_count: 2 },
  ]);
  expect((await attemptsOf()).map(({ attempt }) => attempt)).toEqual([1, 1, 2, 2]);
});

test('a long answer is read to 1 KiB and delivered, NUL characters included', async () => {
  receiver.answer = (response) => {
    response.writeHead(200);
    response.write(Buffer.alloc(1_000_000));
  };
  const merchant = await world.merchant();
  await world.endpoint(merchant, receiver.url);
  await world.events(merchant, 1);
  world.deliver();
  await world.settled();
  const [attempt] = await attemptsOf();
  expect(attempt).toMatchObject({ outcome: 'delivered', answer: '\uFFFD'.repeat(1_024) });
});
