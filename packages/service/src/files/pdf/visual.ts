import bidiFactory from 'bidi-js';
import { type LoadedFont, loadFonts, type Weight } from './fonts.ts';

const bidi = bidiFactory();

/** A stretch of text that one font draws from left to right. */
export interface Piece {
  readonly text: string;
  readonly font: LoadedFont;
}

/** Marks that say how to order letters, and are none themselves. */
const ORDER_MARKS = /[\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * A line of text as pieces from left to right, by Unicode's rules for two directions: numbers and Latin words inside of
 * Arabic keep their own. Letters of Arabic are handed on as they are spoken; their font joins and turns them.
 *
 * @param base the direction of the line; null takes that of its first letter, so that `+235 66 00 00 01` stays itself
 */
export function visualPieces(line: string, base: 'ltr' | 'rtl' | null, weight: Weight): Piece[] {
  const text = line.normalize('NFC').replaceAll(/\s/g, (space) => (UNBREAKABLE.has(space) ? space : ' '));
  const levels = bidi.getEmbeddingLevels(text, base ?? undefined);
  return runs(bidi.getReorderedIndices(text, levels), levels.levels).flatMap(
    ({ from, to, right_to_left }) => {
      // No font of ours has the narrow space of sums; the thin one is as wide.
      const shown = text.slice(from, to).replaceAll(ORDER_MARKS, '').replaceAll('\u202f', '\u2009');
      const pieces = piecesOf(shown, weight);
      return right_to_left ? pieces.reverse().flatMap(turned) : pieces;
    },
  );
}

/** Spaces that keep a sum together, also among words of the other direction. */
const UNBREAKABLE: ReadonlySet<string> = new Set(['\u00a0', '\u202f']);

interface Run {
  from: number;
  to: number;
  readonly right_to_left: boolean;
}

/** Neighbours on the page that are neighbours in the text too, in one direction. */
function runs(order: readonly number[], levels: Uint8Array): Run[] {
  const found: Run[] = [];
  for (const at of order) {
    const right_to_left = (levels[at] ?? 0) % 2 === 1;
    const last = found.at(-1);
    if (last?.right_to_left === right_to_left && !right_to_left && last.to === at) last.to = at + 1;
    else if (last?.right_to_left === right_to_left && right_to_left && last.from === at + 1) last.from = at;
    else found.push({ from: at, to: at + 1, right_to_left });
  }
  return found;
}

/** Splits a text by the fonts that have its letters, in as few pieces as can be. */
function piecesOf(text: string, weight: Weight): Piece[] {
  const fonts = loadFonts()[weight];
  const pieces: { text: string; font: LoadedFont }[] = [];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    const last = pieces.at(-1);
    if (last?.font.letters.has(code)) {
      last.text += letter;
      continue;
    }
    const font = fonts.find(({ letters }) => letters.has(code));
    // No font of ours has it, an emoji say: a reader sees that something stood there.
    const shown = font === undefined ? '?' : letter;
    const by = font ?? fonts[0];
    if (by === undefined) continue;
    if (last?.font === by) last.text += shown;
    else pieces.push({ text: shown, font: by });
  }
  return pieces;
}

/**
 * A piece of a run from right to left. A font turns the letters of a word of Arabic, and PDFKit lays out word by word:
 * the order of words is ours, and so is that of marks and brackets, which no font turns.
 */
function turned({ text, font }: Piece): Piece[] {
  if (font.is_arabic) {
    const words = text.split(/( )/).filter((word) => word !== '');
    return words.reverse().map((word) => ({ text: word, font }));
  }
  const letters = [...text].reverse().map((letter) => bidi.getMirroredCharacter(letter) ?? letter);
  return [{ text: letters.join(''), font }];
}
