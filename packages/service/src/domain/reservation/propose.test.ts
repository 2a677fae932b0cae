import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Operator } from '../operator.ts';
import {
  hasRoom,
  type PoolNumber,
  pick,
  poolOf,
  propose,
  VIRTUAL_NUMBERS_MAX,
  virtualMsisdn,
  virtualNumbersToAdd,
} from './propose.ts';

const number = fc.record({
  weight: fc.integer({ min: 1, max: 1000 }),
  rank: fc.constantFrom('first' as const, 'last' as const),
  open_holds: fc.nat(5000),
  free_volume_xaf: fc.option(fc.integer({ min: -5000, max: 30_000 })),
  free_count: fc.option(fc.integer({ min: -2, max: 10 })),
});
const numbers: fc.Arbitrary<PoolNumber[]> = fc
  .array(number, { maxLength: 8 })
  .map((all) => all.map((one, n) => ({ ...one, id: `n${n}`, msisdn: virtualMsisdn('AIRTEL', n) })));
const amounts = fc.array(fc.constantFrom(500, 1000, 5000), { maxLength: 60 });
const chance = fc
  .infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }))
  .map((stream) => () => stream.next().value as number);

const copy = (all: PoolNumber[]) => all.map((one) => ({ ...one }));

test('no batch proposes the same number and amount twice, nor what it was told is taken', () => {
  fc.assert(
    fc.property(numbers, amounts, chance, (pool, wanted, random) => {
      const taken = new Set(['n0/500', 'n1/5000']);
      const proposed = propose(poolOf(copy(pool)), wanted, taken, random);
      expect(proposed.length).toBe(wanted.length);
      const keys = proposed.flatMap((one, n) => (one ? [`${one.id}/${wanted[n]}`] : []));
      expect(new Set(keys).size).toBe(keys.length);
      for (const key of keys) expect(['n0/500', 'n1/5000']).not.toContain(key);
      for (const key of keys) expect(taken.has(key)).toBe(true);
    }),
  );
});

test('a number of the last choice is proposed only from a pool that has no other', () => {
  fc.assert(
    fc.property(numbers, amounts, chance, (given, wanted, random) => {
      const pool = poolOf(given);
      const has_first = given.some((one) => one.rank === 'first');
      for (const one of propose(pool, wanted, new Set(), random))
        if (one !== null) expect(one.rank).toBe(has_first ? 'first' : 'last');
      expect(pool.numbers).toEqual(given);
    }),
  );
});

test('a number without room is not chosen, an empty pool gives none, and one free number is found', () => {
  expect(propose(poolOf([]), [500, 500], new Set(), () => 0.5)).toEqual([null, null]);
  expect(pick(poolOf([]), () => 0)).toBeNull();
  const one: PoolNumber = {
    id: 'n',
    msisdn: '',
    weight: 1,
    rank: 'first',
    open_holds: 0,
    free_volume_xaf: 999,
    free_count: 1,
  };
  expect(hasRoom(one, 1000)).toBe(false);
  expect(hasRoom({ ...one, free_count: 0 }, 1)).toBe(false);
  const proposed = propose(poolOf([one]), [999, 1, 1000], new Set(), () => 0.999);
  expect(proposed.map((found) => found?.id)).toEqual(['n', 'n', undefined]);
});

test('numbers are chosen in proportion to their weight and free capacity', () => {
  const make = (id: string, weight: number, open_holds: number): PoolNumber => ({
    ...{ id, weight, open_holds, rank: 'first' as const },
    ...{ msisdn: '', free_volume_xaf: null, free_count: null },
  });
  // 100 : 300 : 300 halved by a thousand open holds.
  const pool = poolOf([make('light', 100, 0), make('heavy', 300, 0), make('full', 300, 1000)]);
  const counts = { light: 0, heavy: 0, full: 0 };
  const steps = 5500;
  for (let n = 0; n < steps; n += 1) counts[pick(pool, () => n / steps)?.id as keyof typeof counts] += 1;
  expect(counts).toEqual({ light: 1000, heavy: 3000, full: 1500 });
});

test('virtual numbers grow by doubling, enough for what is missing, and never beyond their limit', () => {
  fc.assert(
    fc.property(fc.nat(VIRTUAL_NUMBERS_MAX), fc.integer({ min: 1, max: 5000 }), (existing, missing) => {
      const added = virtualNumbersToAdd(existing, missing);
      const total = existing + added;
      expect(total).toBeLessThanOrEqual(VIRTUAL_NUMBERS_MAX);
      expect(added).toBeGreaterThanOrEqual(Math.min(missing, VIRTUAL_NUMBERS_MAX - existing));
    }),
  );
  const all = (operator: Operator) =>
    Array.from({ length: VIRTUAL_NUMBERS_MAX }, (_, n) => virtualMsisdn(operator, n));
  const made = [...all('AIRTEL'), ...all('MOOV')];
  expect(new Set(made).size).toBe(2 * VIRTUAL_NUMBERS_MAX);
  for (const msisdn of made) expect(msisdn).toMatch(/^\+235\d{8}$/);
});
