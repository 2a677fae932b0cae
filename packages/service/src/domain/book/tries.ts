import type { Past } from './contest.ts';
import { FORGIVEN_GUESSES, guessesIn, mayBeGuess, mostPlausible } from './guesses.ts';
import { joinsOf } from './joins.ts';
import { type Leading, leadingOf, Onward } from './leading.ts';
import { type Claim, within } from './path.ts';
import type { BookPolicy } from './policy.ts';

/** No more waiting messages than this are looked at: behind so many, any may be a try. */
export const TOLD_MAX = 1000;
/** So many stretches of the way are told apart: all of a thousand steps, of more the shorter ones. */
const STRETCHES_MAX = 1_000_000;
/** Messages that lead on to more than this are somebody's maze: each of them is a try then. */
const LOOKS_MAX = 500_000;

/**
 * Credits that wait for a reading and may be lucky guesses at it: a message is lost or late, and somebody who doesn't know
 * the balance tells of its very sum at many. One of them begins where the true one did, and the reading is right by it. So
 * whoever tries is counted by what he has to tell: the sum, in one message or any way that messages lead on from each other,
 * also one that comes back to where it began. Other sums meet no such reading, and a flood of them holds nobody up.
 * @param way from the balance that was read last to the one that is read now
 * @param others the messages that are not on the way
 * @returns by step, the messages that tried its sum; none where they are too many to name
 */
export function triedSteps(
  way: readonly Past[],
  others: readonly Claim[],
  policy: BookPolicy,
): Map<string, Set<string>> {
  const tried = new Map<string, Set<string>>();
  const every = { starts: guessesIn(others), by: [] };
  if (every.starts <= FORGIVEN_GUESSES || !way.some(waits)) return tried;
  const stretches = stretchesOf(way);
  const most_xaf = mostPlausible(way.flatMap(({ before_xaf, after_xaf }) => [before_xaf, after_xaf]));
  const tries = triesOf(way, others, new Set(stretches.map(({ sum_xaf }) => sum_xaf)), most_xaf);
  const joins = joinsOf(way, others);
  const joined = Math.max(0, joins.size - FORGIVEN_GUESSES);
  for (const step of way.filter(waits))
    if (mayBeGuess(joined, step.after_xaf - step.before_xaf, policy))
      tried.set(step.step_id, new Set(joins.values()));
  for (const { sum_xaf, first, last } of stretches) {
    const found = tries?.get(sum_xaf);
    if (tries !== null && found === undefined) continue;
    const steps = way.slice(first, last + 1);
    const hides_fee = steps.some(({ hiding }) => hiding !== undefined);
    for (const step of steps.filter(waits)) {
      const amount_xaf = step.after_xaf - step.before_xaf;
      const { starts, by } = found === undefined ? every : triedBy(found, amount_xaf, hides_fee);
      const guesses = Math.max(0, starts - FORGIVEN_GUESSES);
      if (!mayBeGuess(guesses, Math.max(Math.abs(sum_xaf), amount_xaf), policy)) continue;
      tried.set(
        step.step_id,
        new Set(found === undefined ? [] : [...(tried.get(step.step_id) ?? []), ...by]),
      );
    }
  }
  return tried;
}

function waits({ before_xaf, after_xaf, is_weighed, is_pending }: Past): boolean {
  return is_weighed && is_pending && after_xaf > before_xaf;
}

type Stretch = { first: number; last: number; sum_xaf: number };

/** The stretches of the way in which a credit waits, by the places of their first and last step. */
function stretchesOf(way: readonly Past[]): Stretch[] {
  const most = Math.floor(STRETCHES_MAX / way.length);
  const next = way.map((_, place) => place);
  for (let place = way.length - 1; place >= 0; place -= 1)
    if (!waits(way[place] as Past)) next[place] = next[place + 1] ?? Number.POSITIVE_INFINITY;
  return way.flatMap((one, first) => {
    const from = next[first] ?? Number.POSITIVE_INFINITY;
    if (from >= first + most) return [];
    return way.slice(from, first + most).map((step, at) => ({
      ...{ first, last: from + at },
      sum_xaf: step.after_xaf - one.before_xaf,
    }));
  });
}

/**
 * Who tried a sum: from which balance, how far his messages lead up and down from there, and whether a debit would begin there by
 * the fee that it hides.
 */
type Tried = { start_xaf: number; span_xaf: number; is_by_fee: boolean; by: string }[];

/**
 * What comes back to where it began, or near it, tries only what it told of in between, or twice that. And a debit that hides its fee begins
 * anywhere: that is a try only where the way itself begins so.
 */
function triedBy(tried: Tried, amount_xaf: number, hides_fee: boolean): { starts: number; by: string[] } {
  const own = tried.filter(
    ({ span_xaf, is_by_fee }) => 2 * span_xaf >= amount_xaf && (hides_fee || !is_by_fee),
  );
  return { starts: new Set(own.map((one) => one.start_xaf)).size, by: own.map((one) => one.by) };
}

/**
 * At which balances messages begin that lead on by one of these sums, one of them or several, and which begin there. What
 * leaves in between counts off: a credit of too much and a debit of the rest tell of the sum as well. A debit that hides its
 * fee begins at any balance from which the fee would be a likely one. They may lead on over steps of the way, since somebody
 * may tell once of what all his tries have in common. Null when they are a maze.
 */
function triesOf(
  way: readonly Past[],
  claims: readonly Claim[],
  sums: ReadonlySet<number>,
  most_xaf: number,
): Map<number, Tried> | null {
  if (claims.length >= TOLD_MAX) return null;
  const sorted = [...sums].toSorted((a, b) => a - b);
  const moves = leadingOf(claims);
  const steps = way.map(({ before_xaf, after_xaf }) => ({
    ...{ from_xaf: before_xaf, until_xaf: before_xaf, after_xaf },
  }));
  const reach = new Reach([...moves, ...steps]);
  const tries = new Map<number, Tried>();
  let looks = 0;
  for (const { key, from_xaf, until_xaf, after_xaf } of moves) {
    if (from_xaf > most_xaf) continue;
    const reached = reach.from(after_xaf);
    looks += reached.size;
    if (looks > LOOKS_MAX) return null;
    const span_xaf = spanOf([from_xaf, ...reached]);
    for (const at_xaf of reached)
      for (const sum_xaf of within(sorted, at_xaf - until_xaf, at_xaf - from_xaf)) {
        const start_xaf = at_xaf - sum_xaf;
        const found = tries.get(sum_xaf) ?? [];
        found.push({ start_xaf, span_xaf, is_by_fee: start_xaf !== from_xaf, by: key });
        tries.set(sum_xaf, found);
      }
  }
  return tries;
}

const spanOf = (balances: readonly number[]): number =>
  balances.reduce((most, one) => Math.max(most, one)) - balances.reduce((least, one) => Math.min(least, one));

/** The balances to which messages lead, one after the other; each looked up once. */
class Reach {
  readonly #onward: Onward<Leading>;
  readonly #next = new Map<number, Set<number>>();
  readonly #reached = new Map<number, Set<number>>();

  constructor(moves: readonly Leading[]) {
    this.#onward = new Onward(moves);
  }

  /** From this balance, itself included. */
  from(start_xaf: number): Set<number> {
    const known = this.#reached.get(start_xaf);
    if (known !== undefined) return known;
    const reached = new Set([start_xaf]);
    // What is added while it is walked is walked too.
    for (const at_xaf of reached) for (const then_xaf of this.#after(at_xaf)) reached.add(then_xaf);
    this.#reached.set(start_xaf, reached);
    return reached;
  }

  #after(at_xaf: number): Set<number> {
    const known = this.#next.get(at_xaf);
    if (known !== undefined) return known;
    const next = new Set(this.#onward.from(at_xaf).map(({ after_xaf }) => after_xaf));
    this.#next.set(at_xaf, next);
    return next;
  }
}
