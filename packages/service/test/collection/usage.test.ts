import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { localDay } from '../../src/domain/time.ts';
import { foldPastUsage, foldUsage } from '../../src/engine/numbers.ts';
import { explained } from '../payments/plan.ts';
import { openWorld, type World } from './world.ts';

const PAST_DAYS = 20_000;

let world: World;
let number_id: string;
beforeAll(async () => {
  world = await openWorld();
  number_id = await world.liveNumber('+23566000001');
});
beforeEach(() => world.rows('delete from collection_number_usage'));
afterAll(() => world.close());

/** So many batches have settled one payment of 100 francs each, so many days ago. */
const took = (batches: number, days_ago: number) =>
  world.rows(
    `insert into collection_number_usage (collection_number_id, day, credit_count, volume_xaf)
    select $1, $2::date - $3::int, 1, 100 from generate_series(1, $4)`,
    [number_id, localDay(world.now), days_ago, batches],
  );

/** What stands of a day: in how many rows, and of how much. */
const standing = (days_ago: number) =>
  world.rows(
    `select count(*)::int as rows, sum(credit_count)::int as credit_count, sum(volume_xaf)::int as volume_xaf
    from collection_number_usage where collection_number_id = $1 and day = $2::date - $3::int`,
    [number_id, localDay(world.now), days_ago],
  );

test('What a number takes in today is folded once there are many rows of it, and counts on', async () => {
  await took(20, 0);
  expect(await foldUsage(world.services)).toBe(0);
  await took(1, 0);
  expect(await foldUsage(world.services)).toBe(21);
  expect(await standing(0)).toEqual([{ rows: 1, credit_count: 21, volume_xaf: 2100 }]);
});

test('A day that is over is folded into one row, however few it has, and so is one for which money was proven later', async () => {
  await took(3, 0);
  await took(2, 1);
  await took(4, 20);
  expect(await foldPastUsage(world.services)).toBe(6);
  expect([await standing(0), await standing(1), await standing(20)]).toEqual([
    [{ rows: 3, credit_count: 3, volume_xaf: 300 }],
    [{ rows: 1, credit_count: 2, volume_xaf: 200 }],
    [{ rows: 1, credit_count: 4, volume_xaf: 400 }],
  ]);
  expect(await foldPastUsage(world.services)).toBe(0);
});

test('Folding reads the days that it is about, and not those of years', async () => {
  await world.rows(
    `insert into collection_number_usage (collection_number_id, day, credit_count, volume_xaf)
    select $1, $2::date - k, 1, 100 from generate_series(1, ${PAST_DAYS}) k`,
    [number_id, localDay(world.now)],
  );
  await world.rows('vacuum analyze collection_number_usage');
  await took(20, 0);
  const plans = await explained(world.db.pool, async () => {
    await foldUsage(world.services);
    await foldPastUsage(world.services);
  });
  expect(plans.map(({ name }) => name)).toEqual(['fold_usage', 'fold_usage']);
  expect(plans.filter(({ blocks }) => blocks > 20).map(({ text, blocks }) => `${blocks} ${text}`)).toEqual(
    [],
  );
});
