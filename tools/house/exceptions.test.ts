import { expect, it } from 'vitest';
import { covers, type Exception, uncovered } from './exceptions.ts';

const found = { path: 'a.ts', line: 3, where: 'migrate', says: 'waits in a loop' };
const exception: Exception = {
  rule: 'loops',
  path: 'a.ts',
  where: 'migrate',
  why: 'each stands on the last',
};

it('a finding is a line with its place, unless an exception covers it', () => {
  expect(uncovered('loops', [found], [])).toEqual(['a.ts:3 waits in a loop (in migrate)']);
  expect(uncovered('loops', [found], [exception])).toEqual([]);
});

it('an exception covers one rule in one function of one file', () => {
  expect(covers(exception, 'loops', found)).toBe(true);
  expect(covers(exception, 'calls', found)).toBe(false);
  expect(covers(exception, 'loops', { ...found, where: 'other' })).toBe(false);
  expect(covers(exception, 'loops', { ...found, path: 'b.ts' })).toBe(false);
});
