import { MINUTE_MS } from '../time.ts';
import type { Move } from './move.ts';

/** A message that has no place in the book of its number yet. */
export type Claim = {
  /** The notice that first told of it. */
  key: string;
  moves: readonly Move[];
  /** What a sender who is not on the list tells: it proves nothing, but may be what a gap misses. */
  held?: readonly Move[] | undefined;
  operator_transaction_id: string | null;
  /** The operator's time where it is printed, else the gateway's. */
  occurred_at_ms: number;
  /** How much later than that it may truly have happened. */
  precision_ms: number;
  /** When it was first looked at here. */
  arrived_at_ms: number;
  /** It has waited since an earlier notice told of it: it had no place when it came. */
  is_stored: boolean;
  /**
   * It was refuted as it came, since it fitted nowhere, and is looked at again: it goes on from nothing that happened after
   * it came.
   */
  is_idle?: boolean;
  /**
   * It names no transaction and may tell again of a row that is in the book already: so it is not taken for the next step.
   */
  is_of_row?: boolean;
  /** A row of a statement: it proves its movement by itself. */
  is_witness?: boolean;
  /** Nobody tells of it but one of the staff, who typed it in. */
  is_typed?: boolean;
};

/** When what a message tells of happened. A time printed later than its arrival is no time to judge others by. */
export function happenedBy(claim: Claim): number {
  return Math.min(claim.occurred_at_ms, claim.arrived_at_ms);
}

/** By when the money that a message tells of had moved, and when it came to us. */
export type Moved = { moved_by_ms: number; arrived_at_ms: number };

/** The latest moment at which what a message tells of may have happened, with when it came to us. */
export function movedAt({ occurred_at_ms, precision_ms, arrived_at_ms }: Claim): Moved {
  return { moved_by_ms: Math.min(occurred_at_ms + precision_ms, arrived_at_ms), arrived_at_ms };
}

/** Earlier first; of one time, as they came. */
export function byTime(a: Claim, b: Claim): number {
  return a.occurred_at_ms - b.occurred_at_ms || a.arrived_at_ms - b.arrived_at_ms || (a.key < b.key ? -1 : 1);
}

/**
 * Whether the book has gone past a message. One that prints a time to come is as old as its arrival: else it could wait
 * until the balance comes to where it begins.
 */
export function isPast(claim: Claim, went_on_at_ms: number): boolean {
  const late_ms = claim.is_idle === true ? Math.min(claim.precision_ms, MINUTE_MS) : claim.precision_ms;
  return happenedBy(claim) + late_ms <= went_on_at_ms;
}

/**
 * By when the book has gone on. A message that prints no time came an unknown while after its money moved: no other is
 * judged by it.
 */
export function wentOnAt(went_on_at_ms: number, claim: Claim): number {
  return claim.precision_ms > MINUTE_MS ? went_on_at_ms : Math.max(went_on_at_ms, happenedBy(claim));
}
