import { describe, expect, test } from 'vitest';
import { layoutOf, STATEMENT_PROFILES, type StatementProfile } from './profile.ts';
import { readRow } from './row.ts';

/** Reads a row of a portal in which these cells stand under their titles. */
function read(operator: StatementProfile['operator'], cells: Record<string, string>) {
  const { titles = [] } = STATEMENT_PROFILES.find((one) => one.operator === operator) ?? {};
  const layout = layoutOf(titles);
  if (layout === null) throw new Error('bug: its own titles are no profile');
  return readRow(
    layout,
    titles.map((title) => cells[title] ?? ''),
  );
}

const MOOV = {
  ...{
    'Receipt No.': 'ABCDE12345',
    'Completion Time': '21-11-2026 13:05:09',
    'Transaction Status': 'Completed',
  },
  ...{ 'Paid In': '5000.00', Balance: '9000.00', 'Opposite Party': '23594123456' },
};
const AIRTEL = {
  ...{ TRANSFER_ID: 'MP261121.1305.A00001', TRANSFER_DATE: '21-11-2026 13:05:09', TRANSFER_STATUS: 'TS' },
  ...{ CREDIT: '5000', DEBIT: '0', MSISDN: '66123456' },
};

describe('The other party of money that came', () => {
  test.each([
    ['Customer payment', '+23594123456'],
    ['Dépôt par agent', null],
    ['Cash In', null],
    ['Agent Deposit', null],
  ])('is, in a row of kind “%s”, the payer %s', (kind, party) =>
    expect(read('MOOV', { ...MOOV, 'Reason Type': kind })).toMatchObject({ row: { party } }),
  );
  test.each([
    ['MP261121.1305.A00001', '+23566123456'],
    ['CI261121.1305.A00001', null],
  ])('is, in the row of transaction %s, the payer %s', (id, party) =>
    expect(read('AIRTEL', { ...AIRTEL, TRANSFER_ID: id })).toMatchObject({ row: { party } }),
  );
});

describe('A row that names a day and no hour', () => {
  test.each(['21-11-2026', '46347', '46347.0'])('as %s is refused', (cell) =>
    expect(read('AIRTEL', { ...AIRTEL, TRANSFER_DATE: cell })).toMatchObject({
      problem: { kind: 'no_hour', cell },
    }),
  );
  test.each(['21-11-2026 00:00:00', '21-11-2026 00:00'])(
    'and is of midnight by a spreadsheet, as %s, is refused by the hour of its id',
    (cell) =>
      expect(read('AIRTEL', { ...AIRTEL, TRANSFER_DATE: cell })).toMatchObject({
        problem: { kind: 'no_hour', cell },
      }),
  );
  test.each([
    ['21-11-2026 00:00:00', 'MP261121.0000.A00001'],
    ['21-11-2026 00:00:00', 'MP261120.2359.A00001'],
    ['21-11-2026 00:00:00', '2611211582330'],
    ['46347', 'MP261121.0000.A00001'],
    ['46347.5', 'MP261121.1200.A00001'],
  ])('is none where it says %s and its id is %s', (cell, id) =>
    expect(read('AIRTEL', { ...AIRTEL, TRANSFER_DATE: cell, TRANSFER_ID: id })).toHaveProperty('row'),
  );
});
