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
  /** For each token, and the end, the index of the first from there on that is no soft mark, if it is near. */
  readonly solid: readonly number[];
  /** What has been read at each token so far. */
  readonly known: Record<Field, unknown[]>;
  /** Counts looks at tokens, so that a test can show that the work grows with the length and no faster. */
  readonly tally: { steps: number };
}

/** What can be read at a token. */
type Field = 'amount' | 'id' | 'payer' | 'time';

/** Reads a field at each token once for each text, however many wordings ask for it there. */
export function once<Read>(field: Field, read: (lexed: Lexed, at: number) => Read | null) {
  return (lexed: Lexed, at: number): Read | null => {
    const known = lexed.known[field] as (Read | null | undefined)[];
    const before = known[at];
    if (before !== undefined) return before;
    const found = read(lexed, at);
    known[at] = found;
    return found;
  };
}

/**
 * Cuts a text into tokens in one pass. Apostrophes between letters only part words (`d'argent` is `d`,
 * `argent`), whichever apostrophe is printed.
 */
export function lex(raw: string): Lexed {
  const { text, hidden } = cleanText(raw);
  const tokens: Token[] = [];
  const words = new Set<string>();
  let at = 0;
  let glued = false;
  let newLine = true;
  while (at < text.length) {
    const start = at;
    const kind = kindAt(text, at);
    at += widthAt(text, at);
    if (kind === 'space') {
      glued = false;
      newLine = text[start] === '\n';
      continue;
    }
    while (kind !== 'mark' && at < text.length && kindAt(text, at) === kind) at += widthAt(text, at);
    const printed = text.slice(start, at);
    if (kind === 'mark' && APOSTROPHES.has(printed) && isLetterAt(text, start - 1) && isLetterAt(text, at)) {
      glued = false;
    } else {
      const broken = kind !== 'mark' && isBroken(hidden, start, at);
      const folded = kind === 'word' ? foldWord(printed) : printed;
      if (kind !== 'mark' && !broken) words.add(folded);
      tokens.push({ kind: broken ? 'broken' : kind, text: folded, start, end: at, glued, newLine });
      glued = true;
    }
    newLine = false;
  }
  const known = { amount: [], id: [], payer: [], time: [] };
  return { text, tokens, words, solid: solidFrom(tokens), known, tally: { steps: text.length } };
}

/** Marks that say something: they hide digits of a number, or make a sum another currency's. */
const HARD_MARK = /^[•●*·∙∗×\p{Sc}]$/u;
/** Others may stand before a word or a value without changing it, so many at most. */
const MOST_SOFT_MARKS = 6;

function solidFrom(tokens: readonly Token[]): number[] {
  const solid = new Array<number>(tokens.length + 1);
  let next = tokens.length;
  solid[next] = next;
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const { kind, text } = tokens[at] as Token;
    if (kind !== 'mark' || (HARD_MARK.test(text) && dialledEnd(tokens, at) === null)) next = at;
    solid[at] = Math.min(next, at + MOST_SOFT_MARKS);
  }
  return solid;
}

const STARS = new Set(['*', '∗']);
/** More figures and stars than any code to dial has. */
const MOST_OF_CODE = 24;

/**
 * Where the code to dial ends that goes on from this figure or star: `*211#`, `*211*66123456*5000#`. Its stars hide no
 * digit, and its figures are nobody's number and no sum.
 */
export function dialledEnd(tokens: readonly Token[], start: number): number | null {
  for (let at = start; at <= start + MOST_OF_CODE; at += 1) {
    const token = tokens[at];
    if (token === undefined || (at > start && !token.glued)) return null;
    if (token.text === '#') return at > start ? at + 1 : null;
    if (token.kind !== 'num' && !STARS.has(token.text)) return null;
  }
  return null;
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

function kindAt(text: string, at: number): 'word' | 'num' | 'mark' | 'space' {
  const code = text.charCodeAt(at);
  if (code === SPACE || code === LINE_BREAK) return 'space';
  if (code >= 0x30 && code <= 0x39) return 'num';
  const lower = code | 0x20;
  if (code < 0x7f) return lower >= 0x61 && lower <= 0x7a ? 'word' : 'mark';
  const char = String.fromCodePoint(text.codePointAt(at) as number);
  return !APOSTROPHES.has(char) && LETTER_OR_MARK.test(char) ? 'word' : 'mark';
}

const SPACE = 0x20;
const LINE_BREAK = 0x0a;

/** A character beyond U+FFFF takes two places. */
const widthAt = (text: string, at: number): number => ((text.codePointAt(at) as number) > 0xffff ? 2 : 1);

function isLetterAt(text: string, at: number): boolean {
  return LETTER.test(text[at] ?? '');
}

/** Invisible characters inside: to us it is neither a word nor a number, whatever it looks like. */
function isBroken(hidden: ReadonlySet<number>, start: number, end: number): boolean {
  for (const place of hidden) if (place >= start && place < end) return true;
  return false;
}
