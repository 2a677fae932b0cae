/** Texts from `from` on and before `until`, in byte order: what begins with a prefix. */
export type TextRange = { from: string; until: string };
export type SearchRanges = { references: TextRange[]; internal_ref: string | null; phones: TextRange[] };

const REFERENCE = /^[A-Za-z0-9._:/-]{1,100}$/;
const INTERNAL_REF = /^TX[0-9]{6}[0-9A-HJKMNP-TV-Z]{8}$/;
const DIGITS = /^\+?[0-9]{1,11}$/;
/** After every character that a reference may have. */
const LAST = '~';

/**
 * What a search text can mean: the beginning of a reference (as typed, in capitals, in small letters), a whole
 * internal_ref in any case, or the beginning of the payer's number with or without `+235`. Everything is a
 * range of an index; what fits nothing finds nothing.
 */
export function searchRanges(search: string): SearchRanges {
  const text = search.trim();
  const references = REFERENCE.test(text)
    ? [...new Set([text, text.toUpperCase(), text.toLowerCase()])].map(prefixed)
    : [];
  const capitals = text.toUpperCase();
  return {
    references,
    internal_ref: INTERNAL_REF.test(capitals) ? capitals : null,
    phones: phonePrefixes(text.replaceAll(' ', '')).map(prefixed),
  };
}

const prefixed = (prefix: string): TextRange => ({ from: prefix, until: prefix + LAST });

function phonePrefixes(text: string): string[] {
  if (!DIGITS.test(text)) return [];
  if (text.startsWith('+')) return [text];
  // `235…` may be the country code or the beginning of a number of 8 digits.
  const national = text.length <= 8 ? [`+235${text}`] : [];
  return text.startsWith('235') ? [...national, `+${text}`] : national;
}
