import { isAscii } from 'node:buffer';
import { UnreadableFile } from '../unreadable.ts';

type Decode = (bytes: Buffer, last: boolean) => string;

/**
 * The text of a file without its mark. UTF-16 says itself by a mark or by its empty bytes; all else is UTF-8 as long as
 * it can be, and Windows-1252 when the first letters beyond ASCII are none of UTF-8. A file that is first the one and
 * then the other is refused: no letter is guessed.
 *
 * @throws UnreadableFile of kind `encoding`, or `not_a_table` where bytes stand that no text has
 */
export async function* decodeText(
  bytes: AsyncIterable<Buffer>,
  name: string,
): AsyncGenerator<string, void, undefined> {
  let decode: Decode | null = null;
  let held: Buffer = Buffer.alloc(0);
  for await (const part of bytes) {
    held = held.length === 0 ? part : Buffer.concat([held, part]);
    // Two bytes at least: a mark of UTF-16 has as many.
    if (decode === null && held.length < 4) continue;
    decode ??= decoderOf(held);
    const text = checked(decode(held, false), name);
    held = Buffer.alloc(0);
    if (text !== '') yield text;
  }
  const text = checked((decode ?? decoderOf(held))(held, true), name);
  if (text !== '') yield text;

  function decoderOf(head: Buffer): Decode {
    const [first = 0, second = 0] = head;
    if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return strict('utf-16le', name);
    if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return strict('utf-16be', name);
    return utf8OrWindows(name);
  }
}

function strict(encoding: string, name: string): Decode {
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (bytes, last) => {
    try {
      return decoder.decode(bytes, { stream: !last });
    } catch {
      throw mixed(name);
    }
  };
}

function utf8OrWindows(name: string): Decode {
  const utf8 = strict('utf-8', name);
  const windows = new TextDecoder('windows-1252');
  let is: 'ascii' | 'utf8' | 'windows' = 'ascii';
  /** The last few bytes, where they may be the beginning of a letter of UTF-8. */
  let cut: Buffer = Buffer.alloc(0);
  return (part, last) => {
    if (is === 'utf8') return utf8(part, last);
    if (is === 'windows') return windows.decode(part);
    const bytes = cut.length === 0 ? part : Buffer.concat([cut, part]);
    cut = Buffer.alloc(0);
    if (isAscii(bytes)) return bytes.toString('latin1');
    const whole = last ? bytes.length : wholeLetters(bytes);
    if (isAscii(bytes.subarray(0, whole))) {
      cut = bytes.subarray(whole);
      return bytes.toString('latin1', 0, whole);
    }
    is = isUtf8Letters(bytes.subarray(0, whole)) ? 'utf8' : 'windows';
    return is === 'utf8' ? utf8(bytes, last) : windows.decode(bytes);
  };
}

/** Where the last letter begins that `bytes` may have only a part of; their length when none is cut. */
function wholeLetters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return back < lettersLength(byte) ? bytes.length - back : bytes.length;
    if (byte < 0x80) break;
  }
  return bytes.length;
}

function lettersLength(opening: number): number {
  if (opening >= 0xf0) return 4;
  return opening >= 0xe0 ? 3 : 2;
}

function isUtf8Letters(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function checked(text: string, name: string): string {
  // Pictures and programs have such bytes, and no text does.
  if (!text.includes('\u0000')) return text;
  const sentence = `${name} is neither a text nor a workbook: hand in the file that the portal gives as .xlsx or CSV.`;
  throw new UnreadableFile('not_a_table', sentence);
}

function mixed(name: string): UnreadableFile {
  const sentence = `${name} has letters of two encodings, or damaged ones: open it in a spreadsheet, look at names with accents, and save it as .xlsx or "CSV UTF-8".`;
  return new UnreadableFile('encoding', sentence);
}
