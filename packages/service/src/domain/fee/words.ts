import type { FeeTerms } from './terms.ts';

const AMOUNT_MAX_XAF = 1_000_000_000;
const WHOLE = 10_000;

/**
 * Reads terms as a person types them: `1.5%`, `1.5%+50`, `100` (francs), each with `min=100`, `max=5000`, `tax=18%`.
 * @returns the terms, or a sentence that says what is wrong
 */
export function readTerms(words: readonly string[]): FeeTerms | string {
  const [first = '', ...others] = words;
  const fee = readFee(first);
  if (fee === null) return `${first === '' ? 'Nothing' : first} is no fee: write 1.5%, 100 or 1.5%+50.`;
  const terms: FeeTerms = { ...fee, min_xaf: 0, max_xaf: null, tax_basis_points: 0 };
  const said = new Set<string>();
  for (const word of others) {
    const [name = '', value = '', more] = word.split('=');
    if (said.has(name)) return `${name} is said twice.`;
    said.add(name);
    const read = name === 'tax' ? readPercent(value) : readFrancs(value);
    if (read === null || more !== undefined || !(name === 'min' || name === 'max' || name === 'tax'))
      return `${word} is none of them: write min=100, max=5000 or tax=18%.`;
    if (name === 'min') terms.min_xaf = read;
    else if (name === 'max') terms.max_xaf = read;
    else terms.tax_basis_points = read;
  }
  if (terms.max_xaf !== null && terms.max_xaf < terms.min_xaf)
    return `The fee can't be at least ${terms.min_xaf} and at most ${terms.max_xaf}.`;
  return terms;
}

function readFee(word: string): { basis_points: number; fixed_xaf: number } | null {
  const [rate = '', fixed, more] = word.split('+');
  if (more !== undefined) return null;
  if (fixed === undefined && !rate.endsWith('%')) {
    const fixed_xaf = readFrancs(rate);
    return fixed_xaf === null ? null : { basis_points: 0, fixed_xaf };
  }
  const basis_points = readPercent(rate);
  const fixed_xaf = fixed === undefined ? 0 : readFrancs(fixed);
  return basis_points === null || fixed_xaf === null ? null : { basis_points, fixed_xaf };
}

/** Hundredths of a percent. */
function readPercent(text: string): number | null {
  const found = /^(\d{1,3})(?:\.(\d{1,2}))?%$/.exec(text);
  if (found === null) return null;
  const basis_points = Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
  return basis_points <= WHOLE ? basis_points : null;
}

function readFrancs(text: string): number | null {
  const amount_xaf = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return amount_xaf <= AMOUNT_MAX_XAF ? amount_xaf : null;
}

/** Terms as a person types them: `readTerms` reads the same again. */
export function writeTerms({
  basis_points,
  fixed_xaf,
  min_xaf,
  max_xaf,
  tax_basis_points,
}: FeeTerms): string {
  const rate = `${basis_points / 100}%`;
  const fee = fixed_xaf === 0 ? rate : basis_points === 0 ? `${fixed_xaf}` : `${rate}+${fixed_xaf}`;
  return [
    fee,
    ...(min_xaf === 0 ? [] : [`min=${min_xaf}`]),
    ...(max_xaf === null ? [] : [`max=${max_xaf}`]),
    ...(tax_basis_points === 0 ? [] : [`tax=${tax_basis_points / 100}%`]),
  ].join(' ');
}

export const sameTerms = (one: FeeTerms, other: FeeTerms): boolean => writeTerms(one) === writeTerms(other);
