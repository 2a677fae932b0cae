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

// Airtime bought on the SIM, and what the other operator's network has sent, are told of by messages with
// such ids: without them each day that has one would be refused whole.
describe('A row whose id an operator’s messages print in another form than its payments’', () => {
  test.each(['R2612011582330', 'RC2612011582330', '123456789012', 'DH58HF9XG8', '2612011582330'])(
    'is read in Airtel’s list: %s',
    (id) =>
      expect(read('AIRTEL', { ...AIRTEL, TRANSFER_ID: id })).toMatchObject({
        row: { operator_transaction_id: id, moved_xaf: 5000 },
      }),
  );
  test.each(['MP261201.1325.B98765', 'mp261201.1325.B98765', 'R2612011582330', '123456789012'])(
    'is read in Moov’s list: %s',
    (id) =>
      expect(read('MOOV', { ...MOOV, 'Receipt No.': id })).toMatchObject({
        row: { operator_transaction_id: id.toUpperCase(), moved_xaf: 5000 },
      }),
  );
  test('names no payer where it is that of an agent’s deposit, also in Moov’s list', () =>
    expect(read('MOOV', { ...MOOV, 'Receipt No.': 'CI261201.1325.B98765' })).toMatchObject({
      row: { party: null },
    }));
});

describe('A row without an id', () => {
  test.each([
    '',
    '66123456',
    '+23566123456',
    '2.61201E+12',
    '26120115823',
    'ABC261201158233',
    'MP261201.1325',
  ])('is refused, as where “%s” stands in its place', (id) =>
    expect(read('AIRTEL', { ...AIRTEL, TRANSFER_ID: id })).toMatchObject({
      problem: { kind: 'unreadable', title: 'TRANSFER_ID' },
    }),
  );
});
