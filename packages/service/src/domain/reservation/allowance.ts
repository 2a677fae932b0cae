import type { Operator } from '../operator.ts';
import { type Places, placesOf } from './places.ts';

/** Open and quarantined live sessions that a merchant may have with one operator before it was ever paid. */
export const ALLOWANCE_START = 30;
/** For each session paid in the last day, so many more. */
const ALLOWANCE_PER_PAID = 2;
export const PAID_WITHIN_HOURS = 24;
/** More paid sessions than this are not counted: nobody with 10,030 places waits for one. */
export const PAID_COUNTED_MAX = 5000;
/** The most that staff may set. */
export const ALLOWANCE_MAX = 100_000;

/** Whose allowance: a merchant's for one operator, in live. */
export type StandingKey = { merchant_id: string; operator: Operator };

export const standingName = ({ merchant_id, operator }: StandingKey): string => `${merchant_id}/${operator}`;

/** What a merchant holds of an operator's live numbers. */
export type Standing = {
  /** A place for each open or quarantined session. */
  slots: Places;
  /** By amount, the places of its numbers. */
  shares: Map<number, number[]>;
  /** When the first of its sessions leaves its place if nothing happens before; null without a session. */
  next_free_at: Date | null;
};

/** What a merchant may have open: what staff have set, or what it has earned. */
export function allowanceOf(set_sessions: number | null, paid_count: number): number {
  return set_sessions ?? ALLOWANCE_START + ALLOWANCE_PER_PAID * paid_count;
}

/** A merchant's standing from its holds, each with its slot, amount and share in one place of three arrays. */
export function standingOf(
  allowance: number,
  holds: {
    slots: readonly number[] | null;
    amounts_xaf: readonly number[] | null;
    shares: readonly (number | null)[] | null;
    next_free_at: Date | null;
  },
): Standing {
  const shares = new Map<number, number[]>();
  for (const [i, share] of (holds.shares ?? []).entries()) {
    const amount_xaf = holds.amounts_xaf?.[i];
    if (share === null || amount_xaf === undefined) continue;
    const others = shares.get(amount_xaf);
    if (others === undefined) shares.set(amount_xaf, [share]);
    else others.push(share);
  }
  return { slots: placesOf(allowance, holds.slots ?? []), shares, next_free_at: holds.next_free_at };
}

const FIFTH = 5;

/**
 * How many of an operator's numbers one merchant may hold for one amount: a fifth, and at least one. While no
 * other merchant holds any for that amount it may hold more, but never the last fifth: whoever asks next
 * finds as many numbers free as he may hold himself.
 */
export function numbersForOneAmount(number_count: number, is_alone: boolean): number {
  const fifth = Math.max(1, Math.floor(number_count / FIFTH));
  return is_alone ? Math.max(fifth, number_count - fifth) : fifth;
}

/** The places of a merchant's numbers for one amount. */
export function sharesOf(standing: Standing, amount_xaf: number, bound: number): Places {
  return placesOf(bound, standing.shares.get(amount_xaf) ?? []);
}
