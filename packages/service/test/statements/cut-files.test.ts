import { describe, expect, test } from 'vitest';
import { fileProblemTold } from '../../src/domain/statement/problem.ts';
import { type Expected, StatementReader } from '../../src/domain/statement/reader.ts';
import type { PrintedRow } from '../../src/domain/statement/row.ts';
import { readRows } from '../../src/engine/statements/check.ts';
import { csvOf, fileOf, type Listed, statementCells } from './portal.ts';
import { workbookOf } from './workbook.ts';

const NOON = new Date('2026-11-21T11:00:00.000Z');
const OF_MOOV = { msisdn: '+23599000001', operator: 'MOOV' } as const;
const OF_AIRTEL = { msisdn: '+23566000001', operator: 'AIRTEL' } as const;

/** Ten payments of 1,000 francs, a minute apart. */
const ROWS: Listed[] = Array.from({ length: 10 }, (_, place) => ({
  id: `AB12CD34E${place}`,
  at: new Date(NOON.getTime() + place * 60_000),
  delta_xaf: 1000,
  balance_xaf: 50_000 + (place + 1) * 1000,
}));
const AIRTEL_ROWS = ROWS.map((row, place) => ({ ...row, id: `MP261121.1200.B1000${place}` }));

/** The rows that are read of a file; how it is refused, where it is. */
async function rowsOf(
  text: string | Buffer,
  of: Pick<Expected, 'msisdn' | 'operator'>,
): Promise<PrintedRow[] | string> {
  const rows: PrintedRow[] = [];
  const now = new Date(NOON.getTime() + 3_600_000);
  const unknown = { others: new Set<string>(), account: null, other_accounts: new Set<string>(), day: null };
  const expected = { ...of, ...unknown, now };
  const read = await readRows(fileOf(text), new StatementReader(expected), ({ row }) => {
    rows.push(row);
    return null;
  });
  return 'problem' in read ? fileProblemTold(read.problem) : rows;
}

/** As some writers do, who leave out the empty cells at the end of a row. */
const trimmed = (list: readonly string[][]) =>
  list.map((row, place) => (place < 6 ? row : row.slice(0, row.findLastIndex((cell) => cell !== '') + 1)));

describe('A list that is cut at any letter of its last row is refused, or what is read of it is whole:', () => {
  const cells = (rows: readonly Listed[]) => statementCells('MOOV', OF_MOOV.msisdn, rows);
  const without = (rows: readonly Listed[]) => rows.map((row) => ({ ...row, no_balance: true }));
  /** The same with money that left last, and a fee beside it. */
  const spent = (rows: readonly Listed[], fee_xaf: number) => [
    ...rows.slice(0, -1),
    { ...(rows.at(-1) as Listed), delta_xaf: -5000 - fee_xaf, balance_xaf: 54_000 - fee_xaf },
  ];
  const airtel = (rows: readonly Listed[], fee_xaf = 0) =>
    statementCells('AIRTEL', OF_AIRTEL.msisdn, rows).map((row, place, all) =>
      place < all.length - 1 || fee_xaf === 0
        ? row
        : [...row.slice(0, 9), '5000', String(fee_xaf), ...row.slice(11)],
    );
  test.each<[string, string[][], Pick<Expected, 'msisdn' | 'operator'>]>([
    ['Moov’s', cells(ROWS), OF_MOOV],
    ['Moov’s, without balances', cells(without(ROWS)), OF_MOOV],
    ['Moov’s, with money that left', cells(spent(ROWS, 0)), OF_MOOV],
    ['Airtel’s', airtel(AIRTEL_ROWS), OF_AIRTEL],
    ['Airtel’s, without balances', airtel(without(AIRTEL_ROWS)), OF_AIRTEL],
    ['Airtel’s, with money that left and a fee', airtel(spent(AIRTEL_ROWS, 150), 150), OF_AIRTEL],
    ['Airtel’s, of one row', airtel(AIRTEL_ROWS.slice(-1)), OF_AIRTEL],
    ['Airtel’s, of one row with a fee', airtel(spent(AIRTEL_ROWS, 150).slice(-1), 150), OF_AIRTEL],
    ['Airtel’s, without the empty cells at its ends', trimmed(airtel(AIRTEL_ROWS)), OF_AIRTEL],
    ['Airtel’s, without these and balances', trimmed(airtel(without(spent(AIRTEL_ROWS, 0)))), OF_AIRTEL],
  ])('%s', async (_name, list, of) => {
    const text = csvOf(list);
    const whole = await rowsOf(text, of);
    expect(whole).toHaveLength(list.filter((row) => row.length > 6).length - 1);
    const taken: unknown[] = [];
    for (let end = text.lastIndexOf('\n'); end < text.length; end += 1) {
      const rows = await rowsOf(text.slice(0, end), of);
      if (typeof rows !== 'string' && rows.length > 0) taken.push({ end: text.slice(-60, end), rows });
    }
    for (const { rows, ...cut } of taken as { rows: PrintedRow[] }[])
      expect({ ...cut, rows }).toEqual({ ...cut, rows: whole.slice(0, rows.length) });
  });
});

describe('A list whose last row is shorter than those above since its last cells are empty', () => {
  const last = ROWS.at(-1) as Listed;
  const without_balance = [...ROWS.slice(0, -1), { ...last, no_balance: true }];
  const remarked = statementCells('MOOV', OF_MOOV.msisdn, ROWS).map((row, place, all) =>
    place < 6 || place === all.length - 1 ? row : [...row.slice(0, -1), 'ok'],
  );
  describe.each<[string, string[][]]>([
    ['the last without a balance', trimmed(statementCells('MOOV', OF_MOOV.msisdn, without_balance))],
    ['all but the last with a remark', trimmed(remarked)],
  ])('(%s)', (_name, list) => {
    test('is taken where it ends with a line break, whatever that is', async () => {
      for (const line_break of ['\r\n', '\n', '\r'])
        expect(await rowsOf(`${csvOf(list)}${line_break}`, OF_MOOV)).toHaveLength(ROWS.length);
      const utf_16 = Buffer.from(`\ufeff${csvOf(list)}\r\n`, 'utf16le');
      expect(await rowsOf(utf_16, OF_MOOV)).toHaveLength(ROWS.length);
    });

    test('is taken where it is a workbook, which does not open where it is cut', async () => {
      const workbook = await workbookOf(list);
      expect(await rowsOf(workbook, OF_MOOV)).toHaveLength(ROWS.length);
      expect(await rowsOf(workbook.subarray(0, -20), OF_MOOV)).toBeTypeOf('string');
    });

    test('is refused as cut where it ends without one', async () => {
      expect(await rowsOf(csvOf(list), OF_MOOV)).toMatch(/ of 13 columns: the file was cut/);
    });
  });
});
