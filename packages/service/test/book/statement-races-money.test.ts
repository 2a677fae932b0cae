import { afterEach, beforeEach, expect, test } from 'vitest';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { anchorNumbers } from '../../src/engine/desk/book/anchor.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { sendRefunds } from '../../src/engine/desk/refunds/send-refund.ts';
import type { Services } from '../../src/engine/services.ts';
import { asked, made } from '../refunds/world.ts';
import {
  brought,
  by,
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
import { Sim, type Sms } from './world.ts';

let sim: Sim;
let one: Services;
let other: Services;
beforeEach(async () => {
  ({ sim, one, other } = await openRace());
});
afterEach(() => sim.world.close());

/** A second SIM of ours, which has been read. */
async function secondSim(): Promise<Sim> {
  const msisdn = '+23566002002';
  const number_id = await sim.world.liveNumber(msisdn);
  await sim.world.rows(`update collection_numbers set sender_allow_list = '{AirtelMoney}' where id = $1`, [
    number_id,
  ]);
  const { merchant, gateway_id } = sim;
  const second = new Sim(sim.world, msisdn, { merchant, number_id, gateway_id });
  second.balance_xaf = 0;
  return second;
}

/** The operator takes a payment back. */
function reversalOf({ id }: Sms, amount_xaf: number): Sms {
  sim.balance_xaf -= amount_xaf;
  const text = `Le transfert ${id} de ${amount_xaf} FCFA recu de 66123456 a ete annule. Solde: ${sim.balance_xaf} FCFA.`;
  return { id, text };
}

const stateOf = async (id: string) =>
  (await sim.world.rows<{ state: string }>('select state from statements where id = $1', [id]))[0]?.state;

// Who may has agreed, and some hundred rows are on their way to the book. Killed there, the statement waits for the next sweep.
test('Money is not sent to whom a statement that people have agreed to says that he is not the payer, while its rows are still being settled', async () => {
  const seen = new Tally();
  for (let round = 0; round < roundsOf(30); round += 1) {
    const amount_xaf = 2000 + round;
    const forged = sim.credit(amount_xaf, '66999001');
    await sim.take(forged);
    const rows = [rowOf(sim, forged, amount_xaf, '66777001')];
    for (let n = 0; n < 60; n += 1) rows.push(rowOf(sim, sim.credit(1, '66777002'), 1, '66777002'));
    const [credit] = await creditsOf(sim, amount_xaf);
    const id = await brought(one, sim, rows);
    const back = async () => {
      while ((await stateOf(id)) === 'KEPT');
      const state = await stateOf(id);
      const [said] = await refundCredits(other, [{ credit_id: credit?.id ?? '', amount_xaf, ...by('Awa') }]);
      seen.note(`${said?.kind} while ${state}`);
    };
    await Promise.all([counts(one, id), back()]);
    await sim.say();
    sim.world.pass(61);
  }
  expect(seen.of('refunded while AGREED'), JSON.stringify(seen.told)).toBe(0);
  expect(seen.of('credit_doubted while AGREED')).toBeGreaterThan(0);
}, 600_000);

// The worker that read it was slow: it took the message up before the second person spoke, and came to the book after. What it wrote says that it came before.
test('A payment of which people say that it was paid is not sent back where the message that the operator has taken it back came to the book only afterwards', async () => {
  const paid = sim.credit(40_000, '66777001');
  await sim.take(paid);
  await sim.take({
    id: paid.id,
    text: `Trans.ID : ${paid.id}. Vous avez recu 40000 FCFA du 6• •• •• ••. Votre solde disponible est ${sim.balance_xaf} FCFA.`,
  });
  const [credit] = await creditsOf(sim, 40_000);
  const said = { step_id: credit?.id ?? '', meaning: 'credit' } as const;
  sim.credit(700);
  sim.world.pass(60);
  const kept = await sim.keep([reversalOf(paid, 40_000)]);
  // Another worker had taken the message up and hangs, until PostgreSQL finds out that it is dead.
  const release = await hold(sim.world.db.pool, 'select from notice_inbox for update');
  const settled = settleNotices(one, kept);
  await untilWaiting(sim.world.db.pool, 1);
  sim.world.pass(1);
  expect((await explainSteps(other, [{ ...said, ...by('Brahim') }]))[0]?.kind).toBe('explained');
  sim.world.pass(1);
  await release();
  await settled;
  sim.world.pass(60);
  const [back] = await refundCredits(other, [{ ...said, credit_id: credit?.id ?? '', ...by('Awa') }]);
  expect(back?.kind).toBe('credit_doubted');
});

// Its own SIM's book is locked by whoever reads the message; the refund leaves from another.
test.each(['own', 'another'])(
  'A refund that leaves from the %s SIM waits for the message, just being settled, that its payment was taken back',
  async (which) => {
    const session = await sim.session(3000);
    const paid = sim.credit(3000);
    await sim.take(paid);
    expect(await sim.statusOf(session)).toBe('SUCCESS');
    const refund = await made(one, asked(session));
    const second = await secondSim();
    const kept = await sim.keep([reversalOf(paid, 3000)]);
    const release = await hold(sim.world.db.pool, 'lock table staff_alerts in share row exclusive mode');
    const settled = settleNotices(one, kept);
    await untilWaiting(sim.world.db.pool, 1);
    const number = which === 'own' ? sim.msisdn : second.msisdn;
    const command = { refund_id: refund.id, does: 'send', number, ...by('Awa') } as const;
    const sent = sendRefunds(other, [command]);
    await Promise.race([sent, untilWaiting(sim.world.db.pool, 2)]);
    await release();
    await settled;
    expect((await sent)[0]?.kind).toBe('payment_reversed');
  },
);

/** Staff move money from one SIM to the other and back: each movement has one id on both. */
function exchange(second: Sim, there_xaf: number, back_xaf: number): { here: Sms[]; there: Sms[] } {
  const out = sim.debit(there_xaf, second.msisdn.slice(-8));
  second.balance_xaf += there_xaf;
  const arrived = second.words(there_xaf, second.balance_xaf, sim.msisdn.slice(-8), out.id);
  const sent = second.debit(back_xaf, sim.msisdn.slice(-8));
  // Of the second SIM's own making: its serials are another's here.
  const id = `${sent.id}9`;
  sim.balance_xaf += back_xaf;
  const returned = sim.words(back_xaf, sim.balance_xaf, second.msisdn.slice(-8), id);
  return { here: [out, returned], there: [arrived, { id, text: sent.text.replace(sent.id, id) }] };
}

test('Two SIMs between which money went both ways are settled at the same moment without a deadlock', async () => {
  const second = await secondSim();
  await sim.take(sim.credit(40_000));
  const failed: string[] = [];
  for (let round = 0; round < roundsOf(30); round += 1) {
    const { here, there } = exchange(second, 200 + round, 100 + round);
    const [kept, far] = [await sim.keep(here), await second.keep(there)];
    const note = (cause: unknown) => failed.push(`${(cause as { code?: string }).code} ${String(cause)}`);
    await sideBySide(
      round,
      5,
      () => settleNotices(one, kept).catch(note),
      () => settleNotices(other, far).catch(note),
    );
    await settleNotices(one, [...kept, ...far]);
    sim.world.pass(61);
  }
  expect(failed).toEqual([]);
}, 600_000);

// One message before each was late; two people read the two SIMs. The money of both waits for that.
test('Two people who read, at the same moment, two SIMs between which money went both ways are both answered', async () => {
  const second = await secondSim();
  await sim.take(sim.credit(40_000));
  const failed: string[] = [];
  for (let round = 0; round < roundsOf(30); round += 1) {
    sim.credit(7);
    second.balance_xaf += 7;
    const { here, there } = exchange(second, 200 + round, 100 + round);
    await settleNotices(one, await sim.keep(here));
    await settleNotices(one, await second.keep(there));
    const note = (cause: unknown) => failed.push(`${(cause as { code?: string }).code} ${String(cause)}`);
    const read = (services: Services, { msisdn: number, balance_xaf }: Sim, actor: string) =>
      anchorNumbers(services, [{ number, balance_xaf, ...by(actor) }]).catch(note);
    await sideBySide(
      round,
      5,
      () => read(one, sim, 'Awa'),
      () => read(other, second, 'Brahim'),
    );
    sim.world.pass(240);
    await sim.say();
    await second.say();
    sim.world.pass(61);
  }
  expect(failed).toEqual([]);
}, 600_000);

// A file of the second SIM lists a payment of the first: the portal's mistake, or somebody's. Compared after the other counts it says so, and nothing moves.
test('A payment that the statements of two SIMs list stands on one of them, though both are settled at once', async () => {
  const second = await secondSim();
  const seen = new Tally();
  for (let round = 0; round < roundsOf(30); round += 1) {
    const amount_xaf = 2000 + round;
    const paid = sim.credit(amount_xaf, '66777001');
    const row = rowOf(sim, paid, amount_xaf, '66777001');
    const mine = await brought(one, sim, [row], true);
    const theirs = await brought(
      one,
      second,
      [{ ...row, balance_xaf: second.balance_xaf + amount_xaf, party: '66777002' }],
      true,
    );
    await sideBySide(
      round,
      20,
      () => counts(one, mine),
      () => counts(other, theirs),
    );
    const steps = await sim.world.rows<{ number: string }>(
      `select collection_number_id as number from book_steps where after_xaf - before_xaf = $1 and strength = 'WITNESSED'`,
      [amount_xaf],
    );
    seen.note(
      steps.length > 1 ? 'on both' : steps[0]?.number === sim.number_id ? 'on its own' : 'on the other',
    );
    await sim.world.rows(
      `update feed_incidents set closed_at = opened_at, closed_by = 'Awa', note = 'seen' where closed_at is null`,
    );
    await sim.say();
    await second.say();
    sim.world.pass(240);
  }
  expect(seen.of('on both'), JSON.stringify(seen.told)).toBe(0);
}, 600_000);
