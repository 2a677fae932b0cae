/** Excel takes UTF-8 for what it is only behind this mark. */
export const BYTE_ORDER_MARK = '\ufeff';

/** What a spreadsheet would run as a formula: https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * A line of a CSV file, as RFC 4180 has it. Texts that a spreadsheet would run begin with an apostrophe instead, which
 * it takes for "this is text"; numbers of ours are left alone.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n;\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
