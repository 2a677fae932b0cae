import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import type { AskInboxes } from '../../src/cli/gateway-services.ts';
import { watchSteps } from '../../src/cli/serve/steps.ts';
import { startWork } from '../../src/cli/serve/work.ts';
import { tendBooks } from '../../src/engine/book/tend.ts';
import { watchFeeds } from '../../src/engine/feeds.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { putSignals } from '../../src/store/gateways/lives.ts';
import { hearGateway } from './gateway.ts';
import { type Sim, simsOfFile } from './world.ts';

const nextSim = simsOfFile();
const log = pino({ enabled: false });
let sim: Sim;
beforeEach(async () => {
  sim = await nextSim();
  await sim.say();
});

async function pass(minutes: number): Promise<void> {
  sim.world.pass(minutes * 60);
  await hearGateway(sim.world.db.pool, sim.gateway_id, { last_seen_at: sim.world.now });
}

test('A session expires in its time while the server of a gateway that was asked for its inbox does not answer', async () => {
  let asked = 0;
  let answer = (): void => undefined;
  const answered = new Promise<Awaited<ReturnType<AskInboxes>>>((resolve) => {
    answer = () => resolve({ answers: [], notice_ids: [] });
  });
  const session = await sim.session(1000);
  await pass(9);
  const work = startWork(sim.world.services, {
    ...{ secret_key: Buffer.alloc(32, 7), allow_private_webhooks: true, rails: {}, mailer: null, log },
    askInboxes: () => {
      asked += 1;
      return answered;
    },
    metrics: { observe: () => undefined, survey: async () => undefined },
    surveyDesk: async () => undefined,
  });
  try {
    const patience = { timeout: 20_000 };
    await expect.poll(() => asked, patience).toBe(1);
    await pass(4);
    await expect.poll(() => sim.statusOf(session), patience).toBe('EXPIRED');
  } finally {
    answer();
    await work.stop();
  }
});

test('Of the messages that phones send again, one that can’t be settled keeps no other from being settled', async () => {
  const session = await sim.session(1000);
  await pass(9);
  const good = sim.credit(1000);
  const [bad_id, good_id] = await sim.keep([sim.words(700, 999_000), good]);
  await sim.world.rows(`
    create function break_notice() returns trigger language plpgsql as
      $$ begin if new.notice_id = '${bad_id}' then raise exception 'broken'; end if; return new; end $$`);
  await sim.world.rows(
    'create trigger break_notice before insert on notice_readings for each row execute function break_notice()',
  );
  const [step] = watchSteps(sim.world.services, log, async () => ({
    answers: [],
    notice_ids: [bad_id ?? '', good_id ?? ''],
  }));
  await step?.run();
  expect(await sim.statusOf(session)).toBe('SUCCESS');
  expect(await sim.world.rows('select notice_id from notice_inbox')).toEqual([{ notice_id: bad_id }]);
});

test('A phone that was away as a session’s time passed is asked for its inbox once it is back, and who paid is paid', async () => {
  const { world, gateway_id } = sim;
  const heard = () => {
    const none = { pinged_at: null, clock_skew_ms: null, last_received_at: null, lag_ms: null };
    return putSignals(world.db.pool, [{ gateway_id, device_id: 'phone', last_seen_at: world.now, ...none }]);
  };
  await hearGateway(world.db.pool, gateway_id, { last_seen_at: world.now });
  const session = await sim.session(1000);
  // The operator's message lies in a phone that is off.
  const paid = sim.credit(1000);
  let asked = 0;
  const look = async (minutes: number, ask: (asks: readonly object[]) => Promise<unknown>) => {
    world.pass(minutes * 60);
    await watchFeeds(world.services);
    await tendBooks(world.services, ask);
    await expireSessions(world.services, { limit: 10 });
  };
  const inVain = async (asks: readonly object[]) => {
    asked += asks.length;
  };
  for (const minutes of [9, 11, 10, 10]) await look(minutes, inVain);
  // One that is silent is asked no more: what asks it gets all at once when it is back.
  expect([asked, await sim.statusOf(session)]).toEqual([1, 'AWAITING_PAYMENT']);
  world.pass(60);
  await heard();
  await look(0, async (asks) => {
    asked += asks.length;
    await sim.take(paid);
  });
  expect([asked, await sim.statusOf(session)]).toEqual([2, 'SUCCESS']);
});
