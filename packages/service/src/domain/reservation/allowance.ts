import type { Operator } from '../operator.ts';
import type { ByLink, HeldBack } from '../session/commands.ts';
import { anyPlace, giveBackPlace, type Places, placesOf, placesOfAddress, takePlace } from './places.ts';

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
export type AllowanceKey = { merchant_id: string; operator: Operator };

export const allowanceName = ({ merchant_id, operator }: AllowanceKey): string =>
  `${merchant_id}/${operator}`;

/** What a merchant holds of an operator's live numbers. */
export type AllowanceStanding = {
  /** A place for each open or quarantined session. */
  slots: Slots;
  /** By amount, the places of its numbers. */
  shares: Map<number, number[]>;
  /** By amount, how many open sessions it has that declare nobody. */
  silent: Map<number, number>;
  /**
   * When the first of its sessions leaves its place if nothing happens before, and the first in a place that links may have; null
   * without a session.
   */
  next_free_at: Date | null;
  next_link_free_at: Date | null;
};

/** What a merchant may have open: what staff have set, or what it has earned. */
export function allowanceOf(set_sessions: number | null, paid_count: number): number {
  return set_sessions ?? ALLOWANCE_START + ALLOWANCE_PER_PAID * paid_count;
}

/**
 * A merchant's standing from its holds: the slots of those that have one, and of each its amount and share in one place of two
 * arrays; of those that are open and declare nobody, their amounts.
 */
export function allowanceStandingOf(
  allowance: number,
  holds: {
    slots: readonly number[] | null;
    amounts_xaf: readonly number[] | null;
    shares: readonly (number | null)[] | null;
    silent_xaf: readonly number[] | null;
    next_free_at: Date | null;
    next_link_free_at: Date | null;
  },
): AllowanceStanding {
  const shares = new Map<number, number[]>();
  for (const [i, share] of (holds.shares ?? []).entries()) {
    const amount_xaf = holds.amounts_xaf?.[i];
    if (share === null || amount_xaf === undefined) continue;
    const others = shares.get(amount_xaf);
    if (others === undefined) shares.set(amount_xaf, [share]);
    else others.push(share);
  }
  const silent = new Map<number, number>();
  for (const amount_xaf of holds.silent_xaf ?? []) silent.set(amount_xaf, (silent.get(amount_xaf) ?? 0) + 1);
  const { next_free_at, next_link_free_at } = holds;
  return { slots: slotsOf(allowance, holds.slots ?? []), shares, silent, next_free_at, next_link_free_at };
}

/** A merchant may hold one number of so many for one amount. */
export const FIFTH = 5;

/**
 * How many of an operator's numbers one merchant may hold for one amount: a fifth, and at least one. While no
 * other merchant holds any for that amount it may hold more, but never the last fifth: whoever asks next
 * finds as many numbers free as he may hold himself.
 */
export function numbersForOneAmount(number_count: number, is_alone: boolean): number {
  const fifth = Math.max(1, Math.floor(number_count / FIFTH));
  return is_alone ? Math.max(fifth, number_count - fifth) : fifth;
}

/**
 * The same where the daily caps of some numbers leave no room: the fifth is one of those that do. What the merchant holds on the
 * others keeps nobody from a number, so it counts only against what it may hold of all.
 * @param numbers those that may be assigned; `on_full`: how many of those without room it holds
 */
export function numbersWithRoom(
  { total, with_room, on_full }: { total: number; with_room: number; on_full: number },
  is_alone: boolean,
): number {
  return Math.min(numbersForOneAmount(total, is_alone), numbersForOneAmount(with_room, is_alone) + on_full);
}

/** The places of a merchant's numbers for one amount. */
export function sharesOf(standing: AllowanceStanding, amount_xaf: number, bound: number): Places {
  return placesOf(bound, standing.shares.get(amount_xaf) ?? []);
}

/** The places of an allowance: the even ones for links too, the odd ones for others alone. */
export type Slots = { allowance: number; links: Places; others: Places };

/**
 * Whoever has a payment link can open sessions of its merchant, without any money. So links may hold half of an allowance, and at
 * least one place; the other half stays for what the merchant asks for itself. Its places and the links' alternate, so
 * that a place stays what it is when the allowance grows or falls. Where one half holds more than it may, since the
 * allowance fell, the other may hold that much less.
 */
export function slotsOf(allowance: number, taken: Iterable<number>): Slots {
  const of_links: number[] = [];
  const of_others: number[] = [];
  for (const slot of taken) (isOfLinks(slot) ? of_links : of_others).push(Math.ceil(slot / 2));
  const half = Math.min(allowance, Math.max(1, Math.floor(allowance / 2)));
  const rest = allowance - half;
  return {
    allowance,
    links: placesOf(half - Math.max(0, of_others.length - rest), of_links),
    others: placesOf(rest - Math.max(0, of_links.length - half), of_others),
  };
}

const isOfLinks = (slot: number): boolean => slot % 2 === 0;

/**
 * Takes a place of an allowance. What comes by no link takes one of the links' places when no other is free; who comes by one
 * takes those that are open to his address.
 * @returns null when none is free for it
 */
export function takeSlot({ links, others }: Slots, by: ByLink | null, random: () => number): number | null {
  const own = by === null ? takePlace(others, random) : null;
  if (own !== null) return own * 2 - 1;
  const place = takePlace(links, random, by === null ? anyPlace : placesOfAddress(by.address_hash));
  return place === null ? null : place * 2;
}

/** What keeps a session without a place from one: how many places of its kind are taken, and how many there are. */
export function openOf(slots: Slots, by_link: boolean): Omit<HeldBack, 'retry_after_s'> {
  const { links, others } = slots;
  return by_link
    ? { open_count: links.taken.size, allowance: Math.max(0, links.bound) }
    : { open_count: links.taken.size + others.taken.size, allowance: slots.allowance };
}

/** Undoes `takeSlot` for a place that was not used. */
export function giveBackSlot({ links, others }: Slots, slot: number): void {
  giveBackPlace(isOfLinks(slot) ? links : others, Math.ceil(slot / 2));
}
