const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CHARACTERS = 8;

/**
 * `TX260627` and 8 characters of Crockford base32: the UTC day of creation, and chance. 40 bits a day; the
 * database refuses a repeat, and then the batch is made again with others.
 * @param random in [0, 1)
 */
export function newInternalRef(now: Date, random: () => number): string {
  const day = now.toISOString();
  let ref = `TX${day.slice(2, 4)}${day.slice(5, 7)}${day.slice(8, 10)}`;
  for (let place = 0; place < CHARACTERS; place += 1) ref += ALPHABET.charAt(Math.floor(random() * 32));
  return ref;
}
