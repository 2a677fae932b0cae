import { cleanText } from './clean.ts';

/** A run of letters, a run of ASCII digits, one other character, or a run that hides an invisible one. White space lies between tokens. */
export interface Token {
  readonly kind: 'word' | 'num' | 'mark' | 'broken';
  /** Words without accents and in lower case; the rest as printed. */
  readonly text: string;
  /** Range in Lexed.text. */
  readonly start: number;
  readonly end: number;
  /** No white space before it. */
  readonly glued: boolean;
  /** A line break before it. */
  readonly newLine: boolean;
}

export interface Lexed {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Its words, each once. */
  readonly words: ReadonlySet<string>;
  /** Counts looks at tokens, so that a test can show that the work grows with the length and no faster. */
  readonly tally: { steps: number };
}

/**
 * Cuts a text into tokens in one pass. Apostrophes between letters only part words (`d'argent` is `d`,
 * `argent`), whichever apostrophe is printed.
 */
export function lex(raw: string): Lexed {
  const { text, hidden } = cleanText(raw);
  const tally = { steps: 0 };
  const tokens: Token[] = [];
  let at = 0;
  let glued = false;
  let newLine = true;
  while (at < text.length) {
    const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const kind = kindOf(char);
    let end = at + char.length;
    if (kind === 'space') {
      glued = false;
      newLine = char === '\n';
      at = end;
      continue;
    }
    while (kind !== 'mark' && end < text.length) {
      const next = String.fromCodePoint(text.codePointAt(end) ?? 0);
      if (kindOf(next) !== kind) break;
      end += next.length;
    }
    tally.steps += end - at;
    const raw = text.slice(at, end);
    if (APOSTROPHES.has(raw) && isLetterAt(text, at - 1) && isLetterAt(text, end)) {
      glued = false;
    } else {
      const broken = kind !== 'mark' && isBroken(hidden, at, end);
      const folded = kind === 'word' ? foldWord(raw) : raw;
      tokens.push({ kind: broken ? 'broken' : kind, text: folded, start: at, end, glued, newLine });
      glued = true;
    }
    newLine = false;
    at = end;
  }
  const words = new Set(
    tokens.flatMap(({ kind, text }) => (kind === 'word' || kind === 'num' ? [text] : [])),
  );
  return { text, tokens, words, tally };
}

/** Lower case, no accents: `Reçu` and `RECU` are one word. */
export function foldWord(word: string): string {
  if (ASCII_WORD.test(word)) return word.toLowerCase();
  return word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}

const APOSTROPHES = new Set(["'", '’', '‘', '`', '´', 'ʼ']);
const ASCII_WORD = /^[A-Za-z]+$/;
const LETTER = /^\p{L}$/u;
const LETTER_OR_MARK = /^[\p{L}\p{M}]$/u;

function kindOf(char: string): Token['kind'] | 'space' {
  if (char === ' ' || char === '\n') return 'space';
  if (char >= '0' && char <= '9') return 'num';
  if (char <= '~') return (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') ? 'word' : 'mark';
  if (APOSTROPHES.has(char)) return 'mark';
  return LETTER_OR_MARK.test(char) ? 'word' : 'mark';
}

function isLetterAt(text: string, at: number): boolean {
  return LETTER.test(text[at] ?? '');
}

/** Invisible characters inside: to us it is neither a word nor a number, whatever it looks like. */
function isBroken(hidden: ReadonlySet<number>, start: number, end: number): boolean {
  for (const place of hidden) if (place >= start && place < end) return true;
  return false;
}
