import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { create } from 'fontkit';
import { unpackWoff } from './woff.ts';

export type Weight = 400 | 700;

export interface LoadedFont {
  readonly name: string;
  readonly bytes: Buffer;
  readonly is_arabic: boolean;
  readonly letters: ReadonlySet<number>;
}

const require = createRequire(import.meta.url);

/**
 * Tried in this order for each letter. The packages carry a font in parts, by alphabet. The Arabic one has a drawing for
 * each letter: of fonts that put their dots on afterwards, a reader copies and finds other words than they see.
 */
const FILES: Readonly<Record<Weight, readonly string[]>> = {
  400: [
    require.resolve('@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff'),
    require.resolve('@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-400-normal.woff'),
    require.resolve('@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff'),
  ],
  700: [
    require.resolve('@fontsource/noto-sans/files/noto-sans-latin-700-normal.woff'),
    require.resolve('@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-700-normal.woff'),
    require.resolve('@fontsource/noto-sans/files/noto-sans-latin-ext-700-normal.woff'),
  ],
};

const UNBREAKABLE_SPACE = 0xa0;

let loaded: Readonly<Record<Weight, readonly LoadedFont[]>> | null = null;

/** The fonts that are embedded: read once, when the first document is written. */
export function loadFonts(): Readonly<Record<Weight, readonly LoadedFont[]>> {
  loaded ??= { 400: FILES[400].map((path) => load(path)), 700: FILES[700].map((path) => load(path)) };
  return loaded;
}

function load(path: string): LoadedFont {
  const bytes = unpackWoff(readFileSync(path));
  // The same copy that pdfkit has, loaded with it.
  const fontkit: { create: typeof create } = require('fontkit');
  const font = fontkit.create(bytes);
  if (!('characterSet' in font)) throw new Error(`${path} holds several fonts, and one was expected`);
  const name = path.replace(/^.*\/|\.woff$/g, '');
  const is_arabic = name.includes('arabic');
  // Its space is the last glyph of the file and has no drawing, which the reader of fonts looks for beyond the end.
  const letters = new Set(font.characterSet.filter((letter) => !(is_arabic && letter === UNBREAKABLE_SPACE)));
  return { name, bytes, is_arabic, letters };
}
