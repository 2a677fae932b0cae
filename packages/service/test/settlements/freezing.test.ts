import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { decideSettlements } from '../../src/engine/desk/settlements/approve.ts';
import { drafted, openSimAndShop } from './desk.ts';

test('A settlement is not approved by who waited while the freeze of its merchant was written', async () => {
  const { sim, merchant } = await openSimAndShop();
  try {
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
  } finally {
    await sim.world.close();
  }
});
