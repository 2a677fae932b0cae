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
 * @param may whether a place is one that may be taken; all are
 * @returns null when none is free
 */
export function takePlace(places: Places, random: () => number, may = anyPlace): number | null {
  if (freePlaces(places) === 0 || places.reach === 0) return null;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const place = 1 + Math.floor(random() * places.reach);
    if (may(place) && takeThis(places, place)) return place;
  }
  for (let place = 1; place <= places.reach; place += 1)
    if (may(place) && takeThis(places, place)) return place;
  return null;
}

export const anyPlace = (_place: number): boolean => true;

function takeThis({ taken }: Places, place: number): boolean {
  if (taken.has(place)) return false;
  taken.add(place);
  return true;
}

/** Undoes `takePlace` for a place that was not used. */
export function giveBackPlace({ taken }: Places, place: number): void {
  taken.delete(place);
}

/**
 * Which of the places of a merchant's links somebody may take who comes from one address: the first, and of each two that
 * follow one. Which one depends on the address. So whoever fills in forms from one address takes half of them at most, and
 * whoever comes from another may have half of what is left. It asks for no count, which two processes would have to agree on,
 * and keeps no address.
 * @param address_hash 32 bits of the address and the merchant
 */
export function placesOfAddress(address_hash: number): (place: number) => boolean {
  return (place) => place === 1 || place % 2 === chooses(address_hash, Math.floor(place / 2));
}

/** 0 or 1, evenly, for each pair of places: MurmurHash3's last step, after which each bit depends on all bits of both. */
function chooses(address_hash: number, pair: number): number {
  let bits = (address_hash ^ Math.imul(pair, 0x9e3779b1)) >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) & 1;
}
