import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pageState } from '../../src/domain/checkout/state.ts';
import { instructionsFor, type PaymentSession } from '../../src/domain/session/session.ts';
import { lookAtCheckouts } from '../../src/engine/checkout.ts';
import { closeAlerts } from '../../src/engine/desk/book/close.ts';
import { readPaymentLife } from '../../src/engine/payments/life.ts';
import { Site, textOf } from '../account/site.ts';
import { openSecond, openSim, type Sim } from '../book/world.ts';
import { asked, paidOn, refund } from './world.ts';

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
});
afterEach(() => sim.world.close());

/** The operator calls the payment undone, by a message on the SIM `told`. */
async function undoneOn(told: Sim, { id, amount_xaf }: PaymentSession): Promise<void> {
  const [credit] = await sim.world.rows<{ operator_transaction_id: string }>(
    'select operator_transaction_id from credits where matched_session_id = $1',
    [id],
  );
  told.balance_xaf -= amount_xaf;
  const text = `Le transfert ${credit?.operator_transaction_id} de ${amount_xaf} FCFA recu de 66123456 a ete annule. Solde: ${told.balance_xaf} FCFA.`;
  await told.take({ id: `undone ${id}`, text });
}

async function lookInto(): Promise<void> {
  const [alert] = await sim.world.rows<{ id: string }>(`select id from staff_alerts where kind = 'reversal'`);
  const closed = await closeAlerts(sim.world.services, [
    { alert_id: alert?.id ?? '', actor: 'Awa', note: 'the operator says the same' },
  ]);
  expect(closed).toMatchObject([{ kind: 'closed' }]);
  // What a page shows is at most a second old.
  sim.world.pass(2);
}

/** What the payer's page, the merchant's page, the merchant's server and a refund are told of a payment. */
async function saidOf(
  session: PaymentSession,
): Promise<{ page: string; merchant: boolean; server: string; refund: string }> {
  const { services } = sim.world;
  const { merchant_id, environment, id: payment_id } = session;
  const [view] = await lookAtCheckouts(services, [session.id]);
  const life = await readPaymentLife(services, { merchant_id, environment, payment_id });
  const read = await sim.world.again(session);
  const [, server = ''] = /(a été repris|reçu)/.exec(instructionsFor(read, sim.world.now)) ?? [];
  return {
    page: view ? pageState(view, sim.world.now).name : 'none',
    merchant: life?.steps.some(({ name }) => name === 'reversed') ?? false,
    server: `${read.status} ${server}`,
    refund: await refund(services, asked(session)),
  };
}

describe('Once somebody has looked into it that the operator called a payment undone,', () => {
  it('neither its payer’s page, its merchant’s nor what its merchant’s server reads calls it paid again where the SIM that was paid told so', async () => {
    const session = await paidOn(sim, 7000);
    await undoneOn(sim, session);
    const taken_back = {
      page: 'reversed',
      merchant: true,
      server: 'SUCCESS a été repris',
      refund: 'payment_reversed',
    };
    sim.world.pass(2);
    expect(await saidOf(session)).toEqual(taken_back);
    await lookInto();
    expect(await saidOf(session)).toEqual(taken_back);
  });

  it('all call it paid again where another SIM told so: the money is there', async () => {
    const session = await paidOn(sim, 9000);
    await undoneOn(await openSecond(sim), session);
    sim.world.pass(2);
    expect(await saidOf(session)).toMatchObject({
      page: 'reversed',
      merchant: true,
      server: 'SUCCESS a été repris',
    });
    await lookInto();
    expect(await saidOf(session)).toEqual({
      page: 'paid',
      merchant: false,
      server: 'SUCCESS reçu',
      refund: 'PENDING 9000',
    });
  });
});

it('A payment that the operator has taken back is not offered to be given back: its page says that nothing can be', async () => {
  const session = await paidOn(sim, 5000);
  const owner = await new Site(sim.world).member('owner', session.merchant_id);
  const page = async () => (await owner.get(`/dashboard/live/payments/${session.id}`)).body;
  expect(await page()).toContain('name="amount"');
  await undoneOn(sim, session);
  sim.world.pass(2);
  expect(await page()).not.toContain('name="amount"');
  expect(textOf(await page())).toContain('it can’t be given back');
});
