import {
  againstSum,
  disownedBeside,
  guessesIn,
  guessesOn,
  isCounted,
  wrongGuesses,
} from '../doubt/guesses.ts';
import { leadingTo, leadsOf, mayBeLed, tellingOf } from '../doubt/led.ts';
import { type Announced, isOfSum, type Met, mayBeFee, metBy } from '../movement/announced.ts';
import { type Claim, isPast, movedAt, wentOnAt } from '../movement/claim.ts';
import { OVERTAKEN_MS } from '../movement/clocks.ts';
import { isCredit, type Move } from '../movement/move.ts';
import { type MayHideFee, Pile } from '../movement/path.ts';
import { balancesOn } from '../movement/ways.ts';
import { DAY_MS } from '../time.ts';
import type { Book, Gap, Kept, Proven } from './book.ts';
import { type BookPolicy, withinBound } from './bound.ts';
import { fillGaps, mayBeBefore } from './gap.ts';
import { refute } from './refute.ts';

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
  const judged = judge(chain, pile.left, book, policy);
  kept.is_bound = judged.some(({ is_pending }) => is_pending);
  // A credit beyond the bound, with nothing behind it that settles, stays a claim: if it was forged, the next
  // message that begins at the tip refutes it.
  const booked = 1 + judged.findLastIndex(({ is_pending }) => !is_pending);
  for (const step of judged.slice(0, booked)) append(step, kept);
  for (const { claim } of judged.slice(booked)) pile.give(claim);
  fillGaps(book, pile, kept, policy);
  refute(book, pile, kept, policy);
  return kept;
}

function append(step: Proven, kept: Kept): void {
  kept.proven.push(step);
  kept.tip_xaf = step.after_xaf;
  kept.went_on_at_ms = wentOnAt(kept.went_on_at_ms, step.claim);
  if (isSettledCredit(step)) kept.unanchored_xaf += step.move.amount_xaf;
}

const isSettledCredit = ({ move, is_pending }: Proven): boolean => isCredit(move) && !is_pending;

/**
 * Says of each step of a chain whether it waits for a reading: a credit settles within what those before it
 * leave of the bound, where it is small enough for the guesses that count against it.
 * @param left the messages that are no step of the chain
 */
function judge(chain: readonly Met[], left: readonly Claim[], book: Book, policy: BookPolicy): Proven[] {
  // What has come, and goes on from the tip, was no wrong guess. What waited was one when it came, whatever
  // leads to it now: somebody may have guessed, and led to each of his guesses since.
  const placed = chain.flatMap(({ claim, move }) =>
    isCredit(move) && !claim.is_stored && isCounted(claim, book) ? claim : [],
  );
  const balances = balancesOn(chain);
  const waiting = wrongGuesses(guessesOn(book, balances), guessesIn(placed), book.forgiven_before);
  const found = leadsOf(left, book.known_leads);
  const isLed = leadingTo(found);
  const telling = tellingOf(found);
  let { unanchored_xaf, has_led } = book;
  return chain.map((step) => {
    const { amount_xaf } = step.move;
    has_led ||= isLed(step);
    const guesses = waiting + disownedBeside(book, step.claim.arrived_at_ms, placed, balances);
    const against = againstSum(guesses, telling(amount_xaf), book.forgiven_before);
    const settles =
      !mayBeLed(guesses, has_led) &&
      withinBound({ ...book, guesses: against, unanchored_xaf }, amount_xaf, policy);
    const judged = { ...step, gap: null, is_pending: isCredit(step.move) && !settles };
    if (isSettledCredit(judged)) unanchored_xaf += amount_xaf;
    return judged;
  });
}

/** Takes the messages that go on from the tip off the pile, step after step, whether or not the bound lets them settle. */
function chainFrom(book: Book & { tip_xaf: number }, pile: Pile): Met[] {
  const chain: Met[] = [];
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
function stepAfter(tip_xaf: number, pile: Pile, announced: ReadonlySet<Announced>): Met | null {
  // A debit that hides its fee is proven when staff have announced its sum and the fee is in the tariff. Were any likely
  // fee good enough, somebody who waits for a refund would need only a few guesses to move the tip.
  const announcedOf = ({ claim, move }: { claim: Claim; move: Move }, fee_xaf: number) =>
    metBy(
      [...announced].filter(
        (one) =>
          isOfSum(one, move) &&
          (fee_xaf === 0 ? mayBeFee(move.fee_xaf, one.fees_xaf) : one.fees_xaf.includes(fee_xaf)),
      ),
      move,
      movedAt(claim),
    );
  const mayHideFee: MayHideFee = (debit, fee_xaf) => announcedOf(debit, fee_xaf) !== null;
  const found = pile.after(tip_xaf, mayHideFee);
  const placed = found.length > 1 ? pile.onlyPath(tip_xaf, null, mayHideFee)?.[0] : found[0];
  if (placed === undefined) return null;
  const fee_xaf = tip_xaf - placed.move.before_xaf;
  return { ...placed, announced: announcedOf(placed, fee_xaf) };
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
