import { type Cell, INNER_FORMULA, inPieces, looksLikeFormula, momentText, type Table } from '../table.ts';

/** Excel takes UTF-8 for what it is only behind this mark. */
export const BYTE_ORDER_MARK = '\ufeff';

/** A table as a CSV file, in pieces; the next is made when the reader has taken the last. */
export function writeCsv(table: Table): AsyncGenerator<string, void, undefined> {
  return inPieces(linesOf(table));
}

async function* linesOf({ columns, rows }: Table): AsyncGenerator<string, void, undefined> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(({ title }) => title));
  for await (const cells of rows) yield csvLine(cells);
}

/**
 * A line of a CSV file, as RFC 4180 has it. Texts that a spreadsheet would run begin with an apostrophe instead, which
 * it takes for "this is text"; numbers of ours are left alone. So does what stands behind a semicolon or a line end within a text: in
 * French a spreadsheet ends its cells at semicolons, and to it our quotes are letters, since they don't begin the cell.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (cell instanceof Date) return momentText(cell);
  const whole = looksLikeFormula(cell) ? `'${cell}` : cell;
  const text = whole.replaceAll(INNER_FORMULA, "$1'");
  return /[",\r\n;\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
