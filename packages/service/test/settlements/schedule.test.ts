import { afterAll, beforeAll, expect, test } from 'vitest';
import { setSettlementTerms } from '../../src/engine/desk/settlements/rules.ts';
import { setSchedules } from '../../src/engine/settlements/schedule.ts';
import { openWorld, type World } from '../collection/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('A merchant’s first schedule leaves the hold and the reserve that staff set at the same moment', async () => {
  const person = world.services.newId();
  await world.rows(
    `insert into accounts (id, email, name, language, email_verified_at, created_at) values ($1, 'owner@example.com', 'An owner', 'fr', $2, $2)`,
    [person, world.now],
  );
  const environment = 'live' as const;
  for (let round = 0; round < 25; round += 1) {
    const merchant_id = await world.merchant();
    const staff = (actor: string) =>
      setSettlementTerms(world.services, [
        { merchant_id, environment, hold_days: 5, reserve_xaf: 50_000, actor, note: 'new' },
      ]);
    await staff('Awa');
    await Promise.all([
      staff('Brahim'),
      setSchedules(world.services, [
        { merchant_id, environment, by: { id: person }, cadence: 'daily', weekday: 1, minimum_xaf: 2000 },
      ]),
    ]);
    const terms = await world.rows(
      'select cadence, minimum_xaf, hold_days, reserve_xaf from settlement_terms where merchant_id = $1',
      [merchant_id],
    );
    expect(terms).toEqual([{ cadence: 'daily', minimum_xaf: 2000, hold_days: 5, reserve_xaf: 50_000 }]);
  }
});
