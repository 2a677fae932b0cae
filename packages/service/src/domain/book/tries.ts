import { type BookPolicy, FORGIVEN_GUESSES, mayBeGuess } from './book.ts';
import type { Past } from './contest.ts';
import { type Claim, guessesOf, within } from './path.ts';

/** No more of what waits is looked at: tries may lie behind so many. */
export const TOLD_MAX = 1000;
/** Somebody may split a sum among so many messages; more in a row are counted by no one sum. */
const IN_A_ROW_MAX = 100;
/** Above so many times the highest balance no guess could be the lucky one. */
export const IMPLAUSIBLE = 10;
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
  const waiting = [...way.entries()].flatMap(([place, step]) =>
    waits(step) ? runsOf(way, place, step) : [],
  );
  if (waiting.length === 0) return tried;
  const most_xaf = IMPLAUSIBLE * Math.max(...way.map((one) => Math.max(one.before_xaf, one.after_xaf)));
  const tries = triesOf(others, new Set(waiting.map(({ sum_xaf }) => sum_xaf)), most_xaf);
  const every = { starts: others.reduce((sum, one) => sum + guessesOf(one), 0), by: new Set<string>() };
  for (const { step_id, sum_xaf, told_xaf } of waiting) {
    const found = tries === null ? every : countOf(tries.get(sum_xaf));
    if (!mayBeGuess(Math.max(0, found.starts - FORGIVEN_GUESSES), told_xaf, policy)) continue;
    tried.set(step_id, tries === null ? every.by : new Set([...(tried.get(step_id) ?? []), ...found.by]));
  }
  return tried;
}

function waits({ before_xaf, after_xaf, is_weighed, is_pending }: Past): boolean {
  return is_weighed && is_pending && after_xaf > before_xaf;
}

/** The stretches of the way that hold a step: by how much each moves the balance, and how much a guess at it would take. */
function runsOf(way: readonly Past[], place: number, { step_id, before_xaf, after_xaf }: Past) {
  const starts = way.slice(Math.max(0, place + 1 - IN_A_ROW_MAX), place + 1);
  return starts.flatMap((first, at) =>
    way.slice(place, place + IN_A_ROW_MAX - starts.length + 1 + at).map((last) => {
      const sum_xaf = last.after_xaf - first.before_xaf;
      return { step_id, sum_xaf, told_xaf: Math.max(Math.abs(sum_xaf), after_xaf - before_xaf) };
    }),
  );
}

type Tried = { starts: Set<number>; by: Set<string> };

const countOf = (tried: Tried | undefined) => ({ starts: tried?.starts.size ?? 0, by: tried?.by ?? [] });

/**
 * At which balances messages begin that lead on by one of these sums, one of them or several, and which begin there. What
 * leaves in between counts off: a credit of too much and a debit of the rest tell of the sum as well. A debit that hides its
 * fee begins at any balance from which the fee would be a likely one. Null when they are a maze.
 */
function triesOf(
  claims: readonly Claim[],
  sums: ReadonlySet<number>,
  most_xaf: number,
): Map<number, Tried> | null {
  if (claims.length >= TOLD_MAX) return null;
  const sorted = [...sums].toSorted((a, b) => a - b);
  const moves = claims.flatMap(({ key, moves: told }) =>
    told.flatMap(({ before_xaf, after_xaf, hidden_fee_max_xaf }) =>
      before_xaf === null || after_xaf === null
        ? []
        : [{ key, from_xaf: before_xaf, until_xaf: before_xaf + hidden_fee_max_xaf, after_xaf }],
    ),
  );
  const reach = new Reach(moves);
  const tries = new Map<number, Tried>();
  let looks = 0;
  for (const { key, from_xaf, until_xaf, after_xaf } of moves) {
    if (from_xaf > most_xaf) continue;
    const reached = reach.from(after_xaf);
    looks += reached.size;
    if (looks > LOOKS_MAX) return null;
    for (const at_xaf of reached)
      for (const sum_xaf of within(sorted, at_xaf - until_xaf, at_xaf - from_xaf)) {
        const found = tries.get(sum_xaf) ?? { starts: new Set(), by: new Set() };
        found.starts.add(at_xaf - sum_xaf);
        found.by.add(key);
        tries.set(sum_xaf, found);
      }
  }
  return tries;
}

type Leading = { from_xaf: number; until_xaf: number; after_xaf: number };

/** The balances to which messages lead, one after the other; each looked up once. */
class Reach {
  readonly #exact: Map<number, Leading[]>;
  readonly #hiding: Leading[];
  readonly #next = new Map<number, Set<number>>();
  readonly #reached = new Map<number, Set<number>>();

  constructor(moves: readonly Leading[]) {
    this.#exact = Map.groupBy(moves, ({ from_xaf }) => from_xaf);
    this.#hiding = moves.filter(({ from_xaf, until_xaf }) => until_xaf > from_xaf);
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
    const hiding = this.#hiding.filter(({ from_xaf, until_xaf }) => from_xaf < at_xaf && at_xaf <= until_xaf);
    const next = new Set([...(this.#exact.get(at_xaf) ?? []), ...hiding].map(({ after_xaf }) => after_xaf));
    this.#next.set(at_xaf, next);
    return next;
  }
}
