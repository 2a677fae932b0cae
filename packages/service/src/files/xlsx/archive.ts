import type { Readable } from 'node:stream';
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import { inMebibytes, type Limits, UnreadableFile } from '../unreadable.ts';
import { Pieces } from './pieces.ts';

const ENTRIES_MAX = 2000;
/** Tables of a few repeated texts pack to a sixtieth; what packs better than this is made to fill a memory. */
const RATIO_MAX = 400;
/** Below this a part harms nobody, however well it is packed. */
const HARMLESS_BYTES = 8 * 2 ** 20;

/** The parts of a packed file. Each is unpacked as it is read. */
export interface Archive {
  has(path: string): boolean;
  /** The text of a part, in pieces. */
  open(path: string): AsyncGenerator<string, void, undefined>;
  /** The text of a part that is small, or UnreadableFile. */
  readWhole(path: string, characters_max: number): Promise<string>;
}

/**
 * Opens a packed file and looks at its table of contents. Sizes that it states are refused before anything is unpacked;
 * one that states less than it has is refused at the byte where it shows.
 */
export async function openArchive(pieces: readonly Buffer[], name: string, limits: Limits): Promise<Archive> {
  const { zip, entries } = await readContents(new Pieces(pieces), name);
  let unpacked_bytes = 0;

  async function* open(path: string): AsyncGenerator<string, void, undefined> {
    const entry = entries.get(path);
    if (entry === undefined) throw damaged(name);
    refuseBomb(entry, name, limits);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    try {
      const stream: Readable = await zip.openReadStreamPromise(entry);
      for await (const part of stream as AsyncIterable<Buffer>) {
        unpacked_bytes += part.length;
        if (unpacked_bytes > limits.unpacked_bytes_max) throw tooLarge(name, limits);
        yield decoder.decode(part, { stream: true });
      }
      yield decoder.decode();
    } catch (error) {
      throw error instanceof UnreadableFile ? error : damaged(name, error);
    }
  }

  return {
    has: (path) => entries.has(path),
    open,
    readWhole: async (path, characters_max) => {
      let whole = '';
      for await (const text of open(path)) {
        whole += text;
        if (whole.length > characters_max) throw damaged(name);
      }
      return whole;
    },
  };
}

async function readContents(
  pieces: Pieces,
  name: string,
): Promise<{ zip: ZipFile; entries: ReadonlyMap<string, Entry> }> {
  const entries = new Map<string, Entry>();
  try {
    const zip = await fromRandomAccessReaderPromise(pieces, pieces.length, {
      autoClose: false,
      lazyEntries: true,
      validateEntrySizes: true,
    });
    if (zip.entryCount > ENTRIES_MAX) throw damaged(name);
    for await (const entry of zip.eachEntry()) {
      // Two parts of one name: one program would read the first, another the second.
      if (entries.has(entry.fileName)) throw damaged(name);
      entries.set(entry.fileName, entry);
    }
    return { zip, entries };
  } catch (error) {
    throw error instanceof UnreadableFile ? error : damaged(name, error);
  }
}

function refuseBomb(entry: Entry, name: string, limits: Limits): void {
  if (entry.isEncrypted()) {
    const sentence = `${name} has a password: open it in a spreadsheet and save it without one.`;
    throw new UnreadableFile('encrypted', sentence);
  }
  if (entry.uncompressedSize > limits.unpacked_bytes_max) throw tooLarge(name, limits);
  const harmless = entry.uncompressedSize <= HARMLESS_BYTES;
  if (harmless || entry.uncompressedSize <= entry.compressedSize * RATIO_MAX) return;
  const sentence = `${name} would unpack to far more than any statement has, as files made to do harm do: download it from the portal yourself.`;
  throw new UnreadableFile('bomb', sentence);
}

function tooLarge(name: string, limits: Limits): UnreadableFile {
  const sentence = `${name} unpacks to more than ${inMebibytes(limits.unpacked_bytes_max)}: ask the portal for fewer days at a time.`;
  return new UnreadableFile('too_large', sentence);
}

/** @param cause what the library said, for whoever looks for the reason */
export function damaged(name: string, cause?: unknown): UnreadableFile {
  const sentence = `${name} is damaged or cut: download it once more, or open it in a spreadsheet and save it as .xlsx.`;
  return new UnreadableFile('damaged', sentence, {}, cause);
}
