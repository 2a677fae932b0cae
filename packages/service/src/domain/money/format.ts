/** U+202F, the mark French typography puts between thousands and before a unit; it keeps a sum on one line. */
const NARROW_NO_BREAK_SPACE = '\u202f';

/**
 * A sum for a French reader: `25 000 FCFA`, both spaces narrow and unbreakable (U+202F).
 *
 * @param amount_xaf whole francs, may be negative
 */
export function formatXaf(amount_xaf: number): string {
  const digits = String(Math.abs(Math.trunc(amount_xaf)));
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  const sign = amount_xaf < 0 ? '-' : '';
  return `${sign}${groups.join(NARROW_NO_BREAK_SPACE)}${NARROW_NO_BREAK_SPACE}FCFA`;
}
