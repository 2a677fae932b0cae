import { afterEach, beforeEach, expect, it } from 'vitest';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { settleWaitingNotices } from '../../src/engine/book/settle-waiting.ts';
import { tendBooks } from '../../src/engine/book/tend.ts';
import { anchorNumbers } from '../../src/engine/desk/book/anchor.ts';
import type { Services } from '../../src/engine/services.ts';
import { MSISDN, OPENING_XAF, openSim, type Sim } from './world.ts';

const ROUNDS = process.env.CHARI_SOAK === '1' ? 500 : 100;

let sim: Sim;
let processes: Services[];
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
  processes = await sim.world.processes(4, 3);
});
afterEach(() => sim.world.close());

const anyProcess = () => processes[Math.floor(Math.random() * processes.length)] as Services;
const sweep = () => settleWaitingNotices(anyProcess(), { limit: 100, patience_ms: 0 });
const tend = () => tendBooks(anyProcess(), null);
const settle = async (ids: Promise<string[]>) => settleNotices(anyProcess(), await ids);

/** Starts all of it at one moment, in an order of its own each time. */
async function atOnce(...works: (() => Promise<unknown>)[]): Promise<void> {
  const shuffled = works.map((work) => ({ work, at: Math.random() })).sort((a, b) => a.at - b.at);
  await Promise.all(shuffled.map(({ work }) => work()));
}

type Standing = { tip_xaf: number; float_xaf: number; feed_status: string; claims: number; inbox: number };

async function standing(): Promise<Standing> {
  const [row] = await sim.world.rows<Standing>(
    `select b.tip_xaf, b.float_xaf, n.feed_status,
      (select count(*)::int from book_claims c where c.state = 'CLAIMED') as claims,
      (select count(*)::int from notice_inbox) as inbox
     from collection_numbers n join books b on b.collection_number_id = n.id where n.id = $1`,
    [sim.number_id],
  );
  return row as Standing;
}

const whole = () => ({
  tip_xaf: sim.balance_xaf,
  float_xaf: sim.balance_xaf - OPENING_XAF,
  feed_status: 'HEALTHY',
  claims: 0,
  inbox: 0,
});

it('Processes that take the messages of one number at once, some twice, put each in its place', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const messages = [sim.credit(300), sim.debit(120), sim.credit(450), sim.credit(80)];
    const kept = await sim.keep([...messages, messages[round % 4] as (typeof messages)[0]]);
    await atOnce(
      ...kept.map((id) => () => settleNotices(anyProcess(), [id])),
      () => settleNotices(anyProcess(), kept.slice(1, 3)),
      sweep,
    );
    expect(await standing()).toEqual(whole());
    if (round % 50 === 0) await sim.say();
  }
  const [credits] = await sim.world.rows(
    'select count(*)::int as n, sum(amount_xaf)::int as xaf from credits',
  );
  expect(credits).toEqual({ n: 3 * ROUNDS, xaf: 830 * ROUNDS });
  expect(await sim.incidents()).toEqual([]);
});

it('A message that comes while the sweeper looks at what waits leaves no doubt behind', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [missing, next] = [sim.credit(70), sim.credit(90)];
    expect(await sim.take(next)).toEqual(['CLAIMED']);
    sim.world.pass(31);
    await atOnce(sweep, tend, tend, () => settle(sim.keep([missing])));
    await tend();
    expect(await standing()).toEqual(whole());
    // What is settled since the last balance is bounded.
    if (round % 50 === 0) await sim.say();
  }
});

it('Staff who read the balance while its message comes neither lose the message nor book it twice', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const session = await sim.session(1_000 + round);
    const message = sim.credit(1_000 + round);
    const said = { number: MSISDN, balance_xaf: sim.balance_xaf, actor: 'Awa', note: 'read on the SIM' };
    await atOnce(
      () => settle(sim.keep([message])),
      () => anchorNumbers(anyProcess(), [said]),
      sweep,
    );
    sim.world.pass(31);
    await sweep();
    expect([await standing(), await sim.statusOf(session)]).toEqual([whole(), 'SUCCESS']);
    // Reservations of earlier rounds end.
    sim.world.pass(60);
  }
  const unexplained = await sim.world.rows(
    `select from book_steps s where kind = 'UNEXPLAINED' and not exists (select from book_explanations e where e.step_id = s.id)`,
  );
  expect(unexplained).toEqual([]);
});
