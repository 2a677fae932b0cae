import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { openSecond, type Sim } from '../book/world.ts';
import { asked, made, paidOn, refund, desk as saysOfRefund } from '../refunds/world.ts';
import { deskOf, openSimAndShop } from './desk.ts';
import { agree, draft, payOutTo, verify } from './shop.ts';

let sim: Sim;
beforeEach(async () => {
  ({ sim } = await openSimAndShop());
  await verify(sim.world, sim.merchant);
  await payOutTo(sim.world, sim.merchant);
  await agree(sim.world, sim.merchant);
});
afterEach(() => sim.world.close());

/** A payment that its merchant gives back, by a refund that somebody has called failed, truly as far as anybody knows. */
async function failedRefund() {
  const session = await paidOn(sim, 20_000);
  const one = await made(sim.world.services, asked(session));
  expect(await saysOfRefund(sim.world, 'send', one)).toBe('sending');
  sim.world.pass(300);
  await sim.say();
  expect(await saysOfRefund(sim.world, 'fail', one)).toBe('failed');
  sim.world.pass(600);
  return session;
}

async function settlement(): Promise<string> {
  const outcome = await draft(sim.world, sim.merchant);
  if (outcome.kind !== 'drafted') throw new Error(outcome.kind);
  return outcome.settlement_id;
}

async function explained(): Promise<void> {
  const [step] = await sim.world.rows<{ id: string }>(`select id from book_steps where kind = 'DEBIT'`);
  for (const actor of ['Awa', 'Brahim'])
    await explainSteps(sim.world.services, [
      { step_id: step?.id ?? '', meaning: 'sweep', actor, note: 'looked' },
    ]);
}

describe('A refund that was called failed, and that left after all', () => {
  test('is not paid out to its merchant as well, before people have said what left', async () => {
    await failedRefund();
    const desk = deskOf(sim.world);
    const id = await settlement();
    expect(await desk.decide(id, 'approve')).toBe('approved');
    await sim.take(sim.debit(20_000));
    expect(await desk.send(id)).toBe('left_after_all');
    await explained();
    expect(await desk.send(id)).toBe('sending');
  });

  test('nor where another SIM has sent it, and does not leave as the refund of another payment either', async () => {
    const session = await failedRefund();
    const other = await paidOn(sim, 3000);
    const second = await openSecond(sim);
    await second.take(second.debit(20_000));
    sim.world.pass(600);
    const { services } = sim.world;
    expect(await refund(services, asked(session))).toBe('payment_doubted');
    expect(await refund(services, asked(other))).toBe('PENDING 3000');
    expect(await deskOf(sim.world).decide(await settlement(), 'approve')).toBe('left_after_all');
  });

  test('keeps nothing back where another phone got that sum', async () => {
    await failedRefund();
    await sim.take(sim.debit(20_000, '66999999'));
    expect(await deskOf(sim.world).decide(await settlement(), 'approve')).toBe('approved');
  });
});
