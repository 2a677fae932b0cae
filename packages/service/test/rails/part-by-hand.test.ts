import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Refund } from '../../src/domain/refund/refund.ts';
import { sendRefunds } from '../../src/engine/desk/refunds/send-refund.ts';
import { openSecond, type Sim } from '../book/world.ts';
import { asked, desk, made, refund } from '../refunds/world.ts';
import { deskOf } from '../settlements/desk.ts';
import { agree, draft, payOutTo, verify } from '../settlements/shop.ts';
import { type Airtel, openAirtel, openRailWorld, type RailWorld } from './world.ts';

let world: RailWorld;
let airtel: Airtel;
let sim: Sim;
let paid: Parameters<typeof asked>[0];
beforeEach(async () => {
  world = await openRailWorld();
  airtel = await openAirtel();
  const merchant_id = await world.merchant();
  const [transaction] = await world.transactions(merchant_id, 1, {
    environment: 'live',
    operator: 'AIRTEL',
  });
  await world.work([airtel.rail]);
  world.pass(180);
  await world.work([airtel.rail]);
  paid = { id: transaction?.id ?? '', merchant_id, environment: 'live' };
  expect(await world.statusOf(paid)).toBe('SUCCESS');
  sim = await openSecond({ world, merchant: merchant_id, gateway_id: '' });
});
afterEach(async () => {
  await airtel.close();
  await world.close();
});

/** A part of what a rail took, which its merchant gives back: a person sends it from a SIM. */
const command = (amount_xaf = 2000) =>
  asked(paid, amount_xaf, { payment: { kind: 'transaction', id: paid.id } });
const part = async (): Promise<Refund> => {
  const one = await made(world.services, command());
  expect(one).toMatchObject({ state: 'PENDING', via: 'sim', collection_number_id: null });
  return one;
};

describe('A part of a payment by the operator’s API that a person gives back', () => {
  it('isn’t called failed while a SIM of ours may have sent it from the list, and not given back twice', async () => {
    const one = await part();
    world.pass(60);
    expect(await sim.take(sim.debit(2000))).toEqual(['STEP']);
    expect(await desk(world, 'fail', one)).toBe('may_have_gone');
  });

  it('bars the next one where it was called failed, and leaves after all', async () => {
    const one = await part();
    expect(await desk(world, 'fail', one)).toBe('failed');
    world.pass(60);
    await sim.take(sim.debit(2000));
    expect(await refund(world.services, command())).toBe('payment_doubted');
  });

  it('and keeps back what its merchant is paid out, since that would be its money again', async () => {
    await verify(world, paid.merchant_id);
    await payOutTo(world, paid.merchant_id);
    await agree(world, paid.merchant_id);
    expect(await desk(world, 'fail', await part())).toBe('failed');
    await sim.take(sim.debit(2000));
    const outcome = await draft(world, paid.merchant_id);
    const id = outcome.kind === 'drafted' ? outcome.settlement_id : '';
    expect(await deskOf(world).decide(id, 'approve')).toBe('left_after_all');
  });

  it('is sent from no SIM of the other operator', async () => {
    const { id: refund_id } = await part();
    await world.liveNumber('+23599000001', { operator: 'MOOV' });
    const send = { refund_id, does: 'send', actor: 'Awa', note: 'looked' } as const;
    const said = async (number: string) =>
      (await sendRefunds(world.services, [{ ...send, number }]))[0]?.kind;
    expect([await said('+23599000001'), await said(sim.msisdn)]).toEqual(['other_source', 'sending']);
  });
});
