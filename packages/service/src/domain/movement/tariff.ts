/**
 * What an operator takes for amounts from `from_xaf` to `to_xaf`, both included: a fee, and a share of the amount. Whole
 * francs.
 */
export type Bracket = { from_xaf: number; to_xaf: number; fee_xaf: number; rate_basis_points: number };

/** A tariff of more brackets than this is a mistake. */
const BRACKETS_MAX = 50;
const AMOUNT_MAX_XAF = 100_000_000;

/** What a person types where an operator takes nothing that anybody knows any more: the tariff goes. */
const NO_TARIFF = 'none';

/**
 * Reads brackets as a person types them: `1-5000=100` (francs), `5001-500000=1.5%`, or `5001-500000=50+1%`; or `none`.
 * @returns the brackets, lowest first, none where the tariff is taken away; or a sentence that says what is wrong
 */
export function readTariff(words: readonly string[]): Bracket[] | string {
  if (words.length === 1 && words[0] === NO_TARIFF) return [];
  if (words.length === 0) return 'A tariff has at least one bracket, such as 1-5000=100; none takes it away.';
  if (words.length > BRACKETS_MAX) return `A tariff has at most ${BRACKETS_MAX} brackets.`;
  const brackets: Bracket[] = [];
  for (const word of words) {
    const bracket = readBracket(word);
    if (bracket === null)
      return `${word} is no bracket: write 1-5000=100, 5001-500000=1.5% or 5001-500000=50+1%.`;
    brackets.push(bracket);
  }
  brackets.sort((a, b) => a.from_xaf - b.from_xaf);
  const clash = brackets.find((one, n) => one.from_xaf <= (brackets[n - 1]?.to_xaf ?? 0));
  if (clash !== undefined) return `Two brackets hold ${clash.from_xaf}: each amount has one fee.`;
  return brackets;
}

function readBracket(word: string): Bracket | null {
  const found = /^(\d{1,9})-(\d{1,9})=(?:(\d{1,7})|(?:(\d{1,7})\+)?(\d{1,2}(?:\.\d{1,2})?)%)$/.exec(word);
  if (found === null) return null;
  const [, from, to, fee, with_rate, percent] = found;
  const bracket = {
    from_xaf: Number(from),
    to_xaf: Number(to),
    fee_xaf: Number(fee ?? with_rate ?? 0),
    rate_basis_points: Math.round(Number(percent ?? 0) * 100),
  };
  const is_sound =
    bracket.from_xaf > 0 && bracket.from_xaf <= bracket.to_xaf && bracket.to_xaf <= AMOUNT_MAX_XAF;
  return is_sound ? bracket : null;
}

/** A bracket as a person types it. */
export function writeBracket({ from_xaf, to_xaf, fee_xaf, rate_basis_points }: Bracket): string {
  const rate = rate_basis_points === 0 ? null : `${rate_basis_points / 100}%`;
  const fee = rate === null ? `${fee_xaf}` : fee_xaf === 0 ? rate : `${fee_xaf}+${rate}`;
  return `${from_xaf}-${to_xaf}=${fee}`;
}

/** Brackets as a person types them; of none that there is no tariff. */
export const writeTariff = (brackets: readonly Bracket[]): string =>
  brackets.length === 0 ? NO_TARIFF : brackets.map(writeBracket).join(' ');

/** What the operator takes for an amount in this bracket. */
function feeIn({ fee_xaf, rate_basis_points }: Bracket, amount_xaf: number): number {
  return fee_xaf + Math.ceil((amount_xaf * rate_basis_points) / 10_000);
}

/**
 * What the operator may take for an announced debit. No message says which service it was, so only the cheapest fee is
 * believed: the difference to a dearer one may be what a forged credit brought. Empty where no tariff is set.
 * @param brackets those of the operator's tariffs that hold this amount
 */
export function operatorFees(brackets: readonly Bracket[], amount_xaf: number): number[] {
  return brackets
    .map((bracket) => feeIn(bracket, amount_xaf))
    .sort((a, b) => a - b)
    .slice(0, 1);
}
