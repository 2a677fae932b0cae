import { expect, test } from 'vitest';
import { MINUTE_MS } from '../time.ts';
import { pairNameless } from './nameless.ts';

/** `12 +5000 55000`: so many minutes past noon, what was moved, and to which balance; `id s` behind a row: step s has its id. */
const read = (line: string) => {
  const [minutes, moved, after, , named] = line.split(' ');
  return {
    at: new Date(Date.parse('2026-11-26T12:00:00Z') + Number(minutes) * MINUTE_MS),
    moved_xaf: Number(moved),
    after_xaf: after === 'none' ? null : Number(after),
    named_step_id: named ?? null,
  };
};

const DAY = 24 * 60;

test.each([
  ['the nearer row of its sum', '0 5000 none, 6 5000 none', '7 5000 60000', '2-a'],
  ['a row of its sum, and of no other', '6 4999 none, 0 5000 none', '7 5000 60000', '2-a'],
  ['the row to its balance, however near another is', '0 5000 60000, 6 5000 65000', '7 5000 60000', '1-a'],
  ['no row to another balance', '7 5000 65000', '7 5000 60000', ''],
  ['no row whose id a step has', '7 5000 none id z', '7 5000 60000', ''],
  ['no second row, where one undoes what it does', '6 5000 none id a, 7 5000 none', '7 5000 60000', ''],
  ['the row to its balance before one without', '7 5000 none, 0 5000 60000', '7 5000 60000', '2-a'],
  ['what is a day from it', `${DAY} 5000 none`, '0 5000 60000', '1-a'],
  ['nothing that is further', `${DAY + 1} 5000 none`, '0 5000 60000', ''],
  ['the first where there are as many', '0 5000 none, 6 5000 none', '7 5000 60000, 8 5000 65000', '1-a 2-b'],
])('A step without an id is %s', (_which, rows, steps, expected) => {
  const paired = pairNameless(
    rows.split(', ').map((line, place) => {
      const { at, ...row } = read(line);
      return { ...row, ordinal: place + 1, completed_at: at };
    }),
    steps.split(', ').map((line, place) => {
      const { at, moved_xaf, after_xaf } = read(line);
      return { step_id: 'ab'[place] ?? '', occurred_at: at, moved_xaf, after_xaf: after_xaf ?? 0 };
    }),
  );
  expect([...paired].map(([ordinal, step_id]) => `${ordinal}-${step_id}`).join(' ')).toBe(expected);
});
