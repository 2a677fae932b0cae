/**
 * An address as it is kept: without spaces around it, in small letters, composed. Null: it can't be one, or it is made to
 * pass for another.
 */
export function readEmail(text: string): string | null {
  const email = text.trim().toLowerCase().normalize('NFC');
  if (email.length > 254 || UNSEEN.test(email) || isMixed(email.split('@', 1)[0] ?? '')) return null;
  return /^[^\s@<>(),;:"\\\p{Cc}]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/u.test(email)
    ? email
    : null;
}

/**
 * A name of a person or shop: 1 to `max` characters that can be seen, on one line, with a letter or digit among them.
 * Letters of other widths and weights become ordinary ones. Null: unusable, or made to pass for another name.
 */
export function readName(text: string, max: number): string | null {
  if (!text.isWellFormed() || /[\p{Zl}\p{Zp}]/u.test(text)) return null;
  const name = text
    // The sign after an emoji that asks for its colours: keyboards write it, and nothing is lost without it.
    .replaceAll('\u{FE0F}', '')
    .replaceAll(/\p{L}/gu, (letter) => letter.normalize('NFKC'))
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const length = [...name].length;
  if (length < 1 || length > max || !/[\p{L}\p{N}]/u.test(name)) return null;
  return UNSEEN.test(name) || HEAP.test(name) || name.split(' ').some(isMixed) ? null : name;
}

/** What shows nothing, or turns the direction of what follows; U+2800 is Braille's blank. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** No language of ours puts more marks on one letter. */
const HEAP = /\p{M}{4}/u;
/** Scripts whose letters look like those of another: within one word they are somebody's disguise. */
const ALIKE = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u];
const isMixed = (word: string): boolean => ALIKE.filter((script) => script.test(word)).length > 1;

export const PASSWORD_CHARACTERS_MIN = 10;
export const PASSWORD_CHARACTERS_MAX = 200;

export type PasswordProblem = 'too_short' | 'too_long' | 'too_simple';

/**
 * Why a text is no password to protect money with; null when it may be. Length is what counts: nothing is said about
 * which signs it must have, which only makes people write `Passw0rd!`.
 */
export function passwordProblem(password: string, known: readonly string[]): PasswordProblem | null {
  const signs = [...password.normalize('NFC')];
  if (signs.length < PASSWORD_CHARACTERS_MIN) return 'too_short';
  if (signs.length > PASSWORD_CHARACTERS_MAX) return 'too_long';
  const plain = password.toLowerCase();
  const is_guessable =
    new Set(signs).size < 5 ||
    isRun(plain) ||
    COMMON.some((one) => plain.replaceAll(/[^a-z]/g, '') === one) ||
    known.some((one) => one.length >= 4 && plain.replaceAll(one.toLowerCase(), '').length < 4);
  return is_guessable ? 'too_simple' : null;
}

// What lists of stolen passwords begin with, once digits and signs are left out and length is asked for.
const COMMON = [
  'password',
  'motdepasse',
  'qwertyuiop',
  'azertyuiop',
  'iloveyou',
  'bonjour',
  'ndjamena',
  'airtelmoney',
  'moovmoney',
];

/** Each sign is the next after the one before: `1234567890`, `abcdefghij`. */
function isRun(text: string): boolean {
  const steps = [...text]
    .slice(1)
    .map((sign, at) => (sign.codePointAt(0) ?? 0) - (text.codePointAt(at) ?? 0));
  return steps.filter((step) => step === 1 || step === -9).length >= steps.length - 1;
}

/** Where somebody may be sent after signing in: a page of ours, never another site. */
export function ownPath(text: string | null): string | null {
  if (text === null || text.length > 1000) return null;
  return /^\/(?:account|dashboard|office)(?:[/?][A-Za-z0-9_\-.~/?=&%:,+]*)?$/.test(text) &&
    !text.includes('//')
    ? text
    : null;
}

const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A recovery code of 80 bits: sixteen letters and digits that nobody confuses, in fours. */
export function formatRecoveryCode(bytes: Uint8Array): string {
  // Thirty-two signs: five bits of each byte.
  const signs = [...bytes].map((byte) => CODE_LETTERS[byte & 31] ?? '');
  return signs.join('').replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** A recovery code as its hash was made of it; null: it can't be one. */
export function readRecoveryCode(text: string): string | null {
  const plain = text.toUpperCase().replaceAll(/[\s-]/g, '');
  return /^[A-HJ-NP-Z2-9]{16}$/.test(plain) ? plain : null;
}

/** Six digits as an app shows them, perhaps with a space; null: it can't be a code. */
export function readTotpCode(text: string): string | null {
  const plain = text.replaceAll(/\s/g, '');
  return /^[0-9]{6}$/.test(plain) ? plain : null;
}
