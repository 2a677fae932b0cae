/** Seeded chance: the same seed gives the same world. Every draw of a simulation comes from one of these. */
export type Chance = {
  /** A number in [0, 1). */
  next: () => number;
  /** True with this probability. */
  happens: (probability: number) => boolean;
  /** A whole number from `low` to `high`, both included. */
  between: (low: number, high: number) => number;
  /** Exponentially distributed with this mean. */
  wait: (mean: number) => number;
  /** Log-normal: half below `median`, and a tail that grows with `spread`. */
  skewed: (median: number, spread: number) => number;
  pick: <T>(choices: readonly T[]) => T;
};

/** xorshift128+ on 32-bit words would be longer; sfc32 is small, fast and passes PractRand. */
export function createChance(seed: number): Chance {
  let [a, b, c, counter] = [0x9e3779b9, 0x243f6a88, seed >>> 0, 1];
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  // The first draws still look like the seed.
  for (let n = 0; n < 15; n += 1) next();
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    next,
    happens: (probability) => next() < probability,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    wait: (mean) => -mean * Math.log(1 - next()),
    skewed: (median, spread) => median * Math.exp(spread * normal()),
    pick: (choices) => {
      const choice = choices[Math.floor(next() * choices.length)];
      if (choice === undefined) throw new Error('bug: nothing to pick from');
      return choice;
    },
  };
}

/** UUIDv7s of the virtual clock: growing, and the same in every run of a seed. */
export function createVirtualIds(now_ms: () => number, chance: Chance): () => string {
  let last_ms = 0;
  let count = 0;
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
  return () => {
    const ms = Math.max(now_ms(), last_ms);
    count = ms > last_ms ? 0 : count + 1;
    last_ms = ms;
    // A counter of 26 bits over both fields: a batch may ask for thousands in one moment.
    const time = hex(ms, 12);
    const high = hex((count >>> 14) & 0xfff, 3);
    const low = hex(0x8000 | (count & 0x3fff), 4);
    const tail = hex(Math.floor(chance.next() * 2 ** 32), 8) + hex(Math.floor(chance.next() * 2 ** 16), 4);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${high}-${low}-${tail}`;
  };
}
