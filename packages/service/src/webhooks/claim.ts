import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type ClaimedAttempt, claimAttempts, type DuePart } from '../store/webhooks/claim-attempts.ts';
import { pageActiveEndpoints } from '../store/webhooks/endpoints.ts';
import type { Lanes } from './lanes.ts';
import { Looks, type Slice } from './looks.ts';

/** Longer than any exchange; a process that dies gives its attempts back when it ends. */
export const DELIVERY_LEASE_MS = 30_000;
/** With so many not written down the database is behind: little is claimed; with twice as many, nothing. */
const UNRECORDED_MAX = 1_000;
const CLAIM_MIN = 64;
/** A claim is over soon, so that under a backlog a new event meets the next one soon. */
const CLAIM_MAX = 256;
/** A slow look at everything leaves what fell due in this time to the quick claims beside it. */
const LOOK_BACK_MS = 250;

type ClaimDeps = {
  pool: Pool;
  now: () => Date;
  lanes: Lanes;
  /** So many attempts a process holds at most, under way or waiting for a place. */
  held_max: number;
  /** Attempts that have ended and are not written down yet. */
  unrecorded: () => number;
  onClaimed: () => void;
  /** Told of a look beside the loop's own that failed; others follow. */
  onFailure: (error: unknown) => void;
};

/** Claims what is due for this process's lanes, as much as they have room for. */
export class Claimer {
  readonly #deps: ClaimDeps;
  readonly #looks = new Looks();
  /** A claim beside the loop's own. */
  #beside: Promise<void> | null = null;
  readonly #ending = new AbortController();
  #last_endpoint_id: string | null = null;
  /** Since the start of this process. */
  claims = 0;

  constructor(deps: ClaimDeps) {
    this.#deps = deps;
  }

  /** Waits for what is looked at beside the loop, which begins no look more. */
  async end(): Promise<void> {
    this.#ending.abort();
    await this.#beside;
  }

  /** One look at what is due, and what else is to be looked at beside it. */
  async look(): Promise<void> {
    // Under a backlog the old rows are what is wanted.
    const since = this.#deps.lanes.is_hungry ? null : this.#looks.since();
    if (since !== null) this.#besides();
    await this.#claim(since && { since });
  }

  #besides(): void {
    this.#beside ??= this.#lookBeside().finally(() => {
      this.#beside = null;
    });
  }

  /** One round of slices, or one look at the whole. */
  async #lookBeside(): Promise<void> {
    for (let what = this.#looks.beside(performance.now()); what !== null && !this.#ending.signal.aborted; ) {
      if (!(await this.#lookAt(what))) return;
      const rest_ms = this.#looks.restOfRound(performance.now());
      if (rest_ms === null) return;
      await sleep(rest_ms, undefined, { signal: this.#ending.signal }).catch(() => undefined);
      what = this.#looks.beside(performance.now());
    }
  }

  /** @returns false where there was no room, or it failed. */
  async #lookAt(what: Slice | 'whole'): Promise<boolean> {
    try {
      return what === 'whole' ? await this.#claim(null, LOOK_BACK_MS) : await this.#claimSlice(what);
    } catch (error) {
      this.#looks.failed(what, performance.now());
      this.#deps.onFailure(error);
      return false;
    }
  }

  /** @returns false where there was no room. */
  async #claimSlice({ after_id, size }: Slice): Promise<boolean> {
    const now = this.#deps.now();
    const began_ms = performance.now();
    const rows = await pageActiveEndpoints(this.#deps.pool, { after_id, size });
    const endpoint_ids = rows.map(({ id }) => id);
    if (endpoint_ids.length > 0 && !(await this.#claim({ endpoint_ids }))) return false;
    this.#looks.sliced(now, endpoint_ids, began_ms, performance.now());
    return true;
  }

  /** @returns false where there was no room for anything, so nothing was looked at. */
  async #claim(part: DuePart | null, back_ms = 0): Promise<boolean> {
    // A claim beside the loop's own asks for the same room: both together may hold as many as a claim takes beyond the most.
    // What runs is bounded all the same, and what waits too long is given back.
    const { running, waiting } = this.#deps.lanes;
    const unrecorded = this.#deps.unrecorded();
    const limit = Math.min(
      this.#deps.held_max - running - waiting,
      Math.min(CLAIM_MAX, Math.max(CLAIM_MIN, UNRECORDED_MAX - unrecorded)),
    );
    if (limit <= 0 || unrecorded >= 2 * UNRECORDED_MAX) return false;
    const held = this.#deps.lanes.held();
    const began_ms = performance.now();
    const now = this.#deps.now();
    const attempts = await claimAttempts(this.#deps.pool, {
      now: new Date(now.getTime() - back_ms),
      lease_until: new Date(now.getTime() + DELIVERY_LEASE_MS),
      limit,
      endpoint_limit: this.#deps.lanes.most_unlisted,
      held,
      after_endpoint_id: this.#last_endpoint_id,
      part,
    });
    this.claims += 1;
    if (part === null) {
      const at = new Date(now.getTime() - back_ms);
      this.#looks.ended(at, began_ms, performance.now(), attempts.length);
    }
    // Only when not all had their turn does it matter where the next claim begins.
    this.#last_endpoint_id = attempts.length >= limit ? lastInTurn(attempts, this.#last_endpoint_id) : null;
    this.#deps.lanes.offer(attempts, held, limit, began_ms, part === null);
    this.#deps.onClaimed();
    return true;
  }
}

/** The endpoint at which a full claim stopped: it went up from `after`, then round to the lowest id. */
function lastInTurn(attempts: readonly ClaimedAttempt[], after: string | null): string | null {
  const ids = attempts.map(({ endpoint_id }) => endpoint_id).sort();
  const round = ids.filter((id) => after !== null && id <= after);
  return round.at(-1) ?? ids.at(-1) ?? null;
}
