import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { settleWaitingNotices } from '../../src/engine/book/settle-waiting.ts';
import { bundled } from '../cli/bundle.ts';
import { expectBooksWhole } from '../evidence/books.ts';
import { brought, makeReady, openKinds, roundsOf, rowOf, Tally, unexplained } from './statement-races.ts';
import { openSim, type Sim } from './world.ts';

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  await makeReady(sim);
});
afterEach(() => sim.world.close());

async function startWorker(): Promise<ChildProcessWithoutNullStreams> {
  const ahead_ms = sim.world.now.getTime() - Date.now();
  const child = spawn(process.execPath, [await bundled('tending'), sim.world.db.url, String(ahead_ms)]);
  child.stderr.pipe(process.stderr);
  await once(child.stdout, 'data');
  return child;
}

const stateOf = async (id: string) =>
  (await sim.world.rows<{ state: string }>('select state from statements where id = $1', [id]))[0]?.state;

test('Workers that are killed at any moment while they settle a statement, two at once, leave it whole to the next', async () => {
  const seen = new Tally();
  for (let round = 0; round < roundsOf(2); round += 1) {
    const session = await sim.session(3000 + round);
    // A message is late, the next one waits behind it, and nobody tells of the others.
    const late = sim.credit(11);
    const rows = [rowOf(sim, late, 11)];
    const paid = sim.credit(3000 + round, '66777001');
    rows.push(rowOf(sim, paid, 3000 + round, '66777001'));
    for (let n = 0; n < 40; n += 1)
      rows.push(n % 3 === 2 ? rowOf(sim, sim.debit(2), -2) : rowOf(sim, sim.credit(3), 3));
    await sim.take(paid);
    const id = await brought(sim.world.services, sim, rows);
    const agreed = `update statements set state = 'AGREED', agreed_at = $2 where id = $1`;
    await sim.world.rows(agreed, [id, sim.world.now]);
    await sim.keep([late]);
    for (let death = 0; (await stateOf(id)) !== 'SETTLED'; death += 1) {
      if (death === 40) throw new Error('it is never settled');
      const workers = await Promise.all([startWorker(), startWorker()]);
      for (const one of workers) one.stdin.write('go\n');
      await sleep(5 + Math.random() * 25 * 2 ** death);
      await Promise.all(
        workers.map((one) => {
          one.kill('SIGKILL');
          return once(one, 'exit');
        }),
      );
      seen.note(`killed while ${await stateOf(id)}`);
    }
    expect(await sim.statusOf(session)).toBe('SUCCESS');
    expect((await sim.book())?.tip_xaf).toBe(sim.balance_xaf);
    const [found] = await sim.world.rows<{ rows: number; steps: number }>(
      `select count(*)::int as rows, count(distinct step_id)::int as steps from statement_findings where statement_id = $1`,
      [id],
    );
    expect(found).toEqual({ rows: rows.length, steps: rows.length });
    expect((await openKinds(sim)).filter((kind) => kind === 'statement_differs')).toEqual([]);
    expect((await unexplained(sim)).filter((moved_xaf) => moved_xaf !== -2)).toEqual([]);
    sim.world.pass(120);
  }
  expect(seen.of('killed while AGREED')).toBeGreaterThan(0);
  await settleWaitingNotices(sim.world.services, { limit: 500, patience_ms: 0 });
  expect(await sim.world.rows('select from notice_inbox')).toEqual([]);
  await expectBooksWhole(sim.world.db.pool);
}, 900_000);
