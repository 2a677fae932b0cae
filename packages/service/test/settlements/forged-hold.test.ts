import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSecond, type Sim } from '../book/world.ts';
import { asked, made, paidOn, desk as saysOfRefund } from '../refunds/world.ts';
import { deskOf, drafted, openSimAndShop, sent } from './desk.ts';
import { agree, draft, shop } from './shop.ts';

let sim: Sim;
let merchant: string;
beforeEach(async () => {
  ({ sim, merchant } = await openSimAndShop());
});
afterEach(() => sim.world.close());

/** A message that somebody makes up: it tells of a debit from a balance that the SIM never had, and that fits no gap of its book. */
const forged = (sim_of: Sim, amount_xaf: number, to = '66123456') => {
  const true_xaf = sim_of.balance_xaf;
  const sms = sim_of.debit(amount_xaf, to);
  sim_of.balance_xaf = true_xaf;
  return { ...sms, text: sms.text.replace(/est -?\d+/, 'est 811111') };
};

const again = async (of: string): Promise<string> => {
  const outcome = await draft(sim.world, of);
  if (outcome.kind !== 'drafted') throw new Error(outcome.kind);
  return outcome.settlement_id;
};

describe('One SMS that somebody makes up about money that left', () => {
  test.each([
    ['in the operator’s words', (text: string) => text],
    [
      'in words that nobody knows',
      (text: string) => text.replace('Vous avez envoye', 'Operation faite:').replace('Trans.ID : ', ''),
    ],
  ])('%s, holds a merchant whose settlement failed until the SIM is read, and no other', async (_, words) => {
    const desk = deskOf(sim.world);
    const id = await sent(sim.world, merchant, 20_000);
    sim.world.pass(60);
    expect(await desk.endByTwo(id, { does: 'fail' })).toBe('ended');
    sim.world.pass(600);
    const other = await shop(sim.world);
    await agree(sim.world, other);
    const theirs = await drafted(sim.world, other, 20_000);
    const sms = forged(sim, 900_000, '66999999');
    expect(await sim.take({ ...sms, text: words(sms.text) })).toEqual(['CLAIMED']);
    expect(await desk.decide(theirs, 'approve')).toBe('approved');
    sim.world.pass(900);
    await sim.say();
    expect(await desk.decide(await again(merchant), 'approve')).toBe('approved');
  });

  test('on another SIM keeps staff from saying that a settlement or a refund has failed until that SIM is read', async () => {
    const desk = deskOf(sim.world);
    const id = await sent(sim.world, merchant, 20_000);
    const one = await made(sim.world.services, asked(await paidOn(sim, 20_000)));
    const second = await openSecond(sim);
    sim.world.pass(60);
    expect(await second.take(forged(second, 20_000))).toEqual(['CLAIMED']);
    expect(await saysOfRefund(sim.world, 'fail', one)).toBe('may_have_gone');
    expect(await desk.end(id, { does: 'fail' })).toBe('book_leaves_room');
    sim.world.pass(900);
    await second.say();
    expect(await saysOfRefund(sim.world, 'fail', one)).toBe('failed');
    expect(await desk.endByTwo(id, { does: 'fail' })).toBe('ended');
  });
});
