import { DAY_MS, NDJAMENA_OFFSET_MS } from '../../domain/time.ts';
import { type Cell, looksLikeFormula } from '../table.ts';
import { cellName } from '../unreadable.ts';

/** Places in `cellXfs` of STYLES (files/xlsx/parts.ts). */
export const CELL_STYLE = { plain: 0, title: 1, amount: 2, moment: 3, quoted: 4 } as const;

const CHARACTERS_MAX = 32_767;

/** The XML of one row. Texts are texts by their type, whatever they begin with; a moment is a number with a format. */
export function rowXml(row: number, cells: readonly Cell[], is_title = false): string {
  let xml = `<row r="${row}">`;
  for (const [column, cell] of cells.entries()) {
    if (cell !== null && cell !== '') xml += cellXml(cellName(column, row), cell, is_title);
  }
  return `${xml}</row>`;
}

function cellXml(name: string, cell: string | number | Date, is_title: boolean): string {
  if (typeof cell === 'number') return numberXml(name, cell, CELL_STYLE.amount);
  if (cell instanceof Date) return numberXml(name, serialDay(cell), CELL_STYLE.moment);
  // Editing a text that begins as a formula does would make it one: the quote that Excel hides keeps it a text.
  const style = is_title ? CELL_STYLE.title : looksLikeFormula(cell) ? CELL_STYLE.quoted : CELL_STYLE.plain;
  const text = xmlText(cell.length > CHARACTERS_MAX ? `${cell.slice(0, CHARACTERS_MAX - 1)}…` : cell);
  return `<c r="${name}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

function numberXml(name: string, value: number, style: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`cell ${name} would be ${value}, which is no number`);
  return `<c r="${name}" s="${style}"><v>${value}</v></c>`;
}

/** Excel counts days so that 1 January 1970 is 25569. */
const DAYS_BEFORE_1970 = 25_569;

/** A moment in N'Djamena as Excel counts it, in days. */
function serialDay(moment: Date): number {
  return DAYS_BEFORE_1970 + (moment.getTime() + NDJAMENA_OFFSET_MS) / DAY_MS;
}

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as XML may hold it. What XML has no letter for is written as Excel writes it, `_x000B_`. */
export function xmlText(text: string): string {
  let safe = '';
  for (const letter of text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_').toWellFormed()) {
    safe += MARKS[letter] ?? (isNoXml(letter) ? codeOf(letter) : letter);
  }
  return safe;
}

function isNoXml(letter: string): boolean {
  const code = letter.charCodeAt(0);
  return (code < 0x20 && code !== 0x09 && code !== 0x0a) || code === 0xfffe || code === 0xffff;
}

function codeOf(letter: string): string {
  return `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

/** The text that `xmlText` and Excel wrote. */
export function readEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
