import type { Past } from './contest.ts';
import { type Leading, leadingOf, Onward } from './leading.ts';
import { type Claim, within } from './path.ts';

/**
 * The balances off a way from which messages lead onto it, and those to which messages lead off it, one message or several on
 * from each other: who doesn't know where the way begins or ends tries it at each of them, whatever he tells of. What ends where
 * the way begins, or begins where it ends, is on no other way between the two: an offer that prints the balance, or a payment
 * that came since the look at the SIM.
 * @param others the messages that are not on the way
 * @returns by balance, the message that begins or ends there
 */
export function joinsOf(way: readonly Past[], others: readonly Claim[]): Map<number, string> {
  const moves = leadingOf(others);
  const on_way = new Set(way.flatMap(({ before_xaf, after_xaf }) => [before_xaf, after_xaf]));
  const joins = new Map<number, string>();
  const note = (at_xaf: number, key: string) => void (on_way.has(at_xaf) || joins.set(at_xaf, key));
  for (const { key, from_xaf } of leadingTo(way, moves)) note(from_xaf, key);
  for (const { key, after_xaf } of leadingFrom(way, moves)) note(after_xaf, key);
  return joins;
}

/** The movements that lead to a balance of the way behind its start. */
function leadingTo<One extends Leading>(way: readonly Past[], moves: readonly One[]): Set<One> {
  const by_end = Map.groupBy(moves, ({ after_xaf }) => after_xaf);
  const ends = [...by_end.keys()].toSorted((a, b) => a - b);
  const found = new Set<One>();
  const open = way.map(({ after_xaf }) => ({ from_xaf: after_xaf, until_xaf: after_xaf }));
  // A debit of the way that hides its fee may have begun elsewhere.
  open.push(...way.flatMap(({ hiding }) => hiding ?? []));
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const end_xaf of within(ends, at.from_xaf, at.until_xaf))
      for (const move of by_end.get(end_xaf) ?? []) {
        if (found.has(move)) continue;
        found.add(move);
        open.push(move);
      }
  return found;
}

/** The movements to which a balance of the way before its end leads. */
function leadingFrom<One extends Leading>(way: readonly Past[], moves: readonly One[]): Set<One> {
  const onward = new Onward(moves);
  const found = new Set<One>();
  const seen = new Set(way.map(({ before_xaf }) => before_xaf));
  // What is added while it is walked is walked too; what leads back to the end of the way leads no further.
  for (const at_xaf of seen)
    for (const move of onward.from(at_xaf)) {
      found.add(move);
      if (move.after_xaf !== way.at(-1)?.after_xaf) seen.add(move.after_xaf);
    }
  return found;
}
