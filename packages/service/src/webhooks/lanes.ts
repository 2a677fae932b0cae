import type { ClaimedAttempt, Held } from '../store/webhooks/claim-attempts.ts';
import { InFlight } from './in-flight.ts';

export type LaneLimits = {
  /** Attempts running, all endpoints together. */
  in_flight: number;
  /** Attempts running, one endpoint. */
  endpoint_in_flight: number;
  /** Attempts held, running or waiting for their turn. */
  held: number;
  /** Attempts held for one endpoint that answers fast. */
  endpoint_held: number;
};

export const LANE_LIMITS: LaneLimits = {
  in_flight: 256,
  endpoint_in_flight: 8,
  held: 1_024,
  endpoint_held: 512,
};

/** An endpoint gets as much claimed ahead as it has lately answered in this time. */
const AHEAD_MS = 250;
/** What waited longer than this is given back, well before its lease ends. */
export const WAIT_MAX_MS = 2_000;
const LANES_MAX = 10_000;
/** Of what may be held, the part that the busy endpoints divide; the rest is for everybody else's events. */
const BUSY_PART = 0.75;

/** `claimed_at_ms`: when its claim began, by a steady clock. */
export type LaneTurn = { attempt: ClaimedAttempt; claimed_at_ms: number };

type Lane = {
  endpoint_id: string;
  merchant_id: string;
  waiting: LaneTurn[];
  running: number;
  degraded: boolean;
  /** How long its answers take, lately; infinite while unknown and after a failure. */
  usual_ms: number;
};

/**
 * What this process holds, one lane an endpoint. A lane runs at most eight attempts (one in trouble), the lanes take turns, and
 * no merchant's take all the places (`InFlight`), so an endpoint that hangs holds its own lane and nobody else's.
 */
export class Lanes {
  readonly #limits: LaneLimits;
  readonly #lanes = new Map<string, Lane>();
  /** Lanes with something to start, in the order of their turns. */
  readonly #ready = new Set<Lane>();
  /** Endpoints that may have more due than the last claim was allowed to take. */
  readonly #more = new Set<string>();
  /** The last claim took all it could hold. */
  #more_anywhere = false;
  /** What each busy endpoint may hold, so that all of them run beside one another. */
  #share: number;
  readonly #in_flight: InFlight;
  #waiting = 0;

  constructor(limits: LaneLimits) {
    this.#limits = limits;
    this.#share = limits.held;
    this.#in_flight = new InFlight(limits.in_flight);
  }

  get running(): number {
    return this.#in_flight.running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** What a claim may take of an endpoint that `held` does not list. */
  get most_unlisted(): number {
    return Math.min(this.#limits.endpoint_in_flight, this.#share);
  }

  /** What a claim must know about the lanes that are not empty or may hold more or less than the usual. */
  held(): Held[] {
    const rows: Held[] = [];
    for (const lane of this.#lanes.values()) {
      const held = lane.running + lane.waiting.length;
      const most = this.#most(lane);
      if (held > 0 || most !== this.most_unlisted) {
        rows.push({ endpoint_id: lane.endpoint_id, held, most });
      }
    }
    return rows;
  }

  /**
   * Takes in what a claim returned.
   * @param asked the `held` rows that the claim was given
   * @param limit the most it could return
   * @param claimed_at_ms when the claim began, by a steady clock
   * @param is_whole it has looked at everything that is due
   */
  offer(
    attempts: readonly ClaimedAttempt[],
    asked: readonly Held[],
    limit: number,
    claimed_at_ms: number,
    is_whole = true,
  ): void {
    for (const attempt of attempts) {
      const lane = this.#lane(attempt);
      lane.degraded = attempt.degraded;
      lane.waiting.push({ attempt, claimed_at_ms });
      this.#waiting += 1;
      this.#refresh(lane);
    }
    if (is_whole || attempts.length >= limit) this.#more_anywhere = attempts.length >= limit;
    this.#noteMore(attempts, asked, is_whole);
    this.#share = this.#shareNow();
    if (this.#lanes.size > LANES_MAX) this.#forgetIdle();
  }

  /** A lane that got all it could may have more due; one that could ask for nothing says nothing new. */
  #noteMore(attempts: readonly ClaimedAttempt[], asked: readonly Held[], is_whole: boolean): void {
    const got = new Map<string, number>();
    const [{ share } = { share: 0 }] = attempts;
    for (const { endpoint_id } of attempts) got.set(endpoint_id, (got.get(endpoint_id) ?? 0) + 1);
    const free = new Map(asked.map((row) => [row.endpoint_id, row.most - row.held]));
    // Who has looked at a part only doesn't know that nothing more is due.
    for (const endpoint_id of is_whole ? this.#more : []) {
      if ((free.get(endpoint_id) ?? 1) > 0) this.#more.delete(endpoint_id);
    }
    for (const [endpoint_id, count] of got) {
      const most = this.#lanes.get(endpoint_id)?.degraded ? 1 : this.most_unlisted;
      if (count >= Math.min(free.get(endpoint_id) ?? most, share)) this.#more.add(endpoint_id);
    }
  }

  #shareNow(): number {
    let busy = 0;
    for (const lane of this.#lanes.values()) {
      if (!lane.degraded && lane.running + lane.waiting.length > 0) busy += 1;
    }
    return Math.max(1, Math.floor((this.#limits.held * BUSY_PART) / Math.max(1, busy)));
  }

  /**
   * The attempt whose turn it is, now counted as running; null when none may start. One that was claimed before
   * `claimed_after_ms` is dropped: somebody claims it again when its lease ends.
   */
  next(claimed_after_ms = Number.NEGATIVE_INFINITY): ClaimedAttempt | null {
    const lane = this.#inTurn();
    const turn = lane?.waiting.shift();
    if (lane === undefined || turn === undefined) return null;
    const is_late = turn.claimed_at_ms < claimed_after_ms;
    if (!is_late) {
      lane.running += 1;
      this.#in_flight.begin(lane.merchant_id);
    }
    this.#waiting -= 1;
    // To the end of the line.
    this.#ready.delete(lane);
    this.#refresh(lane);
    return is_late ? this.next(claimed_after_ms) : turn.attempt;
  }

  #inTurn(): Lane | undefined {
    if (this.#in_flight.isFull) return undefined;
    for (const lane of this.#ready) {
      if (this.#in_flight.hasPlaceFor(lane.merchant_id, lane.usual_ms)) return lane;
    }
    return undefined;
  }

  /** The last claim took all it could hold, and half of that is gone. */
  get wants_more(): boolean {
    return this.#more_anywhere && this.running + this.#waiting <= this.#limits.held / 2;
  }

  /** Whether more may be due than was claimed, for which there is room by now. */
  get is_hungry(): boolean {
    return this.wants_more || [...this.#more].some((endpoint_id) => this.#hasRunLow(endpoint_id));
  }

  #hasRunLow(endpoint_id: string): boolean {
    if (!this.#more.has(endpoint_id)) return false;
    const lane = this.#lanes.get(endpoint_id);
    return lane === undefined || lane.running + lane.waiting.length <= this.#most(lane) / 2;
  }

  /** @returns whether the lane has run low and more may be due, so that it is time to claim. */
  settle(attempt: ClaimedAttempt, delivered: boolean, duration_ms: number): boolean {
    const lane = this.#lane(attempt);
    lane.running -= 1;
    this.#in_flight.end(lane.merchant_id);
    if (!delivered) lane.usual_ms = Number.POSITIVE_INFINITY;
    else if (lane.usual_ms === Number.POSITIVE_INFINITY) lane.usual_ms = duration_ms;
    else lane.usual_ms += (duration_ms - lane.usual_ms) / 8;
    this.#refresh(lane);
    return this.wants_more || this.#hasRunLow(attempt.endpoint_id);
  }

  setDegraded(endpoint_id: string, degraded: boolean): void {
    const lane = this.#lanes.get(endpoint_id);
    if (lane === undefined) return;
    lane.degraded = degraded;
    this.#refresh(lane);
  }

  /** Removes and returns what has waited too long, or everything that waits. */
  takeWaiting(claimed_before_ms: number): ClaimedAttempt[] {
    const taken: ClaimedAttempt[] = [];
    for (const lane of [...this.#lanes.values()].filter(({ waiting }) => waiting.length > 0)) {
      const kept = lane.waiting.filter(({ claimed_at_ms }) => claimed_at_ms >= claimed_before_ms);
      if (kept.length === lane.waiting.length) continue;
      const gone = lane.waiting.filter(({ claimed_at_ms }) => claimed_at_ms < claimed_before_ms);
      taken.push(...gone.map(({ attempt }) => attempt));
      this.#waiting -= gone.length;
      lane.waiting = kept;
      // It is slower than it was: learn its speed again.
      lane.usual_ms = Number.POSITIVE_INFINITY;
      this.#refresh(lane);
    }
    return taken;
  }

  #lane({ endpoint_id, merchant_id }: ClaimedAttempt): Lane {
    const found = this.#lanes.get(endpoint_id);
    if (found !== undefined) return found;
    const lane: Lane = {
      endpoint_id,
      merchant_id,
      waiting: [],
      running: 0,
      degraded: false,
      usual_ms: Number.POSITIVE_INFINITY,
    };
    this.#lanes.set(endpoint_id, lane);
    return lane;
  }

  #most(lane: Lane): number {
    if (lane.degraded) return 1;
    const { endpoint_in_flight, endpoint_held } = this.#limits;
    const rounds = Math.floor(AHEAD_MS / Math.max(lane.usual_ms, 1));
    return Math.min(endpoint_held, this.#share, Math.max(endpoint_in_flight, rounds * endpoint_in_flight));
  }

  #refresh(lane: Lane): void {
    const most = lane.degraded ? 1 : this.#limits.endpoint_in_flight;
    if (lane.waiting.length > 0 && lane.running < most) this.#ready.add(lane);
    else this.#ready.delete(lane);
  }

  #forgetIdle(): void {
    for (const lane of [...this.#lanes.values()]) {
      if (lane.running === 0 && lane.waiting.length === 0) this.#lanes.delete(lane.endpoint_id);
    }
  }
}
