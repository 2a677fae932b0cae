import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTable } from '../read.ts';
import type { Cell } from '../table.ts';
import { csvLine, writeCsv } from './write.ts';

test('no text becomes a formula, whatever it begins with', () => {
  for (const opening of ['=', '+', '-', '@', '\t', '\r', '\n', '＝'])
    expect(csvLine([`${opening}HYPERLINK("http://a")`])).toMatch(/^"'/);
  expect(csvLine(['+23566000001'])).toBe(`"'+23566000001"\r\n`);
});

test('no part of a text becomes a formula where a spreadsheet ends its cells at semicolons', () => {
  const texts = [
    'Shop;=cmd|A1',
    'Shop;"=cmd|A1',
    'Shop\n@SUM(A1)',
    '=a;-1',
    'Shop;;""+1',
    'x\r\n=1',
    'Shop;＝1',
  ];
  for (const text of texts) {
    const parts = csvLine([1, text, 'last']).split(/[;\r\n]/);
    expect(parts.filter((part) => /^"*[=+\-@＝]/.test(part))).toEqual([]);
  }
  expect(csvLine(['a-b; c = d, -5'])).toBe('"a-b; c = d, -5"\r\n');
});

test('a cell stays one cell: quotes, commas, semicolons and line ends stand between quotes', () => {
  expect(csvLine(['a"b', 'c,d', 'e;f', 'g\nh', 'plain', 5000, null])).toBe(
    '"a""b","c,d","e;f","g\nh",plain,5000,\r\n',
  );
});

test('a moment is written in the time of N’Djamena', () => {
  expect(csvLine([new Date('2026-11-21T23:30:00Z')])).toBe('2026-11-22 00:30\r\n');
});

const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'aZ9 ;,"\n\r\té€ش😀=+-'), maxLength: 12 }),
  fc.maxSafeInteger(),
  fc.constant(null),
);

test('what is written is read back, text by text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { maxLength: 8 }), async (rows) => {
      const columns = [{ title: 'a' }, { title: 'b' }, { title: 'c' }];
      const source = Readable.from(writeCsv({ columns, rows }), { objectMode: false });
      const read = await Readable.from(readTable(source, 'a.csv')).toArray();
      expect(read).toEqual([['a', 'b', 'c'], ...rows.map((cells) => cells.map(asRead))]);
    }),
  );
});

function asRead(written: Cell): string {
  const text = String(written ?? '');
  if (typeof written !== 'string') return text;
  const whole = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return whole.replaceAll(/([;\t\r\n]"*)(?=[=+-])/g, "$1'");
}

test('rows are read as the file is taken, and none when the reader has gone', async () => {
  let rows_made = 0;
  function* rows() {
    for (; rows_made < 1_000_000; rows_made += 1) yield ['x'.repeat(100)];
  }
  for await (const piece of writeCsv({ columns: [{ title: 'a' }], rows: rows() })) {
    expect(piece.length).toBeGreaterThan(65_000);
    break;
  }
  expect(rows_made).toBeLessThan(1000);
});
