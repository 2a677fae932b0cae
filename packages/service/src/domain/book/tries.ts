import { BETWEEN_MAX } from './between.ts';
import { type BookPolicy, FORGIVEN_GUESSES, mayBeGuess } from './book.ts';
import type { Past } from './contest.ts';
import type { Claim } from './path.ts';

/** Somebody may split a sum among so many messages; more in a row are counted by no one sum. */
const IN_A_ROW_MAX = 12;
/** Above so many times the highest balance no guess could be the lucky one. */
const IMPLAUSIBLE = 10;
/** Messages that lead on to more than this are somebody's maze: it contests whatever waits. */
const LOOKS_MAX = 200_000;

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
  const most_xaf = IMPLAUSIBLE * Math.max(...way.map((one) => Math.max(one.before_xaf, one.after_xaf)));
  const tries = triesOf(others, most_xaf);
  if (tries === null) return new Map(way.filter(waits).map(({ step_id }) => [step_id, new Set()]));
  for (const start of way.keys())
    for (let length = 1; length <= IN_A_ROW_MAX && start + length <= way.length; length += 1) {
      const run = way.slice(start, start + length);
      if (!run.some(waits)) continue;
      const sum_xaf = run.reduce((sum, { before_xaf, after_xaf }) => sum + after_xaf - before_xaf, 0);
      const { starts, by } = tries.get(sum_xaf) ?? { starts: new Set(), by: new Set<string>() };
      if (!mayBeGuess(Math.max(0, starts.size - FORGIVEN_GUESSES), sum_xaf, policy)) continue;
      for (const { step_id } of run.filter(waits))
        tried.set(step_id, new Set([...(tried.get(step_id) ?? []), ...by]));
    }
  return tried;
}

function waits({ before_xaf, after_xaf, is_weighed, is_pending }: Past): boolean {
  return is_weighed && is_pending && after_xaf > before_xaf;
}

type Tries = Map<number, { starts: Set<number>; by: Set<string> }>;

/**
 * At which balances messages begin that lead up by a sum, one of them or several that go on from each other, and which begin
 * there. What leaves in between counts off: a credit of too much and a debit of the rest tell of the sum as well. Null when
 * they are a maze.
 */
function triesOf(claims: readonly Claim[], most_xaf: number): Tries | null {
  // So many are all that is loaded: the tries may lie behind them.
  if (claims.length >= BETWEEN_MAX) return null;
  const moves = claims.flatMap(({ key, moves: told }) =>
    told.flatMap(({ before_xaf, after_xaf }) =>
      before_xaf === null || after_xaf === null ? [] : [{ key, before_xaf, after_xaf }],
    ),
  );
  const next = Map.groupBy(moves, ({ before_xaf }) => before_xaf);
  const tries: Tries = new Map();
  let looks = 0;
  for (const { key, before_xaf, after_xaf } of moves) {
    if (before_xaf > most_xaf) continue;
    let reached = new Set([after_xaf]);
    for (let length = 1; length <= IN_A_ROW_MAX && reached.size > 0; length += 1) {
      for (const at_xaf of reached) {
        const found = tries.get(at_xaf - before_xaf) ?? { starts: new Set(), by: new Set() };
        found.starts.add(before_xaf);
        found.by.add(key);
        tries.set(at_xaf - before_xaf, found);
      }
      const onward = [...reached].flatMap((at_xaf) => next.get(at_xaf) ?? []);
      looks += onward.length;
      if (looks > LOOKS_MAX) return null;
      reached = new Set(onward.map((one) => one.after_xaf));
    }
  }
  return tries;
}
