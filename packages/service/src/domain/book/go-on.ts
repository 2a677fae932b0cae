import { DAY_MS, MINUTE_MS } from '../time.ts';
import { type Announced, isOfSum, mayBeFee, metBy } from './announced.ts';
import { type Book, type Gap, type Kept, leftOpen, type Proven, withinBound } from './book.ts';
import { type Claim, isPast, movedBy, wentOnAt } from './claim.ts';
import { fillGaps, mayBeBefore } from './gap.ts';
import { guessesIn, guessesOn, isCounted, wrongGuesses } from './guesses.ts';
import { hasBalances, hiddenFeeMax, isCredit, type Move } from './move.ts';
import { balancesOn, Pile } from './path.ts';
import { type BookPolicy, CLOCKS_DIFFER_MS, OVERTAKEN_MS } from './policy.ts';

/**
 * Lets the book of a number go on. Messages that begin exactly at the tip are proven and move it; those on the only path
 * through a gap explain the gap; those that the book has gone past are refuted; the rest waits. Nothing is inferred. Pure;
 * see docs/book.md.
 */
export function goOn(book: Book, claims: readonly Claim[], policy: BookPolicy): Kept {
  const { tip_xaf, unanchored_xaf, went_on_at_ms } = book;
  const kept: Kept = { proven: [], refuted: [], is_bound: false, tip_xaf, unanchored_xaf, went_on_at_ms };
  if (tip_xaf === null) return kept;
  const pile = new Pile(claims);
  const chain = chainFrom({ ...book, tip_xaf }, pile);
  // True messages wait too while one before them is missing, so credits that go on from the tip now are taken off the guesses.
  const guesses = wrongGuesses(
    guessesOn(book, balancesOn(chain)),
    guessesIn(chain.flatMap(({ claim, move }) => (isCredit(move) && isCounted(claim, book) ? claim : []))),
  );
  for (const next of chain) {
    const { move } = next;
    const standing = { ...book, guesses, unanchored_xaf: kept.unanchored_xaf };
    next.is_pending = isCredit(move) && !withinBound(standing, move.amount_xaf, policy);
    if (next.is_pending) kept.is_bound = true;
    else if (isCredit(move)) kept.unanchored_xaf += move.amount_xaf;
  }
  // A credit beyond the bound, with nothing behind it that settles, stays a claim: if it was forged, the next message that
  // begins at the tip refutes it.
  const booked = 1 + chain.findLastIndex(({ is_pending }) => !is_pending);
  for (const next of chain.slice(0, booked)) {
    kept.proven.push(next);
    kept.tip_xaf = next.after_xaf;
    kept.went_on_at_ms = wentOnAt(kept.went_on_at_ms, next.claim);
  }
  for (const { claim } of chain.slice(booked)) pile.give(claim);
  fillGaps(book, pile, kept, policy);
  refute(book, pile, kept, policy);
  return kept;
}

/** Takes the messages that go on from the tip off the pile, step after step, whether or not the bound lets them settle. */
function chainFrom(book: Book & { tip_xaf: number }, pile: Pile): Proven[] {
  const chain: Proven[] = [];
  const announced = new Set(book.announced);
  const old: Claim[] = [];
  let { tip_xaf, went_on_at_ms } = book;
  for (;;) {
    // Three kinds of messages are no next step, nor do they make another way. What is older than the last step has no place
    // after it, whatever balance it prints. What spans a gap exactly, and may be from before it was found, fills that gap.
    // What names no transaction may tell again of a row: the balance may have come back to where the row began.
    for (const claim of pile.left.filter(
      (one) => isPast(one, went_on_at_ms - OVERTAKEN_MS) || isOfGap(one, book.gaps) || one.is_of_row === true,
    )) {
      pile.take(claim);
      old.push(claim);
    }
    const next = stepAfter(tip_xaf, pile, announced);
    if (next === null) break;
    if (next.announced !== null) announced.delete(next.announced);
    chain.push(next);
    pile.take(next.claim);
    tip_xaf = next.after_xaf;
    went_on_at_ms = wentOnAt(went_on_at_ms, next.claim);
  }
  for (const claim of old) pile.give(claim);
  return chain;
}

/** The next step: the only message that begins at the tip, or, of several, the first on the only longest way. */
function stepAfter(tip_xaf: number, pile: Pile, announced: ReadonlySet<Announced>): Proven | null {
  // A debit that hides its fee is proven when staff have announced its sum and the fee is in the tariff. Were any likely
  // fee good enough, somebody who waits for a refund would need only a few guesses to move the tip.
  const announcedOf = (move: Move, fee_xaf: number, moved_by_ms: number) =>
    metBy(
      [...announced].filter(({ fees_xaf }) =>
        fee_xaf === 0 ? mayBeFee(move.fee_xaf, fees_xaf) : fees_xaf.includes(fee_xaf),
      ),
      move,
      moved_by_ms,
    );
  const mayHideFee = (move: Move, fee_xaf: number) => announcedOf(move, fee_xaf, 0) !== null;
  const found = pile.after(tip_xaf, mayHideFee);
  const placed = found.length > 1 ? pile.onlyPath(tip_xaf, null, mayHideFee)?.[0] : found[0];
  if (placed === undefined) return null;
  const fee_xaf = tip_xaf - (placed.move.before_xaf ?? tip_xaf);
  return {
    ...placed,
    gap: null,
    announced: announcedOf(placed.move, fee_xaf, movedBy(placed.claim)),
    is_pending: false,
  };
}

/**
 * Whether a message spans a gap exactly, and may be from before it was found. It may be late by a day, as where a phone was
 * off. One that comes later still, and begins exactly at the tip, is more likely a new payment of that sum.
 */
function isOfGap(claim: Claim, gaps: readonly Gap[]): boolean {
  const spans = (gap: Gap) =>
    claim.moves.some((one) => one.before_xaf === gap.before_xaf && one.after_xaf === gap.after_xaf);
  const isLate = ({ until_ms }: Gap) => claim.arrived_at_ms <= until_ms + DAY_MS;
  return gaps.some((gap) => mayBeBefore(claim, gap) && isLate(gap) && spans(gap));
}

/** Refutes what the book has gone past, unless a gap leaves room for it. */
function refute(book: Book, pile: Pile, kept: Kept, policy: BookPolicy): void {
  const open = leftOpen(book, kept.proven).gaps;
  // The clock of an operator or a phone may be behind. So what has arrived since the last step and goes on from the tip
  // waits, though it seems older: the next reading says whether it is true.
  const since = pile.left.filter(({ arrived_at_ms }) => arrived_at_ms > kept.went_on_at_ms);
  const at_tip = since.filter(({ moves }) => moves.some(({ before_xaf }) => before_xaf === kept.tip_xaf));
  const waiting = connected(at_tip, since, false);
  const fitting = new Set(open.flatMap((gap) => [...joined(gap, pile.left, book.announced, policy)]));
  // A message that was overtaken may have to wait, for the bound or for a second one that overtook it and comes later
  // still. One that has arrived since the last step, or prints no time, may seem older by as much as two clocks differ.
  const slackOf = (claim: Claim) =>
    claim.arrived_at_ms > kept.went_on_at_ms || claim.precision_ms > MINUTE_MS
      ? CLOCKS_DIFFER_MS
      : OVERTAKEN_MS;
  kept.refuted = pile.left.filter(
    (claim) =>
      isPast(claim, kept.went_on_at_ms - slackOf(claim)) && !waiting.has(claim) && !fitting.has(claim),
  );
}

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

type Range = { from_xaf: number; to_xaf: number };

/**
 * Between which balances the way through a gap may lead. Around an announced debit it lies beyond the gap by no more than was
 * announced, with its fee. A debit that is told without having been announced widens it where a lost payment may have come
 * before: whoever forges one, and a payment behind it, has to know the balance to the sum of such a payment.
 */
function reach(
  { before_xaf, after_xaf }: Gap,
  early: readonly Claim[],
  announced: readonly Announced[],
  { anchor_above_xaf }: BookPolicy,
): Range {
  const beyond_xaf = announced.reduce(
    (sum_xaf, { amount_xaf }) => sum_xaf + amount_xaf + hiddenFeeMax(amount_xaf),
    0,
  );
  const highest_xaf = before_xaf + (anchor_above_xaf ?? Number.POSITIVE_INFINITY);
  const debits = early
    .flatMap(({ moves }) => moves.filter(hasBalances))
    .filter((move) => !isCredit(move) && move.before_xaf > before_xaf && move.before_xaf <= highest_xaf);
  return {
    from_xaf: Math.min(before_xaf, after_xaf, ...debits.map((one) => one.after_xaf)) - beyond_xaf,
    to_xaf: Math.max(before_xaf, after_xaf, ...debits.map((one) => one.before_xaf)) + beyond_xaf,
  };
}

/** Some messages with all that go on from one of them; and, if `both_ways`, with all that lead to one. */
function connected(some: readonly Claim[], claims: readonly Claim[], both_ways: boolean): Set<Claim> {
  const moves = claims.flatMap((claim) =>
    claim.moves.filter(hasBalances).map((move) => ({ claim, ...move })),
  );
  const begin = Map.groupBy(moves, ({ before_xaf }) => before_xaf);
  const end = Map.groupBy(both_ways ? moves : [], ({ after_xaf }) => after_xaf);
  const found = new Set(some);
  // A Set visits also what is added while it is walked.
  for (const one of found)
    for (const { before_xaf, after_xaf } of one.moves.filter(hasBalances)) {
      for (const { claim } of begin.get(after_xaf) ?? []) found.add(claim);
      for (const { claim } of end.get(before_xaf) ?? []) found.add(claim);
    }
  return found;
}

/**
 * Whether a message may be one that a gap misses: it touches an end of the gap, lies within what the way through it may
 * reach, or prints no balance and a sum that fits.
 */
function fits({ before_xaf, after_xaf }: Gap, { moves, held = [] }: Claim, range: Range): boolean {
  const isWithin = (balance_xaf: number | null) =>
    balance_xaf !== null && balance_xaf >= range.from_xaf && balance_xaf <= range.to_xaf;
  const missing_xaf = Math.abs(after_xaf - before_xaf);
  return [...moves, ...held].some(
    (one) =>
      (one.after_xaf === null &&
        (one.reading === null ? one.amount_xaf === missing_xaf : one.amount_xaf <= missing_xaf)) ||
      one.before_xaf === before_xaf ||
      one.after_xaf === after_xaf ||
      (isWithin(one.before_xaf) && isWithin(one.after_xaf)),
  );
}
