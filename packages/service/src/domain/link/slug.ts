// Crockford's letters: read aloud and typed again, none is taken for another. Small, as addresses are.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const SLUG_LENGTH = 26;
const CODE_LENGTH = 8;

/** Bytes of chance that a slug is made of; 130 bits of them are used. */
export const SLUG_BYTES = 17;
export const CODE_BYTES = 5;

/** 26 letters and digits, which nobody guesses. */
export const slugOf = (bytes: Uint8Array): string => write(bytes, SLUG_LENGTH);

/** 8 letters and digits in capitals, for the references of a link's payments. */
export const codeOf = (bytes: Uint8Array): string => write(bytes, CODE_LENGTH).toUpperCase();

function write(bytes: Uint8Array, length: number): string {
  let value = 0n;
  for (const byte of bytes) value = value * 256n + BigInt(byte);
  let text = '';
  for (let place = 0; place < length; place += 1) {
    text = `${ALPHABET[Number(value % 32n)]}${text}`;
    value /= 32n;
  }
  return text;
}

/** A slug as somebody typed it: capitals, O for 0, I and L for 1, and dashes between are no mistakes. Null: it is none. */
export function readSlug(text: string): string | null {
  if (text.length > 2 * SLUG_LENGTH) return null;
  const slug = text.toLowerCase().replaceAll('-', '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return /^[0-9a-hjkmnp-tv-z]{26}$/.test(slug) ? slug : null;
}
