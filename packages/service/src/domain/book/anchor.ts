import { contestedSteps } from '../doubt/contest.ts';
import type { Doubt, WeighedStep } from '../doubt/contesting.ts';
import { triedSteps } from '../doubt/tries.ts';
import { announcedOn, leaving } from '../movement/announced.ts';
import { type Claim, happenedBy } from '../movement/claim.ts';
import { CLOCKS_DIFFER_MS, lookedBefore } from '../movement/clocks.ts';
import { bringsMoney, type MoveWithBalances } from '../movement/move.ts';
import { MINUTE_MS } from '../time.ts';
import type { Book, Pending, Proven } from './book.ts';
import { type BookPolicy, vouch } from './bound.ts';
import { type Bridge, bridgeTo, EMPTY_BRIDGE } from './bridge.ts';

/** What a reading finds missing between the book and the balance. */
type Missing = NonNullable<Bridge['missing']> & { doubt: Doubt | null };

/** What a balance read on the SIM makes of a book. */
export type Anchored = {
  /** Where the book stands then: at the balance, or where payments have brought it since the look at the SIM. */
  tip_xaf: number;
  /** The messages on the path to it, in order; they come after `missing`, if something is. */
  proven: Proven[];
  /** From the tip to the first of `proven`, or to the anchor; null when nothing is missing. */
  missing: Missing | null;
  /** Less money is there than the tip says: a step since the last anchor was false, or money has left unseen. */
  is_short: boolean;
  /** Credits that were booked before and settle now. */
  released: Pending[];
  /** How much of the settled credits this reading doesn't vouch for: it counts on against the bound. */
  unanchored_xaf: number;
  /** Steps that it can't vouch for, since messages that are not proven lead another way past them. */
  contested: ReadonlyMap<string, Doubt>;
  /** How many of the book's steps came after the look at the SIM. */
  steps_since: number;
  /** The book stood at that balance before another reading moved it, or passed it by that: nobody knows which look came later. */
  is_crossed: boolean;
  /**
   * What it settles, leaves unexplained, or finds gone of an announced payout: above the configured amount two people
   * name the balance.
   */
  moved_xaf: number;
};

/**
 * An anchor settles the messages on the only path from the tip to its balance, in order. Where a message is missing, the
 * chain that ends exactly in the balance is proven too, and the difference is booked as unexplained until messages or staff
 * say what it was. Where the book stood at that balance at the moment of the look nothing is missing: what came between the
 * look and the word stays as it was. Pure.
 */
export function anchorBook(
  book: Book,
  balance_xaf: number,
  claims: readonly Claim[],
  policy: BookPolicy,
): Anchored {
  const stood = book.stood.find((one) => one.balance_xaf === balance_xaf);
  const bridge = bridgeTo(book, balance_xaf, claims, policy);
  if (stood === undefined || bridge.path.length > 0 || balance_xaf === book.tip_xaf)
    return anchoredBy(book, balance_xaf, bridge, claims, policy);
  // A reading of a balance at which the book stood a moment ago vouches for the steps before, and those since count on.
  const steps_since = stood.step_ids.length;
  const before: Book = {
    ...book,
    tip_xaf: balance_xaf,
    unanchored_xaf: Math.max(0, book.unanchored_xaf - stood.settled_xaf),
    pending: book.pending.filter(({ step_id }) => !stood.step_ids.includes(step_id)),
    past: book.past.slice(0, Math.max(0, book.past.length - steps_since)),
  };
  const earlier = anchoredBy(before, balance_xaf, EMPTY_BRIDGE, claims, policy);
  const { is_behind_reading: is_crossed, settled_xaf } = stood;
  const unanchored_xaf = earlier.unanchored_xaf + settled_xaf;
  return { ...earlier, tip_xaf: book.tip_xaf ?? balance_xaf, steps_since, is_crossed, unanchored_xaf };
}

/** What a balance makes of a book, by the way that leads to it. */
function anchoredBy(
  book: Book,
  balance_xaf: number,
  bridge: Bridge,
  claims: readonly Claim[],
  policy: BookPolicy,
): Anchored {
  const { path, missing } = bridge;
  const proven = announcedOn(path, book.announced);
  const lost_xaf =
    missing === null || missing.announced !== null ? 0 : missing.after_xaf - missing.before_xaf;
  const outflow_xaf = book.outflow_xaf + Math.max(0, -lost_xaf) + leaving(proven);
  const is_suspected = book.is_suspected || lost_xaf < 0;
  const contested = contestedOf(book, bridge, claims, policy);
  const vouched = vouch({ ...book, outflow_xaf, is_suspected }, proven, contested, policy);
  const moved = [...proven.map(({ move }) => move), ...vouched.released];
  // An announced payout that is missing is proven by the balance alone and by no message, so it counts for the second
  // person: else one person's word could call any payout sent. A sweep pays nobody, and two people agreed on a large one.
  const is_swept = missing?.announced?.kind === 'sweep';
  const missing_xaf = missing === null || is_swept ? 0 : Math.abs(missing.after_xaf - missing.before_xaf);
  return {
    ...vouched,
    contested: new Map([...contested].filter(([step_id]) => step_id !== MISSING)),
    steps_since: 0,
    is_crossed: lost_xaf < 0 && wasPassed(book, balance_xaf, claims),
    tip_xaf: balance_xaf,
    missing: missing && { ...missing, doubt: contested.get(MISSING) ?? null },
    is_short: lost_xaf < 0,
    moved_xaf: moved.reduce((sum_xaf, { amount_xaf }) => sum_xaf + amount_xaf, missing_xaf),
  };
}

/**
 * Whether another reading, a moment ago, led the book over a step that nobody told of and past this balance, at which a message
 * that waits begins or ends: whoever looked before a payment came may say so after who looked behind it.
 */
function wasPassed(
  { tip_xaf, stood, otherwise }: Book,
  balance_xaf: number,
  claims: readonly Claim[],
): boolean {
  const is_between =
    stood.some((one) => one.is_behind_reading && one.balance_xaf < balance_xaf) &&
    balance_xaf < (tip_xaf ?? 0);
  return (
    is_between &&
    [...claims, ...otherwise].some(({ moves }) =>
      moves.some(({ before_xaf, after_xaf }) => before_xaf === balance_xaf || after_xaf === balance_xaf),
    )
  );
}

const MISSING = 'missing';

/**
 * What is contested on the way between two readings: the steps booked since the last one, what is missing, and the path to
 * this one.
 */
function contestedOf(
  standing: Book,
  { path, missing, is_fork }: Bridge,
  claims: readonly Claim[],
  policy: BookPolicy,
): Map<string, Doubt> {
  const { past, otherwise, announced } = standing;
  const start_xaf = path[0]?.before_xaf;
  // The steps that a fork leaves behind count as money that left, so they are not weighed.
  const forks_at = past.findLastIndex(({ before_xaf }) => before_xaf === start_xaf);
  const kept = is_fork ? past.slice(0, Math.max(0, forks_at)) : past;
  const gap = is_fork || missing === null ? [] : [missing];
  const way: WeighedStep[] = [
    ...kept,
    ...gap.map((one) => ({ ...one, step_id: MISSING, is_weighed: true, is_pending: true })),
    ...path.map(({ claim, move, before_xaf, after_xaf }) => ({
      ...{ step_id: claim.key, before_xaf, after_xaf },
      ...(before_xaf !== move.before_xaf && { hiding: beginsOf(move) }),
      is_weighed: bringsMoney({ kind: move.kind, before_xaf, after_xaf }),
      is_pending: true,
    })),
  ];
  const placed = new Set(path.map(({ claim }) => claim));
  const known = new Set(claims.map(({ key }) => key));
  const others = [...claims, ...otherwise.filter(({ key }) => !known.has(key))].filter(
    (claim) => !placed.has(claim),
  );
  // Messages that had arrived before the last look lie on no way behind it, and are no tries.
  const looked_at_ms = lookedBefore(standing.anchored_at_ms);
  const since = others.filter((one) => one.arrived_at_ms > looked_at_ms);
  const left_xaf = announced.reduce((sum_xaf, { amount_xaf }) => sum_xaf + amount_xaf, 0);
  // A message that prints a time before that look contests nothing, since a true one prints its own time. It may be a try
  // all the same.
  const beside = since.filter(
    (one) => one.precision_ms > MINUTE_MS || happenedBy(one) > looked_at_ms - CLOCKS_DIFFER_MS,
  );
  return contestedSteps(way, beside, left_xaf, triedSteps(way, since, policy, standing.forgiven_before));
}

/** Where a debit that hides its fee may have begun. */
const beginsOf = ({ before_xaf, hidden_fee_max_xaf }: MoveWithBalances) => ({
  from_xaf: before_xaf,
  until_xaf: before_xaf + hidden_fee_max_xaf,
});
