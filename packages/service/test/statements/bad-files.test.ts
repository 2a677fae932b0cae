import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { fileProblemTold } from '../../src/domain/statement/problem.ts';
import { type Expected, StatementReader } from '../../src/domain/statement/reader.ts';
import { readStatement } from '../../src/engine/statements/check.ts';
import { csvOf, fileOf, type Listed, portalTime, statementCells } from './portal.ts';
import { workbookOf, zipBomb } from './workbook.ts';

const NOON = new Date('2026-11-21T11:00:00.000Z');
const MOOV = '+23599000001';
const AIRTEL = '+23566000001';

const expected = (fields: Partial<Expected> = {}): Expected => ({
  msisdn: MOOV,
  operator: 'MOOV',
  others: new Set(['+23599000002', '+23566000002']),
  account: null,
  other_accounts: new Set(),
  day: null,
  now: new Date(NOON.getTime() + 3_600_000),
  ...fields,
});

/** Ten payments of 1,000 francs, a minute apart. */
const ROWS: Listed[] = Array.from({ length: 10 }, (_, place) => ({
  id: `AB12CD34E${place}`,
  at: new Date(NOON.getTime() + place * 60_000),
  delta_xaf: 1000,
  balance_xaf: 50_000 + (place + 1) * 1000,
}));
const airtelRows = ROWS.map((row, place) => ({ ...row, id: `MP261121.1200.B1000${place}` }));
const cells = (rows: readonly Listed[] = ROWS, number = MOOV) => statementCells('MOOV', number, rows);
const changed = (at: number, change: Partial<Listed>): Listed[] =>
  ROWS.map((row, place) => (place === at ? { ...row, ...change } : row));

/** The sentence by which a file is refused; `taken` when it is not. */
async function told(text: string | Buffer, fields: Partial<Expected> = {}, name?: string): Promise<string> {
  const read = await readStatement(fileOf(text, name), expected(fields));
  return 'problem' in read ? fileProblemTold(read.problem) : 'taken';
}

describe('A statement is taken', () => {
  test.each([';', ',', '\t'])(
    'with %j between its columns, and what it says is read to the franc',
    async (separator) => {
      const read = await readStatement(fileOf(csvOf(cells(), separator)), expected());
      expect(read).toMatchObject({
        summary: { rows: 10, opening_xaf: 50_000, closing_xaf: 60_000, is_newest_first: false, from: NOON },
      });
    },
  );

  test('with a sum that somebody wrote into a row that said none, as the operator told it: 0 where nothing moved', async () => {
    const none = { ...(ROWS[0] as Listed), id: 'AB12CD34F0', delta_xaf: 0, balance_xaf: 50_000 };
    const text = csvOf(cells([none, ...ROWS]));
    expect(text).toContain(';0.00;;50000.00;');
    expect(await told(text.replace(';0.00;;', ';;;'))).toContain('says no sum');
    for (const sums of [';0;;', ';;0;', ';0;0;', ';0.00;;'])
      expect(await told(text.replace(';0.00;;', sums))).toBe('taken');
    expect(await told(csvOf(cells()).replace(';1000.00;;51000.00;', ';1000;;51000.00;'))).toBe('taken');
  });

  test('in Windows-1252 and in UTF-16, as a workbook, with the newest row first', async () => {
    expect(await told(Buffer.from(`\ufeff${csvOf(cells())}`, 'utf16le'))).toBe('taken');
    expect(await told(Buffer.from(csvOf(cells()).replace('CHARI', 'CHÉRI'), 'latin1'))).toBe('taken');
    expect(await told(await workbookOf(cells()), {}, 's.xlsx')).toBe('taken');
    const newest = statementCells('MOOV', MOOV, ROWS, { newest_first: true });
    const read = await readStatement(fileOf(csvOf(newest)), expected());
    expect(read).toMatchObject({
      summary: { opening_xaf: 50_000, closing_xaf: 60_000, is_newest_first: true },
    });
  });

  test('of Airtel, whose workbook keeps times as serial numbers', async () => {
    const file = await workbookOf(statementCells('AIRTEL', AIRTEL, airtelRows));
    const read = await readStatement(fileOf(file), expected({ msisdn: AIRTEL, operator: 'AIRTEL' }));
    expect(read).toMatchObject({ summary: { rows: 10, from: NOON, closing_xaf: 60_000 } });
  });

  test('with rows that expired, which move nothing, and with balances that are left out', async () => {
    const expired = {
      ...(ROWS[4] as Listed),
      id: 'ZZ12CD34E0',
      status: 'Expired',
      delta_xaf: 700,
      no_balance: true,
    };
    const rows = [...ROWS.slice(0, 5), expired, ...ROWS.slice(5)].map((row, place) => ({
      ...row,
      ...(place % 3 === 1 && { no_balance: true }),
    }));
    const read = await readStatement(fileOf(csvOf(cells(rows))), expected());
    expect(read).toMatchObject({ summary: { rows: 11, opening_xaf: 50_000, closing_xaf: 60_000 } });
  });

  test('that lists nothing but five sums which staff moved from another number of ours', async () => {
    const rows = airtelRows.slice(0, 5).map((row) => ({ ...row, party: '66000002' }));
    const cells = statementCells('AIRTEL', AIRTEL, rows);
    expect(await told(csvOf(cells), { msisdn: AIRTEL, operator: 'AIRTEL' })).toBe('taken');
  });

  test.each(['1 000 051 000', '1000051000', '1.000.051.000,00'])(
    'with a balance above a thousand millions, written %s',
    async (balance) => {
      const rows = cells(changed(0, { balance_xaf: 0 })).slice(0, 7);
      const large = rows.map((row) => row.map((cell) => (cell === '0.00' ? balance : cell)));
      const read = await readStatement(fileOf(csvOf(large)), expected());
      expect(read).toMatchObject({ summary: { rows: 1, closing_xaf: 1_000_051_000 } });
    },
  );

  test('with thousands set apart by points', async () => {
    const points = cells().map((row) => row.map((cell) => cell.replace(/^(\d{1,2})(\d{3})\.00$/, '$1.$2')));
    const read = await readStatement(fileOf(csvOf(points)), expected());
    expect(read).toMatchObject({ summary: { rows: 10, opening_xaf: 50_000, closing_xaf: 60_000 } });
  });

  test.each(['+235 66 12 34 56 - ABAKAR', '+23566123456/ABAKAR', '+235 66****56'])(
    'with a payer written as %s',
    async (party) => {
      expect(await told(csvOf(cells(changed(0, { party }))))).toBe('taken');
    },
  );

  test.each(['COMPLETED', 'completed'])('whose rows say that they are %s', async (status) => {
    const rows = ROWS.map((row) => ({ ...row, status }));
    const read = await readStatement(fileOf(csvOf(cells(rows))), expected());
    expect(read).toMatchObject({ summary: { opening_xaf: 50_000, closing_xaf: 60_000 } });
  });

  test('of an account of eight digits that are no phone number', async () => {
    expect(await told(csvOf(cells(ROWS, '51123400')))).toBe('taken');
    expect(await told(csvOf(cells(ROWS, '91123400')))).toMatch('is of the account 40123 91123400');
    expect(await told(csvOf(cells(ROWS, '91123400')), { new_account: true })).toBe('taken');
  });

  test('whatever a payer has written into a remark', async () => {
    const remarked = cells().map((row, place) => (place > 5 ? [...row.slice(0, 12), '=1+1'] : row));
    expect(await told(csvOf(remarked))).toBe('taken');
  });
});

describe('A file is refused with a sentence that says what to do', () => {
  const SENTENCES: [string, () => Promise<string>, string][] = [
    [
      'of another number',
      () => told(csvOf(cells(ROWS, '+23599000002'))),
      'The statement is of the account 40123 +23599000002, and that is not +23599000001. Name the number that it is of.',
    ],
    [
      'of another number, where each row names it',
      () =>
        told(
          csvOf(
            statementCells(
              'AIRTEL',
              AIRTEL,
              airtelRows.map((row) => ({ ...row, party: '66000002' })),
            ),
          ),
          {
            msisdn: AIRTEL,
            operator: 'AIRTEL',
          },
        ),
      'The statement is of the account +23566000002, and that is not +23566000001. Name the number that it is of.',
    ],
    [
      'of another operator',
      () => told(csvOf(statementCells('AIRTEL', AIRTEL, airtelRows))),
      'This is a statement of airtel-portal@1, and +23599000001 is a number of MOOV. Name the number that it is of.',
    ],
    [
      'of an account that is another number’s',
      () =>
        told(csvOf(statementCells('MOOV', MOOV, ROWS, { account: 'CHARI 2' })), {
          other_accounts: new Set(['40123 CHARI 2']),
        }),
      'The statement is of the account 40123 CHARI 2. By earlier ones +23599000001 has another, or another number has this one. Name the number that it is of. If the portal says that it is of this one, say --new-account: two people let it count then.',
    ],
    [
      'of an account that has the phone of another number, whoever says that it is this one’s',
      () => told(csvOf(cells(ROWS, '99000002')), { new_account: true }),
      'The statement is of the account 40123 99000002, and that is not +23599000001. Name the number that it is of.',
    ],
    [
      'with a status that nobody has said the meaning of',
      () => told(csvOf(cells(changed(1, { status: 'Terminé' })))),
      'Row 8 has the status “Terminé” under Transaction Status, and nobody has said whether such a row moved money. Ask the operator: the profile has to know it first.',
    ],
    ...['1210082.75', '4 022,75', '50.999,5'].map((balance): [string, () => Promise<string>, string] => [
      `with the balance ${balance}`,
      () => told(csvOf(cells().map((row) => row.map((cell) => (cell === '51000.00' ? balance : cell))))),
      `Row 7 has a fraction of a franc (${balance}) under Balance, and books hold whole francs. Empty that column and bring the list again: it counts without balances.`,
    ]),
    [
      'of another day than was asked for',
      () => told(csvOf(cells()), { day: '2026-11-20' }),
      'The statement is of 2026-11-21, not of 2026-11-20. Export the right day.',
    ],
    [
      'with a row of another day',
      () => told(csvOf(statementCells('MOOV', MOOV, ROWS, { days: ['20-11-2026', '20-11-2026'] }))),
      'Row 7 is of 2026-11-21, and the statement says that it is of 2026-11-20: somebody has changed it. Export it again.',
    ],
    [
      'with a row that is to come',
      () => told(csvOf(cells()), { now: new Date(NOON.getTime() - 86_400_000) }),
      'Row 7 is of 2026-11-21, which is to come: somebody has changed it, or its dates are written another way.',
    ],
    [
      'that was cut in a row',
      () => told(csvOf(cells()).slice(0, -115)),
      'Row 16 has 1 of 13 columns: the file was cut. Export it again.',
    ],
    [
      'with a completed row that says no sum',
      () => told(csvOf(cells()).replace(';1000.00;;51000.00;', ';;;50000.00;')),
      'Row 7 is money that moved, and says no sum. Ask the operator what it was, and write that sum into the row: 0 where nothing moved.',
    ],
    [
      'with a row that was taken out',
      () => told(csvOf(cells(ROWS.filter((_, place) => place !== 4)))),
      'Row 11 (AB12CD34E5) ends at 56 000 FCFA, and by the rows beside it that should be 55 000 FCFA: a row is missing, or an amount was changed. Export it again.',
    ],
    [
      'with a repeated row',
      () => told(csvOf(cells([...ROWS, ROWS[3] as Listed]))),
      'Row 17 repeats an earlier one (AB12CD34E3): somebody has changed the file. Export it again.',
    ],
    [
      'with a changed amount',
      () => told(csvOf(cells(changed(5, { delta_xaf: 1500 })))),
      'Row 12 (AB12CD34E5) ends at 56 000 FCFA, and by the rows beside it that should be 56 500 FCFA: a row is missing, or an amount was changed. Export it again.',
    ],
    [
      'with a year that nothing can keep',
      () => told(csvOf(cells()).replace('21-11-2026 12:00:00', '21-11-0001 12:00:00')),
      "Row 7 says “21-11-0001 12:00:00” under Completion Time, which can't be read. Export the statement again, and bring it as it is.",
    ],
    [
      'with half a franc',
      () => told(csvOf(cells()).replaceAll('1000.00', '1000.50')),
      'Row 7 has a fraction of a franc (1000.50) under Paid In, and books hold whole francs. Ask the operator what it was.',
    ],
    [
      'with money that came and is below zero',
      () => told(csvOf(cells()).replaceAll(';1000.00;', ';-1000.00;')),
      "Row 7 says “-1000.00” under Paid In, which can't be read. Export the statement again, and bring it as it is.",
    ],
    [
      'with more than anybody can send',
      () => told(csvOf(cells()).replaceAll(';1000.00;', ';9000000000.00;')),
      "Row 7 says “9000000000.00” under Paid In, which can't be read. Export the statement again, and bring it as it is.",
    ],
    [
      'with more rows of one transaction than any operator lists',
      () =>
        told(
          csvOf(
            cells(
              Array.from({ length: 30 }, (_, place) => ({
                ...{ id: 'AB12CD34E0', at: NOON, delta_xaf: 10 },
                balance_xaf: 50_000 + (place + 1) * 10,
              })),
            ),
          ),
        ),
      'Row 27 repeats an earlier one (AB12CD34E0): somebody has changed the file. Export it again.',
    ],
    [
      'in another currency',
      () => told(csvOf(cells()).replaceAll(';XAF;', ';USD;')),
      'Row 7 is in USD: only XAF is taken.',
    ],
    [
      'whose columns are separated otherwise',
      () => told(csvOf(cells(), '|')),
      'The columns of this file are not separated by semicolons, commas or tabs. Export it again from the portal, or save it as .xlsx.',
    ],
    [
      'without the titles of a portal',
      () => told('a;b;c\r\n1;2;3'),
      'None of the first rows has the titles of a statement that is known: npx chari statements profiles lists them. Export the statement from the portal again, and bring it as it is.',
    ],
    [
      'without a row',
      () => told(csvOf(cells().slice(0, 6))),
      'The statement has no rows below its titles. Choose days on which something moved.',
    ],
    [
      'with a formula for a sum',
      () => told(csvOf(cells()).replace('1000.00', '=500*2')),
      'Row 7 has a formula (=500*2), which no operator writes: somebody has changed the file. Export it again.',
    ],
    [
      'with a formula for a payer',
      () => told(csvOf(cells(changed(0, { party: '+HYPERLINK(1)' })))),
      'Row 7 has a formula (+HYPERLINK(1)), which no operator writes: somebody has changed the file. Export it again.',
    ],
  ];
  test.each(SENTENCES)('%s', async (_name, refusal, sentence) => {
    expect((await refusal()).replaceAll(/\u202f/g, ' ')).toBe(sentence);
  });

  const ofDay = async (ids: (place: number) => string, at: (place: number) => string) => {
    const rows = airtelRows.map((row, place) => ({
      ...{ ...row, id: ids(place), at: new Date(`2026-${at(place)}T09:0${place}:00.000Z`) },
    }));
    const text = csvOf(statementCells('AIRTEL', AIRTEL, rows));
    return told(text, { msisdn: AIRTEL, operator: 'AIRTEL' });
  };
  const changedDates = 'says day and month the other way round: a spreadsheet has changed the dates';

  test('the same with ids of digits alone', async () => {
    const ids = (place: number) => `261105100000${place}`;
    expect(await ofDay(ids, () => '11-05')).toBe('taken');
    expect(await ofDay(ids, () => '05-11')).toContain(changedDates);
  });

  test('the same with a payment that was completed after midnight, and none where one date alone happens to be the other way round', async () => {
    const ids = (place: number) => `MP261105.1000.B1000${place}`;
    expect(await ofDay(ids, (place) => (place === 9 ? '06-11' : '05-11'))).toContain(changedDates);
    const late = (place: number) => `MP26${place === 9 ? '0304' : '0403'}.1000.B1000${place}`;
    expect(await ofDay(late, () => '04-03')).toBe('taken');
  });

  test('one of Airtel that a spreadsheet saved with day and month the other way round', async () => {
    const airtel = expected({ msisdn: AIRTEL, operator: 'AIRTEL' });
    const saved = async (at: Date) => {
      const rows = airtelRows.map((row) => ({ ...row, id: row.id.replace('261121', '261105'), at }));
      const file = await workbookOf(statementCells('AIRTEL', AIRTEL, rows));
      const read = await readStatement(fileOf(file), airtel);
      return 'problem' in read ? fileProblemTold(read.problem) : 'taken';
    };
    expect(await saved(new Date('2026-05-11T11:00:00.000Z'))).toContain(
      'says day and month the other way round: a spreadsheet has changed the dates',
    );
    expect(await saved(new Date('2026-11-05T11:00:00.000Z'))).toBe('taken');
    // One that the operator completed two days later is no slip.
    expect(await saved(new Date('2026-11-07T11:00:00.000Z'))).toBe('taken');
  });

  test('a workbook with a formula, and a zip bomb', async () => {
    const formula = cells().map((row) => row.map((cell) => cell.replace('1000.00', '=500*2')));
    expect(await told(await workbookOf(formula), {}, 's.xlsx')).toContain('formula');
    const bomb = await zipBomb();
    expect(bomb.length).toBeLessThan(100_000);
    expect(await told(bomb, {}, 's.xlsx')).toContain('s.xlsx');
  });

  test('a row of more than any portal writes, though no cell of it is too long', async () => {
    const long = cells().map((row, place) =>
      place === 9 ? [...row, ...Array(5).fill('x'.repeat(1000))] : row,
    );
    expect(await told(await workbookOf(long), {}, 's.xlsx')).toContain('Row 10 of s.xlsx has 5');
    expect(await told(csvOf(long), {}, 's.csv')).toContain('more than 4096');
  });

  test.runIf(process.env.CHARI_LONG === '1')(
    'a file of a million rows, of which no more are read than are taken',
    async () => {
      const [titles, rows] = [csvOf(cells().slice(0, 6)), csvOf(cells().slice(6, 7))];
      let written = 0;
      const line = (_: unknown, place: number) => {
        const id = (written + place).toString(36).toUpperCase().padStart(10, '0');
        return `${rows.replace('AB12CD34E0', id).replace('51000.00', '')}\r\n`;
      };
      function* lines(): Generator<Buffer> {
        yield Buffer.from(`${titles}\r\n`);
        for (; written < 1_000_000; written += 1000)
          yield Buffer.from(Array.from({ length: 1000 }, line).join(''));
      }
      const file = { name: 'million.csv', open: () => Readable.from(lines()) };
      const read = await readStatement(file, expected());
      expect('problem' in read && fileProblemTold(read.problem)).toBe(
        'The file has more than 250000 rows. Export fewer days at a time.',
      );
      expect(written).toBeLessThan(400_000);
    },
  );
});

test('a time of a portal is N’Djamena’s', () => {
  expect(portalTime(NOON)).toBe('21-11-2026 12:00:00');
});

test('Blank rows above the titles are read no further than the titles may stand', () => {
  const reader = new StatementReader(expected());
  let row = 0;
  while (reader.problem === null && row < 100_000) {
    reader.take(['', ' ']);
    row += 1;
  }
  expect([row, reader.end(false)]).toEqual([31, { problem: { kind: 'no_titles' } }]);
});
