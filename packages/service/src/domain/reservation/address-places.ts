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
