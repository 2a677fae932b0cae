import { afterEach, beforeEach, expect, it } from 'vitest';
import { anchorFeeds } from '../../src/engine/feeds/anchor.ts';
import { closeIncidents } from '../../src/engine/feeds/close.ts';
import { watchFeeds } from '../../src/engine/feeds/watch.ts';
import { settleNotices } from '../../src/engine/notices/settle.ts';
import { settleWaitingNotices } from '../../src/engine/notices/sweep.ts';
import type { Services } from '../../src/engine/services.ts';
import { hearGateway } from './gateway.ts';
import { MSISDN, openSim, type Sim } from './world.ts';

const ROUNDS = 200;

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
const settle = async (ids: Promise<string[]>) => settleNotices(anyProcess(), await ids);

/** Starts all of it at one moment, in an order of its own each time. */
async function atOnce(...works: (() => Promise<unknown>)[]): Promise<void> {
  const shuffled = works.map((work) => ({ work, at: Math.random() })).sort((a, b) => a.at - b.at);
  await Promise.all(shuffled.map(({ work }) => work()));
}

type Standing = {
  balance_xaf: number;
  feed_status: string;
  open_gaps: number;
  floating: number;
  inbox: number;
};

async function standing(): Promise<Standing> {
  const [row] = await sim.world.rows<Standing>(
    `select t.balance_xaf, n.feed_status,
      (select count(*)::int from feed_incidents f
        where f.collection_number_id = n.id and f.kind = 'balance_gap' and f.closed_at is null) as open_gaps,
      (select count(*)::int from feed_edges e where e.collection_number_id = n.id and e.state = 'FLOATING')
        as floating,
      (select count(*)::int from notice_inbox) as inbox
     from collection_numbers n join feed_tips t on t.collection_number_id = n.id where n.id = $1`,
    [sim.number_id],
  );
  return row as Standing;
}

const whole = () => ({
  balance_xaf: sim.balance_xaf,
  feed_status: 'HEALTHY',
  open_gaps: 0,
  floating: 0,
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
  }
  const [credits] = await sim.world.rows(
    'select count(*)::int as n, sum(amount_xaf)::int as xaf from credits',
  );
  expect(credits).toEqual({ n: 3 * ROUNDS, xaf: 830 * ROUNDS });
  expect(await sim.incidents()).toEqual([]);
}, 120_000);

it('A message that comes when the sweeper gives up waiting for it leaves no gap open', async () => {
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const [missing, next] = [sim.credit(700), sim.credit(900)];
    expect(await sim.take(next)).toEqual(['PARKED']);
    sim.world.pass(31);
    await atOnce(sweep, sweep, () => settle(sim.keep([missing])));
    expect(await standing()).toEqual(whole());
    const [doubted] = await sim.world.rows(
      `select from feed_incidents where closed_by = 'feed' and opened_at = $1`,
      [sim.world.now],
    );
    seen.add(doubted === undefined ? 'came in time' : 'gap closed');
  }
  // Without both the two did not meet.
  expect([...seen].sort()).toEqual(['came in time', 'gap closed']);
}, 120_000);

it('Staff who say the balance while its message comes neither lose the message nor move the chain', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const session = await sim.session(1_000 + round);
    const message = sim.credit(1_000 + round);
    const said = { number: MSISDN, balance_xaf: sim.balance_xaf, actor: 'Awa', note: 'read on the SIM' };
    await atOnce(
      () => settle(sim.keep([message])),
      () => anchorFeeds(anyProcess(), [said]),
      sweep,
    );
    sim.world.pass(31);
    await sweep();
    expect([await standing(), await sim.statusOf(session)]).toEqual([whole(), 'SUCCESS']);
    // Reservations of earlier rounds end.
    sim.world.pass(60);
  }
  expect(await sim.world.rows(`select from feed_edges where state = 'HOLE'`)).toEqual([]);
}, 120_000);

it('Incidents that are opened, explained and closed at once leave the number as what is open says', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    // One forged message has its gap, another is about to get one.
    await sim.take(sim.words(5_000, 7_000_000 + round * 20_000));
    await sim.wait(31);
    await sim.take(sim.words(5_000, 7_010_000 + round * 20_000));
    sim.world.pass(31);
    const before = await sim.incidents();
    const gap = before.findLast((one) => one.kind === 'balance_gap' && one.closed_by === null);
    const closing = [{ incident_id: gap?.id ?? '', actor: 'Awa', note: 'forged' }];
    await hearGateway(sim.world.db.pool, sim.gateway_id, {
      last_seen_at: round % 2 === 0 ? new Date(0) : sim.world.now,
    });
    await atOnce(
      () => closeIncidents(anyProcess(), closing),
      () => watchFeeds(anyProcess()),
      () => watchFeeds(anyProcess()),
      () => settle(sim.keep([sim.credit(100)])),
      sweep,
    );
    await watchFeeds(anyProcess());
    const now = await standing();
    const { floating, open_gaps, feed_status } = now;
    const is_silent = round % 2 === 0;
    const expected = open_gaps > 0 ? 'GAP' : is_silent ? 'SILENT' : 'HEALTHY';
    expect([feed_status, open_gaps, now.balance_xaf]).toEqual([
      expected,
      floating > 0 ? 1 : 0,
      sim.balance_xaf,
    ]);
    // The chain goes on without both.
    sim.world.pass(120);
    expect(await sim.take(sim.credit(100))).not.toContain('PARKED');
    expect(await standing()).toEqual({ ...whole(), feed_status: is_silent ? 'SILENT' : 'HEALTHY' });
  }
}, 120_000);
