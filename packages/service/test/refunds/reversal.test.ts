import { afterAll, beforeAll, expect, it } from 'vitest';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { sendRefunds } from '../../src/engine/desk/refunds/send-refund.ts';
import { createRefunds } from '../../src/engine/refunds/create.ts';
import type { Services } from '../../src/engine/services.ts';
import { openSim, type Sim } from '../book/world.ts';
import { asked, balance, told } from './world.ts';

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
      expect(told(made)).toBe('payment_reversed');
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
