import { expect, test } from 'vitest';
import { pageOf } from './page.ts';

const rows = ['c', 'b', 'a'].map((id) => ({ id }));

test.each([
  [4, 3, null],
  [3, 3, null],
  [2, 2, 'b'],
  [1, 1, 'c'],
])('of a limit of %i the page of three has %i, and goes on after %s', (limit, length, next_cursor) => {
  const page = pageOf(rows, limit);
  expect([page.rows.length, page.next_cursor]).toEqual([length, next_cursor]);
});
