import { type BookPolicy, takesTwo, wouldRelease } from '../book/bound.ts';
import type { IncidentKind } from './incident.ts';

/** The incidents that are opened and closed by a look at the book of a number. */
export const TENDED = [
  'claim',
  'anchor_due',
  'outflow',
  'contested',
  'short',
] as const satisfies IncidentKind[];
export type TendedKind = (typeof TENDED)[number];

/** The book of a live number as far as it may call for people. */
export type TendedBook = {
  tip_xaf: number | null;
  /** What is used of the limit: settled by chained credits that no reading has vouched for. */
  unanchored_xaf: number;
  /** Of that, what had settled before the last reading, which did not vouch for it. */
  unvouched_xaf: number;
  /** Since when a message that goes on from the tip waits for an anchor; null when none does. */
  bound_since: Date | null;
  suspected_at: Date | null;
  claims: number;
  /**
   * When the oldest came of the claims that may go on from the tip. A claim older than the tip waits for its
   * neighbours in a gap: it casts no doubt on the tip, and no reading of the SIM would settle it.
   */
  claims_since: Date | null;
  /**
   * How many of the credits that are booked and wait the last reading did not vouch for, though no other
   * message contests them; and each of which not only staff tell, in order.
   */
  withheld: number;
  withheld_xaf: readonly number[];
  /** Each that waits, is not contested, and of which nobody tells but staff, who typed it in. */
  typed_xaf: readonly number[];
  /** Of those that are contested, each that staff alone typed in: it settles by no reading, and counts with the others. */
  typed_contested_xaf: readonly number[];
  /**
   * Where there are such, what would count as left once it is read now: what nobody has explained, and what
   * people have written off.
   */
  left_xaf: number;
  /** What has left by steps that nobody has explained. */
  outflow_xaf: number;
  /**
   * One of those is a debit of just the sum that staff announced, and was not taken for it: its fee is in no
   * tariff, say.
   */
  is_unmet: boolean;
  /**
   * Payments and gaps that a reading found contested and of which nobody has said what they were, payments
   * that one left since a message begins beside them, and what of them has settled.
   */
  contested: number;
  contested_xaf: number;
};

/** What staff are shown of an incident of that kind where it is due on a book; null where it isn't. */
type Due = (book: TendedBook, policy: BookPolicy, now: Date) => Record<string, unknown> | null;

export const DUE: Readonly<Record<TendedKind, Due>> = {
  claim: ({ tip_xaf, claims, claims_since }, policy, now) =>
    tip_xaf !== null && claims_since !== null && hasWaited(claims_since, policy, now)
      ? { tip_xaf, claims, claims_since }
      : null,
  anchor_due: (book, policy) => {
    const { tip_xaf, unanchored_xaf, bound_since } = book;
    const is_due = isHalfUsed(book, policy) || bound_since !== null || settlesByReading(book, policy);
    return is_due ? { tip_xaf, unanchored_xaf, limit_xaf: policy.unanchored_limit_xaf, bound_since } : null;
  },
  outflow: (book, policy) => {
    const { unvouched_xaf, withheld, outflow_xaf, is_unmet } = book;
    const limit_xaf = policy.unanchored_limit_xaf;
    const is_in_the_way = isHalf(unvouched_xaf, limit_xaf) || isWithheld(book) || is_unmet;
    // No reading settles what staff alone have typed in where it is much: people say whose it is.
    const typed_xaf = [...book.typed_xaf, ...book.typed_contested_xaf];
    const waits_for_two = takesTwo(typed_xaf, policy);
    return (outflow_xaf > 0 && is_in_the_way) || isStuck(book, policy) || waits_for_two
      ? {
          unvouched_xaf,
          limit_xaf,
          withheld: Math.max(withheld, waits_for_two ? typed_xaf.length : 0),
          outflow_xaf,
        }
      : null;
  },
  contested: ({ contested, contested_xaf }) => (contested > 0 ? { contested, contested_xaf } : null),
  // A reading that finds the SIM short opens this incident itself. It is opened here where people or a
  // statement have found a step false since.
  short: ({ tip_xaf, suspected_at }) => (suspected_at === null ? null : { tip_xaf, suspected_at }),
};

/** Whether a message that came then waits for so long that people are asked. */
export const hasWaited = (since: Date, { wait_ms }: BookPolicy, now: Date): boolean =>
  now.getTime() - since.getTime() >= wait_ms;

const isHalf = (amount_xaf: number, of_xaf: number | null): boolean =>
  of_xaf !== null && amount_xaf * 2 >= of_xaf;

/**
 * A reading vouches for what was settled since the last one, and for nothing before that: so only that asks
 * for another, and by what the last one has left of the limit. Else a number may have used nearly all of it
 * and ask nobody.
 */
function isHalfUsed(
  { unanchored_xaf, unvouched_xaf }: TendedBook,
  { unanchored_limit_xaf }: BookPolicy,
): boolean {
  const since_xaf = unanchored_xaf - unvouched_xaf;
  const room_xaf = unanchored_limit_xaf === null ? null : unanchored_limit_xaf - unvouched_xaf;
  return since_xaf > 0 && isHalf(since_xaf, room_xaf);
}

const isWithheld = ({ withheld, suspected_at }: TendedBook): boolean => withheld > 0 && suspected_at === null;

/**
 * A payment for which the last reading did not vouch waits until people say what has left, and then for the
 * next reading.
 */
const waitsForReading = (book: TendedBook): boolean => isWithheld(book) && book.outflow_xaf === 0;

const settlesByReading = (book: TendedBook, policy: BookPolicy): boolean =>
  waitsForReading(book) && releases(book, policy);

/**
 * Where people have said of all what had left and wrote off much, that counts for a month: the next reading
 * may settle none of these payments.
 */
const isStuck = (book: TendedBook, policy: BookPolicy): boolean =>
  waitsForReading(book) && !releases(book, policy);

function releases(
  { left_xaf: outflow_xaf, unanchored_xaf, contested_xaf, withheld_xaf: heard_xaf, ...waiting }: TendedBook,
  policy: BookPolicy,
): boolean {
  return wouldRelease({ outflow_xaf, unanchored_xaf, contested_xaf }, { ...waiting, heard_xaf }, policy);
}
