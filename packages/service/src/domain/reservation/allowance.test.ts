import fc from 'fast-check';
import { expect, test } from 'vitest';
import { giveBackSlot, slotsOf, takeSlot } from './allowance.ts';

const bounds = fc.integer({ min: 0, max: 60 });
const chances = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

const payer = (n: number) => ({ link_id: 'link', address_hash: Math.imul(n + 1, 0x9e3779b1) >>> 0 });
const halfOf = (allowance: number): number => Math.min(allowance, Math.max(1, Math.floor(allowance / 2)));
const kinds = fc.array(fc.boolean(), { maxLength: 80 });

test('whoever comes by no link is given exactly as many places as are free, and links are given half at most', () => {
  fc.assert(
    fc.property(bounds, kinds, fc.infiniteStream(chances), (allowance, by_links, chance) => {
      const random = () => chance.next().value as number;
      const slots = slotsOf(allowance, []);
      const given = by_links.map((by_link, i) => takeSlot(slots, by_link ? payer(i) : null, random));
      const all = given.filter((slot) => slot !== null);
      const of_links = given.filter((slot, i) => by_links[i] && slot !== null);
      expect(new Set(all).size).toBe(all.length);
      expect(of_links.length).toBeLessThanOrEqual(halfOf(allowance));
      // The rest of the allowance was there for the others, whenever they came.
      while (takeSlot(slots, null, random) !== null) all.push(0);
      expect(all.length).toBe(allowance);
    }),
  );
});

test('the places of links are taken for others only when no other place is free', () => {
  const slots = slotsOf(30, []);
  const own = Array.from({ length: 15 }, () => takeSlot(slots, null, Math.random));
  let payers = 0;
  /** Somebody to whom one of the places that are left is open. */
  const byLink = (): number | null => {
    let slot: number | null = null;
    for (let n = 0; n < 100 && slot === null; n += 1) slot = takeSlot(slots, payer(payers++), Math.random);
    return slot;
  };
  const of_links = Array.from({ length: 15 }, byLink);
  expect(new Set([...own, ...of_links]).size).toBe(30);
  expect([...own, ...of_links]).not.toContain(null);
  expect([takeSlot(slots, null, Math.random), byLink()]).toEqual([null, null]);
  giveBackSlot(slots, of_links[3] as number);
  expect(byLink()).toBe(of_links[3]);
  giveBackSlot(slots, own[3] as number);
  expect(byLink()).toBe(null);
  expect(takeSlot(slots, null, Math.random)).toBe(own[3]);
});

const steps = fc.array(
  fc.record({ allowance: bounds, asks: kinds, leaving: fc.double({ min: 0, max: 1, noNaN: true }) }),
  { maxLength: 12 },
);

test('however an allowance grows and falls, two who take places at the same moment exceed neither it nor the half of links', () => {
  fc.assert(
    fc.property(steps, fc.infiniteStream(chances), (history, chance) => {
      const random = () => chance.next().value as number;
      const held = new Map<number, boolean>();
      const ofLinks = () => [...held.values()].filter((by_link) => by_link).length;
      for (const { allowance, asks, leaving } of history) {
        for (const slot of held.keys()) if (random() < leaving) held.delete(slot);
        const before = { all: held.size, links: ofLinks() };
        const both = [slotsOf(allowance, held.keys()), slotsOf(allowance, held.keys())];
        asks.forEach((by_link, i) => {
          const slot = takeSlot(both[i % 2] as (typeof both)[0], by_link ? payer(i) : null, random);
          // Of two who want the same, the unique index lets one have it.
          if (slot !== null && !held.has(slot)) held.set(slot, by_link);
        });
        expect(held.size).toBeLessThanOrEqual(Math.max(allowance, before.all));
        expect(ofLinks()).toBeLessThanOrEqual(Math.max(halfOf(allowance), before.links));
      }
    }),
  );
});
