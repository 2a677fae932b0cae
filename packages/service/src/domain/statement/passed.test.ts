import { expect, test } from 'vitest';
import { EMPTY_GAP } from '../../../test/book/chains.ts';
import type { Gap } from '../book/book.ts';
import { explainedBy, type PassedRun } from './passed.ts';

const gap = (step_id: string, before_xaf: number, after_xaf: number, until_ms = 100): Gap => ({
  ...{ ...EMPTY_GAP, step_id, before_xaf, after_xaf, until_ms },
});
const run = (step_id: string, from_xaf: number | null, to_xaf: number | null, until_ms = 50): PassedRun => ({
  step_id,
  from_xaf,
  to_xaf,
  until_ms,
});

test('runs that lead through a gap from end to end explain it, in whatever order they came', () => {
  expect(explainedBy([gap('g', 10, 40)], [run('b', 25, 40), run('a', 10, 25)])).toEqual(['g', 'a', 'b']);
});

test('a part of a gap, one of a later time, and one that lists no balances explain nothing', () => {
  expect(explainedBy([gap('g', 10, 40)], [run('a', 10, 25)])).toEqual([]);
  expect(explainedBy([gap('g', 10, 40)], [run('a', 10, 40, 101)])).toEqual([]);
  expect(explainedBy([gap('g', 10, 40)], [run('a', null, null)])).toEqual([]);
  expect(explainedBy([gap('g', 10, 40)], [run('a', 10, null), run('b', null, 40)])).toEqual([]);
});

test('runs that lead back to where they began explain each other, and no run serves twice', () => {
  expect(explainedBy([], [run('a', 10, 30), run('b', 30, 10), run('c', 30, 10)])).toEqual(['a', 'b']);
  expect(explainedBy([gap('g', 10, 30), gap('h', 10, 30)], [run('a', 10, 30)])).toEqual(['g', 'a']);
});

test('a balance that comes back lets no search run on for ever', () => {
  const runs = [run('a', 10, 20), run('b', 20, 30), run('c', 30, 20)];
  expect(explainedBy([gap('g', 10, 40)], runs)).toEqual(['b', 'c']);
});
