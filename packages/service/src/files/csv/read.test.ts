import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTable } from '../read.ts';
import { LIMITS, UnreadableFile } from '../unreadable.ts';

async function rowsOf(file: Buffer | string, bytes_at_once = 1 << 16, limits = LIMITS) {
  const bytes = Buffer.from(file);
  const pieces: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += bytes_at_once) {
    pieces.push(bytes.subarray(from, from + bytes_at_once));
  }
  return Readable.from(readTable(Readable.from(pieces), 'releve.csv', limits)).toArray();
}

const gather = (bytes: AsyncIterable<Buffer>) =>
  Readable.from(readTable(Readable.from(bytes), 'a.csv')).toArray();

async function refusalOf(file: Buffer | string, limits = LIMITS) {
  const error: unknown = await rowsOf(file, undefined, limits).catch((thrown: unknown) => thrown);
  if (!(error instanceof UnreadableFile)) throw new Error(`was not refused: ${String(error)}`);
  return error;
}

test.each([';', ',', '\t'])('%j between cells is found out', async (separator) => {
  const titles = ['Receipt No.', 'Completion Time', 'Details', 'Paid In', 'Balance'].join(separator);
  const row = ['AB12CD34EF', '\t12-11-2026 10:00:00', 'a: b', '5000', '7000'];
  const cells = separator === '\t' ? row.map((cell) => cell.trim()) : row;
  const lines = [
    'Organisation: Chez Amina',
    'From, to; "12"',
    titles,
    ...Array(9).fill(cells.join(separator)),
  ];
  const rows = await rowsOf(lines.join('\n').replace('"12"', '12'));
  expect(rows[3]).toEqual(cells);
  expect(rows).toHaveLength(12);
});

test('a decimal comma in every row does not outdo the semicolon', async () => {
  const rows = await rowsOf(`a;b;c;d\n${'1,50;2,50;x;y\n'.repeat(20)}`);
  expect(rows[1]).toEqual(['1,50', '2,50', 'x', 'y']);
});

test('a first line that states the separator is obeyed, and counts as a row', async () => {
  expect(await rowsOf('sep=;\r\na,b;c\r\n')).toEqual([[], ['a,b', 'c']]);
});

test('empty rows are counted, so that a row keeps the number that a spreadsheet shows', async () => {
  expect(await rowsOf('a;b\n\n\nc;d\n')).toEqual([['a', 'b'], [], [], ['c', 'd']]);
});

test('a remark that looks like a formula is a text like any other', async () => {
  expect(await rowsOf('a;b\n=1+1;@x\n')).toEqual([
    ['a', 'b'],
    ['=1+1', '@x'],
  ]);
});

test('whatever is written with quotes is read back, with any separator and however the bytes arrive', async () => {
  // Letters of all kinds, without what begins or makes a file of another kind.
  const cell = fc.string({ unit: fc.constantFrom(...'aZ09 ;,"\n\r\té€ش😀='), maxLength: 12 });
  const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(table, fc.constantFrom(';', ',', '\t'), fc.nat(9), async (rows, separator, piece) => {
      const quoted = rows.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`));
      const text = quoted.map((cells) => cells.join(separator)).join('\r\n');
      expect(await rowsOf(text, piece + 1)).toEqual(rows);
    }),
  );
});

test.each([
  ['nothing', '', 'empty', 'is empty'],
  ['an old workbook', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest', 'old_workbook', 'save it as .xlsx'],
  ['a PDF', '%PDF-1.7 ', 'not_a_table', 'is a PDF'],
  ['a packed file', '\x1f\x8b\x08rest', 'not_a_table', 'unpack it'],
  ['a picture', '\x89PNG\r\n', 'not_a_table', 'is a picture'],
  ['a web page', '\n <!DOCTYPE html><table>', 'not_a_table', 'is a web page'],
  ['what portals call .xls', '<html xmlns:x="urn:schemas-microsoft-com">', 'not_a_table', 'is a web page'],
  ['a program', 'a;b\n\0\0\x01\x02;c\n', 'not_a_table', 'neither a text nor a workbook'],
  ['an open quotation mark', 'a;b\n1;"2\n3;4\n', 'damaged', 'Row 2 '],
  ['a stray quotation mark', 'a;b\n1;2\n1;x"y"\n', 'damaged', 'Row 3 '],
  ['too many cells', `a;b\n${';'.repeat(300)}\n`, 'too_wide', 'has 301 cells'],
  ['a long cell', `a;b\nc;${'x'.repeat(32_768)}\n`, 'cell_too_long', 'Cell B2 '],
])('%s is refused by a sentence that says what to do', async (_name, text, kind, words) => {
  const error = await refusalOf(Buffer.from(text, 'latin1'));
  expect(error.kind).toBe(kind);
  expect(error.message).toContain('releve.csv');
  expect(error.message).toContain(words);
});

test('a quotation mark that nothing closes ends the reading within a megabyte', async () => {
  let pieces_taken = 0;
  async function* endless() {
    yield Buffer.from('a;b\n1;"');
    for (;;) {
      pieces_taken += 1;
      yield Buffer.alloc(65_536, 'x');
    }
  }
  const error = await gather(endless()).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ kind: 'cell_too_long', place: { row: 2 } });
  expect(pieces_taken).toBeLessThan(64);
});

test('more rows and more bytes than the limits are refused', async () => {
  const four_rows = 'a;b\n'.repeat(4);
  expect((await refusalOf(four_rows, { ...LIMITS, rows_max: 3 })).place).toEqual({ row: 4 });
  expect((await refusalOf(four_rows, { ...LIMITS, csv_bytes_max: 15 })).kind).toBe('too_large');
});

test('a reader that stops early ends the source', async () => {
  const source = Readable.from(Array(100).fill(Buffer.from('a;b\n'.repeat(10_000))));
  for await (const row of readTable(source, 'a.csv')) {
    expect(row).toEqual(['a', 'b']);
    break;
  }
  expect(source.destroyed).toBe(true);
});

test('a source that breaks off says so itself', async () => {
  async function* broken() {
    yield Buffer.from('a;b\n'.repeat(100_000));
    throw new Error('the upload broke off');
  }
  await expect(gather(broken())).rejects.toThrow('broke off');
});
