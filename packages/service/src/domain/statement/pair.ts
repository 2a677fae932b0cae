/** Something that happened at a time, and by what it is called. */
export type Timed<Key> = { key: Key; at_ms: number };

const SKIP_ROW = 0;
const SKIP_STEP = 1;
const PAIR = 2;

/**
 * Pairs rows and steps of one sum that nothing else tells apart: as many as can be, in their order, each at most `within_ms` from
 * its own. Where one side has more, those are paired that lie nearest to each other, all in all: the money of the others was told
 * of in another way, or not at all. Of two as near the earlier is taken. Pure.
 */
export function pairInOrder<Row, Step>(
  rows: readonly Timed<Row>[],
  steps: readonly Timed<Step>[],
  within_ms: number,
): [Row, Step][] {
  const row = inTime(rows);
  const step = inTime(steps);
  const bands = bandsOf(row, step, within_ms);
  const choices = choose(row, step, bands);
  const pairs: [Row, Step][] = [];
  let at = row.length;
  let to = step.length;
  while (at > 0 && to > 0) {
    const { from, until, offset } = bands[at - 1] as Band;
    const choice = to > until ? SKIP_STEP : to <= from ? SKIP_ROW : choices[offset + to - from - 1];
    if (choice !== SKIP_STEP) at -= 1;
    if (choice !== SKIP_ROW) to -= 1;
    if (choice === PAIR) pairs.push([(row[at] as Timed<Row>).key, (step[to] as Timed<Step>).key]);
  }
  return pairs.reverse();
}

const inTime = <Key>(all: readonly Timed<Key>[]): Timed<Key>[] =>
  all.toSorted((one, other) => one.at_ms - other.at_ms);

/** The steps behind the first `from`, up to the first `until`, may be those of a row; its choices begin at `offset`. */
type Band = { from: number; until: number; offset: number };

/**
 * Which steps are near enough to each row; and no further from its place in the order than there are rows or steps to spare.
 * So where there are as many of both, each has one step only, however many there are.
 */
function bandsOf(
  rows: readonly Timed<unknown>[],
  steps: readonly Timed<unknown>[],
  within_ms: number,
): Band[] {
  const most = mostPairs(rows, steps, within_ms);
  const spare_rows = rows.length - most;
  const spare_steps = steps.length - most;
  const at_ms = (place: number): number => steps[place]?.at_ms ?? Number.POSITIVE_INFINITY;
  let from = 0;
  let until = 0;
  let offset = 0;
  return rows.map((row, place) => {
    while (at_ms(from) < row.at_ms - within_ms) from += 1;
    while (at_ms(until) <= row.at_ms + within_ms) until += 1;
    const first = Math.max(from, place - spare_rows);
    const band = { from: first, until: Math.max(first, Math.min(until, place + 1 + spare_steps)), offset };
    offset += band.until - band.from;
    return band;
  });
}

/** How many pairs there can be: of two that are too far from each other the earlier one finds nothing any more. */
function mostPairs(
  rows: readonly Timed<unknown>[],
  steps: readonly Timed<unknown>[],
  within_ms: number,
): number {
  let pairs = 0;
  let to = 0;
  for (const { at_ms } of rows) {
    while (to < steps.length && (steps[to] as Timed<unknown>).at_ms < at_ms - within_ms) to += 1;
    if (to < steps.length && (steps[to] as Timed<unknown>).at_ms <= at_ms + within_ms) {
      pairs += 1;
      to += 1;
    }
  }
  return pairs;
}

/**
 * For the first so many rows and the first so many steps: what becomes of the last of them in the best pairing of all of those,
 * row by row and step by step of its band.
 */
function choose(
  rows: readonly Timed<unknown>[],
  steps: readonly Timed<unknown>[],
  bands: readonly Band[],
): Uint8Array {
  const last = bands.at(-1);
  const choices = new Uint8Array(last === undefined ? 0 : last.offset + last.until - last.from);
  // Of the first so many steps with the rows until here: how many pairs, and how far apart those are in all.
  const pairs = new Uint32Array(steps.length + 1);
  const apart_ms = new Float64Array(steps.length + 1);
  let known = 0;
  for (const [place, { from, until, offset }] of bands.entries()) {
    const { at_ms } = rows[place] as Timed<unknown>;
    // No row until here reached further.
    if (until > known) {
      pairs.fill(pairs[known] as number, known + 1, until + 1);
      apart_ms.fill(apart_ms[known] as number, known + 1, until + 1);
      known = until;
    }
    let pairs_before = pairs[from] as number;
    let apart_before_ms = apart_ms[from] as number;
    for (let to = from + 1; to <= until; to += 1) {
      const pairs_above = pairs[to] as number;
      const apart_above_ms = apart_ms[to] as number;
      let choice = SKIP_ROW;
      let most = pairs_above;
      let least_ms = apart_above_ms;
      const pairs_left = pairs[to - 1] as number;
      const apart_left_ms = apart_ms[to - 1] as number;
      if (pairs_left > most || (pairs_left === most && apart_left_ms < least_ms)) {
        choice = SKIP_STEP;
        most = pairs_left;
        least_ms = apart_left_ms;
      }
      const paired = pairs_before + 1;
      const paired_ms = apart_before_ms + Math.abs(at_ms - (steps[to - 1] as Timed<unknown>).at_ms);
      if (paired > most || (paired === most && paired_ms < least_ms)) {
        choice = PAIR;
        most = paired;
        least_ms = paired_ms;
      }
      choices[offset + to - from - 1] = choice;
      pairs[to] = most;
      apart_ms[to] = least_ms;
      pairs_before = pairs_above;
      apart_before_ms = apart_above_ms;
    }
  }
  return choices;
}
