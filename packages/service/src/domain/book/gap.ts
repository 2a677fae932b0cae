import type { Doubt } from '../doubt/contesting.ts';
import { guessesIn, guessesOn, mayBeGuess, mostPlausible, wrongGuesses } from '../doubt/guesses.ts';
import { announcedOn, leaving, mayBeFee } from '../movement/announced.ts';
import { type Claim, happenedBy } from '../movement/claim.ts';
import { CLOCKS_DIFFER_MS, READING_MS } from '../movement/clocks.ts';
import { hasBalances, isCredit } from '../movement/move.ts';
import { Pile, type Placed } from '../movement/path.ts';
import { balancesOn } from '../movement/ways.ts';
import { MINUTE_MS } from '../time.ts';
import { type Book, type Gap, type Kept, leftOpen, type Proven } from './book.ts';
import { type BookPolicy, takesTwo, usedBy } from './bound.ts';

/**
 * Whether all that readings found short is explained in a way that nobody can forge: a witness tells of each debit in such
 * a gap and prints its balances, or staff had announced it before they looked at the SIM. Another debit in the gap may be
 * forged, though one beside it was announced. And a row without balances may tell of a debit that the book has already, by a
 * message that was forged in its place.
 * @param gaps those that nobody has explained yet
 * @param covered_xaf while the number is suspected, what has left by messages that filled such gaps and nobody has explained
 * @param explained ids of gaps that rows of statements explain
 */
export function isCleared(
  steps: readonly Proven[],
  { gaps, covered_xaf }: { gaps: readonly Gap[]; covered_xaf: number },
  explained: readonly string[],
): boolean {
  const short = gaps.filter((gap) => gap.after_xaf < gap.before_xaf);
  const isTold = ({ claim, move, announced }: Proven, looked_at_ms: number) =>
    (claim.is_witness === true && hasBalances(move)) ||
    (announced?.announced_at_ms ?? looked_at_ms) < looked_at_ms;
  const isFilled = ({ step_id, until_ms }: Gap) => {
    const left = steps.filter(({ gap, ...one }) => gap?.step_id === step_id && !rises(one));
    const untold = left.filter((one) => !isTold(one, until_ms - READING_MS));
    // The operator may tell of its fee in a message of its own, so as much as a fee may remain.
    const fee_xaf = untold.reduce((sum_xaf, one) => sum_xaf + one.before_xaf - one.after_xaf, 0);
    return untold.length < left.length && mayBeFee(fee_xaf, []);
  };
  if (short.length === 0 || !mayBeFee(covered_xaf, [])) return false;
  return short.every((gap) => explained.includes(gap.step_id) || isFilled(gap));
}

/**
 * Fills gaps with the messages that make the only way through them. The reading found that money there, so their credits
 * settle, but only within the bound where unexplained debits or other messages tell of as much. A way with a credit that
 * may be a lucky guess fills nothing: it waits until people have said what was missing.
 *
 * Whoever sees what is missing can type a message that fits. So where staff alone tell of much of it, with what they
 * have told of elsewhere, that waits for the word of two, for a witness, or for the phone to tell of it too.
 */
export function fillGaps(book: Book, pile: Pile, kept: Kept, policy: BookPolicy): void {
  for (const gap of book.gaps) {
    const path = pathThrough(gap, pile);
    const tries = triesAt(gap, path);
    if (path.some((one) => rises(one) && mayBeGuess(tries, one.move.amount_xaf, policy))) continue;
    const filling = announcedOn(path, leftOpen(book, kept.proven).announced);
    // As much of these credits may be false as leaves in the gap. What a short gap missed is told by its messages now, so
    // it no longer counts as unexplained.
    const missed_xaf = Math.max(0, gap.before_xaf - gap.after_xaf);
    const standing = { ...book, outflow_xaf: Math.max(0, book.outflow_xaf - missed_xaf) + leaving(filling) };
    const doubt = doubtOf(gap, path);
    const takes_two = takesTwo([...book.typed_xaf, ...typedIn(kept.proven), ...typedOn(path)], policy);
    let left_xaf = doubt?.xaf ?? 0;
    for (const placed of filling) {
      pile.take(placed.claim);
      const { amount_xaf } = placed.move;
      const is_credit = isCredit(placed.move);
      const doubted_xaf = is_credit ? Math.min(left_xaf, amount_xaf) : 0;
      // What may be a try of this credit was counted when its way was found; messages that wait elsewhere are none.
      const now = { ...standing, unanchored_xaf: kept.unanchored_xaf };
      const waits_for_two = takes_two && placed.claim.is_typed === true;
      const may_settle = is_credit && doubt?.is_whole !== true && !waits_for_two;
      const used_xaf = may_settle ? usedBy(now, { amount_xaf, doubted_xaf }, policy) : null;
      if (used_xaf !== null) {
        kept.unanchored_xaf += used_xaf;
        left_xaf -= doubted_xaf;
      }
      const is_pending = is_credit && used_xaf === null;
      const part = doubted_xaf > 0 ? { xaf: doubted_xaf, is_whole: false, by: doubt?.by ?? [] } : null;
      const own = is_pending && gap.doubt?.is_whole ? gap.doubt : part;
      kept.proven.push({ ...placed, gap, is_pending, doubt: own });
    }
  }
}

/**
 * The only way through a gap, by the messages that it may miss; empty where there is none. It leads over customers' payments and money
 * that left alone: money by unknown words, a bonus or a reversal could be forged to fill it, and the true message would find no place.
 */
function pathThrough(gap: Gap, pile: Pile): Placed[] {
  const early = pile.left.filter((claim) => mayBeBefore(claim, gap));
  const paying = new Pile(early, (move) => isCredit(move) || !rises(move));
  return paying.onlyPath(gap.before_xaf, gap.after_xaf, () => true) ?? [];
}

/** What credits of a path bring of which nobody tells but staff, who typed them in. */
const typedOn = (path: readonly Pick<Proven, 'claim' | 'move'>[]): number[] =>
  path
    .filter(({ claim, move }) => claim.is_typed === true && isCredit(move))
    .map(({ move }) => move.amount_xaf);

/** The same of those steps that wait or fill a gap: they count with what is typed in next (`Book.typed_xaf`). */
export const typedIn = (steps: readonly Proven[]): number[] =>
  typedOn(steps.filter(({ gap, is_pending }) => gap !== null || is_pending));

/** What speaks against what fills a gap: nothing where every message that told of money in it lies on the path. */
function doubtOf({ doubt }: Gap, path: readonly Placed[]): Doubt | null {
  const placed = new Set(path.map(({ claim }) => claim.key));
  const is_placed = doubt !== null && doubt.by.length > 0 && doubt.by.every((key) => placed.has(key));
  return is_placed ? null : doubt;
}

const rises = ({ before_xaf, after_xaf }: Pick<Placed, 'before_xaf' | 'after_xaf'>) => after_xaf > before_xaf;

/**
 * How many wrong guesses at a gap there were before this path met it. Whoever meets it by one message has to tell of its
 * very sum, so only messages of that sum count. Several messages may lead from anywhere to where a credit of any sum
 * begins, and from its end to anywhere: so all count.
 */
function triesAt(
  { before_xaf, after_xaf, guesses, guesses_anywhere, guesses_of_sum, forgiven_before }: Gap,
  path: readonly Placed[],
): number {
  const most_xaf = mostPlausible([before_xaf, after_xaf]);
  const on_way = guessesOn({ guesses, guesses_anywhere }, balancesOn(path), most_xaf);
  const placed = path.map(({ claim }) => claim);
  // Take the path's own messages off as they were counted: all of them, or only those that begin at a likely balance.
  const right = on_way === guesses_anywhere ? guessesIn(placed) : guessesIn(placed, most_xaf);
  return wrongGuesses(path.length === 1 ? guesses_of_sum : on_way, right, forgiven_before);
}

/** The gap with the guesses of messages added that have just come and that the database has not counted yet. */
export function withTries(gap: Gap, fresh: readonly Claim[]): Gap {
  const sum_xaf = gap.after_xaf - gap.before_xaf;
  const of_sum = fresh.filter(({ moves }) => moves.some((move) => move.amount_xaf === sum_xaf));
  return {
    ...gap,
    guesses: gap.guesses + guessesIn(fresh),
    guesses_of_sum: gap.guesses_of_sum + guessesIn(of_sum),
    guesses_anywhere: gap.guesses_anywhere + guessesIn(fresh),
  };
}

/**
 * Whether a message may tell of what a gap misses: it arrived since the look of the reading before, and its
 * money may have moved between that look and when the gap was found, as far as clocks differ. What that look
 * had seen already is not missing. A message that prints no time may be late by days.
 */
export function mayBeBefore(claim: Claim, { until_ms, since_ms }: Gap): boolean {
  const { occurred_at_ms, precision_ms, arrived_at_ms } = claim;
  const is_between =
    occurred_at_ms <= until_ms + CLOCKS_DIFFER_MS &&
    happenedBy(claim) + precision_ms > since_ms - CLOCKS_DIFFER_MS;
  return arrived_at_ms > since_ms && (is_between || precision_ms > MINUTE_MS);
}
