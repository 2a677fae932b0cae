import type { Readable } from 'node:stream';
import { readCsv, type TextEnd } from './csv/read.ts';
import { inMebibytes, LIMITS, type Limits, UnreadableFile } from './unreadable.ts';
import { readWorkbook } from './xlsx/read.ts';

/** One row, every cell as its text. */
export type Row = readonly string[];

/**
 * Reads the rows of a CSV file or an Excel workbook (`.xlsx`), whichever the bytes say it is: its name decides nothing
 * and stands only in sentences. Rows come as they are read, in bounded memory, and none is passed over: row number N
 * of a spreadsheet is the N-th that comes, and an empty one is `[]`.
 *
 * A CSV file's separator (`;` `,` TAB) and letters (UTF-8, UTF-16, Windows-1252) are found out. Its cells are handed on
 * as they stand, also one that begins with `=`: a CSV file has no formulas, and payers write what they like in a
 * remark. A workbook's numbers come as plain digits with a point (`5000`, `0.5`), its days as Excel's serial numbers
 * (`46348.5`), and a formula in any of its cells refuses the file.
 *
 * @param source the file's bytes; it is destroyed when the reader stops early
 * @param name what people call the file, for sentences
 * @param onEnd hears behind the last row how a text ended; a workbook that was cut doesn't open
 * @throws UnreadableFile, before the first row or between two
 */
export async function* readTable(
  source: Readable,
  name: string,
  limits: Limits = LIMITS,
  onEnd: (end: TextEnd) => void = () => {},
): AsyncGenerator<Row, void, undefined> {
  const bytes = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    const { head, ended } = await readHead(bytes);
    const kind = kindOf(head);
    if (kind.reads === 'nothing') throw refusedFile(kind.because, name);
    const all = ended ? onlyHead(head) : headAndRest(head, bytes);
    if (kind.reads === 'csv') yield* readCsv(bounded(all, name, limits.csv_bytes_max), name, limits, onEnd);
    else yield* readWorkbook(bounded(all, name, limits.workbook_bytes_max), name, limits);
  } finally {
    await bytes.return?.();
  }
}

/** Enough to tell what a file is. */
const HEAD_BYTES = 4096;

async function readHead(bytes: AsyncIterator<Buffer>): Promise<{ head: Buffer; ended: boolean }> {
  const parts: Buffer[] = [];
  for (let length = 0; length < HEAD_BYTES; ) {
    const next = await bytes.next();
    if (next.done === true) return { head: Buffer.concat(parts), ended: true };
    const part = asBuffer(next.value);
    parts.push(part);
    length += part.length;
  }
  return { head: Buffer.concat(parts), ended: false };
}

type FileKind =
  | { readonly reads: 'csv' | 'workbook' }
  | { readonly reads: 'nothing'; readonly because: keyof typeof REFUSED };

function kindOf(head: Buffer): FileKind {
  if (head.length === 0) return { reads: 'nothing', because: 'empty' };
  const opening = head.toString('latin1', 0, 512);
  if (opening.startsWith('PK\x03\x04')) return { reads: 'workbook' };
  const refused = OPENINGS.find(([, ...openings]) => openings.some((one) => opening.startsWith(one)));
  if (refused !== undefined) return { reads: 'nothing', because: refused[0] };
  return WEB_PAGE.test(opening) ? { reads: 'nothing', because: 'page' } : { reads: 'csv' };
}

/** What people upload instead of a table, by its first bytes. */
const OPENINGS = [
  ['old_workbook', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['pdf', '%PDF-'],
  ['packed', 'PK', '\x1f\x8b', 'Rar!', '7z\xbc\xaf'],
  ['picture', '\x89PNG', '\xff\xd8\xff', 'GIF8'],
] as const;

/** Portals call pages of HTML `.xls`. */
const WEB_PAGE = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|table|head|body|meta|\?xml|!--)/i;

const SAVE_AS = 'open it in a spreadsheet, with its dates as text, and save it as .xlsx, or as CSV';

const REFUSED = {
  empty: 'is empty: download it once more',
  old_workbook: `is an old workbook (.xls), or one with a password: ${SAVE_AS}, without a password`,
  pdf: 'is a PDF: ask the portal for the same as .xlsx or CSV',
  packed: 'is packed: unpack it, and hand in the table that is inside',
  picture: 'is a picture: hand in the file that the portal gives as .xlsx or CSV',
  page: `is a web page, whatever its name says: ${SAVE_AS}`,
} as const;

function refusedFile(because: keyof typeof REFUSED, name: string): UnreadableFile {
  const kind = because === 'empty' || because === 'old_workbook' ? because : 'not_a_table';
  return new UnreadableFile(kind, `${name} ${REFUSED[because]}.`);
}

/** A source that was given an encoding hands out texts. */
function asBuffer(part: Buffer | string): Buffer {
  return typeof part === 'string' ? Buffer.from(part) : part;
}

async function* onlyHead(head: Buffer): AsyncGenerator<Buffer, void, undefined> {
  yield head;
}

async function* headAndRest(
  head: Buffer,
  rest: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
  yield head;
  for (;;) {
    const next = await rest.next();
    if (next.done === true) return;
    yield asBuffer(next.value);
  }
}

async function* bounded(
  bytes: AsyncIterable<Buffer>,
  name: string,
  bytes_max: number,
): AsyncGenerator<Buffer, void, undefined> {
  let length = 0;
  for await (const part of bytes) {
    length += part.length;
    if (length > bytes_max) {
      const sentence = `${name} is larger than ${inMebibytes(bytes_max)}: ask the portal for fewer days at a time.`;
      throw new UnreadableFile('too_large', sentence);
    }
    yield part;
  }
}
