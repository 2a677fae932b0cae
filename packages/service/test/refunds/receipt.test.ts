import { afterEach, beforeEach, expect, test } from 'vitest';
import { pageState } from '../../src/domain/checkout/state.ts';
import { lookAtCheckouts } from '../../src/engine/checkout.ts';
import { concludeRefunds } from '../../src/engine/refunds/conclude.ts';
import { openSim, type Sim } from '../book/world.ts';
import { asked, desk, made, paidOn } from './world.ts';

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
});
afterEach(() => sim.world.close());

// Who has got the money back could else show the receipt at the counter, and be handed the goods.
test('The receipt of a payment says what its payer has got back of it, from when its SIM has sent it', async () => {
  const { services } = sim.world;
  const session = await paidOn(sim);
  const given_back = async () => {
    sim.world.pass(5);
    const [view] = await lookAtCheckouts(services, [session.id]);
    return view && pageState(view, services.now());
  };
  for (const [amount_xaf, is_all] of [
    [2000, false],
    [5000, true],
  ] as const) {
    const before = await given_back();
    const one = await made(services, asked(session, is_all ? 3000 : 2000));
    await desk(sim.world, 'send', one);
    expect(await given_back()).toEqual(before);
    await sim.take(sim.debit(one.amount_xaf));
    await concludeRefunds(services, { limit: 100 });
    expect(await given_back()).toMatchObject({ name: 'paid', given_back: { amount_xaf, is_all } });
  }
});
