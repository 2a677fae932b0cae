import type { Recent } from '../store/webhooks/claim.ts';

/** A claim that takes longer than this, and than this for each row it got, has waded through dead rows. */
const DEAR_MS = 8;
const DEAR_ROW_MS = 0.1;
/** Between two looks at the whole, so many times as long as the last one took, within bounds. */
const REST = 4;
const REST_MAX_MS = 2_000;
/** Due times come from the clocks of others, and from before their transactions' commits. */
const MARGIN_MS = 2_000;
const KNOWN_MAX = 1_000;

/**
 * Decides how much of the hot table a claim looks at. A transaction elsewhere that stays open keeps the rows
 * that were delivered since from being removed, and a claim passes all of them: 20 ms and more instead
 * of 1 after 200 s at 500 events/s. Then claims look at what fell due lately for the endpoints that this process knows,
 * and the whole is looked at beside them, now and then: for what is older, and for other endpoints.
 */
export class Looks {
  #since = new Date(0);
  #rested_at_ms = Number.NEGATIVE_INFINITY;
  #dear = false;

  /**
   * A look at the whole has ended: of what was due at `now`, so many rows were claimed.
   * `began_ms` and `ended_ms` are of a steady clock.
   */
  ended(now: Date, began_ms: number, ended_ms: number, rows: number): void {
    const took_ms = ended_ms - began_ms;
    this.#since = now;
    this.#rested_at_ms = ended_ms + Math.min(REST * took_ms, REST_MAX_MS);
    this.#dear = took_ms > DEAR_MS + rows * DEAR_ROW_MS;
  }

  /** What the next claim may confine itself to; null: nothing, it looks at the whole. */
  recent(endpoint_ids: () => string[]): Recent | null {
    if (!this.#dear) return null;
    const known = endpoint_ids();
    if (known.length === 0 || known.length > KNOWN_MAX) return null;
    return { endpoint_ids: known, since: new Date(this.#since.getTime() - MARGIN_MS) };
  }

  /** Whether it is time, on the steady clock, for another look at the whole beside the claims. */
  isRested(at_ms: number): boolean {
    return at_ms >= this.#rested_at_ms;
  }
}
