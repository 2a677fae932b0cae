import { inMebibytes, type Limits, UnreadableFile } from '../unreadable.ts';
import { type Archive, damaged } from './archive.ts';
import { readEscapes } from './cells.ts';
import { openXml } from './xml.ts';

/** The texts that cells share, by their number. */
export interface SharedStrings {
  /** The text of that number; null when there is none. */
  at(index: number): string | null;
}

export const NO_STRINGS: SharedStrings = { at: () => null };

/**
 * Reads the texts that a workbook's cells share. A million rows have millions of them, and as many strings would take
 * ten times their bytes: they are kept as bytes end to end, with the place where each begins.
 */
export async function readSharedStrings(
  archive: Archive,
  path: string,
  name: string,
  limits: Limits,
): Promise<SharedStrings> {
  const kept = keepBytes(name, limits);
  let text: string | null = null;
  let inside_text = false;
  let phonetic = false;
  const xml = openXml(name, {
    open: (tag) => {
      if (tag === 'si') text = '';
      // How a text is read aloud in Japanese is not the text.
      else if (tag === 'rPh') phonetic = true;
      else if (tag === 't') inside_text = text !== null && !phonetic;
    },
    close: (tag) => {
      if (tag === 't') inside_text = false;
      else if (tag === 'rPh') phonetic = false;
      else if (tag === 'si' && text !== null) {
        kept.add(readEscapes(text));
        text = null;
      }
    },
    text: (piece) => {
      if (!inside_text) return;
      text += piece;
      if ((text?.length ?? 0) > limits.characters_per_cell_max) throw damaged(name);
    },
  });
  for await (const piece of archive.open(path)) xml.write(piece);
  xml.end();
  return kept;
}

const BEGINNING_BYTES = 2 ** 16;

function keepBytes(name: string, limits: Limits): SharedStrings & { add(text: string): void } {
  let bytes = Buffer.allocUnsafe(BEGINNING_BYTES);
  let starts = new Uint32Array(1024);
  let length = 0;
  let count = 0;
  return {
    add: (text) => {
      const needed = length + Buffer.byteLength(text);
      // Where each begins is counted too: millions of empty texts take room as well.
      if (needed + count * 4 > limits.shared_bytes_max) throw tooMany(name, limits);
      if (needed > bytes.length) {
        const larger = Buffer.allocUnsafe(Math.max(needed, Math.floor(bytes.length * 1.5)));
        bytes.copy(larger, 0, 0, length);
        bytes = larger;
      }
      if (count + 2 > starts.length) {
        const larger = new Uint32Array(Math.floor(starts.length * 1.5));
        larger.set(starts);
        starts = larger;
      }
      length += bytes.write(text, length);
      count += 1;
      starts[count] = length;
    },
    at: (index) =>
      Number.isInteger(index) && index >= 0 && index < count
        ? bytes.toString('utf8', starts[index], starts[index + 1])
        : null,
  };
}

function tooMany(name: string, limits: Limits): UnreadableFile {
  const sentence = `${name} has more than ${inMebibytes(limits.shared_bytes_max)} of texts: save it as CSV, or ask the portal for fewer days at a time.`;
  return new UnreadableFile('too_large', sentence);
}
