import { expect, test } from 'vitest';
import { MINUTE_MS } from '../time.ts';
import { pairNameless, type RowLikeStep } from './nameless.ts';

/**
 * `12 +5000 55000`: so many minutes past noon, what was moved, and to which balance; `id s` behind a row: step s has its id; `of 66000001`:
 * who is named; `in t`: a row of transaction t.
 */
const read = (line: string) => {
  const [minutes, moved, after] = line.split(' ');
  const [, named] = / id (\w)/.exec(line) ?? [];
  const [, phone] = / of (\S+)/.exec(line) ?? [];
  const [, transaction_id] = / in (\w)/.exec(line) ?? [];
  return {
    at: new Date(Date.parse('2026-11-26T12:00:00Z') + Number(minutes) * MINUTE_MS),
    moved_xaf: Number(moved),
    after_xaf: after === 'none' ? null : Number(after),
    named_step_id: named ?? null,
    phone: phone ?? null,
    transaction_id: transaction_id ?? null,
  };
};

const DAY = 24 * 60;

/** The rows of a list, each with what all rows of its transaction come to. */
function rowsOf(lines: readonly string[]): RowLikeStep[] {
  const rows = lines.map((line, place) => {
    const { at, phone, transaction_id, ...row } = read(line);
    const party = phone === null ? null : /^\d+$/.test(phone) ? `+235${phone}` : phone;
    return { ...row, ordinal: place + 1, completed_at: at, party, transaction_id: transaction_id ?? line };
  });
  return rows.map((row) => {
    const all = rows.filter((one) => one.transaction_id === row.transaction_id);
    return {
      ...row,
      transaction_rows: all.length,
      transaction_xaf: all.reduce((sum_xaf, { moved_xaf }) => sum_xaf + moved_xaf, 0),
      transaction_after_xaf: all.at(-1)?.after_xaf ?? null,
    };
  });
}

function expectPaired(_which: string, rows: string, steps: string, expected: string): void {
  const paired = pairNameless(
    rowsOf(rows.split(', ')),
    steps.split(', ').map((line, place) => {
      const { at, moved_xaf, after_xaf, phone } = read(line);
      return {
        ...{ step_id: 'abcd'[place] ?? '', occurred_at: at, moved_xaf, after_xaf: after_xaf ?? 0 },
        payer: phone,
        place: place + 2,
      };
    }),
  );
  expect(
    [...paired]
      .toSorted(([one], [other]) => one - other)
      .map(([ordinal, step_id]) => `${ordinal}-${step_id}`)
      .join(' '),
  ).toBe(expected);
}

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
])('A step without an id is %s', expectPaired);

const [ANNE, BOB] = ['66000001', '66000002'];
test.each([
  [
    'the row of its payer, however near that of another is',
    `0 5000 none of ${ANNE}, 6 5000 none of ${BOB}`,
    `7 5000 60000 of ${ANNE}`,
    '1-a',
  ],
  ['no row of another payer', `7 5000 none of ${BOB}`, `7 5000 60000 of ${ANNE}`, ''],
  [
    'no such row of another payer to its balance, where its own is there',
    `7 5000 60000 of ${BOB}, 0 5000 60000 of ${ANNE}`,
    `7 5000 60000 of ${ANNE}`,
    '2-a',
  ],
  [
    'the row of another payer, which contradicts it, where that alone has its balance',
    `7 5000 60000 of ${BOB}`,
    `7 5000 60000 of ${ANNE}`,
    '1-a',
  ],
  [
    'each its own, in whatever order they are told',
    `0 5000 none of ${ANNE}, 1 5000 none of ${BOB}`,
    `2 5000 65000 of ${BOB}, 3 5000 60000 of ${ANNE}`,
    '1-b 2-a',
  ],
  [
    'the row that a mask fits',
    `0 5000 none of ${ANNE}, 6 5000 none of ${BOB}`,
    '7 5000 60000 of 660••••1',
    '1-a',
  ],
  [
    'the row that no whole number has',
    `0 5000 none of 66000011, 6 5000 none of ${ANNE}`,
    `6 5000 60000 of 660••••1, 7 5000 65000 of ${ANNE}`,
    '1-a 2-b',
  ],
  [
    'the row whose mask may be its payer’s',
    '0 5000 none of 66••••01, 6 5000 none of 66••••02',
    `7 5000 60000 of ${ANNE}`,
    '1-a',
  ],
  ['a row that names nobody', '7 5000 none', `7 5000 60000 of ${ANNE}`, '1-a'],
  ['any row, where it names nobody', `7 5000 none of ${ANNE}`, '7 5000 60000', '1-a'],
  [
    'the row that is left, where it names nobody',
    `6 5000 none of ${ANNE}, 0 5000 none of ${BOB}`,
    `0 5000 60000, 3 5000 65000 of ${BOB}`,
    '1-a 2-b',
  ],
])('Of whom it names, a step without an id is %s', expectPaired);

test.each([
  ['both', '0 -5000 55000 in t, 0 -100 54900 in t', '7 -5100 54900', '1-a 2-a'],
  ['both, without balances', '0 -5000 none in t, 0 -100 none in t', '7 -5100 54900', '1-a 2-a'],
  [
    'both, rather than a later row of their sum',
    '6 -5000 none in t, 6 -100 none in t, 0 -5100 none',
    '7 -5100 54900',
    '1-a 2-a',
  ],
  [
    'neither, where they end at another balance',
    '0 -5000 55000 in t, 0 -100 54900 in t',
    '7 -5100 44900',
    '',
  ],
  ['neither, where one is known by its id', '0 -5000 none in t id z, 0 -100 none in t', '7 -5100 54900', ''],
  ['neither, where they are of two transactions', '0 -5000 none in t, 0 -100 none in u', '7 -5100 54900', ''],
  ['one, where it tells of that one', '0 -5000 55000 in t, 0 -100 54900 in t', '7 -5000 55000', '1-a'],
  [
    'one each, where two tell of them',
    '0 -5000 none in t, 0 -100 none in t',
    '7 -5000 55000, 7 -100 54900',
    '1-a 2-b',
  ],
  [
    'all, rather than the row of one that comes to their sum',
    '0 -5000 none in t, 0 -100 none in t, 0 100 none in t',
    '0 -5000 55000, 1 -5000 54900',
    '1-a 2-a 3-a',
  ],
])('Of the rows of one transaction a step without an id is %s', expectPaired);
