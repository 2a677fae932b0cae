import type PDFDocument from 'pdfkit';
import { formatXaf } from '../../domain/money.ts';
import { type Cell, momentText } from '../table.ts';
import { INK } from './document.ts';
import { loadFonts, type Weight } from './fonts.ts';
import { type Piece, visualPieces } from './visual.ts';

export interface TextStyle {
  readonly size: number;
  readonly weight?: Weight;
  readonly colour?: string;
  /** The direction of a text on its own, such as a phone number in Arabic; otherwise that of the page. */
  readonly alone?: boolean;
  /** `right` is the right on every page: units of sums stand under units, also in Arabic. */
  readonly align?: 'start' | 'end' | 'right';
}

export interface Box {
  readonly x: number;
  readonly width: number;
}

/** Writes lines of text on a page of either direction. */
export interface Pen {
  readonly right_to_left: boolean;
  /** Breaks a text into lines that fit a width; a word that is wider is broken. */
  wrap(text: string, width: number, style: TextStyle): string[];
  /** The largest size, up to that of the style, at which a text fits a width in one line; never smaller than can be read. */
  sizeFor(text: string, width: number, style: TextStyle): number;
  /** One line, whose letters stand on `baseline`. */
  line(text: string, box: Box, baseline: number, style: TextStyle): void;
}

export function takePen(doc: InstanceType<typeof PDFDocument>, right_to_left: boolean): Pen {
  for (const font of Object.values(loadFonts()).flat()) doc.registerFont(font.name, font.bytes);

  const pieces = (text: string, { weight = 400, alone = false }: TextStyle) =>
    visualPieces(text, alone ? null : right_to_left ? 'rtl' : 'ltr', weight).map(drawable);
  const widthOf = ({ text, font }: Piece, size: number) =>
    doc.font(font.name).fontSize(size).widthOfString(text);
  /** Marks on letters for which no font has a place make its reader fail: such a name must not keep a paper from being written. */
  const drawable = (piece: Piece): Piece => {
    for (const text of [piece.text, piece.text.replaceAll(/\p{M}/gu, '')])
      try {
        widthOf({ ...piece, text }, 1);
        return { ...piece, text };
      } catch {
        // Without its marks, then.
      }
    return { ...piece, text: '' };
  };
  const measure = (text: string, style: TextStyle) =>
    pieces(text, style).reduce((width, piece) => width + widthOf(piece, style.size), 0);

  return {
    right_to_left,
    wrap: (text, width, style) => wrapped(text, (line) => measure(line, style) <= width),
    sizeFor: (text, width, style) => {
      const needed = measure(shortenedTo(text, WORD_MAX), style);
      return needed <= width ? style.size : Math.max(SIZE_MIN, (style.size * width) / needed);
    },
    line: (text, box, baseline, style) => {
      const drawn = pieces(text, style);
      const width = drawn.reduce((sum, piece) => sum + widthOf(piece, style.size), 0);
      const at_right = style.align === 'right' || (style.align === 'end') !== right_to_left;
      let x = at_right ? box.x + box.width - width : box.x;
      for (const piece of drawn) {
        const { text: letters, font } = piece;
        doc
          .font(font.name)
          .fontSize(style.size)
          .fillColor(style.colour ?? INK.text);
        doc.text(letters, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
        x += widthOf(piece, style.size);
      }
    },
  };
}

const SIZE_MIN = 5.5;

/** No cell, fact or note of ours is longer; a hostile one costs no more than this. */
const CHARACTERS_MAX = 1000;

function wrapped(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of shortenedTo(text, CHARACTERS_MAX).split(/[ \n\t\r]+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= WORD_MAX && fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (line.length > 1 && !(line.length <= WORD_MAX && fits(line))) {
      const length = fittingLength(line, fits);
      lines.push(line.slice(0, length));
      line = line.slice(length);
    }
  }
  lines.push(line);
  return lines;
}

/** No line of A4 has more letters, at any size of ours. */
const WORD_MAX = 200;

/** How many letters of a word fit, at least one: found by halves, since to measure costs what the word is long. */
function fittingLength(word: string, fits: (line: string) => boolean): number {
  let fitting = 1;
  for (let beyond = Math.min(word.length, WORD_MAX); beyond - fitting > 1; ) {
    const middle = (fitting + beyond) >> 1;
    if (fits(word.slice(0, middle))) fitting = middle;
    else beyond = middle;
  }
  return fitting;
}

function shortenedTo(text: string, characters_max: number): string {
  return text.length <= characters_max ? text : `${text.slice(0, characters_max - 1)}…`;
}

/** A cell as its text: sums in groups, without their currency, which the title of the column says. */
export function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return momentText(cell);
  return typeof cell === 'number' ? formatXaf(cell).replace(/\s*FCFA$/, '') : cell;
}
