import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { readTable } from '../read.ts';
import type { Cell } from '../table.ts';
import { writeWorkbook } from './write.ts';

const columns = [{ title: 'Référence', width_characters: 30 }, { title: 'Montant' }, { title: 'Le' }];
const made = (rows: Iterable<readonly Cell[]>, sheet_rows_max?: number) =>
  buffer(writeWorkbook({ title: 'Règlement n° 7/2026', columns, rows }, sheet_rows_max));
const read = (file: Buffer) => Readable.from(readTable(Readable.from([file]), 'a.xlsx')).toArray();

async function partsOf(file: Buffer): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  const zip = await fromBufferPromise(file, { lazyEntries: true, autoClose: false });
  for await (const entry of zip.eachEntry()) {
    parts.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString());
  }
  return parts;
}

// Letters of all kinds, those that XML cannot hold among them, and what looks like Excel's own way out.
const text = fc.string({
  unit: fc.constantFrom(...'a9 <>&"\'_x\n\r\t\u0000\u000b\ufffeéش😀=+-', '_x0041_'),
  maxLength: 12,
});
const row = fc.tuple(text, fc.maxSafeInteger(), fc.constant(null));

test('what is written is read back, letter by letter', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 8 }), async (rows) => {
      const cells = rows.map(([reference, amount]) => [reference, String(amount)]);
      expect(await read(await made(rows))).toEqual([columns.map(({ title }) => title), ...cells]);
    }),
  );
});

test('numbers are numbers, moments are days that Excel counts, and no text is a formula', async () => {
  const file = await made([['=1+1', -5000, new Date('2026-11-21T11:00:00Z')]]);
  const xml = (await partsOf(file)).get('xl/worksheets/sheet1.xml');
  expect(xml).toContain('<c r="B2" s="2"><v>-5000</v></c>');
  expect(xml).toContain('<c r="C2" s="3"><v>46347.5</v></c>');
  expect(xml).toContain('<c r="A2" s="4" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>');
  expect(xml).not.toContain('<f>');
});

test('titles stay in sight, columns have their widths, and Arabic begins at the right', async () => {
  const parts = await partsOf(
    await buffer(writeWorkbook({ title: 'a', columns, rows: [], right_to_left: true })),
  );
  const xml = parts.get('xl/worksheets/sheet1.xml');
  expect(xml).toContain('rightToLeft="1"');
  expect(xml).toContain('state="frozen"');
  expect(xml).toContain('<col min="1" max="1" width="30" customWidth="1"/>');
  expect(parts.get('xl/workbook.xml')).toContain('<sheet name="a"');
});

test('the same table makes the same bytes', async () => {
  const rows = [['a', 1, new Date(0)]];
  expect(await made(rows)).toEqual(await made(rows));
});

test('rows that a sheet has no room for go on in another, under the same titles', async () => {
  const parts = await partsOf(
    await made(
      [
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ],
      2,
    ),
  );
  expect([...parts.keys()].filter((path) => path.includes('/sheet'))).toHaveLength(2);
  expect(parts.get('xl/worksheets/sheet2.xml')).toMatch(/Référence.*<row r="2">.*>c</s);
  expect(parts.get('xl/workbook.xml')).toContain('name="Règlement n° 7 2026 (2)"');
  expect(
    (
      await partsOf(
        await made(
          [
            ['a', 1],
            ['b', 2],
          ],
          2,
        ),
      )
    ).has('xl/worksheets/sheet2.xml'),
  ).toBe(false);
});

test('what fails in the rows fails the file', async () => {
  function* broken() {
    yield ['a', 1];
    throw new Error('the database went away');
  }
  await expect(made(broken())).rejects.toThrow('the database went away');
  await expect(made([['a', Number.NaN]])).rejects.toThrow('cell B2 would be NaN');
});

test('rows are read as the bytes are taken, and none when the reader has gone', async () => {
  let rows_made = 0;
  let ended = false;
  function* rows() {
    try {
      for (; rows_made < 1_000_000; rows_made += 1) yield [`text ${rows_made}`, rows_made];
    } finally {
      ended = true;
    }
  }
  const file = writeWorkbook({ title: 'a', columns, rows: rows() });
  for await (const _bytes of file) if (rows_made > 0) break;
  await expect.poll(() => ended).toBe(true);
  expect(rows_made).toBeLessThan(500_000);
});
