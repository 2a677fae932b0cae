import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEET = 'xl/worksheets/sheet1.xml';
const PARTS = {
  '_rels/.rels': `<Relationships><Relationship Id="a" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><sheets><sheet name="Statement" sheetId="1" r:id="s1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="s1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};

/** A workbook as somebody may make it: a text that begins with `=` becomes a formula. */
export async function workbookOf(cells: readonly (readonly string[])[]): Promise<Buffer> {
  const rows = cells.map((row) => `<row>${row.map(cellXml).join('')}</row>`).join('');
  return packed(`<worksheet><sheetData>${rows}</sheetData></worksheet>`);
}

/** 64 MiB of blanks in less than 100 KiB. */
export const zipBomb = (): Promise<Buffer> => packed(Buffer.alloc(64 * 2 ** 20, ' '));

function cellXml(text: string): string {
  if (text.startsWith('=')) return `<c><f>${text.slice(1)}</f><v>0</v></c>`;
  if (/^-?\d+(\.\d+)?$/.test(text)) return `<c><v>${text}</v></c>`;
  return `<c t="inlineStr"><is><t>${text}</t></is></c>`;
}

function packed(sheet: string | Buffer): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, text] of Object.entries({ ...PARTS, [SHEET]: sheet }))
    zip.addBuffer(Buffer.from(text), path);
  zip.end();
  return buffer(zip.outputStream);
}
