import { afterEach, beforeEach, expect, it } from 'vitest';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { settleWaitingNotices } from '../../src/engine/book/settle-waiting.ts';
import { tendBooks } from '../../src/engine/book/tend.ts';
import { anchorNumbers } from '../../src/engine/desk/book/anchor.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import type { Services } from '../../src/engine/services.ts';
import { expectBooksWhole } from '../evidence/books.ts';
import { MSISDN, openSim, type Sim } from './world.ts';

const ROUNDS = 15;

let sim: Sim;
let processes: Services[];
beforeEach(async () => {
  sim = await openSim();
  sim.world.services.policy = { ...sim.world.services.policy, second_person_xaf: null };
  await sim.say();
  processes = await sim.world.processes(4, 3);
});
afterEach(() => sim.world.close());

const anyProcess = () => processes[Math.floor(Math.random() * processes.length)] as Services;

async function atOnce(...works: (() => Promise<unknown>)[]): Promise<void> {
  const shuffled = works.map((work) => ({ work, at: Math.random() })).sort((a, b) => a.at - b.at);
  await Promise.all(shuffled.map(({ work }) => work()));
}

/** Steps that wait for a word: what is contested, pending or missing. */
const unexplained = () =>
  sim.world.rows<{ id: string; kind: string }>(
    `select s.id, s.kind from book_steps s
    where (s.kind = 'UNEXPLAINED' or exists (select from contested_steps k where k.step_id = s.id))
      and not exists (select from book_explanations e where e.step_id = s.id)`,
  );

it('What is contested, a gap that is, and what a fork left are read, explained and filled at one moment, whole', async () => {
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const before_xaf = sim.balance_xaf;
    const forged_xaf = round % 2 === 1 && round % 3 === 0 ? 6_000 : 4_000;
    await sim.take(sim.words(forged_xaf, before_xaf + forged_xaf));
    // The true one finds no place: where another brings the book to the SIM both are contested, else it forks off.
    if (round % 2 === 0) await sim.take(sim.words(5_000 + round - forged_xaf, before_xaf + 5_000 + round));
    await sim.take(sim.credit(5_000 + round));
    if (round % 4 < 2) await sim.take(sim.credit(11));
    await sim.say();
    const filling = sim.words(1_000 + round, before_xaf + 5_000 + round);
    const [late, small] = [await sim.keep([filling]), await sim.keep([sim.credit(7)])];
    const steps = await unexplained();
    for (const { kind } of steps) seen.add(kind);
    const say = (actor: string) =>
      explainSteps(
        anyProcess(),
        steps.map(({ id: step_id }) => ({ step_id, meaning: 'write_off', actor, note: 'looked up' })),
      );
    await atOnce(
      () =>
        anchorNumbers(anyProcess(), [
          { number: MSISDN, balance_xaf: sim.balance_xaf, actor: 'Awa', note: 'read' },
        ]),
      () => say('Brahim'),
      () => say('Awa').catch(() => null),
      () => settleNotices(anyProcess(), late),
      () => settleNotices(anyProcess(), small),
      () => settleWaitingNotices(anyProcess(), { limit: 100, patience_ms: 0 }),
      () => tendBooks(anyProcess(), null),
    );
    await say('Brahim');
    await say('Awa');
    // Beside the reading of a moment ago this one may be refused, as crossing it: then somebody looks again.
    if ((await sim.say())?.kind === 'readings_cross') {
      sim.world.pass(300);
      await sim.say();
    }
    expect(await sim.book()).toMatchObject({ tip_xaf: sim.balance_xaf });
    await expectBooksWhole(sim.world.db.pool);
    await sim.world.services.pool.query('update books set suspected_at = null');
    sim.world.pass(60);
  }
  expect(seen).toEqual(new Set(['CREDIT', 'UNEXPLAINED']));
  expect(await sim.world.rows('select from notice_inbox')).toEqual([]);
});
