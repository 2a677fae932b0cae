import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { type AskRefund, decideRefunds } from '../../src/engine/desk/payments/refund-transaction.ts';
import { letGatewaysSend } from '../book/gateway.ts';
import { openSim, type Sim, type Sms } from '../book/world.ts';
import { start } from '../collection/transactions.ts';

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
});
afterEach(() => sim.world.close());

const by = (actor: string) => ({ actor, note: 'looked up' });

/** A text by which the operator takes a payment back. */
function undone(credit: Sms, amount_xaf: number): Sms {
  sim.balance_xaf -= amount_xaf;
  const { id } = credit;
  const text = `Le transfert ${id} de ${amount_xaf} FCFA recu de 66123456 a ete annule. Solde: ${sim.balance_xaf} FCFA.`;
  return { id, text };
}

describe('A transaction that staff would send back by hand', () => {
  async function paid(): Promise<{ id: string; credit: Sms }> {
    await letGatewaysSend(sim.world.db.pool);
    const fields = { environment: 'live', amount_xaf: 3000, phone_number: '+23566123456' } as const;
    const { id } = await start(sim.world, sim.merchant, fields);
    const credit = sim.credit(3000);
    await sim.take(credit);
    return { id, credit };
  }
  const ask = async (transaction_id: string, by_whom: AskRefund['by']) =>
    (await decideRefunds(sim.world.services, [{ transaction_id, by: by_whom, ...by('Awa') }]))[0]?.kind;
  const announced = () => sim.world.rows('select amount_xaf from announced_debits');

  it('is not sent once the operator has taken it back: the money would leave twice', async () => {
    const { id, credit } = await paid();
    await sim.take(undone(credit, 3000));
    for (const way of ['done', 'rail'] as const) expect(await ask(id, way)).toBe('payment_reversed');
    expect(await announced()).toEqual([]);
  });

  it('is not sent while a reading of the SIM doubts that it was paid', async () => {
    const { id } = await paid();
    await contest();
    expect(await ask(id, 'done')).toBe('payment_doubted');
    expect(await announced()).toEqual([]);
  });

  it('has gone by a person’s word where it may have gone before the operator took it back', async () => {
    const { id, credit } = await paid();
    await sim.world.rows(
      `insert into rail_refunds (transaction_id, rail, state, asked_by, note, asked_at, changed_at)
      select id, rail, 'UNKNOWN', 'Awa', 'asked for', $2, $2 from transactions where id = $1`,
      [id, sim.world.now],
    );
    await sim.take(undone(credit, 3000));
    expect(await ask(id, 'done')).toBe('confirmed');
  });
});

/** A message that begins where the last payment began, and leads to where the SIM stands by another way. */
async function contest(): Promise<void> {
  const [last] = await sim.world.rows<{ before_xaf: number }>(
    `select before_xaf from book_steps where kind = 'CREDIT' order by ordinal desc limit 1`,
  );
  const before_xaf = last?.before_xaf ?? 0;
  await sim.take(sim.credit(1000, '66555555'));
  await sim.take(sim.words(sim.balance_xaf - before_xaf, sim.balance_xaf, '66444444'));
  await sim.say();
}

describe('Money in suspense that a reading of the SIM casts doubt on', () => {
  const mark = async (credit_id: string) =>
    (await refundCredits(sim.world.services, [{ credit_id, ...by('Awa') }]))[0]?.kind;
  /** Somebody writes that he paid, and asks for it back. */
  async function forged(): Promise<string> {
    await sim.take(sim.credit(4000, '66777777'));
    await contest();
    const [credit] = await sim.world.rows<{ id: string }>(`select id from credits where amount_xaf = 4000`);
    return credit?.id ?? '';
  }
  const explain = async (step_id: string, meaning: 'credit' | 'write_off') => {
    for (const actor of ['Awa', 'Brahim'])
      await explainSteps(sim.world.services, [{ step_id, meaning, ...by(actor) }]);
  };

  it('goes to nobody before two people have said that it was paid', async () => {
    const id = await forged();
    const to = { kind: 'merchant', merchant_id: await sim.world.merchant() } as const;
    const assign = async () =>
      (await assignCredits(sim.world.services, [{ credit_id: id, to, ...by('Awa') }]))[0]?.kind;
    expect([await mark(id), await assign()]).toEqual(['credit_doubted', 'credit_doubted']);
    await explain(id, 'credit');
    expect([await mark(id), await assign()]).toEqual(['refunded', 'nothing_waits']);
  });

  it('never goes to whoever asks for it once they have found that it was not', async () => {
    const id = await forged();
    await explain(id, 'write_off');
    expect(await mark(id)).toBe('credit_doubted');
  });
});
