/** A claim that takes longer than this, and than this for each row it got, has waded through dead rows. */
const DEAR_MS = 2;
const DEAR_ROW_MS = 0.1;
/** Between two slices, so many times as long as the last one took. */
const REST = 10;
/** A look at the whole at once is tried again after this, twice as long each time while it stays dear. */
const WHOLE_REST_MS = 2_000;
const WHOLE_REST_MAX_MS = 60_000;
/** Due times come from the clocks of others, and from before their transactions' commits. */
const MARGIN_MS = 500;
/** A slice has as many endpoints as can be looked at in about this time. */
const SLICE_MS = 2;
const SLICE_MIN = 8;
const SLICE_MAX = 1_000;

/** Some endpoints that follow one another by id; `after_id` null: the first. */
export type Slice = { after_id: string | null; size: number };

/**
 * Decides how much of the hot table a claim looks at. A transaction elsewhere that stays open keeps the rows
 * that were delivered since from being removed, and a claim passes all of them: 20 ms and more instead of 0.6
 * after 200 s at 500 events/s. Then claims look at the newest events only, and beside them a few endpoints
 * after the other are looked at whole, round and round: for retries, for endpoints in trouble, and for what came
 * in later than its time. In slices, since everything else the database does is slow while one look is long.
 */
export class Looks {
  /** Everything that was due then has been looked at. */
  #since = new Date(0);
  #rested_at_ms = Number.NEGATIVE_INFINITY;
  /** Looks at the whole in a row that were dear. One may be slow by chance, as a connection's first. */
  #dear_looks = 0;
  #whole_at_ms = 0;
  #whole_rest_ms = WHOLE_REST_MS;
  #slice: Slice = { after_id: null, size: SLICE_MIN };
  /** When the present round of slices began. */
  #round_at: Date | null = null;

  /**
   * A look at the whole at once has ended: of what was due at `now`, so many rows were claimed.
   * `began_ms` and `ended_ms` are of a steady clock.
   */
  ended(now: Date, began_ms: number, ended_ms: number, rows: number): void {
    const took_ms = ended_ms - began_ms;
    const is_dear = took_ms > DEAR_MS + rows * DEAR_ROW_MS;
    const rest_ms = this.#is_dear ? this.#whole_rest_ms * 2 : WHOLE_REST_MS;
    this.#whole_rest_ms = is_dear ? Math.min(rest_ms, WHOLE_REST_MAX_MS) : WHOLE_REST_MS;
    this.#whole_at_ms = ended_ms + this.#whole_rest_ms;
    this.#rested_at_ms = ended_ms;
    this.#since = now;
    this.#dear_looks = is_dear ? this.#dear_looks + 1 : 0;
    this.#slice = { ...this.#slice, after_id: null };
    this.#round_at = null;
  }

  /** A slice was looked at, by endpoints in order of id; fewer than its size: it was the last. */
  sliced(now: Date, endpoint_ids: readonly string[], began_ms: number, ended_ms: number): void {
    const took_ms = ended_ms - began_ms;
    const { size } = this.#slice;
    this.#round_at ??= now;
    const is_last = endpoint_ids.length < size;
    if (is_last) {
      this.#since = this.#round_at;
      this.#round_at = null;
    }
    this.#slice = { after_id: is_last ? null : (endpoint_ids.at(-1) ?? null), size: sized(size, took_ms) };
    this.#rested_at_ms = ended_ms + REST * took_ms;
  }

  /** A look beside the claims has failed. One at the whole is put off, so that slices have their turn. */
  failed(what: Slice | 'whole', at_ms: number): void {
    this.#rested_at_ms = at_ms + WHOLE_REST_MS;
    if (what !== 'whole') return;
    this.#whole_rest_ms = Math.min(this.#whole_rest_ms * 2, WHOLE_REST_MAX_MS);
    this.#whole_at_ms = at_ms + this.#whole_rest_ms;
  }

  /** Since when the next claim may confine itself to new events; null: it looks at everything. */
  since(): Date | null {
    return this.#is_dear ? new Date(this.#since.getTime() - MARGIN_MS) : null;
  }

  get #is_dear(): boolean {
    return this.#dear_looks > 1;
  }

  /** What to look at beside the claims, at this time of the steady clock; null: nothing yet. */
  beside(at_ms: number): Slice | 'whole' | null {
    if (at_ms < this.#rested_at_ms) return null;
    return at_ms >= this.#whole_at_ms ? 'whole' : this.#slice;
  }

  /** How long the round of slices that is under way rests before it goes on; null: none is. */
  restOfRound(at_ms: number): number | null {
    return this.#slice.after_id === null ? null : Math.max(0, this.#rested_at_ms - at_ms);
  }
}

function sized(size: number, took_ms: number): number {
  if (took_ms > SLICE_MS) return Math.max(SLICE_MIN, Math.floor(size / 2));
  return took_ms < SLICE_MS / 2 ? Math.min(SLICE_MAX, size * 2) : size;
}
