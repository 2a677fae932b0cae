import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slotsOf, takeSlot } from './allowance.ts';
import { freePlaces, giveBackPlace, placesOf, placesOfAddress, takePlace } from './places.ts';

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

const hashes = fc.integer({ min: 0, max: 0xffffffff });
const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

test('one address may take the first place and one of each two that follow, whatever the allowance is', () => {
  fc.assert(
    fc.property(hashes, fc.integer({ min: 1, max: 200 }), (address_hash, count) => {
      const open = upTo(count).filter(placesOfAddress(address_hash));
      expect(open[0]).toBe(1);
      expect(open.length).toBeGreaterThanOrEqual(Math.ceil(count / 2));
      expect(open.length).toBeLessThanOrEqual(Math.floor(count / 2) + 1);
    }),
  );
});

test('whoever sends forms from one address leaves a place to almost everybody who comes from another', () => {
  fc.assert(
    fc.property(hashes, fc.uniqueArray(hashes, { minLength: 500, maxLength: 500 }), (rival, others) => {
      const slots = slotsOf(30, []);
      const by = (address_hash: number) => ({ link_id: 'link', address_hash });
      const mine = upTo(15).map(() => takeSlot(slots, by(rival), Math.random));
      expect(mine.filter((slot) => slot !== null).length).toBeLessThanOrEqual(8);
      const taken = [...slots.links.taken].map((place) => place * 2);
      const finds = others.filter((one) => takeSlot(slotsOf(30, taken), by(one), Math.random) !== null);
      // Of seven places that are left each is open to one of two addresses: one of 128 finds none.
      expect(finds.length).toBeGreaterThan(470);
    }),
    { numRuns: 20 },
  );
});

test('addresses that differ by one are given different places', () => {
  const given = upTo(200).map((hash) => upTo(31).filter(placesOfAddress(hash)).join());
  expect(new Set(given).size).toBeGreaterThan(195);
});
