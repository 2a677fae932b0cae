import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';

/** A file as it arrived, piece by piece: whoever puts it together first holds it twice. */
export class Pieces extends RandomAccessReader {
  readonly #pieces: readonly Buffer[];
  readonly #starts: readonly number[];
  readonly length: number;

  constructor(pieces: readonly Buffer[]) {
    super();
    let length = 0;
    this.#pieces = pieces;
    this.#starts = pieces.map((piece) => {
      length += piece.length;
      return length - piece.length;
    });
    this.length = length;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#slices(start, end), { objectMode: false });
  }

  *#slices(start: number, end: number): Generator<Buffer, void, undefined> {
    // The last piece that begins at `start` or before.
    let from = 0;
    for (let to = this.#starts.length; to - from > 1; ) {
      const middle = (from + to) >> 1;
      if ((this.#starts[middle] ?? 0) <= start) from = middle;
      else to = middle;
    }
    for (let at = from; at < this.#pieces.length; at += 1) {
      const begins = this.#starts[at] ?? 0;
      if (begins >= end) return;
      const slice = this.#pieces[at]?.subarray(Math.max(0, start - begins), end - begins);
      if (slice !== undefined && slice.length > 0) yield slice;
    }
  }
}
