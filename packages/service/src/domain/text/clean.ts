export interface CleanText {
  /** NFKC with Western digits and separators of sums, one space or one line break for each white space, no control or invisible characters. */
  readonly text: string;
  /** Where in `text` an invisible character stood inside a word or a number, or a sign that is no digit for people. No operator writes that. */
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
  for (const { char, is_sign } of charsOf(raw)) {
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
    if ((invisible && isWordChar) || is_sign) hidden.add(length);
    invisible = false;
    gap = '';
    out.push(char > '~' ? (WESTERN.get(char) ?? char) : char);
    length += char.length;
    afterWordChar = isWordChar;
  }
  return { text: out.join(''), hidden };
}

/** Digits that are written small, in circles or as a fraction, which NFKC makes digits like others: `1²000` is no 12,000. */
const NUMBER_SIGNS = /(\p{No}+)/u;

/** The characters as NFKC has them, and whether each stood for such a sign. */
function charsOf(raw: string): { char: string; is_sign: boolean }[] {
  const parts = raw.toWellFormed().split(NUMBER_SIGNS);
  return parts.flatMap((part, at) =>
    [...part.normalize('NFKC')].map((char) => ({ char, is_sign: at % 2 === 1 })),
  );
}

/** Most texts are so already: printed ASCII, parted by single spaces. */
const CLEAN = /^[!-~]+(?: [!-~]+)*$/;
const NONE: ReadonlySet<number> = new Set();
const INVISIBLE = /^\p{Cf}$/u;
const ASCII_WORD_CHAR = /^[0-9A-Za-z]$/;
const WORD_CHAR = /^[\p{L}\p{N}]$/u;
const DIGITS = ['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹'].flatMap((digits) =>
  [...digits].map((digit, value): [string, string] => [digit, `${value}`]),
);
/**
 * The digits of Arabic texts, and of Persian keyboards, and what parts them in a sum: NFKC folds wide digits into ours, and
 * leaves these.
 */
const WESTERN = new Map([...DIGITS, ['٬', ','], ['٫', '.']]);
const ARABIC_DIGITS = /[٠-٩۰-۹]/g;

/** The digits of Arabic texts as ours. */
export const withWesternDigits = (text: string): string =>
  text.replace(ARABIC_DIGITS, (digit) => WESTERN.get(digit) ?? digit);
const WHITE = /^[\s\p{Cc}]$/u;

function isWhite(char: string): boolean {
  return char === ' ' || ((char < ' ' || char > '~') && WHITE.test(char));
}
