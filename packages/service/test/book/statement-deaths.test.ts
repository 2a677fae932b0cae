import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settleWaitingNotices } from '../../src/engine/book/settle-waiting.ts';
import { anchorNumbers } from '../../src/engine/desk/book/anchor.ts';
import { closeIncidents } from '../../src/engine/desk/book/close.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { concludeTransactions } from '../../src/engine/rails/conclude.ts';
import type { Services } from '../../src/engine/services.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { prove } from '../collection/proof.ts';
import { says, start, statusOf } from '../collection/transactions.ts';
import { allRows, dieAt } from '../database/death.ts';
import { expectBooksWhole } from '../evidence/books.ts';
import { letGatewaysSend } from './gateway.ts';
import { MSISDN, openSim, type Sim } from './world.ts';

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
});
afterEach(() => sim.world.close());

const by = (actor: string) => ({ actor, note: 'seen on the SIM' });
const AWA = by('Awa');
const BRAHIM = by('Brahim');

/**
 * Kills the work at every statement in turn, and behind its COMMIT, until it comes through. After each death the
 * database is as if the work had not begun, or as if it had finished.
 * @returns how often it died
 */
async function survive(work: (services: Services) => Promise<unknown>): Promise<number> {
  const { db, services } = sim.world;
  const before = await allRows(db.pool);
  for (let statement = 1; statement <= 200; statement += 1) {
    const kill = (leaves: boolean) =>
      dieAt(db.url, db.pool, { statement, leaves }, (pool) => work({ ...services, pool }));
    // What any death before the COMMIT leaves is still there when the last of them is looked at.
    if ((await kill(false)) !== 'commit') continue;
    expect(await allRows(db.pool), 'what deaths have left of half the work').toBe(before);
    expect(await kill(true)).toBe('commit');
    if ((await allRows(db.pool)) === before) await work(services);
    await expectBooksWhole(db.pool);
    return statement;
  }
  throw new Error('it never came to its COMMIT');
}

const count = async (table: string): Promise<number> =>
  (await sim.world.rows<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n ?? -1;

/** Money that comes and is nobody's. */
async function suspended(amount_xaf: number): Promise<string> {
  const rows = () => sim.world.rows<{ id: string }>('select id from credits order by id desc limit 1');
  await sim.take(sim.credit(amount_xaf));
  return (await rows())[0]?.id ?? '';
}

describe('A process that is killed between any two statements loses and doubles nothing', () => {
  it('while it settles messages of every kind, and the next sweep completes it', async () => {
    const honest = await sim.session(5_000);
    const second = await sim.session(7_000);
    const claimed = await sim.session(9_000);
    const lost = sim.credit(1_000);
    await sim.take(sim.words(9_000, 777_777));
    const first = sim.credit(5_000);
    await sim.keep([
      first,
      { ...first, text: `${first.text} ` },
      sim.credit(7_000),
      sim.debit(2_000),
      { id: 'x', text: `Bonus du jour 300 F. Nouveau solde ${sim.balance_xaf + 300} F.` },
      { id: 'y', text: 'Bonjour' },
      { ...sim.words(8_000, sim.balance_xaf + 8_300), sender: 'Airtel-Money' },
      lost,
    ]);
    sim.balance_xaf += 300;
    const sweep = async (services: Services) => {
      const { failed } = await settleWaitingNotices(services, { limit: 10, patience_ms: 0 });
      if (failed[0] !== undefined) throw failed[0].error;
    };
    expect(await survive(sweep)).toBeGreaterThan(20);
    expect(await sim.book()).toMatchObject({ tip_xaf: sim.balance_xaf });
    expect([await sim.statusOf(honest), await sim.statusOf(second)]).toEqual(['SUCCESS', 'SUCCESS']);
    expect(await sim.statusOf(claimed)).toBe('AWAITING_PAYMENT');
    expect(await count('notice_inbox')).toBe(0);
    expect(await count('notice_readings')).toBe(await count('notices'));
    await prove(sim.world);
  });

  it('while it anchors a number whose messages were lost, on the word of the second person', async () => {
    const session = await sim.session(90_000);
    const other = await sim.session(1_000);
    sim.credit(60_000);
    await sim.take(sim.credit(90_000), sim.credit(1_000), sim.words(5_000, 999_000));
    const said = { number: MSISDN, balance_xaf: sim.balance_xaf };
    await survive((services) => anchorNumbers(services, [{ ...said, ...AWA }]));
    expect(await sim.statusOf(session)).toBe('AWAITING_PAYMENT');
    sim.world.pass(30);
    await survive((services) => anchorNumbers(services, [{ ...said, ...BRAHIM }]));
    expect([await sim.statusOf(session), await sim.statusOf(other)]).toEqual(['SUCCESS', 'SUCCESS']);
    expect(await sim.book()).toMatchObject({ tip_xaf: sim.balance_xaf });
    await prove(sim.world);
  });

  it('while staff explain a step, whose second person agrees', async () => {
    sim.balance_xaf += 3_000;
    await sim.say();
    const [step] = await sim.world.rows<{ id: string }>(
      `select id from book_steps where kind = 'UNEXPLAINED'`,
    );
    const command = { step_id: step?.id ?? '', meaning: 'credit' as const };
    await survive((services) => explainSteps(services, [{ ...command, ...AWA }]));
    await survive((services) => explainSteps(services, [{ ...command, ...BRAHIM }]));
    expect(await count('credits')).toBe(1);
    expect(await count('book_explanations')).toBe(1);
  });

  it('while staff send money back, and give money to a session', async () => {
    const back = { credit_id: await suspended(4_000), amount_xaf: 4_000, ...AWA };
    await survive((services) => refundCredits(services, [back]));
    expect((await refundCredits(sim.world.services, [back]))[0]?.kind).toBe('nothing_waits');
    const session = await sim.session(6_000);
    const given = await suspended(9_000);
    const to = { kind: 'session' as const, session_id: session.id };
    await survive((services) => assignCredits(services, [{ credit_id: given, to, ...AWA }]));
    expect(await sim.statusOf(session)).toBe('SUCCESS');
    const surplus = { credit_id: given, amount_xaf: 3_000, ...AWA };
    await survive((services) => refundCredits(services, [surplus]));
    expect((await refundCredits(sim.world.services, [surplus]))[0]?.kind).toBe('nothing_waits');
    expect(await count('announced_debits')).toBe(2);
    await prove(sim.world);
  });

  it('while a transaction is concluded, and refunded', async () => {
    await letGatewaysSend(sim.world.db.pool);
    const transaction = await start(sim.world, sim.merchant, { environment: 'live' });
    const say = (kind: 'success' | 'refunded') => (services: Services) =>
      concludeTransactions(services, [says(sim.world, transaction, kind)]);
    await survive(say('success'));
    expect(await say('success')(sim.world.services)).toMatchObject([{ kind: 'already' }]);
    await survive(say('refunded'));
    expect(await statusOf(sim.world, transaction)).toBe('REFUNDED');
    expect(await count('announced_debits')).toBe(1);
  });

  it('while sessions expire, and an incident is closed', async () => {
    const session = await sim.session(5_000);
    sim.balance_xaf -= 300;
    await sim.say();
    const [incident] = await sim.incidents();
    const close = { incident_id: incident?.id ?? '', ...AWA };
    await survive((services) => closeIncidents(services, [close]));
    sim.world.pass(2 * 86_400);
    await survive((services) => expireSessions(services, { limit: 10 }));
    expect(await sim.statusOf(session)).toBe('EXPIRED');
    await prove(sim.world);
  });
});
