import { afterEach, beforeEach, expect, test } from 'vitest';
import { listAlerts } from '../../src/engine/alerts.ts';
import { showBooks } from '../../src/engine/book/look.ts';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { replayNotices } from '../../src/engine/book/settle-waiting.ts';
import { closeAlerts } from '../../src/engine/desk/book/close.ts';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { confirmReviews } from '../../src/engine/desk/payments/decide-review.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { voidCredits } from '../../src/engine/desk/payments/void-credit.ts';
import { listSuspended, showReview } from '../../src/engine/desk/waiting.ts';
import { checkLedger } from '../../src/engine/ledger/check.ts';
import { receiveNotices } from '../../src/engine/notices.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { openSecond, openSim, type Sim, type Sms } from '../book/world.ts';
import { prove } from '../collection/proof.ts';

const SIGNED = { actor: 'Awa', note: 'looked at the SIM' };

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
  sim.world.pass(2);
});
afterEach(async () => {
  await prove(sim.world);
  await sim.world.close();
});

/** The operator takes a payment back, and says so. */
function undo({ id }: Sms, amount_xaf: number): Sms {
  sim.balance_xaf -= amount_xaf;
  const text = `La transaction ${id} de ${amount_xaf} FCFA a ete annulee. Solde: ${sim.balance_xaf} FCFA.`;
  return { id, text };
}

const alerts = (open = true) => listAlerts(sim.world.services, { environment: 'live', open, limit: 10 });

const unexplainedReversals = async ({ world, number_id }: Sim) =>
  (await showBooks(world.services, [number_id])).unexplained.filter(({ kind }) => kind === 'REVERSAL');

test('a reversal of a confirmed payment undoes nothing by itself: it joins the case of the session and tells staff', async () => {
  const session = await sim.session(5000);
  const paid = sim.credit(5000);
  expect(await sim.take(paid)).toEqual(['unique_in_time']);
  expect(await sim.take(undo(paid, 5000))).toEqual(['STEP']);
  expect(await sim.statusOf(session)).toBe('SUCCESS');
  expect(await alerts()).toMatchObject([
    {
      kind: 'reversal',
      credit_state: 'MATCHED',
      matched_session_id: session.id,
      detail: { operator_transaction_id: paid.id, amount_xaf: 5000 },
    },
  ]);
  const review = await showReview(sim.world.services, session.id);
  expect(review?.credits).toMatchObject([{ reason: 'reversal', is_reversed: true, state: 'MATCHED' }]);
});

test('what the operator has taken back confirms nothing any more, also once its alert is closed', async () => {
  const session = await sim.session(5000, { customer_phone: '+23566000001' });
  const paid = sim.credit(5000, '66000002');
  expect(await sim.take(paid)).toEqual(['payer_mismatch']);
  await sim.take(undo(paid, 5000));
  const confirm = { session_id: session.id, credit_id: null, ...SIGNED };
  expect(await confirmReviews(sim.world.services, [confirm])).toMatchObject([{ kind: 'credit_reversed' }]);
  const [alert] = await alerts();
  const close = { alert_id: alert?.id ?? '', ...SIGNED };
  expect(await closeAlerts(sim.world.services, [close, close])).toMatchObject([
    { kind: 'closed' },
    { kind: 'closed_before', alert: { closed_by: 'Awa' } },
  ]);
  expect(await confirmReviews(sim.world.services, [confirm])).toMatchObject([{ kind: 'credit_reversed' }]);
});

test('what another SIM calls undone goes to nobody until somebody has looked into it, and then to whom it belongs', async () => {
  const session = await sim.session(5000, { customer_phone: '+23566000001' });
  const paid = sim.credit(5000, '66000002');
  expect(await sim.take(paid)).toEqual(['payer_mismatch']);
  const second = await openSecond(sim);
  // Whoever knows the balance of that SIM can have written this.
  const text = `La transaction ${paid.id} de 5000 FCFA a ete annulee. Solde: ${second.balance_xaf - 5000} FCFA.`;
  expect(await second.take({ id: paid.id, text })).toEqual(['STEP']);
  const { services } = sim.world;
  const confirm = { session_id: session.id, credit_id: null, ...SIGNED };
  expect(await confirmReviews(services, [confirm])).toMatchObject([{ kind: 'credit_reversed' }]);
  expect((await showReview(services, session.id))?.credits).toMatchObject([{ is_reversed: true }]);
  const [alert] = await alerts();
  expect(alert).toMatchObject({ kind: 'reversal', credit_state: 'REVIEW' });
  await closeAlerts(services, [{ alert_id: alert?.id ?? '', ...SIGNED }]);
  expect((await showReview(services, session.id))?.credits).toMatchObject([{ is_reversed: false }]);
  expect(await confirmReviews(services, [confirm])).toMatchObject([{ kind: 'confirmed' }]);
  expect(await sim.statusOf(session)).toBe('SUCCESS');
});

test('money in suspense that another SIM calls undone is not voided by that: it is still there, and so is what left the other SIM', async () => {
  const paid = sim.credit(90_000);
  expect(await sim.take(paid)).toEqual(['unmatched']);
  const second = await openSecond(sim, 95_000);
  // Somebody who reads the messages of that SIM tells of it there, and names a stranger's payment of its sum.
  second.balance_xaf -= 90_000;
  const text = `La transaction ${paid.id} de 90000 FCFA a ete annulee. Solde: ${second.balance_xaf} FCFA.`;
  expect(await second.take({ id: paid.id, text })).toEqual(['STEP']);
  const { services } = sim.world;
  const [waiting] = await listSuspended(services, { environment: 'live', limit: 10 });
  const credit_id = waiting?.credit_id ?? '';
  expect(waiting).toMatchObject({ is_reversed: true, is_reversed_there: false });
  expect(await voidCredits(services, [{ credit_id, ...SIGNED }])).toEqual([{ kind: 'reversed_elsewhere' }]);
  expect(await unexplainedReversals(second)).toMatchObject([{ after_xaf: 5000 }]);
  expect((await checkLedger(services)).problems).toEqual([]);
  const [alert] = await alerts();
  await closeAlerts(services, [{ alert_id: alert?.id ?? '', ...SIGNED }]);
  expect(await refundCredits(services, [{ credit_id, ...SIGNED }])).toMatchObject([{ kind: 'refunded' }]);
});

test('money in suspense that two SIMs call undone is voided by what left its own', async () => {
  const paid = sim.credit(5000);
  expect(await sim.take(paid)).toEqual(['unmatched']);
  const second = await openSecond(sim);
  second.balance_xaf -= 5000;
  const text = `La transaction ${paid.id} de 5000 FCFA a ete annulee. Solde: ${second.balance_xaf} FCFA.`;
  expect(await second.take({ id: paid.id, text })).toEqual(['STEP']);
  await sim.take(undo(paid, 5000));
  const { services } = sim.world;
  const [waiting] = await listSuspended(services, { environment: 'live', limit: 10 });
  const credit_id = waiting?.credit_id ?? '';
  expect(await voidCredits(services, [{ credit_id, ...SIGNED }])).toMatchObject([{ kind: 'voided' }]);
  expect(await unexplainedReversals(sim)).toEqual([]);
  expect(await unexplainedReversals(second)).toMatchObject([{ after_xaf: 45_000 }]);
  expect((await checkLedger(services)).problems).toEqual([]);
});

test('money in suspense that was called undone goes to nobody, is not sent back a second time, and is voided', async () => {
  const session = await sim.session(6000);
  const paid = sim.credit(5000);
  expect(await sim.take(paid)).toEqual(['unmatched']);
  await sim.take(undo(paid, 5000));
  const [waiting] = await listSuspended(sim.world.services, { environment: 'live', limit: 10 });
  expect(waiting).toMatchObject({ is_reversed: true, waiting_xaf: 5000, proposed_by: null });
  const credit_id = waiting?.credit_id ?? '';
  const to = { kind: 'merchant', merchant_id: session.merchant_id } as const;
  expect(await assignCredits(sim.world.services, [{ credit_id, to, ...SIGNED }])).toEqual([
    { kind: 'credit_reversed' },
  ]);
  expect(await refundCredits(sim.world.services, [{ credit_id, ...SIGNED }])).toEqual([
    { kind: 'credit_reversed' },
  ]);
  const { unexplained } = await showBooks(sim.world.services, [sim.number_id]);
  expect(unexplained).toMatchObject([{ kind: 'REVERSAL' }]);
  expect(await voidCredits(sim.world.services, [{ credit_id, ...SIGNED }])).toEqual([
    { kind: 'voided', amount_xaf: 5000 },
  ]);
  expect((await showBooks(sim.world.services, [sim.number_id])).unexplained).toEqual([]);
  const { balances, problems } = await checkLedger(sim.world.services);
  expect([problems, balances.filter((one) => one.balance_xaf !== 0)]).toEqual([[], []]);
});

test('a reversal that overtakes its payment: the payment goes to review, in whatever order they came', async () => {
  const session = await sim.session(5000);
  const paid = sim.credit(5000);
  const undone = undo(paid, 5000);
  expect(await sim.take(undone)).toEqual(['CLAIMED']);
  expect(await alerts()).toEqual([]);
  expect(await sim.take(paid)).toEqual(['unproven']);
  expect(await sim.statusOf(session)).toBe('UNDER_REVIEW');
  expect(await alerts()).toMatchObject([{ kind: 'reversal', credit_state: 'REVIEW' }]);
});

test('a reversal that overtakes its payment: the payment goes to review also when the reversal was read long before', async () => {
  const { world } = sim;
  const session = await world.session(sim.merchant);
  const id = 'MP261121.1200.B00001';
  const body = `La transaction ${id} de 5000 FCFA a ete annulee. Solde: 0 FCFA.`;
  const notice = {
    environment: 'test',
    merchant_id: sim.merchant,
    operator: session.operator,
    collection_number: session.assigned_collection_number,
    source: 'SANDBOX_SMS',
    sender: null,
    body,
    received_at: world.now,
  } as const;
  const [kept] = await receiveNotices(world.services, [notice]);
  if (kept?.kind !== 'kept') throw new Error('not kept');
  expect(await settleNotices(world.services, [kept.notice_id])).toMatchObject([{ outcome: 'NOT_A_CREDIT' }]);
  world.pass(60);
  const paid = await world.pay(session, { operator_transaction_id: id });
  expect(paid.verdict).toMatchObject({ verdict: 'REVIEW', rule: 'unproven' });
  expect(paid.verdict?.reason).toContain('reversed');
  const raised = await listAlerts(world.services, { environment: 'test', open: true, limit: 10 });
  expect(raised).toMatchObject([{ kind: 'reversal', subject: paid.credit_id }]);
  expect(await alerts()).toEqual([]);
});

test('a second message of one payment with another amount changes nothing and tells staff', async () => {
  const session = await sim.session(5000);
  const paid = sim.credit(5000);
  await sim.take(paid);
  expect(await sim.take(sim.words(9000, sim.balance_xaf, '66123456', paid.id))).toEqual(['CLAIMED']);
  await sim.wait(31);
  expect(await sim.statusOf(session)).toBe('SUCCESS');
  expect(await alerts()).toMatchObject([
    { kind: 'conflicting_notice', times: 1, detail: { told_xaf: 9000, held_xaf: 5000 } },
  ]);
  await sim.take({ ...paid, text: `${paid.text} Merci.` });
  expect(await alerts()).toHaveLength(1);
});

test('two movements of the balance that carry one id are both kept, and an incident names them', async () => {
  const [first, second] = [await sim.session(5000), await sim.session(700)];
  const paid = sim.credit(5000);
  expect(await sim.take(paid)).toEqual(['unique_in_time']);
  await sim.take(sim.words(700, sim.balance_xaf + 700, '66123456', paid.id));
  expect([await sim.statusOf(first), await sim.statusOf(second)]).toEqual(['SUCCESS', 'UNDER_REVIEW']);
  expect(
    await sim.world.rows(`select kind, detail ->> 'amount_xaf' as amount_xaf from feed_incidents`),
  ).toEqual([{ kind: 'two_steps_one_id', amount_xaf: '700' }]);
});

test('a live text close to a template that none takes raises one alert per template and hour', async () => {
  const strange = (n: number): Sms => ({
    id: '',
    text: `Depuis 66123456 vous arrive la somme recu: 5000 FCFA, MP261121.1200.B0000${n}.`,
  });
  expect(await sim.take(strange(1), strange(2))).toEqual(['CLAIMED', 'CLAIMED']);
  await sim.take(strange(3));
  expect(await alerts()).toMatchObject([{ kind: 'wording', subject: 'airtel-credit', times: 1 }]);
  const [alert] = await alerts();
  await closeAlerts(sim.world.services, [{ alert_id: alert?.id ?? '', ...SIGNED }]);
  await sim.take(strange(4));
  expect(await alerts()).toEqual([]);
  sim.world.pass(3601);
  await sim.take(strange(5));
  sim.world.pass(3601);
  await sim.take(strange(6));
  expect(await alerts()).toMatchObject([{ kind: 'wording', times: 2 }]);
  expect(await alerts(false)).toHaveLength(2);
  const actions = await sim.world.rows(
    `select actor, action, note from staff_actions where action = 'alert.close'`,
  );
  expect(actions).toEqual([{ actor: 'Awa', action: 'alert.close', note: 'looked at the SIM' }]);
});

/** As if no template had understood these when they came. */
async function misunderstood(messages: readonly Sms[]): Promise<string[]> {
  const ids = await sim.keep(messages);
  await sim.world.rows('delete from notice_inbox where notice_id = any ($1)', [ids]);
  await sim.world.rows(
    `insert into notice_readings (notice_id, outcome, kind, reading, read_at)
    select i, 'UNPARSED', 'UNKNOWN', '{"doubts":[]}', $2 from unnest($1::uuid[]) i`,
    [ids, sim.world.now],
  );
  return ids;
}

test('replay settles what is understood now, beside the first reading, judged by when the money moved', async () => {
  const [early, late] = [await sim.session(5000), await sim.session(6000)];
  const paid = sim.credit(5000);
  const ids = await misunderstood([paid, { id: '', text: 'Bonjour' }]);
  sim.world.pass(60);
  const first = await replayNotices(sim.world.services, { after: 0, limit: 1 });
  expect(first).toMatchObject({ read: 1, failed: [], understood: [{ outcome: 'CREDIT' }] });
  expect(await sim.statusOf(early)).toBe('SUCCESS');
  const second = await replayNotices(sim.world.services, { after: first.last ?? 0, limit: 10 });
  expect(second).toEqual({ read: 1, failed: [], understood: [], last: null });
  const readings = await sim.world.rows(
    'select outcome from notice_readings where notice_id = $1 order by id',
    [ids[0]],
  );
  expect(readings).toEqual([{ outcome: 'UNPARSED' }, { outcome: 'CREDIT' }]);
  // A payment made in time that is understood after the session expired waits for a person.
  const lost = sim.credit(6000);
  await misunderstood([lost]);
  sim.world.pass(25 * 3600);
  await expireSessions(sim.world.services, { limit: 10 });
  expect(await sim.statusOf(late)).toBe('EXPIRED');
  const third = await replayNotices(sim.world.services, { after: 0, limit: 10 });
  expect(third.understood).toMatchObject([{ verdict: { verdict: 'SUSPENSE', rule: 'session_closed' } }]);
  expect(await replayNotices(sim.world.services, { after: 0, limit: 10 })).toMatchObject({
    read: 1,
    understood: [],
  });
});

test('a replay that comes too late for a notice finds it understood, and does not count it twice', async () => {
  const session = await sim.session(5000);
  sim.balance_xaf += 5000;
  // Without a transaction id, nothing but the notice itself makes it one credit.
  const text = `Vous avez recu 5000 FCFA du 66123456. Votre solde disponible est ${sim.balance_xaf} FCFA.`;
  const ids = await misunderstood([{ id: '', text }]);
  const { understood } = await replayNotices(sim.world.services, { after: 0, limit: 10 });
  expect(understood).toMatchObject([{ outcome: 'CREDIT', verdict: { session_ids: [session.id] } }]);
  await sim.world.rows('insert into notice_inbox (notice_id, is_replay) values ($1, true)', [ids[0]]);
  expect(await settleNotices(sim.world.services, ids)).toEqual(understood);
  expect(await sim.world.rows('select from credits')).toHaveLength(1);
  expect(await sim.world.rows('select from notice_inbox')).toHaveLength(0);
});
