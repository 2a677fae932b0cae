import type { Claim } from '../movement/claim.ts';
import { balancesOn, kept, onwardBy, reached, toldBy, within } from '../movement/ways.ts';
import { type Contesting, type WeighedStep, withMore } from './contesting.ts';
import { guessesIn, mayBeGuess, mostPlausible, type Threshold, wrongGuesses } from './guesses.ts';
import { joinsOf } from './joins.ts';

/** At most so many waiting messages are looked at. Where there are so many, each of them counts as a try. */
export const TOLD_MAX = 1000;
/**
 * At most so many stretches of a way are compared: all of a way of a thousand steps, and of a longer one only the shorter
 * stretches.
 */
const STRETCHES_MAX = 1_000_000;
/** Messages that lead on to more balances than this are somebody's maze: each of them counts as a try then. */
const LOOKS_MAX = 500_000;

/**
 * Finds credits that wait for a reading and may be lucky guesses at it. The attack: a true message is lost or late, and
 * somebody who doesn't know the balance tells of its very sum at many balances. One of his messages begins where the true
 * one did, and the reading is right by it. So a message is a try if it tells of that sum, alone or with others that go on
 * from each other, even back to where they began. Messages that lead onto the way or off it are tries whatever they tell
 * (`joins.ts`). Other messages can't meet the reading, and a flood of them holds nobody up.
 * @param way from the balance that was read last to the one that is read now
 * @param others the messages that are not on the way
 * @param forgiven_before of the guesses that are forgiven so many were wrong in the week before
 * @returns by step, the messages that tried its sum
 */
export function triedSteps(
  way: readonly WeighedStep[],
  others: readonly Claim[],
  policy: Threshold,
  forgiven_before: number,
): Map<string, Contesting> {
  const guesses_in_all = guessesIn(others);
  if (wrongGuesses(guesses_in_all, 0, forgiven_before) === 0 || !way.some(waits)) return new Map();
  const tried = triedByJoins(way, others, policy, forgiven_before);
  const stretches = stretchesOf(way);
  const tries = triesOf(way, others, new Set(stretches.map(({ sum_xaf }) => sum_xaf)));
  for (const { sum_xaf, first, last } of stretches) {
    const found = tries?.get(sum_xaf) ?? [];
    if (tries !== null && found.length === 0) continue;
    const steps = way.slice(first, last + 1);
    const hides_fee = steps.some(({ hiding }) => hiding !== undefined);
    for (const step of steps.filter(waits)) {
      const amount_xaf = step.after_xaf - step.before_xaf;
      // Where they are too many to say which of them tried it, each counts, and none is named.
      const { starts, by } =
        tries === null ? { starts: guesses_in_all, by: null } : triedBy(found, amount_xaf, hides_fee);
      const wrong = wrongGuesses(starts, 0, forgiven_before);
      if (!mayBeGuess(wrong, Math.max(Math.abs(sum_xaf), amount_xaf), policy)) continue;
      tried.set(step.step_id, withMore(tried.get(step.step_id), by));
    }
  }
  return tried;
}

/** The credits that wait and may be lucky guesses by messages that lead onto the way or off it, with those messages. */
function triedByJoins(
  way: readonly WeighedStep[],
  others: readonly Claim[],
  policy: Threshold,
  forgiven_before: number,
): Map<string, Contesting> {
  const joins = joinsOf(way, others);
  const wrong = wrongGuesses(new Set(joins.map(({ at_xaf }) => at_xaf)).size, 0, forgiven_before);
  const steps = way.filter((one) => waits(one) && mayBeGuess(wrong, one.after_xaf - one.before_xaf, policy));
  return new Map(steps.map(({ step_id }) => [step_id, new Set(joins.map(({ by }) => by))]));
}

function waits({ before_xaf, after_xaf, is_weighed, is_pending }: WeighedStep): boolean {
  return is_weighed && is_pending && after_xaf > before_xaf;
}

type Stretch = { first: number; last: number; sum_xaf: number };

/** The stretches of a way (steps in a row) that hold a credit which waits, by the places of their first and last step. */
function stretchesOf(way: readonly WeighedStep[]): Stretch[] {
  const most = Math.floor(STRETCHES_MAX / way.length);
  return way.flatMap(({ before_xaf }, first) => {
    const steps = way.slice(first, first + most);
    const from = steps.findIndex(waits);
    if (from < 0) return [];
    return steps.slice(from).map(({ after_xaf }, at) => ({
      ...{ first, last: first + from + at, sum_xaf: after_xaf - before_xaf },
    }));
  });
}

/**
 * The tries of one sum: the balance at which each begins, how far apart the highest and the lowest balance lie that it
 * leads to, whether it begins there only if a debit hides a fee, and its message.
 */
type TriesOfSum = { start_xaf: number; span_xaf: number; is_by_fee: boolean; by: string }[];

/**
 * The tries that count for a credit of this amount: at how many balances they begin, and their messages. Messages that come
 * back to where they began, or near it, try no credit larger than twice the span of what they told of. A debit that hides
 * its fee could begin anywhere, so it is a try only where a step of the way hides one too.
 */
function triedBy(
  tried: TriesOfSum,
  amount_xaf: number,
  hides_fee: boolean,
): { starts: number; by: string[] } {
  const own = tried.filter(
    ({ span_xaf, is_by_fee }) => 2 * span_xaf >= amount_xaf && (hides_fee || !is_by_fee),
  );
  return { starts: new Set(own.map((one) => one.start_xaf)).size, by: own.map((one) => one.by) };
}

/**
 * The tries of each of these sums: messages that lead on by it, alone or with others. Debits count off, since a credit of
 * too much and a debit of the rest tell of the sum as well. A debit that hides its fee begins at every balance from which
 * the fee would be a likely one. Messages may lead on over steps of the way, since somebody may tell only once of what all
 * his tries have in common. Null where there are too many messages, or they are a maze.
 */
function triesOf(
  way: readonly WeighedStep[],
  claims: readonly Claim[],
  sums: ReadonlySet<number>,
): Map<number, TriesOfSum> | null {
  if (claims.length >= TOLD_MAX) return null;
  const most_xaf = mostPlausible(balancesOn(way));
  const sorted = [...sums].toSorted((a, b) => a - b);
  const moves = toldBy(claims);
  const steps = way.map(({ before_xaf, after_xaf }) => ({
    ...{ from_xaf: before_xaf, until_xaf: before_xaf, after_xaf },
  }));
  const onward = onwardBy([...moves, ...steps]);
  const next = kept((at_xaf: number) => new Set(onward(at_xaf).map(({ after_xaf }) => after_xaf)));
  const reachedFrom = kept((at_xaf: number) => reached([at_xaf], next));
  const tries = new Map<number, TriesOfSum>();
  let looks = 0;
  for (const { claim, from_xaf, until_xaf, after_xaf } of moves) {
    if (from_xaf > most_xaf) continue;
    const ends = reachedFrom(after_xaf);
    looks += ends.size;
    if (looks > LOOKS_MAX) return null;
    const span_xaf = spanOf([from_xaf, ...ends]);
    for (const at_xaf of ends)
      for (const sum_xaf of within(sorted, at_xaf - until_xaf, at_xaf - from_xaf)) {
        const start_xaf = at_xaf - sum_xaf;
        const found = tries.get(sum_xaf) ?? [];
        found.push({ start_xaf, span_xaf, is_by_fee: start_xaf !== from_xaf, by: claim.key });
        tries.set(sum_xaf, found);
      }
  }
  return tries;
}

const spanOf = (balances: readonly number[]): number =>
  balances.reduce((most, one) => Math.max(most, one)) - balances.reduce((least, one) => Math.min(least, one));
