import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { closeAlerts } from '../../src/engine/desk/book/close.ts';
import { sendRefunds } from '../../src/engine/desk/refunds/send-refund.ts';
import { createRefunds } from '../../src/engine/refunds/create.ts';
import type { Services } from '../../src/engine/services.ts';
import { openSecond, openSim, type Sim } from '../book/world.ts';
import { asked, balance, paidOn, refund } from './world.ts';

// A thousand with CHARI_SOAK=1.
const ROUNDS = process.env.CHARI_SOAK === '1' ? 1000 : 60;

let sim: Sim;
let processes: Services[];
beforeAll(async () => {
  sim = await openSim();
  processes = await sim.world.processes(2, 4);
  await sim.say();
});
afterAll(() => sim.world.close());

it(`A refund that races with the operator’s reversal is refused, or never sent, ${ROUNDS} times`, async () => {
  const [one, other] = processes as [Services, Services];
  const said = { refused: 0, reserved: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    sim.world.pass(61);
    // Another sum each time: one that was just paid is not given out again at once.
    const amount_xaf = 100 + round;
    const session = await sim.session(amount_xaf);
    const credit = sim.credit(amount_xaf);
    await sim.take(credit);
    expect(await sim.statusOf(session)).toBe('SUCCESS');
    sim.balance_xaf -= amount_xaf;
    const text = `Le transfert ${credit.id} de ${amount_xaf} FCFA recu de 66123456 a ete annule. Solde: ${sim.balance_xaf} FCFA.`;
    const kept = await sim.keep([{ id: credit.id, text }]);
    const refund = async () => (await createRefunds(one, [asked(session)]))[0];
    const reverse = () => settleNotices(other, kept);
    const undone = round % 2 === 0 ? reverse() : null;
    const [made] = await Promise.all([refund(), undone ?? reverse()]);
    if (made?.kind !== 'created') {
      said.refused += 1;
      // A reversal that comes while the payment has just been looked at is seen in the balance: no money of it pays for anything.
      expect(['payment_reversed', 'balance_short']).toContain(made?.kind);
      continue;
    }
    said.reserved += 1;
    const command = { refund_id: made.refund.id, actor: 'Awa', note: 'asked for by the shop' };
    const desk = async (does: 'send' | 'fail') =>
      (await sendRefunds(sim.world.services, [{ ...command, does }]))[0]?.kind;
    expect([await desk('send'), await desk('fail')]).toEqual(['payment_reversed', 'failed']);
    expect(await balance(sim.world, 'REFUND_IN_FLIGHT', made.refund.id)).toBe(0);
  }
  expect(said.refused + said.reserved).toBe(ROUNDS);
  const sent = await sim.world.rows(`select id from refunds where state <> 'FAILED'`);
  expect(sent).toEqual([]);
  expect(await sim.book()).toMatchObject({ tip_xaf: 50_000 });
}, 300_000);

describe('A reversal, once somebody has looked into it,', () => {
  /** The operator calls the SIM's payment undone, by a message on the SIM `told`; `Awa` closes the alert. */
  async function undoneOn(told: Sim, session: PaymentSession): Promise<string> {
    const [credit] = await sim.world.rows<{ id: string; operator_transaction_id: string }>(
      `select id, operator_transaction_id from credits where matched_session_id = '${session.id}'`,
    );
    told.balance_xaf -= session.amount_xaf;
    const text = `Le transfert ${credit?.operator_transaction_id} de ${session.amount_xaf} FCFA recu de 66123456 a ete annule. Solde: ${told.balance_xaf} FCFA.`;
    await told.take({ id: `undone ${session.id}`, text });
    expect(await refund(sim.world.services, asked(session))).toBe('payment_reversed');
    const [alert] = await sim.world.rows<{ id: string }>(
      `select id from staff_alerts where kind = 'reversal' and subject = '${credit?.id}'`,
    );
    await closeAlerts(sim.world.services, [{ alert_id: alert?.id ?? '', actor: 'Awa', note: 'looked' }]);
    return await refund(sim.world.services, asked(session));
  }

  it('bars the refund of a payment for good where it took the money off the SIM that was paid', async () => {
    expect(await undoneOn(sim, await paidOn(sim, 7000))).toBe('payment_reversed');
  });

  it('bars it no more where another SIM told of it: the money is still there', async () => {
    const session = await paidOn(sim, 9000);
    expect(await undoneOn(await openSecond(sim), session)).toBe('PENDING 9000');
  });
});
