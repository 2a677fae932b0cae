import type { Claim } from './claim.ts';
import type { WeighedStep } from './contesting.ts';
import { type Leading, leadingOf, Onward } from './leading.ts';
import { within } from './path.ts';

/**
 * Finds the balances off a way from which unproven messages lead onto it, and those to which they lead off it, by one
 * message or by several that go on from each other. Somebody who doesn't know where the way begins or ends tries it at each
 * of these balances, whatever sum he tells of. What ends where the way begins, or begins where it ends, is no such try: it
 * may be an offer that prints the balance, or a payment that came since the look at the SIM.
 * @param others the messages that are not on the way
 * @returns by balance, the message that begins or ends there
 */
export function joinsOf(way: readonly WeighedStep[], others: readonly Claim[]): Map<number, string> {
  const moves = leadingOf(others);
  const on_way = new Set(way.flatMap(({ before_xaf, after_xaf }) => [before_xaf, after_xaf]));
  const joins = new Map<number, string>();
  const note = (at_xaf: number, key: string) => void (on_way.has(at_xaf) || joins.set(at_xaf, key));
  for (const { key, from_xaf } of leadingTo(way, moves)) note(from_xaf, key);
  for (const { key, after_xaf } of leadingFrom(way, moves)) note(after_xaf, key);
  return joins;
}

/** The movements that lead, alone or by others that go on from them, to the balance after a step of the way. */
function leadingTo<One extends Leading>(way: readonly WeighedStep[], moves: readonly One[]): Set<One> {
  const by_end = Map.groupBy(moves, ({ after_xaf }) => after_xaf);
  const ends = [...by_end.keys()].toSorted((a, b) => a - b);
  const found = new Set<One>();
  const open = way.map(({ after_xaf }) => ({ from_xaf: after_xaf, until_xaf: after_xaf }));
  // A debit of the way that hides its fee may have begun at another balance.
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

/** The movements that go on, alone or behind others, from the balance before a step of the way. */
function leadingFrom<One extends Leading>(way: readonly WeighedStep[], moves: readonly One[]): Set<One> {
  const onward = new Onward(moves);
  const found = new Set<One>();
  const seen = new Set(way.map(({ before_xaf }) => before_xaf));
  // A Set visits also what is added while it is walked. What leads back to the end of the way is followed no further.
  for (const at_xaf of seen)
    for (const move of onward.from(at_xaf)) {
      found.add(move);
      if (move.after_xaf !== way.at(-1)?.after_xaf) seen.add(move.after_xaf);
    }
  return found;
}
