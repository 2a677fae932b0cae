import { AMOUNT_XAF_MAX } from '../money.ts';

/**
 * Numbered places, of which at most `bound` may be taken. A place is taken by writing its number under a
 * unique index, so that the bound holds whoever takes places at the same moment and without a counter.
 */
export type Places = {
  bound: number;
  taken: Set<number>;
  /** Only places from 1 up to here are given. */
  reach: number;
};

const TRIES = 4;

/**
 * The places under a bound that may have fallen since some were taken. Those taken beyond the bound count
 * too: `reach` is as far as one may go so that all places up to it and those taken beyond it together are no
 * more than the bound. Two who take places at the same moment then can't exceed it together.
 */
export function placesOf(bound: number, taken: Iterable<number>): Places {
  const all = new Set(taken);
  let reach = Math.max(0, bound);
  let beyond = [...all].filter((place) => place > reach).length;
  while (reach > 0 && reach + beyond > bound) {
    if (all.has(reach)) beyond += 1;
    reach -= 1;
  }
  return { bound, taken: all, reach };
}

/** How many more may be taken. */
export function freePlaces({ bound, taken }: Places): number {
  return Math.max(0, bound - taken.size);
}

/**
 * Takes a free place, by chance, so that two who don't see each other seldom want the same one.
 * @returns null when none is free
 */
export function takePlace(places: Places, random: () => number): number | null {
  if (freePlaces(places) === 0 || places.reach === 0) return null;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const place = 1 + Math.floor(random() * places.reach);
    if (takeThis(places, place)) return place;
  }
  for (let place = 1; place <= places.reach; place += 1) if (takeThis(places, place)) return place;
  return null;
}

function takeThis({ taken }: Places, place: number): boolean {
  if (taken.has(place)) return false;
  taken.add(place);
  return true;
}

/** Undoes `takePlace` for a place that was not used. */
export function giveBackPlace({ taken }: Places, place: number): void {
  taken.delete(place);
}

/** A fee added to be kind, or taken off by the sender; in francs. Assumed: no tariff of Chad is public. */
const FEES_XAF = [50, 100];

/**
 * Amounts that somebody who owes this one may send by a slip: a zero too many or too few, a fee added or taken
 * off. Two sessions that declare no payer and are this close are kept on different numbers where others are
 * free: on one number the slip of one customer would look exactly like the payment of the other. Symmetrical.
 */
export function easilyMistaken(amount_xaf: number): number[] {
  const tenth = amount_xaf % 10 === 0 ? [amount_xaf / 10] : [];
  const near = FEES_XAF.flatMap((fee_xaf) => [amount_xaf - fee_xaf, amount_xaf + fee_xaf]);
  return [amount_xaf * 10, ...tenth, ...near].filter((one) => one >= 1 && one <= AMOUNT_XAF_MAX);
}
