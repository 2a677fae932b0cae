import { expect, test } from 'vitest';
import { kinOf, kinPastFifth, roomBeside } from './beside.ts';

const room = (kept: { own?: number; beside?: number; free: number; of?: number }, numbers = 10) =>
  roomBeside(5000, numbers, [{ amount_xaf: kept.of ?? 4950, own: 0, beside: 0, ...kept }]);
/** Of which amounts it would keep more than a fifth with one session more of 5000. */
const past = (shares: [number, number[]][], silent: [number, number][], numbers = 10) =>
  kinPastFifth(5000, numbers, { shares: new Map(shares), silent: new Map(silent) }, (xaf) =>
    xaf === 5000 ? 1 : 0,
  ).map(({ amount_xaf }) => amount_xaf);

test('a session keeps its number of its own amount and of those that a slip turns into it', () => {
  expect(kinOf(75)).toEqual([
    { amount_xaf: 75, like_xaf: [750, 25, 125, 175] },
    { amount_xaf: 750, like_xaf: [7500, 75, 700, 800, 650, 850] },
    { amount_xaf: 25, like_xaf: [250, 75, 125] },
    { amount_xaf: 125, like_xaf: [1250, 75, 175, 25, 225] },
    { amount_xaf: 175, like_xaf: [1750, 125, 225, 75, 275] },
  ]);
});

test('a merchant may open beside an amount as long as a fifth of the numbers is free of it, whatever it has', () => {
  expect([10, 7, 3, 2].map((free) => room({ beside: 4, free }))).toEqual([8, 5, 1, 0]);
  expect(room({ own: 8, free: 2 })).toBe(0);
  // Of each amount that is concerned, the one that leaves least.
  const kin = [5000, 4950].map((amount_xaf) => ({ amount_xaf, own: 0, beside: 4, free: amount_xaf - 4945 }));
  expect(roomBeside(5000, 10, kin)).toBe(3);
});

test('who has no more than a fifth of it and a fifth beside it may have that, though the rest is taken', () => {
  expect([0, 1, 2].map((beside) => room({ beside, own: 2, free: 1 }))).toEqual([2, 1, 0]);
  expect([0, 1, 2].map((own) => room({ own, beside: 2, free: 1, of: 5000 }))).toEqual([2, 1, 0]);
  expect(room({ own: 3, free: 1 })).toBe(0);
  expect(room({ beside: 3, free: 1, of: 5000 })).toBe(0);
});

test('what others keep has to be known only of the amounts of which it would keep more than a fifth', () => {
  expect(past([], [])).toEqual([]);
  expect(past([[5000, [1]]], [[5000, 1]])).toEqual([]);
  expect(past([[5000, [1, 2]]], [])).toEqual([5000]);
  expect(past([[4950, [1, 2]]], [[5000, 1]])).toEqual([]);
  expect(past([[4950, [1, 2, 3]]], [])).toEqual([4950]);
  // 5050 and 5150 lie beside 5100, and 5050 beside 5000 too.
  const silent: [number, number][] = [
    [5050, 1],
    [5150, 1],
  ];
  expect(past([], silent)).toEqual([5100]);
  expect(past([], [...silent, [4900, 2]])).toEqual([5000, 4950, 5100]);
});

test('with fewer than five numbers nothing is left for others, and nothing refused', () => {
  expect(room({ beside: 2, free: 0 }, 4)).toBe(Number.POSITIVE_INFINITY);
  expect(past([[5000, [1, 2, 3]]], [[5100, 3]], 4)).toEqual([]);
  expect(roomBeside(5000, 10, [])).toBe(Number.POSITIVE_INFINITY);
});
