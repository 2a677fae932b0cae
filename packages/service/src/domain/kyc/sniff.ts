/** What a file is by its own bytes, whatever its name and its sender say. */
export type Sniffed =
  /** `length`: so many of its bytes belong to it; what follows is no part of the picture. */
  { kind: 'known'; media_type: MediaType; length: number } | { kind: 'refused'; problem: SniffProblem };

export type MediaType = 'application/pdf' | 'image/jpeg' | 'image/png';
export type SniffProblem =
  | 'empty'
  | 'not_a_document'
  | 'two_things_at_once'
  | 'incomplete'
  | 'too_large_a_picture'
  | 'locked'
  | 'active';

/** A picture that would fill the memory of whoever opens it. */
const PIXELS_MAX = 120_000_000;
const CHUNKS_MAX = 100_000;

const refused = (problem: SniffProblem): Sniffed => ({ kind: 'refused', problem });

/**
 * PDF, JPEG and PNG, and nothing else. A file that begins as one of them must end as one too, and may not be read as
 * another: what a browser, an archiver or a mail program would make of it is what it is. No picture is decoded and
 * nothing is unpacked here, so nothing can be a bomb for us; the size of a picture is bounded for who opens it.
 */
export function sniff(bytes: Uint8Array): Sniffed {
  if (bytes.length === 0) return refused('empty');
  const head = textOf(bytes, 0, 1024).toLowerCase();
  const first = readPng(bytes) ?? readJpeg(bytes) ?? readPdf(bytes);
  if (first === null) return refused('not_a_document');
  if (first.kind === 'refused') return first;
  const is_pdf = first.media_type === 'application/pdf';
  // Readers of PDF look for its beginning anywhere in the first kilobyte, browsers for a tag.
  const others = is_pdf ? /<html|<script|<svg|<!doctype/ : /%pdf-|<html|<script|<svg|<!doctype/;
  if (others.test(head) || hasArchive(bytes.subarray(0, first.length))) return refused('two_things_at_once');
  return first;
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Walks the chunks from the signature to IEND, which must end the file; null: no PNG. */
function readPng(bytes: Uint8Array): Sniffed | null {
  if (!begins(bytes, PNG)) return null;
  const view = viewOf(bytes);
  let at = PNG.length;
  for (let count = 0; count < CHUNKS_MAX && at + 12 <= bytes.length; count += 1) {
    const length = view.getUint32(at);
    const type = textOf(bytes, at + 4, 4);
    if (at + 12 + length > bytes.length) return refused('incomplete');
    if ((count === 0) !== (type === 'IHDR') || (count === 0 && length !== 13))
      return refused('not_a_document');
    if (count === 0) {
      const problem = sizeProblem(view.getUint32(at + 8), view.getUint32(at + 12));
      if (problem !== null) return refused(problem);
    }
    at += 12 + length;
    if (type === 'IEND')
      return at === bytes.length
        ? { kind: 'known', media_type: 'image/png', length: at }
        : refused('two_things_at_once');
  }
  return refused('incomplete');
}

/**
 * Walks the segments to the end of the picture. Phones write further pictures and data of their own behind it, so
 * that is no mistake: the rest is left out of what is kept. Null: no JPEG.
 */
function readJpeg(bytes: Uint8Array): Sniffed | null {
  if (!begins(bytes, [0xff, 0xd8, 0xff])) return null;
  const view = viewOf(bytes);
  let has_frame = false;
  let at = 2;
  for (let count = 0; count < CHUNKS_MAX && at + 4 <= bytes.length; count += 1) {
    if (bytes[at] !== 0xff) return refused('not_a_document');
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = view.getUint16(at + 2);
    if (length < 2 || marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8)) return refused('not_a_document');
    if (at + 2 + length > bytes.length) return refused('incomplete');
    if (isFrame(marker)) {
      if (length < 8) return refused('not_a_document');
      const problem = sizeProblem(view.getUint16(at + 7), view.getUint16(at + 5));
      if (problem !== null) return refused(problem);
      has_frame = true;
    }
    at += 2 + length;
    if (marker !== 0xda) continue;
    if (!has_frame) return refused('not_a_document');
    at = endOfScan(bytes, at);
    if (bytes[at + 1] === 0xd9) return { kind: 'known', media_type: 'image/jpeg', length: at + 2 };
  }
  return refused('incomplete');
}

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Where the next marker stands after the data of a scan: stuffed zeros and restarts belong to it. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

const ENDS = 64;

/** A PDF from its first byte to its last mark; null: none. */
function readPdf(bytes: Uint8Array): Sniffed | null {
  if (!/^%PDF-[12]\.[0-9][\r\n %]/.test(textOf(bytes, 0, 10))) return null;
  const text = textOf(bytes, 0, bytes.length);
  const end = text.lastIndexOf('%%EOF');
  if (end === -1) return refused('incomplete');
  const rest = text.slice(end + 5);
  if (rest.length > ENDS || !/^[\s\0]*$/.test(rest)) return refused('two_things_at_once');
  const named = withPlainNames(withoutStreams(text));
  if (/\/Encrypt[\s\0<[/%\d]/.test(named)) return refused('locked');
  // What is compressed can hide these; whoever opens it uses a reader that runs nothing. What says so openly is refused.
  if (/\/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA)[\s\0<([/%]/.test(named))
    return refused('active');
  return { kind: 'known', media_type: 'application/pdf', length: bytes.length };
}

const STREAM = />>[\s\0]*stream\r?\n/g;

/**
 * The text without the bytes of its streams: those of a scan's picture are as good as random, and hold a name such as `/JS` in one of
 * a hundred scans of 4 MB. What hides something there needs a reader that runs it, as what is compressed does. Each byte is looked at
 * once: a stream without an end is left in.
 */
function withoutStreams(text: string): string {
  const kept: string[] = [];
  let from = 0;
  STREAM.lastIndex = 0;
  for (let found = STREAM.exec(text); found !== null; found = STREAM.exec(text)) {
    const end = text.indexOf('endstream', STREAM.lastIndex);
    if (end === -1) break;
    kept.push(text.slice(from, STREAM.lastIndex));
    from = end;
    STREAM.lastIndex = end;
  }
  return kept.join('') + text.slice(from);
}

/** A name may write each of its letters as `#` and two digits: `/J#61vaScript` is `/JavaScript`. */
function withPlainNames(text: string): string {
  return text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** An archive is read from its end: the mark stands in the last 64 KiB. */
function hasArchive(bytes: Uint8Array): boolean {
  const from = Math.max(0, bytes.length - 65_557);
  for (let at = bytes.indexOf(0x50, from); at !== -1; at = bytes.indexOf(0x50, at + 1))
    if (bytes[at + 1] === 0x4b && bytes[at + 2] === 5 && bytes[at + 3] === 6) return true;
  return false;
}

function sizeProblem(width: number, height: number): SniffProblem | null {
  if (width === 0 || height === 0) return 'not_a_document';
  return width * height > PIXELS_MAX ? 'too_large_a_picture' : null;
}

const begins = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const LATIN = new TextDecoder('latin1');

/** A letter for each byte. */
const textOf = (bytes: Uint8Array, from: number, length: number): string =>
  LATIN.decode(bytes.subarray(from, from + length));
