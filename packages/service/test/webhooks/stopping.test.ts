import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startWork, type Work } from '../../src/cli/serve/work.ts';
import { DEFAULT_POLICY } from '../../src/domain/policy.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { newId, openWorld, SECRET_KEY, type World } from './world.ts';

let world: World;
let receiver: Receiver;
let work: Work;
/** Lets the sweep go on that hangs. */
let release: () => void = () => undefined;
beforeEach(async () => {
  world = await openWorld();
  receiver = await openReceiver();
  const { pool } = world.db;
  const services = {
    pool,
    now: world.now,
    newId,
    random: () => 0,
    policy: DEFAULT_POLICY,
    onEvents: () => undefined,
  };
  const hanging = new Promise<void>((resolve) => {
    release = resolve;
  });
  work = startWork(services, {
    secret_key: SECRET_KEY,
    allow_private_webhooks: true,
    rails: {},
    askInboxes: async () => {
      throw new Error('nobody is to be asked');
    },
    mailer: null,
    log: pino({ enabled: false }),
    metrics: { observe: () => undefined, survey: async () => undefined },
    surveyDesk: () => hanging,
  });
});
afterEach(async () => {
  release();
  await work.stop();
  await world.end();
  await receiver.close();
});

test('a process that stops begins no webhook more, though a sweep of it takes its time to end', async () => {
  const merchant = await world.merchant();
  await world.endpoint(merchant, receiver.url);
  await world.events(merchant, 1);
  await receiver.gets(1);
  await world.settled();
  const stopped = work.stop();
  await world.events(merchant, 1);
  work.delivery.wake();
  // Another process, which has the event at once.
  const other = world.deliver();
  await receiver.gets(2);
  await expect.poll(() => other.stats().claims).toBeGreaterThan(3);
  expect(work.delivery.stats()).toMatchObject({ in_flight: 0, delivered: 1 });
  release();
  await stopped;
});
