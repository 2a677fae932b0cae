import { type BookPolicy, FORGIVEN_GUESSES, mayBeGuess } from './book.ts';
import type { Past } from './contest.ts';
import type { Claim } from './path.ts';

/** Somebody may split a sum among so many messages; more in a row are counted by no one sum. */
const IN_A_ROW_MAX = 4;
/** More chains than this are a maze, which contests everything by itself. */
const LOOKS_MAX = 20_000;

/**
 * Credits that wait for a reading and may be lucky guesses at it: a message is lost or late, and somebody who doesn't know
 * the balance tells of its very sum at many. One of them begins where the true one did, and the reading is right by it. So
 * whoever tries is counted by what he has to tell: the sum, in one message or several in a row. Other sums meet no such
 * reading, and a flood of them holds nobody up.
 * @param way from the balance that was read last to the one that is read now
 * @param others the messages that are not on the way
 * @returns by step, the messages that tried its sum
 */
export function triedSteps(
  way: readonly Past[],
  others: readonly Claim[],
  policy: BookPolicy,
): Map<string, Set<string>> {
  const tried = new Map<string, Set<string>>();
  if (!way.some(waits)) return tried;
  const tries = triesOf(others);
  for (const start of way.keys())
    for (let length = 1; length <= IN_A_ROW_MAX && start + length <= way.length; length += 1) {
      const run = way.slice(start, start + length);
      if (!run.every(waits)) break;
      const sum_xaf = run.reduce((sum, { before_xaf, after_xaf }) => sum + after_xaf - before_xaf, 0);
      const { starts, by } = tries.get(sum_xaf) ?? { starts: new Set(), by: new Set<string>() };
      if (!mayBeGuess(Math.max(0, starts.size - FORGIVEN_GUESSES), sum_xaf, policy)) continue;
      for (const { step_id } of run) tried.set(step_id, new Set([...(tried.get(step_id) ?? []), ...by]));
    }
  return tried;
}

function waits({ before_xaf, after_xaf, is_weighed, is_pending }: Past): boolean {
  return is_weighed && is_pending && after_xaf > before_xaf;
}

/** At which balances messages begin that lead up by a sum, one of them or several that go on from each other, and which. */
function triesOf(claims: readonly Claim[]): Map<number, { starts: Set<number>; by: Set<string> }> {
  const moves = claims.flatMap(({ key, moves: told }) =>
    told.flatMap(({ before_xaf, after_xaf }) =>
      before_xaf === null || after_xaf === null || after_xaf <= before_xaf
        ? []
        : [{ key, before_xaf, after_xaf }],
    ),
  );
  const next = Map.groupBy(moves, ({ before_xaf }) => before_xaf);
  const tries = new Map<number, { starts: Set<number>; by: Set<string> }>();
  let looks = 0;
  const walk = (from_xaf: number, at_xaf: number, keys: readonly string[]): void => {
    for (const { key, after_xaf } of next.get(at_xaf) ?? []) {
      looks += 1;
      if (looks > LOOKS_MAX) return;
      const sum_xaf = after_xaf - from_xaf;
      const found = tries.get(sum_xaf) ?? { starts: new Set(), by: new Set() };
      found.starts.add(from_xaf);
      for (const one of [...keys, key]) found.by.add(one);
      tries.set(sum_xaf, found);
      if (keys.length + 1 < IN_A_ROW_MAX) walk(from_xaf, after_xaf, [...keys, key]);
    }
  };
  for (const from_xaf of next.keys()) walk(from_xaf, from_xaf, []);
  return tries;
}
