/**
 * Tickets: what a customer keeps and may quote. Seven characters of Crockford base32 and one check
 * character, so that a misread or swapped character is noticed instead of pointing to someone else.
 *
 * The check treats the characters as digits of GF(32) and asks that the word, read as a polynomial, has the
 * root α: every single wrong character and every swap of two characters breaks it.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;
const DIGIT = new Map([...ALPHABET].map((character, value) => [character, value]));
/** What tickets are drawn of; they are read with all. */
const DRAWN = [...DIGIT].filter(([character]) => !'FX'.includes(character)).map(([, value]) => value);
const DRAWN_LETTERS = DRAWN.filter((value) => value > 9);

/** α · x in GF(32) with the primitive polynomial x⁵ + x² + 1. */
function timesAlpha(x: number): number {
  const doubled = x << 1;
  return doubled & 32 ? (doubled ^ 0b100101) & 31 : doubled;
}

/**
 * A ticket of 8 characters from a random source in [0, 1). Whoever pays may quote it, and his operator prints it in an
 * SMS, so it must not look like something else there: a figure beside an F is a sum in francs, an X hides a digit of a
 * phone number, and figures alone may be either. So a ticket has neither letter, and begins with another.
 */
export function newTicket(random: () => number): string {
  // Every session has one, so no array is made on the way.
  let ticket = '';
  let sum = 0;
  for (let place = 1; place < LENGTH - 1; place += 1) {
    const digit = oneOf(place === 1 ? DRAWN_LETTERS : DRAWN, random);
    ticket += ALPHABET.charAt(digit);
    sum = timesAlpha(sum) ^ digit;
  }
  let last = Math.floor(random() * DRAWN.length);
  // The check character follows from the seventh, each from another; two of them are not drawn.
  while (!DRAWN.includes(checkOf(sum, last))) last = (last + 1) % DRAWN.length;
  return ticket + ALPHABET.charAt(DRAWN[last] ?? 0) + ALPHABET.charAt(checkOf(sum, last));
}

/** Whether a session may have this ticket: of what looks like one by chance, most begin with a figure. */
export const mayBeDrawn = (ticket: string): boolean => /^[^\dFX][^FX]*$/.test(ticket);

const checkOf = (sum: number, last: number): number => timesAlpha(timesAlpha(sum) ^ (DRAWN[last] ?? 0));

const oneOf = (values: readonly number[], random: () => number): number =>
  values[Math.floor(random() * values.length)] ?? 0;

/** `K3M7Q9T8` → `K3M7-Q9T8`, as customers see it. */
export function showTicket(ticket: string): string {
  return `${ticket.slice(0, 4)}-${ticket.slice(4)}`;
}

/** What each character is read as: in Crockford's reading O is 0, and I and L are 1. */
const READ_AS = new Map([...DIGIT, ['O', 0], ['I', 1], ['L', 1]]);

/**
 * Crockford's reading, for which case does not matter. Null when it is no ticket: nearly everything that is asked about, so
 * nothing is made before that is known.
 */
export function readTicket(text: string): string | null {
  let ticket = '';
  let sum = 0;
  for (const character of text.toUpperCase()) {
    if (character === '-') continue;
    const digit = READ_AS.get(character);
    if (digit === undefined) return null;
    ticket += ALPHABET.charAt(digit);
    sum = timesAlpha(sum) ^ digit;
  }
  return ticket.length === LENGTH && sum === 0 ? ticket : null;
}

const MOTIF_LIMIT = 200;
const QUOTED_LIMIT = 4;

/** The tickets that a motif quotes (`K3M7-Q9T8`, `k3m7 q9t8`, `K3M7 - Q9T8`, `commande K3M7Q9T8`), at most four. */
export function ticketsIn(motif: string): string[] {
  // Most payers write nothing.
  if (motif === '') return [];
  const text = motif.slice(0, MOTIF_LIMIT);
  // A hyphen belongs to a word, or stands between two.
  const found = [/[^0-9A-Za-z-]/, /[^0-9A-Za-z]/].flatMap((gap) =>
    ticketsAmong(text.split(gap).filter(Boolean)),
  );
  return [...new Set(found)].slice(0, QUOTED_LIMIT);
}

function ticketsAmong(words: readonly string[]): string[] {
  return words.flatMap((word, position) => {
    const next = words[position + 1];
    const joined = word.length === 4 && next?.length === 4 ? readTicket(word + next) : null;
    return [readTicket(word), joined].filter((ticket) => ticket !== null);
  });
}
