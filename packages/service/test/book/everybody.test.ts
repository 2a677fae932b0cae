import { afterEach, beforeEach, expect, it } from 'vitest';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { settleWaitingNotices } from '../../src/engine/book/settle-waiting.ts';
import { tendBooks } from '../../src/engine/book/tend.ts';
import { anchorNumbers } from '../../src/engine/desk/book/anchor.ts';
import { announceSweeps } from '../../src/engine/desk/book/announce-sweep.ts';
import { closeIncidents } from '../../src/engine/desk/book/close.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { withdrawProposals } from '../../src/engine/desk/withdraw.ts';
import type { Services } from '../../src/engine/services.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { expectBooksWhole } from '../evidence/books.ts';
import { MSISDN, openSim, type Sim } from './world.ts';

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
});
afterEach(() => sim.world.close());

const by = (actor: string) => ({ actor, note: 'seen on the SIM' });

/**
 * What the k-th session of a test asks for: never a fee (50, 100) or a zero apart from any other's. Sessions of earlier
 * rounds still wait on the one number where their messages are late, and a sum that is easily mistaken for theirs is
 * refused there.
 */
const amountOf = (k: number): number => 1_003 + 203 * k;

/** Two decisions about one thing at one instant: the later is told to try again. */
const orTryAgain = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: Error) => {
    if (!error.message.includes('another proposal')) throw error;
  });

/** What every desk does at once in a round, about whatever stands open. */
async function decideAll(processes: readonly Services[], session_id: string): Promise<Promise<unknown>[]> {
  const at = (n: number) => processes[n % processes.length] as Services;
  const [credit] = await sim.world.rows<{ id: string }>(
    `select id from credits where state = 'SUSPENSE' order by id limit 1`,
  );
  const steps = await sim.world.rows<{ id: string }>(
    `select id from book_steps s where kind in ('UNEXPLAINED', 'DEBIT')
     and not exists (select from book_explanations e where e.step_id = s.id)`,
  );
  const open = await sim.world.rows<{ id: string }>('select id from feed_incidents where closed_at is null');
  const credit_id = credit?.id ?? sim.number_id;
  const to = { kind: 'session' as const, session_id };
  const fees = (actor: string) =>
    steps.map(({ id: step_id }) => ({ step_id, meaning: 'fee' as const, ...by(actor) }));
  const withdrawn = steps.map(({ id: subject_id }) => ({ subject_id, ...by('Chantal') }));
  const closed = open.map(({ id: incident_id }) => ({ incident_id, ...by('Awa') }));
  return [
    announceSweeps(at(3), [{ number: MSISDN, amount_xaf: 500, ...by('Awa') }]),
    refundCredits(at(0), [{ credit_id, ...by('Awa') }]),
    assignCredits(at(1), [{ credit_id, to, ...by('Brahim') }]),
    explainSteps(at(2), fees('Awa')),
    explainSteps(at(3), fees('Brahim')),
    withdrawProposals(at(0), withdrawn),
    closeIncidents(at(1), closed),
  ];
}

it('Messages, sweeps, anchors and every decision of staff on one number at once keep its book and lose nothing', async () => {
  const processes = await sim.world.processes(4, 6);
  const at = (n: number) => processes[n % processes.length] as Services;
  const say = (balance_xaf: number, n: number) =>
    anchorNumbers(at(n), [{ number: MSISDN, balance_xaf, ...by(`Person ${n}`) }]);
  for (let round = 0; round < 10; round += 1) {
    const sessions = await Promise.all([0, 1, 2].map((n) => sim.session(amountOf(round * 3 + n))));
    const before_xaf = sim.balance_xaf;
    const told = sessions.map((session) => sim.credit(session.amount_xaf));
    const lost = round % 3 === 0 ? told.splice(1, 1) : [];
    const nobodys = sim.credit(77_000 + round);
    const messages = [...told, sim.debit(500), nobodys, sim.words(900 + round, 5_000_000), ...told];
    const ids = await sim.keep(messages);
    const spare = await sim.session(40_000 + round);
    const work = [
      ...(await decideAll(processes, spare.id)),
      ...ids.map((id, n) => settleNotices(at(n), [id])),
      settleNotices(at(1), ids.toReversed()),
      ...processes.map((one) => settleWaitingNotices(one, { limit: 20, patience_ms: 0 })),
      ...processes.slice(2).flatMap((one) => [tendBooks(one, null), expireSessions(one, { limit: 20 })]),
      ...[before_xaf, sim.balance_xaf, sim.balance_xaf + 13].map(say),
    ];
    await Promise.all(work.map(orTryAgain));
    await sim.take(...lost);
    await sim.wait(200);
    await sim.say(sim.balance_xaf, 'Last');
    await sim.say(sim.balance_xaf, 'Last of all');
    expect(await sim.book()).toMatchObject({ tip_xaf: sim.balance_xaf });
  }
  expect(await sim.world.rows('select from notice_inbox')).toEqual([]);
  const lost = await sim.world.rows(
    `select id from notices n where not exists (select from notice_readings r where r.notice_id = n.id)
     union all select notice_id from book_steps where notice_id is not null group by 1 having count(*) > 1
     union all select id from credits c where (select count(*) from ledger_transfers t
       where t.cause_id = c.id and t.cause like '%REFUND%') > 1`,
  );
  expect(lost).toEqual([]);
  await expectBooksWhole(sim.world.db.pool);
});

it('True balances that are named while their messages are settled, each by several at once, cost no payer a payment', async () => {
  const processes = await sim.world.processes(4, 6);
  const at = (n: number) => processes[n % processes.length] as Services;
  for (let round = 0; round < 20; round += 1) {
    const sessions = await Promise.all([0, 1, 2, 3].map((n) => sim.session(amountOf(round * 4 + n))));
    const told = sessions.map((session) => sim.credit(session.amount_xaf));
    const lost = round % 3 === 0 ? told.splice(1, 1) : [];
    const ids = await sim.keep([...told, sim.words(900 + round, 5_000_000 + round), ...told]);
    const say = (n: number) =>
      anchorNumbers(at(n), [{ number: MSISDN, balance_xaf: sim.balance_xaf, ...by(`Person ${n}`) }]);
    await Promise.all([
      ...ids.map((id, n) => settleNotices(at(n), [id])),
      ...[0, 1, 2].map(say),
      ...processes.map((one) => settleWaitingNotices(one, { limit: 20, patience_ms: 0 })),
      tendBooks(at(3), null),
    ]);
    await sim.take(...lost);
    await sim.wait(1);
    await say(1);
    for (const session of sessions) expect(await sim.statusOf(session)).toBe('SUCCESS');
    sim.world.pass(200);
  }
  expect(await sim.world.rows('select from credits')).toHaveLength(80);
});
