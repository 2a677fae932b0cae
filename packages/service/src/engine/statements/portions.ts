import { createHash } from 'node:crypto';

/**
 * At most so many rows are kept in one transaction, and rows of about so many characters: little of a file is in memory at
 * once.
 */
const ROWS = 500;
const CHARACTERS = 2 ** 18;

/**
 * Cuts the rows of a file into portions, always at the same rows, and takes the print of all that was read up to the
 * end of each. So a second reading sees that the file is the one that was looked at before it keeps a portion, and not
 * only at its end.
 */
export class Portions {
  readonly #hash = createHash('sha256');
  #rows = 0;
  #characters = 0;

  /** @returns the cells as JSON, as they are kept; and the print, where a portion ends with this row */
  take(cells: readonly string[]): { json: string; print: string | null } {
    const json = JSON.stringify(cells);
    this.#hash.update(json);
    this.#rows += 1;
    this.#characters += json.length;
    return { json, print: this.#rows >= ROWS || this.#characters >= CHARACTERS ? this.end() : null };
  }

  /** The print of all rows until here, where the last portion ends. */
  end(): string {
    this.#rows = 0;
    this.#characters = 0;
    return this.#hash.copy().digest('base64url');
  }
}
