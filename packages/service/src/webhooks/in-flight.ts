/** Of all attempts under way, what one merchant may have while more than half of them are taken. */
const MERCHANT_PART = 1 / 8;
/** From here on what is left is for endpoints that answer fast, and for merchants of whom nothing is under way. */
const KEPT_FREE_FROM = 3 / 4;
/** From here on for the latter alone: eight accounts of one person, quick until now, may all hang at once. */
const KEPT_FOR_OTHERS_FROM = 7 / 8;
/** An endpoint that has lately answered within this time gives its place back soon. */
const QUICK_MS = 1_000;

/**
 * The attempts under way, by merchant, whichever endpoints and environments they are for and whether these still exist. A server may take
 * ten seconds to answer and never be called slow: whoever had twenty such endpoints would take every place, and everybody
 * else's events would wait for his. A merchant takes half of the places while nobody else needs them.
 */
export class InFlight {
  readonly #most: number;
  readonly #of = new Map<string, number>();
  #running = 0;

  /** @param most attempts under way, all endpoints together */
  constructor(most: number) {
    this.#most = most;
  }

  get running(): number {
    return this.#running;
  }

  get isFull(): boolean {
    return this.#running >= this.#most;
  }

  /** @param usual_ms how long the endpoint's answers take, lately; infinite while unknown */
  hasPlaceFor(merchant_id: string, usual_ms: number): boolean {
    if (this.isFull) return false;
    const own = this.#of.get(merchant_id) ?? 0;
    if (own === 0) return true;
    if (this.#running >= this.#most / 2 && own >= this.#most * MERCHANT_PART) return false;
    if (this.#running >= this.#most * KEPT_FOR_OTHERS_FROM) return false;
    return this.#running < this.#most * KEPT_FREE_FROM || usual_ms < QUICK_MS;
  }

  begin(merchant_id: string): void {
    this.#running += 1;
    this.#of.set(merchant_id, (this.#of.get(merchant_id) ?? 0) + 1);
  }

  end(merchant_id: string): void {
    this.#running -= 1;
    const left = (this.#of.get(merchant_id) ?? 1) - 1;
    if (left === 0) this.#of.delete(merchant_id);
    else this.#of.set(merchant_id, left);
  }
}
