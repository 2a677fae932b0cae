import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freePlaces, giveBackPlace, placesOf, takePlace } from './allowance.ts';

const bounds = fc.integer({ min: 0, max: 60 });
const takens = fc.uniqueArray(fc.integer({ min: 1, max: 120 }), { maxLength: 80 });
const chances = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test('exactly as many places are given as are free, none twice and none beyond the reach', () => {
  fc.assert(
    fc.property(bounds, takens, fc.infiniteStream(chances), (bound, taken, chance) => {
      const places = placesOf(bound, taken);
      const free = freePlaces(places);
      expect(free).toBe(Math.max(0, bound - taken.length));
      const random = () => chance.next().value as number;
      const given = Array.from({ length: free }, () => takePlace(places, random));
      expect(given).not.toContain(null);
      expect(new Set([...given, ...taken]).size).toBe(free + taken.length);
      expect(Math.max(0, ...(given as number[]))).toBeLessThanOrEqual(places.reach);
      expect(takePlace(places, random)).toBe(null);
    }),
  );
});

test('two who take all they can at the same moment stay within the bound together, however it fell', () => {
  fc.assert(
    fc.property(bounds, takens, fc.infiniteStream(chances), (bound, taken, chance) => {
      const random = () => chance.next().value as number;
      const all = new Set(taken);
      for (const places of [placesOf(bound, taken), placesOf(bound, taken)]) {
        for (let place = takePlace(places, random); place !== null; place = takePlace(places, random))
          all.add(place);
      }
      expect(all.size).toBe(Math.max(bound, taken.length));
    }),
  );
});

test('a place that was given back is free again', () => {
  const places = placesOf(1, []);
  expect([takePlace(places, () => 0), takePlace(places, () => 0)]).toEqual([1, null]);
  giveBackPlace(places, 1);
  expect(takePlace(places, () => 0.99)).toBe(1);
});
