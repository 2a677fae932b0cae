import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isWholeRun, LONG_TESTS, longTestGlobs } from './long-tests.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test.each(longTestGlobs())('what an ordinary run leaves out is there: %s', (glob) => {
  expect(globSync(glob, { cwd: root }).length).toBeGreaterThan(0);
});

test('an ordinary run leaves no folder out whole, but for drawn days', () => {
  const whole = Object.keys(LONG_TESTS).filter((folder) => {
    const out = new Set(globSync(longTestGlobs(), { cwd: root }));
    return globSync(`${folder}/*.test.ts`, { cwd: root }).every((path) => out.has(path));
  });
  expect(whole.filter((folder) => !folder.endsWith('-days'))).toEqual([]);
});

test.each<[boolean, string[], Record<string, string>]>([
  [false, ['run'], {}],
  [false, ['run', '--reporter=dot', '--project=pure'], {}],
  [true, ['run'], { CHARI_LONG: '1' }],
  [true, ['run'], { CHARI_SOAK: '1' }],
  [true, ['run', 'packages/service/test/book'], {}],
  [true, ['run', 'crossings.test.ts'], {}],
])('whether all long tests are run: %j by %j with %j', (is_whole, words, environment) => {
  expect(isWholeRun(words, environment)).toBe(is_whole);
});
