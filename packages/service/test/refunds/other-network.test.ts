import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Refund } from '../../src/domain/refund/refund.ts';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { sendRefunds } from '../../src/engine/desk/refunds/send-refund.ts';
import { concludeRefunds } from '../../src/engine/refunds/conclude.ts';
import { listRefundsToSend } from '../../src/engine/refunds/under-way.ts';
import { MSISDN, openSecond, openSim, Sim } from '../book/world.ts';
import { expectToldAsItIs } from '../evidence/told.ts';
import { again, asked, made, desk as says } from './world.ts';

const MOOV = '+23599002002';
const by = (actor: string) => ({ actor, note: 'asked for by the shop' });

let sim: Sim;
let one: Refund;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
});
afterEach(async () => {
  await expectToldAsItIs(sim.world.db.pool);
  await sim.world.close();
});

const fail = () => says(sim.world, 'fail', one);
const from = async (number: string) =>
  (await sendRefunds(sim.world.services, [{ refund_id: one.id, does: 'send', number, ...by('Awa') }]))[0]
    ?.kind;

describe('A payment that came by the other network than it was asked for by, and that its merchant gives back,', () => {
  beforeEach(async () => {
    await sim.world.liveNumber(MOOV, { operator: 'MOOV' });
    // Processes know the numbers for a second.
    sim.world.pass(2);
    const session = await sim.world.session(sim.merchant, {
      ...{ environment: 'live', operator: 'MOOV', amount_xaf: 5000 },
    });
    await sim.take(sim.credit(5000));
    const [credit] = await sim.world.rows<{ id: string }>('select id from credits');
    const to = { kind: 'session', session_id: session.id } as const;
    await assignCredits(sim.world.services, [{ credit_id: credit?.id ?? '', to, ...by('Awa') }]);
    one = await made(sim.world.services, asked(session));
  });

  it('is sent from the SIM that it came to, and from none that doesn’t reach its payer', async () => {
    expect(await listRefundsToSend(sim.world.services, { limit: 10 })).toMatchObject([
      { id: one.id, operator: 'AIRTEL' },
    ]);
    expect(await from(MOOV)).toBe('other_source');
    expect(await from(MSISDN)).toBe('sending');
    await sim.take(sim.debit(5000));
    await concludeRefunds(sim.world.services, { limit: 100 });
    expect((await again(sim.world.services, one)).state).toBe('SUCCEEDED');
  });

  it('may have gone while another SIM of the network that it came by has sent as much to nobody knows whom', async () => {
    const second = await openSecond(sim);
    sim.world.pass(60);
    await second.take(second.withdrawal(5000));
    expect(await fail()).toBe('may_have_gone');
  });
});

describe('A payment that an agent paid in by the other network, and that goes back to the phone that its merchant declared,', () => {
  let moov: Sim;
  beforeEach(async () => {
    const { world, merchant, gateway_id } = sim;
    const number_id = await world.liveNumber(MOOV, { operator: 'MOOV' });
    moov = new Sim(world, MOOV, { merchant, number_id, gateway_id });
    // Processes know the numbers for a second.
    world.pass(2);
    await moov.say();
    await moov.say(moov.balance_xaf, 'Brahim');
    const session = await world.session(merchant, {
      ...{ environment: 'live', operator: 'MOOV', amount_xaf: 5000, customer_phone: '+23599112233' },
    });
    sim.balance_xaf += 5000;
    await sim.take(sim.words(5000, sim.balance_xaf, '66123456', 'CI261121.1206.A19378'));
    const [credit] = await world.rows<{ id: string }>('select id from credits');
    const to = { kind: 'session', session_id: session.id } as const;
    await assignCredits(world.services, [{ credit_id: credit?.id ?? '', to, ...by('Awa') }]);
    one = await made(world.services, asked(session));
  });

  it('stands under the network of that phone, and is sent from its SIM', async () => {
    expect(one.to_phone).toBe('+23599112233');
    expect(await listRefundsToSend(sim.world.services, { limit: 10 })).toMatchObject([
      { id: one.id, operator: 'MOOV' },
    ]);
    expect(await from(MOOV)).toBe('sending');
  });

  it('is sent from the SIM that got the money too, if that is where its payer is reached', async () => {
    expect(await from(MSISDN)).toBe('sending');
  });

  it.each([
    ['that network', () => moov],
    ['the network that it came by', () => openSecond(sim)],
  ])('may have gone while a SIM of %s has sent as much to nobody knows whom', async (_, open) => {
    const other = await open();
    sim.world.pass(60);
    other.balance_xaf -= 5000;
    await other.say();
    await other.say(other.balance_xaf, 'Brahim');
    expect(await fail()).toBe('may_have_gone');
  });
});
