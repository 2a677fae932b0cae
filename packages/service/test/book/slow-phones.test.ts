import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import type { AskInboxes } from '../../src/cli/gateway-services.ts';
import { watchSteps } from '../../src/cli/serve/steps.ts';
import { startWork } from '../../src/cli/serve/work.ts';
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
