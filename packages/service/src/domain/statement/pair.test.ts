import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../time.ts';
import { pairInOrder, type Timed } from './pair.ts';

const WITHIN_MS = 10;

const timed = (times: readonly number[]): Timed<number>[] => times.map((at_ms, key) => ({ key, at_ms }));
const times = (max: number) =>
  fc
    .array(fc.integer({ min: 0, max }), { maxLength: 6 })
    .map((all) => all.toSorted((one, other) => one - other));

type Paired = readonly (readonly [number, number])[];
const apart = (pairs: Paired, rows: readonly number[], steps: readonly number[]): number =>
  pairs.reduce((sum, [row, step]) => sum + Math.abs((rows[row] ?? 0) - (steps[step] ?? 0)), 0);

/** Every way to pair in order, those of one row after the other. */
function* everyPairing(
  rows: readonly number[],
  steps: readonly number[],
  row = 0,
  step = 0,
): Generator<Paired> {
  if (row === rows.length) {
    yield [];
    return;
  }
  yield* everyPairing(rows, steps, row + 1, step);
  for (let at = step; at < steps.length; at += 1)
    if (Math.abs((rows[row] ?? 0) - (steps[at] ?? 0)) <= WITHIN_MS)
      for (const rest of everyPairing(rows, steps, row + 1, at + 1)) yield [[row, at], ...rest];
}

test('As many rows and steps are paired as can be, never crossing, and of all such pairings those that are nearest', () => {
  fc.assert(
    fc.property(times(40), times(40), (rows, steps) => {
      const pairs = pairInOrder(timed(rows), timed(steps), WITHIN_MS);
      for (const [at, [row, step]] of pairs.entries()) {
        const [row_before, step_before] = pairs[at - 1] ?? [-1, -1];
        expect(row).toBeGreaterThan(row_before);
        expect(step).toBeGreaterThan(step_before);
        expect(Math.abs((rows[row] ?? 0) - (steps[step] ?? 0))).toBeLessThanOrEqual(WITHIN_MS);
      }
      const all = [...everyPairing(rows, steps)];
      const most = Math.max(...all.map(({ length }) => length));
      expect(pairs).toHaveLength(most);
      const nearest = all.filter(({ length }) => length === most).map((one) => apart(one, rows, steps));
      expect(apart(pairs, rows, steps)).toBe(Math.min(...nearest));
    }),
    { numRuns: 1000 },
  );
});

test('Where there are as many of both, near enough, the first is the first, the second the second, and so on', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(WITHIN_MS), fc.nat(WITHIN_MS))), (both) => {
      const sorted = (side: 0 | 1) => both.map((one) => one[side]).toSorted((one, other) => one - other);
      const pairs = pairInOrder(timed(sorted(0)), timed(sorted(1)), WITHIN_MS);
      expect(pairs).toEqual(both.map((_, at) => [at, at]));
    }),
  );
});

test.each([
  ['the row that is nearer to it', [0, 7], [6], [[1, 0]]],
  ['the earlier of two rows that are as near', [0, 8], [4], [[0, 0]]],
  ['the first of two rows of one moment', [3, 3], [4], [[0, 0]]],
  ['no row that is too far', [0], [11], []],
])('A step is taken for %s', (_which, rows, steps, expected) => {
  expect(pairInOrder(timed(rows), timed(steps), WITHIN_MS)).toEqual(expected);
});

test('A row is the earlier of two steps that are as near', () => {
  expect(pairInOrder(timed([4]), timed([0, 8]), WITHIN_MS)).toEqual([[0, 0]]);
});

test('What is not in the order of time is paired in that order', () => {
  expect(pairInOrder(timed([7, 0]), timed([1, 6]), WITHIN_MS)).toEqual([
    [1, 0],
    [0, 1],
  ]);
});

test.each([
  [15_000, 15_000],
  [15_000, 14_000],
  [5000, 15_000],
])('%i rows and %i steps of a month are paired in one go', (rows, steps) => {
  const month = (many: number, late_ms: number) =>
    timed(Array.from({ length: many }, (_, at) => Math.floor((at * 30 * DAY_MS) / many) + late_ms));
  const pairs = pairInOrder(month(rows, 0), month(steps, MINUTE_MS), DAY_MS);
  expect(pairs).toHaveLength(Math.min(rows, steps));
});
