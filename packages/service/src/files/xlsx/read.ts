import { type Limits, UnreadableFile } from '../unreadable.ts';
import { type Archive, openArchive } from './archive.ts';
import { NO_STRINGS, readSharedStrings, type SharedStrings } from './shared-strings.ts';
import { openSheet } from './sheet.ts';
import { readWorkbookPart } from './workbook.ts';

/** The rows of a workbook's one sheet. `readTable` (files/read.ts) says what they are. */
export async function* readWorkbook(
  bytes: AsyncIterable<Buffer>,
  name: string,
  limits: Limits,
): AsyncGenerator<readonly string[], void, undefined> {
  const pieces: Buffer[] = [];
  for await (const piece of bytes) pieces.push(piece);
  const archive = await openArchive(pieces, name, limits);
  const { sheets, shared_strings } = await readWorkbookPart(archive, name);
  const strings =
    shared_strings === null ? NO_STRINGS : await readSharedStrings(archive, shared_strings, name, limits);

  const read = (path: string) => rowsOf(archive, path, name, strings, limits);
  const filled = sheets.length === 1 ? sheets : await withRows(sheets, read);
  const [sheet, other] = filled;
  if (sheet === undefined) {
    const sentence = `${name} has no rows: look whether its sheet is hidden, or download it once more.`;
    throw new UnreadableFile('no_sheet', sentence);
  }
  if (other !== undefined) {
    const sentence = `${name} has rows on the sheets "${sheet.title}" and "${other.title}": save each as a file of its own, so that none is passed over.`;
    throw new UnreadableFile('several_sheets', sentence);
  }
  yield* read(sheet.path);
}

async function* rowsOf(
  archive: Archive,
  path: string,
  name: string,
  strings: SharedStrings,
  limits: Limits,
): AsyncGenerator<readonly string[], void, undefined> {
  const sheet = openSheet(name, strings, limits);
  for await (const piece of archive.open(path)) yield* sheet.write(piece);
  sheet.end();
}

/** Those sheets that have a row; older programs add two empty ones to each workbook. Two are as many as anybody asks for. */
async function withRows<S extends { readonly path: string }>(
  sheets: readonly S[],
  read: (path: string) => AsyncGenerator<readonly string[], void, undefined>,
): Promise<S[]> {
  const filled: S[] = [];
  for (const sheet of sheets) {
    const rows = read(sheet.path);
    const first = await rows.next();
    await rows.return();
    if (first.done !== true) filled.push(sheet);
    if (filled.length === 2) break;
  }
  return filled;
}
