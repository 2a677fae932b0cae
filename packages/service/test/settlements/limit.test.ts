import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, localDay } from '../../src/domain/time.ts';
import type { Services } from '../../src/engine/services.ts';
import { draftDue } from '../../src/engine/settlements/rounds.ts';
import { listOwnTransfers } from '../../src/store/reports/transfers.ts';
import { openWorld, type World } from '../collection/world.ts';
import { deskOf } from './desk.ts';
import { agree, brings, draft, shop, standing } from './shop.ts';

let world: World;
let services: Services;
beforeAll(async () => {
  world = await openWorld();
  const policy = { ...world.services.policy, transfer_max_xaf: { AIRTEL: 500_000, MOOV: null } };
  services = { ...world.services, policy };
});
afterAll(() => world.close());

const NOBODY = '00000000-0000-0000-0000-000000000000';
const yesterday = () => new Date(world.now.getTime() - DAY_MS);
const setsOf = (merchant: string) =>
  world.rows<{ amount_xaf: number; transfers: number; state: string }>(
    'select amount_xaf, transfers, state from settlements where merchant_id = $1 order by id',
    [merchant],
  );

describe('A sum above what one transfer of the operator carries', () => {
  test('is drafted in parts, each a set of its own, until all of it is', async () => {
    const merchant = await shop(world);
    await agree(world, merchant);
    await brings(world, merchant, [300_000, 150_000, 200_000, 400_000, 90_000], { at: yesterday() });
    expect(await draft(world, merchant, { services })).toMatchObject({
      kind: 'drafted',
      amount_xaf: 450_000,
      rest_xaf: 690_000,
    });
    expect(await draft(world, merchant, { services })).toMatchObject({ rest_xaf: 490_000 });
    expect(await draft(world, merchant, { services })).toMatchObject({ rest_xaf: 0 });
    expect((await draft(world, merchant, { services })).kind).toBe('no_draft');
    const sets = await setsOf(merchant);
    expect(sets.every(({ amount_xaf }) => amount_xaf <= 500_000)).toBe(true);
    expect(sets.reduce((sum, { amount_xaf }) => sum + amount_xaf, 0)).toBe(1_140_000);
    expect(await standing(world, merchant)).toEqual({ DRAFT: 1_140_000, in_flight: 1_140_000 });
  });

  test('follows on the same day by the schedule, round after round, and then the next day is noted', async () => {
    const merchant = await shop(world);
    const today = localDay(world.now);
    await agree(world, merchant, { cadence: 'daily', next_on: today });
    await brings(world, merchant, [400_000, 400_000, 400_000], { at: yesterday() });
    for (const parts of [1, 2, 3]) {
      await draftDue(services, { limit: 10 });
      expect(await setsOf(merchant)).toHaveLength(parts);
    }
    const [terms] = await world.rows<{ next_on: string }>(
      'select next_on from settlement_terms where merchant_id = $1',
      [merchant],
    );
    expect(terms?.next_on.localeCompare(today)).toBe(1);
    expect(await standing(world, merchant)).toEqual({ DRAFT: 1_200_000, in_flight: 1_200_000 });
  });

  test('counts what goes to the reserve in the first part', async () => {
    const merchant = await shop(world);
    await agree(world, merchant, { reserve_xaf: 100_000 });
    await brings(world, merchant, [350_000, 240_000, 100_000], { at: yesterday() });
    const first = await draft(world, merchant, { services });
    expect(first).toMatchObject({ rest_xaf: 590_000 - (first.kind === 'drafted' ? first.amount_xaf : 0) });
    await draft(world, merchant, { services });
    const sets = await setsOf(merchant);
    expect(sets.reduce((sum, { amount_xaf }) => sum + amount_xaf, 0)).toBe(590_000);
    expect(sets.every(({ amount_xaf }) => amount_xaf > 0 && amount_xaf <= 500_000)).toBe(true);
    expect(await standing(world, merchant)).toMatchObject({ reserve: 100_000 });
  });

  test('lets a reserve out in parts as well', async () => {
    const merchant = await shop(world);
    await agree(world, merchant, { reserve_xaf: 900_000 });
    await brings(world, merchant, [450_000, 450_000, 1000], { at: yesterday() });
    expect(await draft(world, merchant, { services })).toMatchObject({ amount_xaf: 1000 });
    await agree(world, merchant, { reserve_xaf: 0 });
    expect(await draft(world, merchant, { services })).toMatchObject({ amount_xaf: 500_000 });
    expect(await draft(world, merchant, { services })).toMatchObject({ amount_xaf: 400_000 });
    expect(await standing(world, merchant)).toEqual({ DRAFT: 901_000, in_flight: 901_000 });
  });

  test('stays where it is one payment alone, beside which the others are drafted', async () => {
    const merchant = await shop(world);
    await agree(world, merchant);
    await brings(world, merchant, [600_000, 200_000], { at: yesterday() });
    expect(await draft(world, merchant, { services })).toMatchObject({
      amount_xaf: 200_000,
      rest_xaf: 600_000,
    });
    expect(await draft(world, merchant, { services })).toEqual({
      kind: 'no_draft',
      reason: 'above_limit',
      due_xaf: 600_000,
    });
    expect(await draft(world, merchant)).toMatchObject({ amount_xaf: 600_000, rest_xaf: 0 });
  });

  test('fits once its draft is cancelled, where that was made before the limit was set or for another account', async () => {
    const merchant = await shop(world);
    await agree(world, merchant);
    await brings(world, merchant, [400_000, 400_000, 400_000], { at: yesterday() });
    // Cancelled twice: what came back once comes back as it was.
    for (let time = 0; time < 2; time += 1) {
      const whole = await draft(world, merchant);
      expect(whole).toMatchObject({ kind: 'drafted', amount_xaf: 1_200_000 });
      const settlement_id = whole.kind === 'drafted' ? whole.settlement_id : '';
      expect(await deskOf(world).decide(settlement_id, 'cancel')).toBe('cancelled');
    }
    for (const rest_xaf of [800_000, 400_000, 0])
      expect(await draft(world, merchant, { services })).toMatchObject({ amount_xaf: 400_000, rest_xaf });
    expect(await draft(world, merchant, { services })).toMatchObject({ reason: 'nothing_due' });
    const span = { from: yesterday(), until: new Date(world.now.getTime() + 3_600_000) };
    const begin = { occurred_at: new Date(0), cause_id: NOBODY, cause: '', portion: 100 };
    const own = { merchant_id: merchant, environment: 'live', ...span, ...begin };
    const counted = Map.groupBy(await listOwnTransfers(world.db.pool, own), ({ cause }) => cause);
    expect([...counted].map(([cause, { length }]) => `${cause} ${length}`).toSorted()).toEqual([
      'SETTLEMENT_RESERVED 5',
      'SETTLEMENT_RETURNED 2',
      'STEP_EXPLAINED 3',
    ]);
    expect(await standing(world, merchant)).toEqual({
      CANCELLED: 2_400_000,
      DRAFT: 1_200_000,
      in_flight: 1_200_000,
    });
  });

  test('is never drafted twice by many who ask at once', async () => {
    const merchant = await shop(world);
    await agree(world, merchant);
    await brings(
      world,
      merchant,
      Array.from({ length: 60 }, (_, at) => 20_000 + at * 1000),
      { at: yesterday() },
    );
    const processes = (await world.processes(4, 2)).map((one) => ({ ...one, policy: services.policy }));
    for (let round = 0; round < 3; round += 1)
      await Promise.all(processes.map((one) => draft(world, merchant, { services: one })));
    const sets = await setsOf(merchant);
    expect(sets.every(({ amount_xaf }) => amount_xaf <= 500_000)).toBe(true);
    expect(sets.reduce((sum, { amount_xaf }) => sum + amount_xaf, 0)).toBe(
      60 * 20_000 + 1000 * ((59 * 60) / 2),
    );
    expect(sets.reduce((sum, { transfers }) => sum + transfers, 0)).toBe(60);
  });
});
