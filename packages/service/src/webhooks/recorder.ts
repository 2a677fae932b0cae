import { codeOf } from '../store/connect/errors.ts';
import { failureOf, type Log } from './log.ts';

export type RecorderOptions<Item> = {
  write: (items: readonly Item[]) => Promise<void>;
  /** Told when a write has succeeded, and its items no longer count in `size`. */
  onWritten?: () => void;
  /** Most items in one write. */
  batch: number;
  /** The wait after so many failures in a row, in milliseconds. */
  backoff: (failures: number) => number;
  log: Log;
};

/**
 * Gathers results while the write before is under way and writes them together. Results that can't be
 * written are kept and written later: the caller stops taking on work when `size` grows.
 */
export class Recorder<Item> {
  readonly #options: RecorderOptions<Item>;
  #items: Item[] = [];
  #writing: Promise<void> | null = null;
  #closing = false;
  #failures = 0;

  constructor(options: RecorderOptions<Item>) {
    this.#options = options;
  }

  /** Results not written yet. */
  get size(): number {
    return this.#items.length;
  }

  add(item: Item): void {
    this.#items.push(item);
    this.#writing ??= this.#writeAll();
  }

  /** Writes what there is; gives up at the first failure from now on. @returns how many were not written. */
  async close(): Promise<number> {
    this.#closing = true;
    await this.#writing;
    return this.#items.length;
  }

  async #writeAll(): Promise<void> {
    // Whatever settles in this turn of the event loop goes into the first batch too.
    await new Promise((resolve) => setImmediate(resolve));
    let most = this.#options.batch;
    while (this.#items.length > 0) {
      const batch = this.#items.slice(0, most);
      try {
        await this.#options.write(batch);
        this.#items = this.#items.slice(batch.length);
        this.#failures = 0;
        this.#options.onWritten?.();
        most = Math.min(most * 2, this.#options.batch);
      } catch (error) {
        this.#failures += 1;
        // One result that the database refuses must not keep the others: halve until it stands alone.
        // Alone it is given up, and its delivery is due again when its lease ends.
        if (isRefusedData(error)) {
          most = Math.max(1, Math.floor(batch.length / 2));
          if (batch.length === 1) this.#items = this.#items.slice(1);
        }
        const wait_ms = this.#options.backoff(this.#failures);
        this.#options.log.error(
          { failure: failureOf(error), unrecorded: this.#items.length, failures: this.#failures, wait_ms },
          'Finished webhook attempts could not be recorded; they are kept and tried again.',
        );
        if (this.#closing) break;
        await new Promise((resolve) => setTimeout(resolve, wait_ms));
      }
    }
    this.#writing = null;
  }
}

/** SQLSTATE classes 22 (data exception) and 23 (constraint): the same data will be refused again. */
function isRefusedData(error: unknown): boolean {
  const code = codeOf(error);
  return code?.length === 5 && (code.startsWith('22') || code.startsWith('23'));
}
