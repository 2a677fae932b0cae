import { expect, test } from 'vitest';
import { fillHistory } from '../../bench/fill.ts';
import { openWorld } from '../collection/world.ts';

test('the past that the benches are measured against can be written into the schema of today', async () => {
  const world = await openWorld();
  try {
    await fillHistory(world.db.pool, await world.merchant(), 200);
    expect(
      await world.rows(
        `select (select count(*)::int from payment_sessions) as sessions, (select count(*)::int from credits) as credits,
          (select count(*)::int from transaction_identities i join credits c on c.id = i.step_id) as identities`,
        [],
      ),
    ).toEqual([{ sessions: 200, credits: 180, identities: 180 }]);
  } finally {
    await world.close();
  }
});
