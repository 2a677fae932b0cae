import { type Announced, isOfSum } from '../movement/announced.ts';
import { type Claim, isPast } from '../movement/claim.ts';
import { CLOCKS_DIFFER_MS, OVERTAKEN_MS } from '../movement/clocks.ts';
import { hiddenFeeMax, isCredit, type Move } from '../movement/move.ts';
import type { Pile } from '../movement/path.ts';
import { reached, toldBy } from '../movement/ways.ts';
import { MINUTE_MS } from '../time.ts';
import { type Book, type Gap, type Kept, leftOpen } from './book.ts';
import type { BookPolicy } from './bound.ts';
import { mayBeBefore } from './gap.ts';

/** Refutes what the book has gone past, unless a gap leaves room for it. */
export function refute(book: Book, pile: Pile, kept: Kept, policy: BookPolicy): void {
  const open = leftOpen(book, kept.proven).gaps;
  // The clock of an operator or a phone may be behind. So what has arrived since the last step and goes on from the tip
  // waits, though it seems older: the next reading says whether it is true.
  const since = pile.left.filter(({ arrived_at_ms }) => arrived_at_ms > kept.went_on_at_ms);
  const at_tip = since.filter(({ moves }) => moves.some(({ before_xaf }) => before_xaf === kept.tip_xaf));
  const waiting = connected(at_tip, since, false);
  const fitting = open.flatMap((gap) => [
    ...joined(gap, pile.left, book.announced, policy),
    ...aboveSlip(gap, pile.left, policy),
  ]);
  const held = new Set([...waiting, ...fitting]);
  // A message that was overtaken may have to wait, for the bound or for a second one that overtook it and comes later
  // still. One that has arrived since the last step, or prints no time, may seem older by as much as two clocks differ.
  const slackOf = (claim: Claim) =>
    claim.arrived_at_ms > kept.went_on_at_ms || claim.precision_ms > MINUTE_MS
      ? CLOCKS_DIFFER_MS
      : OVERTAKEN_MS;
  kept.refuted = pile.left.filter(
    (claim) => isPast(claim, kept.went_on_at_ms - slackOf(claim)) && !held.has(claim),
  );
}

/**
 * Messages that a short reading may have cut off, as long as nobody has said what left: if its balance was mistyped too low,
 * they are true. They had come before that reading, and begin at the balance that the book had then, or above it by one lost
 * payment at most; with what goes on from them. This proves none of them. Without the upper end any forged message of a price
 * would keep each session of that price waiting.
 */
function aboveSlip(gap: Gap, claims: readonly Claim[], policy: BookPolicy): Set<Claim> {
  if (gap.after_xaf >= gap.before_xaf) return new Set();
  const highest_xaf = highestBehind(gap, policy);
  const early = claims.filter((claim) => mayBeBefore(claim, gap) && claim.arrived_at_ms <= gap.until_ms);
  const near = early.filter(({ moves }) =>
    moves.some(
      ({ before_xaf }) => before_xaf !== null && before_xaf >= gap.before_xaf && before_xaf <= highest_xaf,
    ),
  );
  return connected(near, early, false);
}

/** The highest balance at which a payment may begin before which one was lost. */
const highestBehind = ({ before_xaf }: Gap, { anchor_above_xaf }: BookPolicy): number =>
  before_xaf + (anchor_above_xaf ?? Number.POSITIVE_INFINITY);

/**
 * The messages that a gap may miss, with those that lead to them or go on from them: the way through a gap may lead beyond
 * its two balances.
 */
function joined(
  gap: Gap,
  claims: readonly Claim[],
  announced: readonly Announced[],
  policy: BookPolicy,
): Set<Claim> {
  const early = claims.filter((claim) => mayBeBefore(claim, gap));
  // An announced debit may lie between the missing messages, however far its balances are from the gap.
  const isExpected = ({ moves }: Claim) => moves.some((move) => announced.some((one) => isOfSum(one, move)));
  const range = reach(gap, early, announced, policy);
  const fitting = early.filter((claim) => fits(gap, claim, range) || isExpected(claim));
  return connected(fitting, early, true);
}

type BalanceRange = { from_xaf: number; to_xaf: number };

/**
 * Between which balances the way through a gap may lead. The SIM has stood at least between the gap's two, and those of the messages
 * that lead from the one or to the other: who forges one of these knows the balance. Around an announced debit the way lies beyond
 * that by no more than was announced, with its fee. A debit that is told without having been announced widens it where it begins
 * within that, or where a lost payment may have come before: whoever forges one, and a payment behind it, has to know the balance
 * as well as that.
 */
function reach(
  gap: Gap,
  early: readonly Claim[],
  announced: readonly Announced[],
  policy: BookPolicy,
): BalanceRange {
  const touching = early.filter(({ moves }) => moves.some((one) => touches(gap, one)));
  const stood = [gap, ...toldBy([...connected(touching, early, true)]).map(({ move }) => move)].flatMap(
    ({ before_xaf, after_xaf }) => [before_xaf, after_xaf],
  );
  const beyond_xaf = announced.reduce(
    (sum_xaf, { amount_xaf }) => sum_xaf + amount_xaf + hiddenFeeMax(amount_xaf),
    0,
  );
  const lowest_xaf = Math.min(...stood) - beyond_xaf;
  const highest_xaf = highestBehind(gap, policy);
  const debits = toldBy(early, (move) => !isCredit(move)).flatMap(({ move }) =>
    move.before_xaf >= lowest_xaf && move.before_xaf <= highest_xaf ? [move] : [],
  );
  return {
    from_xaf: Math.min(lowest_xaf, ...debits.map((one) => one.after_xaf - beyond_xaf)),
    to_xaf: Math.max(...stood, ...debits.map((one) => one.before_xaf)) + beyond_xaf,
  };
}

const touches = ({ before_xaf, after_xaf }: Gap, one: Move): boolean =>
  one.before_xaf === before_xaf || one.after_xaf === after_xaf;

/** Some messages with all that go on from one of them; and, if `both_ways`, with all that lead to one. */
function connected(some: readonly Claim[], claims: readonly Claim[], both_ways: boolean): Set<Claim> {
  const told = toldBy(claims);
  const begin = Map.groupBy(told, ({ move }) => move.before_xaf);
  const end = Map.groupBy(both_ways ? told : [], ({ move }) => move.after_xaf);
  return reached(some, (one) =>
    toldBy([one]).flatMap(({ move: { before_xaf, after_xaf } }) =>
      [...(begin.get(after_xaf) ?? []), ...(end.get(before_xaf) ?? [])].map(({ claim }) => claim),
    ),
  );
}

/**
 * Whether a message may be one that a gap misses: it touches an end of the gap, lies within what the way through it may
 * reach, or prints no balance and a sum that fits.
 */
function fits(gap: Gap, { moves, held = [] }: Claim, range: BalanceRange): boolean {
  const isWithin = (balance_xaf: number | null) =>
    balance_xaf !== null && balance_xaf >= range.from_xaf && balance_xaf <= range.to_xaf;
  const missing_xaf = Math.abs(gap.after_xaf - gap.before_xaf);
  return [...moves, ...held].some(
    (one) =>
      (one.after_xaf === null &&
        (one.reading === null ? one.amount_xaf === missing_xaf : one.amount_xaf <= missing_xaf)) ||
      touches(gap, one) ||
      (isWithin(one.before_xaf) && isWithin(one.after_xaf)),
  );
}
