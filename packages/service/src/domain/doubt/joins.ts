import type { Claim } from '../movement/claim.ts';
import { balancesOn, endingBy, onwardBy, reached, toldBy } from '../movement/ways.ts';
import type { WeighedStep } from './contesting.ts';

/**
 * Finds the balances off a way from which unproven messages lead onto it, and those to which they lead off it, by one
 * message or by several that go on from each other. Somebody who doesn't know where the way begins or ends tries it at each
 * of these balances, whatever sum he tells of. What ends where the way begins, or begins where it ends, is no such try: it
 * may be an offer that prints the balance, or a payment that came since the look at the SIM.
 * @param others the messages that are not on the way
 * @returns the messages that begin or end at each of these balances, all that do: people have to disown each of them
 */
export function joinsOf(
  way: readonly WeighedStep[],
  others: readonly Claim[],
): { at_xaf: number; by: string }[] {
  const told = toldBy(others);
  const [ending, onward] = [endingBy(told), onwardBy(told)];
  // A debit of the way that hides its fee may have begun at another balance.
  const ends = way.flatMap(({ after_xaf, hiding }) => [
    ...ending(after_xaf, after_xaf),
    ...(hiding === undefined ? [] : ending(hiding.from_xaf, hiding.until_xaf)),
  ]);
  const leading = reached(ends, ({ from_xaf, until_xaf }) => ending(from_xaf, until_xaf));
  // What leads back to the end of the way is followed no further.
  const last_xaf = way.at(-1)?.after_xaf;
  const begun = [...new Set(way.map(({ before_xaf }) => before_xaf))].flatMap(onward);
  const gone = reached(begun, ({ after_xaf }) => (after_xaf === last_xaf ? [] : onward(after_xaf)));
  const on_way = new Set(balancesOn(way));
  return [
    ...[...leading].map(({ from_xaf: at_xaf, claim }) => ({ at_xaf, by: claim.key })),
    ...[...gone].map(({ after_xaf: at_xaf, claim }) => ({ at_xaf, by: claim.key })),
  ].filter(({ at_xaf }) => !on_way.has(at_xaf));
}
