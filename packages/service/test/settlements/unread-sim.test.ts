import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sendRefunds } from '../../src/engine/desk/refunds/send-refund.ts';
import { addNumbers } from '../../src/engine/numbers.ts';
import { openSim, type Sim } from '../book/world.ts';
import { asked, made, paidOn } from '../refunds/world.ts';
import { deskOf, drafted } from './desk.ts';
import { agree, shop, standing } from './shop.ts';

const UNREAD = '+23566002002';

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
  const usual = { weight: 1, daily_volume_cap_xaf: null, daily_count_cap: null, sender_allow_list: [] };
  await addNumbers(sim.world.services, [{ operator: 'AIRTEL', number: UNREAD, ...usual }]);
});
afterEach(() => sim.world.close());

// The first reading opens a book with what has left already: it would say of all that never left.
describe('From a SIM that nobody has read', () => {
  test('no settlement is sent', async () => {
    const merchant = await shop(sim.world);
    await agree(sim.world, merchant);
    const id = await drafted(sim.world, merchant, 20_000);
    const desk = deskOf(sim.world);
    expect([await desk.decide(id, 'approve'), await desk.send(id, { kind: 'number', name: UNREAD })]).toEqual(
      ['approved', 'source_unread'],
    );
    expect(await standing(sim.world, merchant)).toEqual({ APPROVED: 20_000, in_flight: 20_000 });
    expect(await desk.send(id)).toBe('sending');
  });

  test('no refund is sent', async () => {
    const { id: refund_id } = await made(sim.world.services, asked(await paidOn(sim)));
    const says = { refund_id, does: 'send', actor: 'Awa', note: 'asked for by the shop' } as const;
    const [unread] = await sendRefunds(sim.world.services, [{ ...says, number: UNREAD }]);
    const [read] = await sendRefunds(sim.world.services, [says]);
    expect([unread?.kind, read?.kind]).toEqual(['number_unread', 'sending']);
  });
});
