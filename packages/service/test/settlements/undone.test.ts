import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closeAlerts } from '../../src/engine/desk/book/close.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { sendRefunds } from '../../src/engine/desk/refunds/send-refund.ts';
import { correctTransfers } from '../../src/engine/desk/transfers/correct-transfer.ts';
import { openSecond, type Sim } from '../book/world.ts';
import { asked, made } from '../refunds/world.ts';
import { deskOf, openSimAndShop } from './desk.ts';
import { agree, brings, draft, payOutTo, verify } from './shop.ts';

let sim: Sim;
let other: string;
beforeEach(async () => {
  ({ sim, merchant: other } = await openSimAndShop());
  await verify(sim.world, sim.merchant);
  await payOutTo(sim.world, sim.merchant);
  await agree(sim.world, sim.merchant);
});
afterEach(() => sim.world.close());

const by = (actor: string) => ({ actor, note: 'looked' });

/** The operator takes a payment back. */
function undone(id: string, amount_xaf: number, behind = '') {
  sim.balance_xaf -= amount_xaf;
  const text = `Le transfert ${id} de ${amount_xaf} FCFA recu de 66123456 a ete annule. Solde: ${sim.balance_xaf} FCFA.${behind}`;
  return sim.take({ id, text });
}

/** A payment to the shop of the SIM, which the operator can take back. */
async function pay(amount_xaf: number) {
  const session = await sim.session(amount_xaf);
  const credit = sim.credit(amount_xaf);
  await sim.take(credit);
  expect(await sim.statusOf(session)).toBe('SUCCESS');
  sim.world.pass(600);
  return { session, id: credit.id, undo: (behind?: string) => undone(credit.id, amount_xaf, behind) };
}

const paid = async (amount_xaf: number) => (await pay(amount_xaf)).undo;

async function drafted(): Promise<string> {
  const outcome = await draft(sim.world, sim.merchant);
  if (outcome.kind !== 'drafted') throw new Error(JSON.stringify(outcome));
  return outcome.settlement_id;
}

/** Somebody has looked, and the payment stands. */
async function lookInto() {
  const [alert] = await sim.world.rows<{ id: string }>(`select id from staff_alerts where kind = 'reversal'`);
  await closeAlerts(sim.world.services, [{ alert_id: alert?.id ?? '', actor: 'Awa', note: 'a mistake' }]);
}

describe('A payment that the operator has taken back', () => {
  test('is in no settlement until somebody has looked into it, and the others don’t wait for it', async () => {
    const undo = await paid(20_000);
    await paid(7000);
    await undo();
    expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'drafted', amount_xaf: 7000 });
    expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'no_draft', reason: 'nothing_due' });
    await lookInto();
    expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'drafted', amount_xaf: 20_000 });
  });

  // Behind a motif the id may be the payer's own words: the payment is one without an id.
  test.each([
    'Le transfert ID de 20000 FCFA recu de 66123456 a ete annule. Solde: BALANCE FCFA.',
    'Transaction ID annulee. Montant: 20000 FCFA. Solde: BALANCE FCFA.',
  ])('and whose payer wrote a reference is in none after "%s" either', async (words) => {
    const session = await sim.session(20_000);
    const { id } = sim.credit(20_000);
    const paid = `Vous avez recu 20000 FCFA du 66123456. Solde: ${sim.balance_xaf} FCFA. Reference: x. Ref: ${id}.`;
    await sim.take({ id, text: paid });
    expect(await sim.statusOf(session)).toBe('SUCCESS');
    sim.world.pass(600);
    sim.balance_xaf -= 20_000;
    await sim.take({ id: 'undone', text: words.replace('ID', id).replace('BALANCE', `${sim.balance_xaf}`) });
    expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'no_draft', reason: 'nothing_due' });
  });

  // What stands behind the label of an id may be the operator's, and then it is that of the first who has it.
  test.each([
    ['Jouez avec AIRTEL2026!', 27_000],
    ['Reference: x. Ref: COMMANDE12.', 7000],
  ])(
    'is meant by a refund of ours whose SMS ends as those of all payments do, in "%s", at most where it was the first',
    async (end, amount_xaf) => {
      for (const sum_xaf of [20_000, 7000]) {
        const session = await sim.session(sum_xaf);
        sim.credit(sum_xaf);
        const text = `Vous avez recu ${sum_xaf} FCFA du 66123456. Solde: ${sim.balance_xaf} FCFA. ${end}`;
        await sim.take({ id: `paid ${sum_xaf}`, text });
        expect(await sim.statusOf(session)).toBe('SUCCESS');
        sim.world.pass(600);
      }
      sim.balance_xaf -= 5000;
      const sent = `Vous avez envoye 5000 FCFA au 66777001. Motif: caution. Solde: ${sim.balance_xaf} FCFA. ${end}`;
      expect(await sim.take({ id: 'sent', text: sent })).toEqual(['UNREAD']);
      expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'drafted', amount_xaf });
    },
  );

  test('in a message that ends in advertising is in no settlement either', async () => {
    const { undo } = await pay(20_000);
    await undo(' Merci d’utiliser Airtel Money.');
    expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'no_draft', reason: 'nothing_due' });
  });

  test.each([
    'La transaction ID de 20000 FCFA a ete annulee. Frais: 0 FCFA. Solde: BALANCE FCFA.',
    'Transaction ID annulee. Montant: 20000 FCFA. Solde: BALANCE FCFA.',
    'Your transfer was reversed. Ref.ID, amount 20000 FCFA. Balance: BALANCE FCFA.',
  ])('by words that nobody knows, "%s", is in none until people have said what left', async (words) => {
    const { id } = await pay(20_000);
    await paid(7000);
    sim.balance_xaf -= 20_000;
    const text = words.replaceAll('ID', id).replace('BALANCE', `${sim.balance_xaf}`);
    expect(await sim.take({ id: 'undone', text })).toEqual(['UNREAD']);
    expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'drafted', amount_xaf: 7000 });
    expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'no_draft', reason: 'nothing_due' });
    const [step] = await sim.world.rows<{ id: string }>(`select id from book_steps where kind = 'UNREAD'`);
    for (const actor of ['Awa', 'Brahim'])
      await explainSteps(sim.world.services, [{ step_id: step?.id ?? '', meaning: 'sweep', ...by(actor) }]);
    expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'drafted', amount_xaf: 20_000 });
  });

  test.each([
    'Prelevement de 500 FCFA. Solde: BALANCE FCFA.',
    'Prelevement de 7001 FCFA, ID. Solde: BALANCE FCFA.',
  ])(
    'is not meant by "%s": nothing waits for words that name no payment, or by which more left than it brought',
    async (words) => {
      const { id } = await pay(7000);
      sim.balance_xaf -= Number(/\d+/.exec(words)?.[0]);
      const text = words.replace('ID', id).replace('BALANCE', `${sim.balance_xaf}`);
      expect(await sim.take({ id: 'unread', text })).toEqual(['UNREAD']);
      expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'drafted', amount_xaf: 7000 });
    },
  );

  test('after the draft keeps that from being approved, and once it is cancelled waits alone, while the others are drafted again', async () => {
    const desk = deskOf(sim.world);
    const undo = await paid(20_000);
    await paid(7000);
    const id = await drafted();
    await undo();
    expect(await desk.decide(id, 'approve')).toBe('payment_reversed');
    expect(await desk.decide(id, 'cancel')).toBe('cancelled');
    await paid(1000);
    const next = await drafted();
    expect(await desk.decide(next, 'approve')).toBe('approved');
    expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'no_draft', reason: 'nothing_due' });
    await lookInto();
    expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'drafted', amount_xaf: 20_000 });
  });

  test('is not paid out by way of its refund either, which comes back when it is called failed', async () => {
    const desk = deskOf(sim.world);
    const { session, undo } = await pay(20_000);
    await brings(sim.world, sim.merchant, [1000]);
    const { id: refund_id } = await made(sim.world.services, asked(session));
    const id = await drafted();
    expect([await desk.decide(id, 'approve'), await desk.send(id)]).toEqual(['approved', 'sending']);
    await sim.take(sim.debit(1000));
    sim.world.pass(60);
    await undo();
    const [said] = await sendRefunds(sim.world.services, [{ refund_id, does: 'fail', ...by('Awa') }]);
    expect(said?.kind).toBe('failed');
    expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'no_draft', reason: 'nothing_due' });
  });

  test('keeps back whom it was corrected to, and not whom people had given it to by mistake', async () => {
    const credit = sim.credit(5000, '66999999');
    await sim.take(credit);
    const [row] = await sim.world.rows<{ id: string }>('select id from credits');
    const credit_id = row?.id ?? '';
    const first = { kind: 'merchant', merchant_id: sim.merchant } as const;
    await assignCredits(sim.world.services, [{ credit_id, to: first, ...by('Awa') }]);
    for (const actor of ['Awa', 'Brahim'])
      await correctTransfers(sim.world.services, [
        { what: 'credit', id: credit_id, to: { kind: 'merchant', merchant_id: other }, ...by(actor) },
      ]);
    await brings(sim.world, sim.merchant, [7000]);
    sim.world.pass(600);
    await undone(credit.id, 5000);
    const drafted = await draft(sim.world, sim.merchant);
    expect(drafted).toMatchObject({ kind: 'drafted', amount_xaf: 7000 });
    // It brought that merchant nothing: what it gave it, it took again.
    const id = drafted.kind === 'drafted' ? drafted.settlement_id : '';
    expect(await deskOf(sim.world).decide(id, 'approve')).toBe('approved');
    expect(await draft(sim.world, other)).toMatchObject({ kind: 'no_draft' });
  });

  test.each([
    ['that brings money to it', 0, 'Le transfert ID de 5000 FCFA a ete annule. Solde: 5000 FCFA.'],
    [
      'that takes money off it',
      5000,
      'Le transfert ID de 100 FCFA recu de 66999999 a ete annule. Solde: 4900 FCFA.',
    ],
    [
      'that takes money off it in words that nobody knows',
      5000,
      'La transaction ID de 100 FCFA a ete annulee. Frais: 0 FCFA. Solde: 4900 FCFA.',
    ],
  ])(
    'by a message on another SIM %s keeps no payout back: whoever paid a shop knows an id',
    async (_, balance_xaf, words) => {
      const { id } = await pay(100);
      await pay(200_000);
      const settlement = await drafted();
      const second = await openSecond(sim, balance_xaf);
      await second.take({ id, text: words.replace('ID', id) });
      expect(await deskOf(sim.world).decide(settlement, 'approve')).toBe('approved');
    },
  );

  test('by a message that proves nothing keeps no payout back', async () => {
    await paid(20_000);
    const [credit] = await sim.world.rows<{ id: string }>(
      'select operator_transaction_id as id from credits',
    );
    const text = `Le transfert ${credit?.id} de 20000 FCFA recu de 66123456 a ete annule. Solde: 1234 FCFA.`;
    await sim.take({ id: 'forged', text });
    expect(await deskOf(sim.world).decide(await drafted(), 'approve')).toBe('approved');
  });

  test('after the approval keeps that from being sent until somebody has looked into it', async () => {
    const desk = deskOf(sim.world);
    const undo = await paid(20_000);
    const id = await drafted();
    expect(await desk.decide(id, 'approve')).toBe('approved');
    await undo();
    expect(await desk.send(id)).toBe('payment_reversed');
    await lookInto();
    expect(await desk.send(id)).toBe('sending');
  });
});
