const { CHARI_SOAK, CHARI_SEED } = process.env;
/** A few days each; about a second a day. */
const USUAL = 2;
const MANY = 400;
/** A database that has seen many days takes longer over each. */
const ON_ONE_DATABASE = 20;

/**
 * The days that are drawn, by their seeds from `first` on, as many together as are played on one database: `CHARI_SEED=17` those of one
 * seed, with CHARI_SOAK=1 hundreds that nobody has played before.
 */
export const seedsFrom = (first: number): readonly (readonly number[])[] => inPortions(seeds(first));

function seeds(first: number): number[] {
  if (CHARI_SEED !== undefined) return [Number(CHARI_SEED)];
  return CHARI_SOAK === '1' ? from(Math.floor(Math.random() * 1_000_000) * 1000, MANY) : from(first, USUAL);
}

function from(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, n) => first + n);
}

function inPortions(all: readonly number[]): number[][] {
  const portions = from(0, Math.ceil(all.length / ON_ONE_DATABASE));
  return portions.map((n) => all.slice(n * ON_ONE_DATABASE, (n + 1) * ON_ONE_DATABASE));
}
