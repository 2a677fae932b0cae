import type { Place, UnreadableKind } from '../domain/unreadable.ts';

/** A file that cannot be read. Its message is a sentence in English that says what is wrong and what to do. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly kind: UnreadableKind;
  readonly place: Place;

  constructor(kind: UnreadableKind, sentence: string, place: Place = {}, cause?: unknown) {
    super(sentence, { cause });
    this.kind = kind;
    this.place = place;
  }
}

/** How much of a file is read at most; what is beyond is refused, so that no file costs more than this. */
export interface Limits {
  /** Of a CSV file, which is never held as a whole. */
  readonly csv_bytes_max: number;
  /** Of a workbook as it arrives. It is held as a whole, since its table of contents stands at its end. */
  readonly workbook_bytes_max: number;
  /** Of all that is unpacked out of one workbook. */
  readonly unpacked_bytes_max: number;
  /** Of the texts that a workbook's cells share, which are held while the rows are read. */
  readonly shared_bytes_max: number;
  readonly rows_max: number;
  readonly cells_per_row_max: number;
  readonly characters_per_cell_max: number;
}

const MIB = 2 ** 20;

/** A million rows of a statement fit; rows and characters are bounded as Excel itself bounds them. */
export const LIMITS: Limits = {
  csv_bytes_max: 512 * MIB,
  workbook_bytes_max: 56 * MIB,
  unpacked_bytes_max: 1536 * MIB,
  shared_bytes_max: 48 * MIB,
  rows_max: 1_048_576,
  cells_per_row_max: 256,
  characters_per_cell_max: 32_767,
};

/** `5 MiB`, for sentences. */
export function inMebibytes(bytes: number): string {
  return `${Math.floor(bytes / MIB)} MiB`;
}

/** `AB7` for column 27 of row 7; columns count from 0, rows from 1. */
export function cellName(column: number, row: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return `${letters}${row}`;
}
