import type { Buffer } from 'node:buffer';
import { asTyped } from '../../domain/money.ts';

/** A file that came with a form. What its name and type say is only what the sender claims. */
export type Upload = { name: string; type: string; bytes: Buffer };

/** A file too large to be held: it lies at `path` until the page has answered, and is gone then. */
export type Spooled = { name: string; path: string };

const TEXT_CHARACTERS_MAX = 10_000;

/** What a form sent. A field that is missing reads as the empty text; of several with one name, the first counts. */
export class Form {
  readonly #fields: URLSearchParams;
  readonly #files: ReadonlyMap<string, Upload>;
  readonly #spooled: ReadonlyMap<string, Spooled>;

  constructor(
    fields: URLSearchParams,
    files: ReadonlyMap<string, Upload> = new Map(),
    spooled: ReadonlyMap<string, Spooled> = new Map(),
  ) {
    this.#fields = fields;
    this.#files = files;
    this.#spooled = spooled;
  }

  /** A field without the spaces around it, and without NUL, which no text of PostgreSQL can hold. */
  text(name: string): string {
    return this.raw(name).trim();
  }

  /** A field exactly as it came: for passwords. */
  raw(name: string): string {
    return (this.#fields.get(name) ?? '').replaceAll('\0', '').slice(0, TEXT_CHARACTERS_MAX);
  }

  /** A whole number as people type it, such as francs, with blanks between thousands and in the digits of any keyboard; null where it is none, or of more digits. */
  whole(name: string, digits_max: number): number | null {
    const digits = asTyped(this.text(name)).replace(/[\s\u00a0\u202f]/g, '');
    return /^[0-9]+$/.test(digits) && digits.length <= digits_max ? Number(digits) : null;
  }

  /** Every value of a name that may be sent several times, such as ticked boxes. */
  all(name: string): string[] {
    return this.#fields.getAll(name).map((one) => one.replaceAll('\0', '').slice(0, TEXT_CHARACTERS_MAX));
  }

  /** Whether a box was ticked or a button pressed. */
  has(name: string): boolean {
    return this.#fields.has(name);
  }

  /** A file that was chosen; null when the field was left empty. */
  file(name: string): Upload | null {
    return this.#files.get(name) ?? null;
  }

  /** The same on a page whose uploads are spooled. */
  spooled(name: string): Spooled | null {
    return this.#spooled.get(name) ?? null;
  }
}

export const NO_FORM = new Form(new URLSearchParams());

/** What is wrong with a form, by field, in the reader's language; `''` is about the form as a whole. */
export type Wrong = Readonly<Record<string, string | undefined>>;
