import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { readTable } from '../read.ts';
import { LIMITS, UnreadableFile } from '../unreadable.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PARTS = {
  '_rels/.rels': `<Relationships><Relationship Id="a" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><sheets><sheet name="Mouvements" sheetId="1" r:id="s1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="s1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="s2" Type="${OFFICE}/worksheet" Target="/xl/worksheets/sheet2.xml"/><Relationship Id="t" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  'xl/sharedStrings.xml':
    '<sst><si><t>Reçu</t></si><si><r><t>Mon</t></r><r><t xml:space="preserve">tant </t></r><rPh><t>x</t></rPh></si></sst>',
} as const;
const TWO_SHEETS =
  '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="s1"/><sheet name="B" r:id="s2"/></sheets></workbook>';

const sheet = (rows: string) =>
  `<?xml version="1.0"?>\n<worksheet><sheetData>${rows}</sheetData></worksheet>`;

async function workbook(
  rows: string,
  others: Readonly<Record<string, string | Buffer>> = {},
): Promise<Buffer> {
  const zip = new ZipFile();
  const parts = { ...PARTS, 'xl/worksheets/sheet1.xml': sheet(rows), ...others };
  for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  return buffer(zip.outputStream);
}

const read = (file: Buffer, limits = LIMITS) =>
  Readable.from(readTable(Readable.from([file]), 'releve.xlsx', limits)).toArray();

async function refusalOf(file: Buffer, limits = LIMITS): Promise<UnreadableFile> {
  const error: unknown = await read(file, limits).catch((thrown: unknown) => thrown);
  if (!(error instanceof UnreadableFile)) throw new Error(`was not refused: ${String(error)}`);
  expect(error.message).toContain('releve.xlsx');
  return error;
}

test('texts, numbers, days and truths come as plain texts, each at its place', async () => {
  const rows = await read(
    await workbook(`
      <row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c></row>
      <row r="4"><c r="A4" t="inlineStr"><is><t>é &amp; &#x634;</t></is></c><c r="D4"><v>2.3566000001E10</v></c></row>
      <row><c><v>46348.5</v></c><c s="3"/><c t="b"><v>1</v></c><c t="str"><v>AB</v></c><c/></row>
      <row r="9"><c r="XFD9" s="1"/></row>`),
  );
  expect(rows).toEqual([
    [],
    ['Reçu', 'Montant '],
    [],
    ['é & ش', '', '', '23566000001'],
    ['46348.5', '', 'TRUE', 'AB'],
  ]);
});

test('names with a prefix, as some programs write them, are read', async () => {
  const xml =
    '<x:worksheet xmlns:x="u"><x:sheetData><x:row r="1"><x:c r="A1"><x:v>5</x:v></x:c></x:row></x:sheetData></x:worksheet>';
  expect(await read(await workbook('', { 'xl/worksheets/sheet1.xml': xml }))).toEqual([['5']]);
});

test('a formula is refused by the name of its cell, whatever value it came to', async () => {
  const error = await refusalOf(await workbook('<row r="5"><c r="C5"><f>A1+B1</f><v>7</v></c></row>'));
  expect(error).toMatchObject({ kind: 'formula', place: { row: 5, cell: 'C5' } });
  expect(error.message).toContain('Cell C5 ');
});

const one_row = '<row r="1"><c r="A1"><v>1</v></c></row>';

test('a second sheet with rows is refused rather than passed over; an empty or hidden one is nothing', async () => {
  const two = { 'xl/workbook.xml': TWO_SHEETS };
  const both = await workbook(one_row, { ...two, 'xl/worksheets/sheet2.xml': sheet(one_row) });
  expect((await refusalOf(both)).message).toContain('"A" and "B"');
  const empty = { ...two, 'xl/worksheets/sheet2.xml': sheet('') };
  expect(await read(await workbook(one_row, empty))).toEqual([['1']]);
  const hidden = { 'xl/workbook.xml': TWO_SHEETS.replace('name="B"', 'name="B" state="hidden"') };
  expect(await read(await workbook(one_row, hidden))).toEqual([['1']]);
  const all_hidden = { 'xl/workbook.xml': TWO_SHEETS.replaceAll('name=', 'state="hidden" name=') };
  expect((await refusalOf(await workbook(one_row, all_hidden))).kind).toBe('no_sheet');
});

test.each([
  ['a sheet that breaks off', 'damaged', '<row r="1"><c r="A1"><v>1</v>', {}],
  ['rows that go back', 'damaged', '<row r="2"/><row r="1"/>', {}],
  ['two cells at one place', 'damaged', '<row r="1"><c r="A1"/><c r="A1"/></row>', {}],
  ['a shared text that is not there', 'damaged', '<row r="1"><c r="A1" t="s"><v>9</v></c></row>', {}],
  ['a row beyond the last', 'too_many_rows', '<row r="1048577"><c><v>1</v></c></row>', {}],
  ['a column far out', 'too_wide', '<row r="1"><c r="XFD1"><v>1</v></c></row>', {}],
  ['a long cell', 'cell_too_long', `<row r="1"><c t="str"><v>${'x'.repeat(32_768)}</v></c></row>`, {}],
  ['tags in tags without end', 'damaged', '<a>'.repeat(100), {}],
  [
    'days from 1904',
    'dates_from_1904',
    '',
    { 'xl/workbook.xml': '<workbook><workbookPr date1904="1"/></workbook>' },
  ],
  ['a document', 'not_a_table', '', { '_rels/.rels': '<Relationships/>', '[Content_Types].xml': '<a/>' }],
  ['a packed file', 'not_a_table', '', { '_rels/.rels': '<Relationships/>' }],
])('%s is refused as %s', async (_name, kind, rows, others) => {
  expect((await refusalOf(await workbook(rows, others))).kind).toBe(kind);
});

test('entities, which can grow without end, are refused with their document type', async () => {
  const lol = '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet>&b;</worksheet>';
  expect((await refusalOf(await workbook('', { 'xl/worksheets/sheet1.xml': lol }))).kind).toBe('damaged');
});

test('a cut workbook is damaged, wherever it is cut', async () => {
  const whole = await workbook(one_row);
  for (const length of [5, 100, whole.length - 30, whole.length - 1]) {
    expect((await refusalOf(whole.subarray(0, length))).kind).toBe('damaged');
  }
});

test('a zip bomb is refused by its table of contents, before anything is unpacked', async () => {
  const bomb = await workbook('', { 'xl/worksheets/sheet1.xml': Buffer.alloc(64 * 2 ** 20, ' ') });
  expect(bomb.length).toBeLessThan(100_000);
  expect((await refusalOf(bomb)).kind).toBe('bomb');
  const small_enough = { ...LIMITS, unpacked_bytes_max: 2 ** 20 };
  expect((await refusalOf(bomb, small_enough)).kind).toBe('too_large');
});

test('a zip bomb that states a small size is refused at the byte where it shows', async () => {
  const path = 'xl/worksheets/sheet1.xml';
  const bomb = await workbook('', { [path]: Buffer.alloc(32 * 2 ** 20, ' ') });
  const entry_at = bomb.lastIndexOf(path) - 46;
  expect(bomb.readUInt32LE(entry_at + 24)).toBe(32 * 2 ** 20);
  bomb.writeUInt32LE(5000, entry_at + 24);
  expect((await refusalOf(bomb)).kind).toBe('damaged');
});

test('texts that cells share are held within their limit', async () => {
  const many = `<sst>${'<si><t>aaaaaaaaaa</t></si>'.repeat(5000)}</sst>`;
  const file = await workbook(one_row, { 'xl/sharedStrings.xml': many });
  expect((await refusalOf(file, { ...LIMITS, shared_bytes_max: 50_000 })).kind).toBe('too_large');
  expect(await read(file)).toEqual([['1']]);
});

test.each([
  [
    'sheets',
    {
      'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${'<sheet name="A" r:id="x"/>'.repeat(1001)}</sheets></workbook>`,
    },
  ],
  [
    'parts',
    {
      'xl/_rels/workbook.xml.rels': `<Relationships>${`<Relationship Id="s1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>`.repeat(1001)}</Relationships>`,
    },
  ],
])('a workbook of more than a thousand %s is refused', async (_what, others) => {
  const refusal = await refusalOf(await workbook('<row><c><v>1</v></c></row>', others));
  expect(refusal).toMatchObject({
    kind: 'several_sheets',
    message:
      'releve.xlsx has more than 1000 sheets or other parts, and a statement has one sheet: hand in the file as the portal gave it.',
  });
});

test('a formula of a drop-down list beside the rows is no formula of a cell', async () => {
  const validations =
    '<extLst><ext><x14:dataValidations><x14:dataValidation><x14:formula1><xm:f>Liste!$A$1:$A$3</xm:f></x14:formula1></x14:dataValidation></x14:dataValidations></ext></extLst>';
  const file = await workbook('', {
    'xl/worksheets/sheet1.xml': `<worksheet xmlns:x14="x" xmlns:xm="m"><sheetData><row><c><v>1</v></c></row></sheetData>${validations}</worksheet>`,
  });
  expect(await read(file)).toEqual([['1']]);
});
