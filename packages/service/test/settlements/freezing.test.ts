import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freezeMerchants } from '../../src/engine/desk/merchants/stop-merchants.ts';
import { agreeTo, openProposals, showProposal } from '../../src/engine/desk/proposal.ts';
import { decideSettlements } from '../../src/engine/desk/settlements/approve.ts';
import type { Sim } from '../book/world.ts';
import { deskOf, drafted, openSimAndShop } from './desk.ts';

let sim: Sim;
let merchant: string;
beforeEach(async () => {
  ({ sim, merchant } = await openSimAndShop());
});
afterEach(() => sim.world.close());

test('A settlement is not approved by who waited while the freeze of its merchant was written', async () => {
  const settlement_id = await drafted(sim.world, merchant, 5000);
  const [other] = await sim.world.processes(1);
  if (other === undefined) throw new Error('no process');
  const freezing = await sim.world.db.pool.connect();
  await freezing.query('begin');
  await freezing.query('select from merchants where id = $1 for no key update', [merchant]);
  await freezing.query('update merchants set frozen_live_at = now() where id = $1', [merchant]);
  const said = decideSettlements(other, [{ settlement_id, does: 'approve', actor: 'Awa', note: 'looked' }]);
  await setTimeout(300);
  await freezing.query('commit');
  freezing.release();
  expect((await said)[0]?.kind).toBe('stopped');
});

describe('A frozen merchant is let go on', () => {
  const by = (actor: string) => ({ actor, note: 'they have called' });
  const say = async (freezes: boolean, actor: string, environment: 'live' | 'test' = 'live') => {
    sim.world.pass(60);
    const command = { merchant_id: merchant, environment, freezes, ...by(actor) };
    return (await freezeMerchants(sim.world.services, [command]))[0]?.kind;
  };
  const open = async () => {
    const [one] = await openProposals(sim.world.services, [`${merchant}/unfreeze`]);
    if (one === undefined) throw new Error('nothing is proposed');
    return one;
  };

  test('by two people where a settlement that was approved before waits, and nothing of it is sent until the second agrees', async () => {
    const desk = deskOf(sim.world);
    const id = await drafted(sim.world, merchant, 5000);
    await desk.decide(id, 'approve');
    await say(true, 'Awa');
    expect([await say(false, 'Brahim'), await desk.send(id)]).toEqual(['proposed', 'stopped']);
    expect([await say(false, 'Brahim'), await desk.send(id)]).toEqual(['same_person', 'stopped']);
    const proposal = await open();
    expect(proposal).toMatchObject({ action: 'merchant.unfreeze', amount_xaf: 5000 });
    expect((await agreeTo(sim.world.services, proposal, by('Awa'))).kind).toBe('unfrozen');
    expect((await showProposal(sim.world.services, proposal.id))?.settled_at).not.toBeNull();
    expect(await desk.send(id)).toBe('sending');
  });

  test('by one where none that is approved waits, who closes what another has proposed before', async () => {
    const desk = deskOf(sim.world);
    const id = await drafted(sim.world, merchant, 5000);
    await say(true, 'Awa');
    expect(await say(false, 'Brahim')).toBe('unfrozen');
    await desk.decide(id, 'approve');
    await say(true, 'Awa');
    expect(await say(false, 'Brahim')).toBe('proposed');
    expect(await desk.takeBack(id)).toBe('cancelled');
    expect(await say(false, 'Brahim')).toBe('unfrozen');
    await expect(open()).rejects.toThrow('nothing is proposed');
  });

  test('by two who have both spoken since it was frozen last, and in test by one', async () => {
    const desk = deskOf(sim.world);
    await desk.decide(await drafted(sim.world, merchant, 5000), 'approve');
    await say(true, 'Awa');
    await say(false, 'Brahim');
    // A release that knows of no second person lets it go on, and it is frozen for another reason.
    await sim.world.rows('update merchants set frozen_live_at = null where id = $1', [merchant]);
    await say(true, 'Awa');
    expect([await say(false, 'Chantal'), await say(false, 'Brahim')]).toEqual(['proposed', 'unfrozen']);
    expect([await say(true, 'Awa', 'test'), await say(false, 'Brahim', 'test')]).toEqual([
      'frozen',
      'unfrozen',
    ]);
  });
});
