import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { correctTransfers } from '../../src/engine/desk/transfers/correct-transfer.ts';
import { openSecond, type Sim } from '../book/world.ts';
import { asked, made, refund, desk as sayOfRefund } from '../refunds/world.ts';
import { deskOf, drafted, openSimAndShop, sent } from './desk.ts';
import { brings, draft, standing } from './shop.ts';

let sim: Sim;
let merchant: string;
beforeEach(async () => {
  ({ sim, merchant } = await openSimAndShop());
});
afterEach(() => sim.world.close());

const again = async (): Promise<string> => {
  const outcome = await draft(sim.world, merchant);
  if (outcome.kind !== 'drafted') throw new Error(outcome.kind);
  return outcome.settlement_id;
};

const by = (actor: string) => ({ actor, note: 'looked' });
const stepId = async () =>
  (await sim.world.rows<{ id: string }>(`select id from book_steps where kind = 'DEBIT'`))[0]?.id ?? '';
const saysTwice = async (meaning: 'write_off' | 'sweep') => {
  for (const actor of ['Awa', 'Brahim'])
    await explainSteps(sim.world.services, [{ step_id: await stepId(), meaning, ...by(actor) }]);
};

describe('A settlement that two people called failed, and that left after all', () => {
  test('keeps the next one back until two people have said what left, and the merchant bears it once', async () => {
    const desk = deskOf(sim.world);
    const id = await sent(sim.world, merchant, 20_000);
    sim.world.pass(60);
    expect(await desk.endByTwo(id, { does: 'fail' })).toBe('ended');
    const debit = sim.debit(20_000);
    sim.world.pass(600);
    const next = await again();
    expect(await sim.take(debit)).toEqual(['STEP']);
    expect([await desk.decide(next, 'approve'), await desk.send(next)]).toEqual([
      'left_after_all',
      'not_in_state',
    ]);
    expect(await desk.decide(next, 'cancel')).toBe('cancelled');
    await saysTwice('write_off');
    const has_had_it = { kind: 'merchant', merchant_id: merchant } as const;
    for (const actor of ['Awa', 'Brahim'])
      await correctTransfers(sim.world.services, [
        { what: 'step', id: await stepId(), to: has_had_it, ...by(actor) },
      ]);
    expect(await standing(sim.world, merchant)).toEqual({ FAILED: 20_000, CANCELLED: 20_000 });
  });

  test('does not leave a second time as refunds of its payments, asked for since or before', async () => {
    const desk = deskOf(sim.world);
    const paid = await sim.world.session(merchant, { environment: 'live', amount_xaf: 20_000 });
    await sim.take(sim.credit(20_000));
    expect(await sim.statusOf(paid)).toBe('SUCCESS');
    sim.world.pass(600);
    const id = await again();
    expect([await desk.decide(id, 'approve'), await desk.send(id)]).toEqual(['approved', 'sending']);
    sim.world.pass(60);
    expect(await desk.endByTwo(id, { does: 'fail' })).toBe('ended');
    const debit = sim.debit(20_000);
    sim.world.pass(600);
    const before = await made(sim.world.services, asked(paid, 5000));
    expect(await sim.take(debit)).toEqual(['STEP']);
    expect(await refund(sim.world.services, asked(paid, 5000))).toBe('balance_short 0');
    expect(await sayOfRefund(sim.world, 'send', before)).toBe('balance_doubted');
    expect(await sayOfRefund(sim.world, 'fail', before)).toBe('failed');
    // What came since is the shop’s own, and so is all of it once two people have said what left.
    await brings(sim.world, merchant, [7000]);
    expect(await refund(sim.world.services, asked(paid, 2000))).toBe('PENDING 2000');
    await saysTwice('sweep');
    expect(await refund(sim.world.services, asked(paid, 9000))).toBe('PENDING 9000');
  });

  test.each<[string, () => Promise<unknown>]>([
    [
      'whose message is lost, and a reading finds just its sum missing',
      async () => {
        sim.debit(20_000);
        sim.world.pass(600);
        await sim.say();
      },
    ],
    [
      'whose message waits behind a lost one',
      () => {
        sim.balance_xaf -= 100;
        return sim.take(sim.debit(20_000));
      },
    ],
    [
      'whose message comes in words that nobody knows',
      () => {
        sim.balance_xaf -= 20_000;
        const text = `Operation Zed 20000 FCFA vers 66123456. Solde ${sim.balance_xaf} FCFA. Ref XX261128.1212.Q99`;
        return sim.take({ id: 'X1', text });
      },
    ],
    [
      'that another SIM has sent',
      async () => {
        const second = await openSecond(sim);
        await second.take(second.debit(20_000));
      },
    ],
    ['whose fee is told within its sum', () => sim.take(sim.debit(20_100))],
    [
      'that another SIM has sent, whose fee is told within its sum',
      async () => {
        const second = await openSecond(sim);
        await second.take(second.debit(20_100));
      },
    ],
    [
      'that another SIM has sent, whose operator hides digits of its phone',
      async () => {
        const second = await openSecond(sim);
        await second.take(second.debit(20_000, '66••••56'));
      },
    ],
    [
      'that a payment whose message is lost hides from a reading',
      async () => {
        sim.debit(20_000);
        sim.balance_xaf += 25_000;
        sim.world.pass(600);
        await sim.say();
      },
    ],
    [
      'that went four days later',
      () => {
        sim.world.pass(4 * 86_400);
        return sim.take(sim.debit(20_000));
      },
    ],
  ])('keeps the next one back, also one %s', async (_, leaves) => {
    const desk = deskOf(sim.world);
    const id = await sent(sim.world, merchant, 20_000);
    sim.world.pass(60);
    expect(await desk.endByTwo(id, { does: 'fail' })).toBe('ended');
    await leaves();
    sim.world.pass(600);
    expect(await desk.decide(await again(), 'approve')).toBe('left_after_all');
  });

  test.each([
    ['the debit went to another phone', 20_000, '66999999'],
    ['more left than any operator takes as a fee', 21_100, '66123456'],
  ])('keeps nothing back where %s', async (_, amount_xaf, phone) => {
    const desk = deskOf(sim.world);
    const id = await sent(sim.world, merchant, 20_000);
    sim.world.pass(60);
    expect(await desk.endByTwo(id, { does: 'fail' })).toBe('ended');
    const debit = sim.debit(amount_xaf, phone);
    const next = await again();
    await sim.take(debit);
    expect([await desk.decide(next, 'approve'), await desk.send(next)]).toEqual(['approved', 'sending']);
  });
});

test('A settlement that two took back while another had sent it from the list keeps the next one back as well', async () => {
  const desk = deskOf(sim.world);
  const id = await drafted(sim.world, merchant, 20_000);
  await desk.decide(id, 'approve');
  sim.world.pass(60);
  await sim.take(sim.debit(20_000));
  expect(await desk.takeBack(id)).toBe('cancelled');
  sim.world.pass(600);
  expect(await desk.decide(await again(), 'approve')).toBe('left_after_all');
});
