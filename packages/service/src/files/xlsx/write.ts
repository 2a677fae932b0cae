import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { type Cell, inPieces, type Table } from '../table.ts';
import { rowXml } from './cells.ts';
import { frameParts, SHEET_ENDING, type SheetLook, sheetOpening } from './parts.ts';

/** As many rows as Excel has, without the titles. What is more goes on in another sheet. */
const SHEET_ROWS_MAX = 1_048_575;

/** The first day a packed file can name; a workbook's own parts have no time that anybody looks at. */
const SAME_ALWAYS = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true } as const;

/** A table to be written as a workbook. */
export interface WorkbookTable extends Table {
  /** The name of the sheet. */
  readonly title: string;
  /** Columns begin at the right, for readers of Arabic; left out, at the left. */
  readonly right_to_left?: boolean;
}

/**
 * A table as an Excel workbook, as a stream of bytes. Rows are read as the reader takes the bytes, and none is held:
 * a million take no more memory than a hundred. The same table makes the same bytes.
 *
 * Numbers are numbers, written in groups; a Date is a day and time that Excel counts with; texts are texts, also those
 * that begin as formulas do. The titles stay in sight. What fails in `rows` fails the stream.
 */
export function writeWorkbook(
  { title, columns, rows, right_to_left = false }: WorkbookTable,
  sheet_rows_max = SHEET_ROWS_MAX,
): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const taken = takeAhead(rows);
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  output.once('close', () => void taken.end());
  writeParts(zip, title, { columns, right_to_left }, taken, sheet_rows_max).catch(fail);
  return output;
}

async function writeParts(
  zip: ZipFile,
  title: string,
  look: SheetLook,
  rows: Taken,
  rows_max: number,
): Promise<void> {
  let sheets = 0;
  do {
    sheets += 1;
    const sheet = Readable.from(inPieces(sheetXml(look, rows, rows_max)), { objectMode: false });
    zip.addReadStream(sheet, `xl/worksheets/sheet${sheets}.xml`, SAME_ALWAYS);
    await finished(sheet);
  } while (await rows.hasMore());
  for (const [path, xml] of frameParts(title, sheets)) zip.addBuffer(Buffer.from(xml), path, SAME_ALWAYS);
  zip.end();
}

async function* sheetXml(
  look: SheetLook,
  rows: Taken,
  rows_max: number,
): AsyncGenerator<string, void, undefined> {
  const titles = look.columns.map(({ title }) => title);
  yield sheetOpening(look) + rowXml(1, titles, true);
  for (let row = 2; row <= rows_max + 1; row += 1) {
    const cells = await rows.take();
    if (cells === null) break;
    yield rowXml(row, cells);
  }
  yield SHEET_ENDING;
}

/** Rows of which the next can be looked for without being lost: whether there is another sheet hangs on it. */
interface Taken {
  take(): Promise<readonly Cell[] | null>;
  hasMore(): Promise<boolean>;
  end(): Promise<void>;
}

function takeAhead(rows: Table['rows']): Taken {
  const iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  let ahead: readonly Cell[] | null = null;
  const next = async () => {
    const { done, value } = await iterator.next();
    return done === true ? null : value;
  };
  return {
    take: async () => {
      const row = ahead ?? (await next());
      ahead = null;
      return row;
    },
    hasMore: async () => {
      ahead ??= await next();
      return ahead !== null;
    },
    end: async () => {
      await iterator.return?.();
    },
  };
}
