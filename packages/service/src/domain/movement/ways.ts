import type { Claim } from './claim.ts';
import { hasBalances, type MoveWithBalances } from './move.ts';

/** A movement from `from_xaf` to `after_xaf`. A debit that hides its fee may begin at any balance up to `until_xaf`. */
type Leading = { from_xaf: number; until_xaf: number; after_xaf: number };

/** A claim with one of its readings. */
export type ToldMove = Leading & { claim: Claim; move: MoveWithBalances };

/** The movements of which messages tell, by each reading with balances that fulfils `which`. */
export const toldBy = (claims: readonly Claim[], which = (_move: MoveWithBalances) => true): ToldMove[] =>
  claims.flatMap((claim) =>
    claim.moves
      .filter(hasBalances)
      .filter(which)
      .map((move) => ({
        ...{ claim, move, from_xaf: move.before_xaf, after_xaf: move.after_xaf },
        until_xaf: move.before_xaf + move.hidden_fee_max_xaf,
      })),
  );

/** Movements by the balances at which they may begin: those that begin just there first, then debits that would hide a fee. */
export function onwardBy<One extends Leading>(moves: readonly One[]): (at_xaf: number) => One[] {
  const exact = Map.groupBy(moves, ({ from_xaf }) => from_xaf);
  const hiding = moves.filter(({ from_xaf, until_xaf }) => until_xaf > from_xaf);
  return kept((at_xaf) => [
    ...(exact.get(at_xaf) ?? []),
    ...hiding.filter(({ from_xaf, until_xaf }) => from_xaf < at_xaf && at_xaf <= until_xaf),
  ]);
}

/** Movements by the balances at which they end, between two, both included. */
export function endingBy<One extends Leading>(
  moves: readonly One[],
): (from_xaf: number, until_xaf: number) => One[] {
  const by_end = Map.groupBy(moves, ({ after_xaf }) => after_xaf);
  const ends = [...by_end.keys()].toSorted((a, b) => a - b);
  return (from_xaf, until_xaf) =>
    within(ends, from_xaf, until_xaf).flatMap((end_xaf) => by_end.get(end_xaf) ?? []);
}

/** The balances at which the book stands along a way. */
export function balancesOn(way: readonly { before_xaf: number; after_xaf: number }[]): number[] {
  return way.flatMap(({ before_xaf, after_xaf }) => [before_xaf, after_xaf]);
}

/** Some with all that `next` leads to from them, one after the other. A Set visits also what is added while it is walked. */
export function reached<One>(some: Iterable<One>, next: (one: One) => Iterable<One>): Set<One> {
  const found = new Set(some);
  for (const one of found) for (const more of next(one)) found.add(more);
  return found;
}

/** To which balances movements lead from one, one after the other, from their one end to the other; and by which movements. */
export function ledFrom<One extends Leading>(
  moves: readonly One[],
  from: keyof Leading,
  to: keyof Leading,
): (at_xaf: number) => { balances: Set<number>; by: One[] } {
  const next = Map.groupBy(moves, (one) => one[from]);
  const nextTo = (at_xaf: number) => next.get(at_xaf) ?? [];
  const ends = (at_xaf: number) => nextTo(at_xaf).map((one) => one[to]);
  return (at_xaf) => {
    const balances = reached(ends(at_xaf), ends);
    return { balances, by: [at_xaf, ...balances].flatMap(nextTo) };
  };
}

/** The answers of a pure function, each found once: a maze asks again and again. */
export function kept<Key, Answer>(answer: (key: Key) => Answer): (key: Key) => Answer {
  const known = new Map<Key, Answer>();
  return (key) => {
    if (!known.has(key)) known.set(key, answer(key));
    return known.get(key) as Answer;
  };
}

/** Those of sorted whole figures that lie between two, both included. */
export function within(sorted: readonly number[], from: number, to: number): readonly number[] {
  return sorted.slice(firstFrom(sorted, from), firstFrom(sorted, to + 1));
}

/** The index of the first of sorted figures that is not less. */
function firstFrom(sorted: readonly number[], least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) >= least) high = middle;
    else low = middle + 1;
  }
  return low;
}
