import { cellName, type Limits, UnreadableFile } from '../unreadable.ts';
import { damaged } from './archive.ts';
import { readEscapes } from './cells.ts';
import type { SharedStrings } from './shared-strings.ts';
import { openXml } from './xml.ts';

const NOTHING: readonly string[] = [];

export interface SheetReader {
  /** Reads on, and gives the rows that are whole by now. */
  write(xml: string): readonly (readonly string[])[];
  end(): void;
}

/** Where a reader stands in a sheet. */
interface Cursor {
  /** From 1; 0 before the first. */
  row: number;
  cells: string[];
  /** From 0; -1 before the first of a row. */
  column: number;
  in_cell: boolean;
  type: string;
  text: string;
  takes_text: boolean;
  phonetic: boolean;
}

/** Reads the rows of a sheet from its XML, piece by piece. `readTable` (files/read.ts) says what they are. */
export function openSheet(name: string, strings: SharedStrings, limits: Limits): SheetReader {
  const at: Cursor = {
    row: 0,
    cells: [],
    column: -1,
    in_cell: false,
    type: 'n',
    text: '',
    takes_text: false,
    phonetic: false,
  };
  let rows: (readonly string[])[] = [];
  let rows_given = 0;

  const endRow = () => {
    if (at.cells.length === 0) return;
    if (at.row > limits.rows_max) throw tooManyRows(name, limits);
    for (; rows_given < at.row - 1; rows_given += 1) rows.push(NOTHING);
    rows.push(at.cells);
    rows_given = at.row;
  };

  const xml = openXml(name, {
    open: (tag, attributes) => openTag(at, tag, attributes, name),
    close: (tag) => {
      if (tag === 'v' || tag === 't') at.takes_text = false;
      else if (tag === 'rPh') at.phonetic = false;
      else if (tag === 'c') {
        at.in_cell = false;
        endCell(at, name, strings, limits);
      } else if (tag === 'row') endRow();
    },
    text: (piece) => {
      if (!at.takes_text) return;
      at.text += piece;
      if (at.text.length > limits.characters_per_cell_max) throw tooLong(at, name);
    },
  });
  return {
    write: (piece) => {
      rows = [];
      xml.write(piece);
      return rows;
    },
    end: () => xml.end(),
  };
}

function openTag(at: Cursor, tag: string, attributes: Readonly<Record<string, string>>, name: string): void {
  const { r, t } = attributes;
  if (tag === 'row') {
    const row = r === undefined ? at.row + 1 : wholeNumber(r);
    if (row === null || row <= at.row) throw damaged(name);
    at.row = row;
    at.cells = [];
    at.column = -1;
  } else if (tag === 'c') {
    const column = r === undefined ? at.column + 1 : columnOf(r);
    if (column === null || column <= at.column || at.row === 0) throw damaged(name);
    at.column = column;
    at.in_cell = true;
    at.type = t ?? 'n';
    at.text = '';
  } else if (tag === 'f' && at.in_cell) {
    // Elsewhere it is that of a drop-down list or of a colour, which no cell says.
    const cell = cellName(at.column, at.row);
    const sentence = `Cell ${cell} of ${name} holds a formula, and a statement holds values: hand in the file as the portal gave it.`;
    throw new UnreadableFile('formula', sentence, { row: at.row, cell });
  } else if (tag === 'v') at.takes_text = true;
  else if (tag === 't') at.takes_text = !at.phonetic;
  else if (tag === 'rPh') at.phonetic = true;
}

function endCell(at: Cursor, name: string, strings: SharedStrings, limits: Limits): void {
  const value = textOf(at.type, at.text, strings);
  if (value === null) throw damaged(name);
  if (value === '') return;
  if (at.column >= limits.cells_per_row_max) throw tooWide(name, at.row, limits);
  while (at.cells.length < at.column) at.cells.push('');
  at.cells.push(value);
}

/** The text of a cell; null for what no workbook says. */
function textOf(type: string, text: string, strings: SharedStrings): string | null {
  if (text === '') return '';
  if (type === 's') return strings.at(Number(text));
  if (type === 'b') return text === '1' || text === 'true' ? 'TRUE' : 'FALSE';
  if (type === 'n') return plainNumber(text);
  return readEscapes(text);
}

/** `2.35E10` as `23500000000`: programs write numbers as they like. What is no number stays as it is. */
function plainNumber(text: string): string {
  const number = Number(text);
  if (!Number.isFinite(number) || Math.abs(number) > Number.MAX_SAFE_INTEGER) return text;
  return String(number);
}

function wholeNumber(text: string): number | null {
  return /^[1-9]\d{0,7}$/.test(text) ? Number(text) : null;
}

/** 27 for `AB7`; null for what is no cell. */
function columnOf(reference: string): number | null {
  const letters = /^([A-Z]{1,3})\d{1,8}$/.exec(reference)?.[1];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function tooWide(name: string, row: number, limits: Limits): UnreadableFile {
  const sentence = `Row ${row} of ${name} has more than ${limits.cells_per_row_max} cells: it is no table that we read. Download the file once more.`;
  return new UnreadableFile('too_wide', sentence, { row });
}

function tooManyRows(name: string, limits: Limits): UnreadableFile {
  const sentence = `${name} has more than ${limits.rows_max} rows: ask the portal for fewer days at a time.`;
  return new UnreadableFile('too_many_rows', sentence);
}

function tooLong({ column, row }: Cursor, name: string): UnreadableFile {
  const cell = cellName(column, row);
  const sentence = `Cell ${cell} of ${name} is longer than any spreadsheet writes: download the file once more.`;
  return new UnreadableFile('cell_too_long', sentence, { row, cell });
}
