import { pipeline, Readable } from 'node:stream';
import { CsvError, type Parser, parse } from 'csv-parse';
import { cellName, type Limits, UnreadableFile } from '../unreadable.ts';
import { decodeText } from './letters.ts';
import { findSeparator, type Separator, statedSeparator } from './separator.ts';

/** So much of the text decides which separator it has. */
const HEAD_CHARACTERS = 65_536;
/** A row of more bytes is none: an opening quote that nothing closes would swallow the rest of the file. */
const ROW_BYTES_MAX = 2 ** 20;

/** Whether a line break stands behind the last row of a text. Where none does, the text may have been cut in that row. */
export type TextEnd = { has_line_break: boolean };

/** The rows of a CSV file. `readTable` (files/read.ts) says what they are. */
export async function* readCsv(
  bytes: AsyncIterable<Buffer>,
  name: string,
  limits: Limits,
  onEnd: (end: TextEnd) => void,
): AsyncGenerator<readonly string[], void, undefined> {
  const text = decodeText(bytes, name);
  let head = '';
  while (head.length < HEAD_CHARACTERS) {
    const next = await text.next();
    if (next.done === true) break;
    head += next.value;
  }
  const stated = statedSeparator(head);
  const separator = stated?.separator ?? findSeparator(head);
  const parser = openParser(separator);
  // What fails on the way in fails the loop below; who leaves the loop early ends what stands before it.
  const end: TextEnd = { has_line_break: false };
  const parts = headAndRest(head.slice(stated?.length ?? 0), text);
  pipeline(Readable.from(notingEnd(parts, end)), parser, () => {});
  // The line that states the separator is a row of the file all the same.
  let row = 0;
  if (stated !== null) {
    row += 1;
    yield [];
  }
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1;
      expectLength(parser, cells.length);
      yield checkedRow(cells, row, name, limits);
    }
  } catch (error) {
    throw error instanceof CsvError ? inWords(error, name, stated === null ? 0 : 1) : error;
  }
  onEnd(end);
}

function openParser(separator: Separator): Parser {
  return parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: ROW_BYTES_MAX,
  });
}

/**
 * Of each row that is not as long as the file's first, a title most often, the parser makes an error that nobody reads:
 * more than half of its time. It has no option for that, and its state is in no documentation; without this it is slow.
 */
function expectLength(parser: Parser & { state?: { expectedRecordLength?: number } }, length: number): void {
  if (parser.state !== undefined) parser.state.expectedRecordLength = length;
}

async function* headAndRest(
  head: string,
  rest: AsyncGenerator<string, void, undefined>,
): AsyncGenerator<string, void, undefined> {
  if (head !== '') yield head;
  yield* rest;
}

async function* notingEnd(
  parts: AsyncIterable<string>,
  end: TextEnd,
): AsyncGenerator<string, void, undefined> {
  for await (const part of parts) {
    if (part !== '') end.has_line_break = part.endsWith('\n') || part.endsWith('\r');
    yield part;
  }
}

const NOTHING: readonly string[] = [];

function checkedRow(cells: readonly string[], row: number, name: string, limits: Limits): readonly string[] {
  if (row > limits.rows_max) {
    const sentence = `${name} has more than ${limits.rows_max} rows: ask the portal for fewer days at a time.`;
    throw new UnreadableFile('too_many_rows', sentence, { row });
  }
  if (cells.length > limits.cells_per_row_max) {
    const sentence = `Row ${row} of ${name} has ${cells.length} cells, more than ${limits.cells_per_row_max}: it is no table that we read. Download the file once more.`;
    throw new UnreadableFile('too_wide', sentence, { row });
  }
  for (const [column, text] of cells.entries()) {
    if (text.length <= limits.characters_per_cell_max) continue;
    const cell = cellName(column, row);
    const sentence = `Cell ${cell} of ${name} is longer than ${limits.characters_per_cell_max} characters: look whether a quotation mark is missing there, and download the file once more.`;
    throw new UnreadableFile('cell_too_long', sentence, { row, cell });
  }
  return cells.length === 1 && cells[0] === '' ? NOTHING : cells;
}

function inWords(error: CsvError, name: string, rows_before: number): UnreadableFile {
  // The parser may be rows ahead of whoever reads.
  const row = rows_before + Number(error.records) + 1;
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    const sentence = `Row ${row} of ${name} is longer than any row we read: look whether a quotation mark is missing there, and download the file once more.`;
    return new UnreadableFile('cell_too_long', sentence, { row });
  }
  const sentence = `Row ${row} of ${name} has a quotation mark at a wrong place, or one is missing: download the file once more, or open it in a spreadsheet and save it as .xlsx.`;
  return new UnreadableFile('damaged', sentence, { row });
}
