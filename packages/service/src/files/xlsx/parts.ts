import type { Column } from '../table.ts';
import { xmlText } from './cells.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const WIDTH_CHARACTERS = 16;

export interface SheetLook {
  readonly columns: readonly Column[];
  /** Columns begin at the right, for readers of Arabic. */
  readonly right_to_left: boolean;
}

/** What stands before the rows: the first row stays in sight, and columns have their width. */
export function sheetOpening({ columns, right_to_left }: SheetLook): string {
  const direction = right_to_left ? ' rightToLeft="1"' : '';
  const widths = columns.map(
    ({ width_characters = WIDTH_CHARACTERS }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${width_characters}" customWidth="1"/>`,
  );
  return `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"${direction}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
}

export const SHEET_ENDING = '</sheetData></worksheet>';

/** In the order of STYLE (files/xlsx/cells.ts): plain, title, amount, moment, quoted. */
const STYLES = `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="3" applyNumberFormat="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" quotePrefix="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** Every part but the sheets, by its path: what a program looks for when it opens a workbook. */
export function frameParts(title: string, sheets: number): readonly (readonly [string, string])[] {
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1);
  const named = numbers.map((at) => `<sheet name="${sheetName(title, at)}" sheetId="${at}" r:id="s${at}"/>`);
  const related = numbers.map(
    (at) => `<Relationship Id="s${at}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at}.xml"/>`,
  );
  const typed = numbers.map(
    (at) => `<Override PartName="/xl/worksheets/sheet${at}.xml" ContentType="${CONTENT}.worksheet+xml"/>`,
  );
  return [
    [
      'xl/workbook.xml',
      `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${named.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${related.join('')}<Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', STYLES],
    [
      '_rels/.rels',
      `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="workbook" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/>${typed.join('')}</Types>`,
    ],
  ];
}

/** At most 31 letters, without those that Excel forbids; the second sheet of a long table ends in `(2)`. */
function sheetName(title: string, number: number): string {
  const ending = number === 1 ? '' : ` (${number})`;
  const allowed = title.replaceAll(/[[\]:*?/\\']/g, ' ').trim() || 'Chari';
  return xmlText(`${allowed.slice(0, 31 - ending.length)}${ending}`);
}
