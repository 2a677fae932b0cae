import type { Operator } from '../domain/operator.ts';

/** An SMS of ten parts has 1,530 characters; a longer text is no operator's notice and is not read. */
export const MAX_TEXT_LENGTH = 2_000;

export interface CleanText {
  /** NFKC with Western digits, one space or one line break for each white space, no control or invisible characters. */
  readonly text: string;
  /** Where in `text` an invisible character stood inside a word or a number. No operator writes that. */
  readonly hidden: ReadonlySet<number>;
}

/**
 * Brings a text into the form the tokens are cut from. Keeps case and accents, for the motif is shown to
 * people. The result is well-formed Unicode without NUL, which PostgreSQL can store.
 */
export function cleanText(raw: string): CleanText {
  if (CLEAN.test(raw)) return { text: raw, hidden: NONE };
  const out: string[] = [];
  let gap = '';
  let afterWordChar = false;
  let invisible = false;
  const hidden = new Set<number>();
  let length = 0;
  for (const char of raw.toWellFormed().normalize('NFKC')) {
    if (isWhite(char)) {
      gap = gap === '\n' || char === '\n' || char === '\r' ? '\n' : ' ';
      invisible = false;
      continue;
    }
    if (char > '~' && INVISIBLE.test(char)) {
      invisible = afterWordChar && gap === '';
      continue;
    }
    const isWordChar = char > '~' ? WORD_CHAR.test(char) : ASCII_WORD_CHAR.test(char);
    if (gap !== '' && out.length > 0) {
      out.push(gap);
      length += 1;
    }
    if (invisible && isWordChar) hidden.add(length);
    invisible = false;
    gap = '';
    out.push(isWordChar ? (WESTERN_DIGITS.get(char) ?? char) : char);
    length += char.length;
    afterWordChar = isWordChar;
  }
  return { text: out.join(''), hidden };
}

/** Most texts are so already: printed ASCII, parted by single spaces. */
const CLEAN = /^[!-~]+(?: [!-~]+)*$/;
const NONE: ReadonlySet<number> = new Set();
const INVISIBLE = /^\p{Cf}$/u;
const ASCII_WORD_CHAR = /^[0-9A-Za-z]$/;
const WORD_CHAR = /^[\p{L}\p{N}]$/u;
/** The digits of Arabic texts, and of Persian keyboards: NFKC folds wide digits into ours, and leaves these. */
const WESTERN_DIGITS = new Map(
  ['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹'].flatMap((digits) => [...digits].map((digit, value) => [digit, `${value}`])),
);
const WHITE = /^[\s\p{Cc}]$/u;

function isWhite(char: string): boolean {
  return char === ' ' || ((char < ' ' || char > '~') && WHITE.test(char));
}

/**
 * Sender ids used where a SIM has no list of its own. They are assumed, not captured in Chad: staff set each
 * SIM's list from its first real messages.
 */
export const USUAL_SENDERS: Readonly<Record<Operator, readonly string[]>> = {
  AIRTEL: ['AirtelMoney', 'Airtel Money', 'Airtel'],
  MOOV: ['MoovMoney', 'Moov Money', 'Moov', 'Flooz', 'TigoCash'],
};

/**
 * Whether a text's sender is on the list: compared as Unicode compares names written in other forms (NFKC, case,
 * white space). Letters of other scripts stay what they are, so that a lookalike (`A1rtelMoney`, a Cyrillic `А`)
 * is a stranger.
 */
export function isTrustedSender(sender: string, allowed: readonly string[]): boolean {
  const asked = folded(sender);
  return asked !== '' && allowed.some((name) => folded(name) === asked);
}

function folded(name: string): string {
  return name.toWellFormed().normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
