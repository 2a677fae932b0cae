import { formatLocalTime, localDay } from '../domain/time.ts';

/** A moment is written in N'Djamena's time, to the minute. */
export type Cell = string | number | Date | null;

export interface Column {
  readonly title: string;
  /** As wide as so many digits; CSV files have no widths. */
  readonly width_characters?: number;
}

/** A table to be written, row by row as it is read; none is held. */
export interface Table {
  readonly columns: readonly Column[];
  /** As many cells each as there are columns. */
  readonly rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;
}

/** What a spreadsheet would run as a formula: https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** The same behind what ends a cell to some spreadsheet, quotes between them or not. */
export const INNER_FORMULA = /([;\t\r\n]"*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

export function looksLikeFormula(text: string): boolean {
  return FORMULA.test(text);
}

/** `2026-11-21 09:30` in N'Djamena. */
export function momentText(moment: Date): string {
  return `${localDay(moment)} ${formatLocalTime(moment)}`;
}

/** Pieces of this size cost little, each and all. */
const PIECE_CHARACTERS = 65_536;

/** The same text in larger pieces: a stream of a piece for each row is slow. */
export async function* inPieces(lines: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let piece = '';
  for await (const line of lines) {
    piece += line;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
