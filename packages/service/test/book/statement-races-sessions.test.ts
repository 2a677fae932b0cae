import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { statementSteps, sweepSteps } from '../../src/cli/serve/steps.ts';
import { startSweeper } from '../../src/cli/serve/sweeper.ts';
import type { Services } from '../../src/engine/services.ts';
import { cancelSessions } from '../../src/engine/sessions/cancel.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { tendStatements } from '../../src/engine/statements/tend.ts';
import { expectBooksWhole } from '../evidence/books.ts';
import {
  brought,
  counts,
  creditsOf,
  hold,
  openRace,
  roundsOf,
  rowOf,
  sideBySide,
  Tally,
  untilWaiting,
} from './statement-races.ts';
import type { Sim } from './world.ts';

let sim: Sim;
let one: Services;
let other: Services;
beforeEach(async () => {
  ({ sim, one, other } = await openRace());
});
afterEach(() => sim.world.close());

/** A session whose payment waits behind a message that is lost; the operator lists both. */
async function waiting(amount_xaf: number) {
  const session = await sim.session(amount_xaf);
  const lost = rowOf(sim, sim.credit(7, '66000007'), 7, '66000007');
  const paid = sim.credit(amount_xaf, '66777001');
  const rows = [lost, rowOf(sim, paid, amount_xaf, '66777001')];
  await sim.take(paid);
  return { session, rows };
}

test('A session that is cancelled while a statement proves its payment is paid or cancelled, and the money stands once', async () => {
  const seen = new Tally();
  for (let round = 0; round < roundsOf(40); round += 1) {
    const amount_xaf = 2000 + round;
    const { session, rows } = await waiting(amount_xaf);
    const id = await brought(one, sim, rows);
    const command = { merchant_id: sim.merchant, environment: 'live', session_id: session.id } as const;
    await sideBySide(
      round,
      40,
      () => counts(one, id),
      () => cancelSessions(other, [{ ...command, idempotency: null }]),
    );
    const [credit, ...more] = await creditsOf(sim, amount_xaf);
    expect(more).toEqual([]);
    const status = await sim.statusOf(session);
    seen.note(`${status} ${credit?.state}`);
    sim.world.pass(61);
  }
  expect(new Set(seen.seen.keys())).toEqual(new Set(['SUCCESS MATCHED', 'CANCELLED SUSPENSE']));
  await expectBooksWhole(sim.world.db.pool);
}, 600_000);

// Its row is stronger than a message that waits, for which expiry would wait. The worker died when people had agreed, seconds before the session's time was over.
test('A session is not EXPIRED by a sweep that comes before the one that goes on with the agreed statement which lists its payment', async () => {
  const session = await sim.session(5000);
  const rows = [rowOf(sim, sim.credit(5000, '66777001'), 5000, '66777001')];
  const { grace_seconds } = sim.world.services.policy;
  sim.world.pass(10 * 60 + grace_seconds - 10);
  const id = await brought(one, sim, rows);
  const agreed = `update statements set state = 'AGREED', agreed_at = $2 where id = $1`;
  await sim.world.rows(agreed, [id, sim.world.now]);
  sim.world.pass(12);
  await expireSessions(other, { limit: 100 });
  await tendStatements(other, { limit: 20, patience_ms: 0 });
  expect(await sim.statusOf(session)).toBe('SUCCESS');
});

// A month of a busy SIM takes minutes, and waits at each portion for whoever brings another list of its
// operator.
test('A session is EXPIRED, its time being over, while a sweep goes on with a statement that takes long', async () => {
  const id = await brought(one, sim, [rowOf(sim, sim.credit(7, '66000007'), 7)]);
  const agreed = `update statements set state = 'AGREED', agreed_at = $2 where id = $1`;
  await sim.world.rows(agreed, [id, sim.world.now]);
  sim.world.pass(61);
  // On the same SIM it would wait for what the statement lists.
  await sim.world.liveNumber('+23599000009', { operator: 'MOOV' });
  const asked = { environment: 'live', operator: 'MOOV', amount_xaf: 5000 } as const;
  const [made] = await sim.world.create([sim.world.command(sim.merchant, asked)]);
  if (made?.kind !== 'created') throw new Error(made?.kind);
  const release = await hold(
    sim.world.db.pool,
    `select pg_advisory_xact_lock(hashtext('statements of AIRTEL'))`,
  );
  const usual = { interval_ms: 50, random: () => 0.5, onFailure: () => undefined };
  const sweeps = [sweepSteps(other, pino({ level: 'silent' })), statementSteps(other)];
  const stops = sweeps.map((steps) => startSweeper({ ...usual, steps }));
  try {
    await untilWaiting(sim.world.db.pool, 1);
    sim.world.pass(10 * 60 + sim.world.services.policy.grace_seconds + 1);
    await expect.poll(() => sim.statusOf(made.session), { timeout: 20_000 }).toBe('EXPIRED');
  } finally {
    await release();
    await Promise.all(stops.map((stop) => stop()));
  }
});

test('A sweep that is stopped ends between two portions of a statement, and the next one brings the rest', async () => {
  const rows = Array.from({ length: 1001 }, () => rowOf(sim, sim.credit(7, '66000007'), 7));
  const id = await brought(one, sim, rows);
  const agreed = `update statements set state = 'AGREED', agreed_at = $2 where id = $1`;
  await sim.world.rows(agreed, [id, sim.world.now]);
  let asked = 0;
  const isStopping = () => ++asked > 2;
  await tendStatements(one, { limit: 20, patience_ms: 0, isStopping });
  expect(await creditsOf(sim, 7)).toHaveLength(1000);
  await tendStatements(one, { limit: 20, patience_ms: 0 });
  expect(await creditsOf(sim, 7)).toHaveLength(1001);
  const [after] = await sim.world.rows('select state, failures from statements where id = $1', [id]);
  expect(after).toEqual({ state: 'SETTLED', failures: 0 });
}, 120_000);
