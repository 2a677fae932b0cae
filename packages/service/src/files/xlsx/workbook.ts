import { posix } from 'node:path';
import { UnreadableFile } from '../unreadable.ts';
import { type Archive, damaged } from './archive.ts';
import { localName, openXml } from './xml.ts';

/** Where the parts of a workbook lie that have rows. */
export interface Workbook {
  /** The sheets that people see, in their order. */
  readonly sheets: readonly { readonly title: string; readonly path: string }[];
  /** The texts that cells share; null where cells have their own. */
  readonly shared_strings: string | null;
}

const CHARACTERS_MAX = 4 * 2 ** 20;
/** Of the sheets of a workbook, and of the parts that it names: some kilobytes, packed, may name a hundred thousand of each. */
const PARTS_MAX = 1000;

/** Finds the sheets of a workbook by its own table of contents; where they lie is each program's choice. */
export async function readWorkbookPart(archive: Archive, name: string): Promise<Workbook> {
  if (!archive.has('_rels/.rels')) throw otherFile(archive, name);
  const main = targets(await elements(archive, '_rels/.rels', name), '').find(({ type }) =>
    type.endsWith('/officeDocument'),
  );
  if (main === undefined || !archive.has(main.path)) throw otherFile(archive, name);
  if (main.path.endsWith('.bin')) throw otherFile(archive, name);

  const book = await elements(archive, main.path, name);
  if (book.some(({ tag, attributes }) => tag === 'workbookPr' && isTrue(attributes.date1904))) {
    const sentence = `${name} counts its days from 1904, as old ones made on a Mac do: save it as CSV, with whole dates.`;
    throw new UnreadableFile('dates_from_1904', sentence);
  }
  const folder = posix.dirname(main.path);
  const related = targets(
    await elements(archive, `${folder}/_rels/${posix.basename(main.path)}.rels`, name),
    folder,
  );
  const by_id = new Map(related.map((one) => [one.id, one]));
  const sheets = book.flatMap(({ tag, attributes }) => {
    if (tag !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return [];
    const id = Object.entries(attributes).find(([key]) => key !== 'id' && localName(key) === 'id')?.[1];
    const part = by_id.get(id ?? '');
    // A sheet that is a chart has no rows.
    return part?.type.endsWith('/worksheet') ? [{ title: attributes.name ?? '', path: part.path }] : [];
  });
  const shared = related.find(({ type }) => type.endsWith('/sharedStrings'));
  return { sheets, shared_strings: shared?.path ?? null };
}

interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
}

async function elements(archive: Archive, path: string, name: string): Promise<Element[]> {
  if (!archive.has(path)) throw damaged(name);
  const found: Element[] = [];
  let parts = 0;
  const xml = openXml(name, {
    open: (tag, attributes) => {
      if (tag === 'sheet' || tag === 'Relationship') parts += 1;
      if (parts > PARTS_MAX) throw tooManyParts(name);
      found.push({ tag, attributes });
    },
    close: () => {},
    text: () => {},
  });
  xml.write(await archive.readWhole(path, CHARACTERS_MAX));
  xml.end();
  return found;
}

/** What a part names, as paths in the archive; what lies outside of it is left out. */
function targets(
  found: readonly Element[],
  folder: string,
): { readonly id: string; readonly type: string; readonly path: string }[] {
  return found.flatMap(({ tag, attributes: { Id = '', Type = '', Target = '', TargetMode } }) =>
    tag === 'Relationship' && TargetMode !== 'External'
      ? [{ id: Id, type: Type, path: Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target) }]
      : [],
  );
}

function tooManyParts(name: string): UnreadableFile {
  const sentence = `${name} has more than ${PARTS_MAX} sheets or other parts, and a statement has one sheet: hand in the file as the portal gave it.`;
  return new UnreadableFile('several_sheets', sentence);
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

function otherFile(archive: Archive, name: string): UnreadableFile {
  const is_office = archive.has('mimetype') || archive.has('[Content_Types].xml');
  const sentence = is_office
    ? `${name} is no .xlsx workbook: open it in a spreadsheet and save it as .xlsx, or as CSV.`
    : `${name} is packed: unpack it, and hand in the table that is inside.`;
  return new UnreadableFile('not_a_table', sentence);
}
