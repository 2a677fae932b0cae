import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { expect, test } from 'vitest';
import { unpackWoff } from './woff.ts';

const { resolve } = createRequire(import.meta.url);
const FONTS = [
  resolve('@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff'),
  resolve('@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-700-normal.woff'),
];

/** A table is summed up as numbers of four bytes; `head` holds a sum of the whole, which counts as none there. */
function checksumOf(table: Buffer, tag: string): number {
  const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
  if (tag === 'head') padded.writeUInt32BE(0, 8);
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}

test.each(FONTS)('an unpacked font has every table where it says, as the font was made: %#', (path) => {
  const font = unpackWoff(readFileSync(path));
  const count = font.readUInt16BE(4);
  expect(count).toBeGreaterThan(8);
  for (let entry = 12; entry < 12 + count * 16; entry += 16) {
    const tag = font.toString('latin1', entry, entry + 4);
    const [checksum = 0, offset = 0, length = 0] = [4, 8, 12].map((at) => font.readUInt32BE(entry + at));
    expect(offset % 4).toBe(0);
    expect([tag, checksumOf(font.subarray(offset, offset + length), tag)]).toEqual([tag, checksum]);
  }
});

test.each(FONTS)('an unpacked font draws each letter as the packed one: %#', (path) => {
  const packed = create(readFileSync(path)) as Font;
  const unpacked = create(unpackWoff(readFileSync(path))) as Font;
  expect(unpacked.characterSet).toEqual(packed.characterSet);
  const drawn = (font: Font) =>
    font.characterSet.filter((_, at) => at % 10 === 0).map((one) => font.glyphForCodePoint(one).path.toSVG());
  expect(drawn(unpacked)).toEqual(drawn(packed));
});

test('what is no WOFF file is refused', () => {
  expect(() => unpackWoff(Buffer.alloc(64))).toThrow('no WOFF file');
});
