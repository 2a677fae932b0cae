import { endsIn, guessesOn, isCounted, mayBeGuess, wrongGuesses } from '../doubt/guesses.ts';
import { type Announced, announcedOn, isMisdirected, isOfSum, metBy } from '../movement/announced.ts';
import type { Claim } from '../movement/claim.ts';
import { lookedBefore } from '../movement/clocks.ts';
import { Pile, type Placed } from '../movement/path.ts';
import { balancesOn } from '../movement/ways.ts';
import type { Book, Gap } from './book.ts';
import type { BookPolicy } from './bound.ts';

/**
 * How messages bridge the tip and a balance that was read: what is missing first, then the path. `is_fork`:
 * the path begins where the book stood before, and leaves the steps behind that were booked since.
 */
export type Bridge = {
  path: Placed[];
  missing: { before_xaf: number; after_xaf: number; announced: Announced | null } | null;
  is_fork: boolean;
};

export const EMPTY_BRIDGE: Bridge = { path: [], missing: null, is_fork: false };

/**
 * The only path of messages from the tip to a balance. Where there is none, the chain that ends in the balance, as far as it
 * may be believed, with what is missing before it.
 */
export function bridgeTo(
  book: Book,
  balance_xaf: number,
  claims: readonly Claim[],
  policy: BookPolicy,
): Bridge {
  const { tip_xaf } = book;
  if (tip_xaf === null) return EMPTY_BRIDGE;
  // Messages that had arrived before the last look have no place behind it: the gap of that reading may miss them.
  const looked_at_ms = lookedBefore(book.anchored_at_ms);
  const whole = arrivedSince(looked_at_ms, claims).onlyPath(tip_xaf, balance_xaf, () => true);
  if (whole !== null) return { ...EMPTY_BRIDGE, path: whole };
  if (tip_xaf === balance_xaf) return EMPTY_BRIDGE;
  const slips = slipsBefore({ ...book, tip_xaf }, balance_xaf);
  const explainedBy = announcedBelow({ ...book, tip_xaf }, claims, slips);
  // Where the last reading may have been a slip, messages have a place that came since the look before it.
  const since_ms = Math.min(looked_at_ms, ...slips.map((gap) => gap.since_ms));
  const told = arrivedSince(since_ms, claims).pathTo(balance_xaf);
  const chain = believable(told, book, slips, policy);
  const has_stood = book.stood.some((one) => one.balance_xaf === balance_xaf);
  const stood = new Set([...book.past, ...slips].map(({ before_xaf }) => before_xaf));
  const hasStoodAt = (begins_xaf: number) => begins_xaf < tip_xaf && !has_stood && stood.has(begins_xaf);
  // A chain that would begin below the tip asks us to take money for gone of which nobody told. So it is not believed, but
  // where an announcement explains what is gone, or where it begins at a balance at which the book stood: since the last
  // reading, then it is the only way between the two readings, and the book's own is none; or before that reading, which may
  // have been a slip. A chain of the last kind tells of less than has left by it, so people say what settles.
  const isBelieved = ({ before_xaf }: Placed, place: number) =>
    before_xaf >= tip_xaf || hasStoodAt(before_xaf) || explainedBy(before_xaf, chain.slice(place)) !== null;
  // Anybody may forge a message that ends where a true one begins. So a chain is believed from its first message that
  // begins at a balance which may be true.
  const from = chain.findIndex(isBelieved);
  const path = from < 0 ? [] : chain.slice(from);
  const [first] = path;
  const after_xaf = first?.before_xaf ?? balance_xaf;
  if (after_xaf === tip_xaf) return { ...EMPTY_BRIDGE, path };
  // Where a message that waits ends in this balance, something else led there, however much was to be paid to somebody.
  const may_pay = told.length === 0 || path.length > 0;
  const announced = explainedBy(after_xaf, path, may_pay);
  return {
    path,
    missing: { before_xaf: tip_xaf, after_xaf, announced },
    is_fork: first !== undefined && hasStoodAt(after_xaf) && announced === null,
  };
}

const arrivedSince = (since_ms: number, claims: readonly Claim[]): Pile =>
  new Pile(claims.filter(({ arrived_at_ms }) => arrived_at_ms > since_ms));

/**
 * The announcement that explains a difference between the tip and a balance: by its sum alone, or with the fee of its tariff.
 * None that pays somebody where the last reading was as much higher, and nobody has said why: had that been mistyped, nothing
 * would have left, and he would be called paid. And none that a debit of the path behind it meets: one sweep is no explanation
 * for two sums, of which somebody may have forged one as a payment, or taken it beside the sweep.
 */
function announcedBelow(
  { tip_xaf, announced }: Book & { tip_xaf: number },
  claims: readonly Claim[],
  slips: readonly Gap[],
) {
  const expected = announced.filter((one) => !mayBeElsewhere(one, claims));
  return (after_xaf: number, path: readonly Placed[], may_pay = true): Announced | null => {
    const left_xaf = tip_xaf - after_xaf;
    const may_be_slip = slips.some((gap) => gap.after_xaf - gap.before_xaf === left_xaf);
    const met = new Set(announcedOn(path, announced).map((one) => one.announced));
    const open = expected.filter(
      (one) => !met.has(one) && (one.kind === 'sweep' || (may_pay && !may_be_slip)),
    );
    const exact = open.filter((one) => one.amount_xaf === left_xaf);
    const with_fee = open.filter((one) => one.fees_xaf.includes(left_xaf - one.amount_xaf));
    // A balance doesn't say to whom it went, nor when.
    return metBy([...exact, ...with_fee], { recipient: null }, null);
  };
}

/** What the last reading found missing, where less is read now than the book says: that reading may have been a slip. */
function slipsBefore({ tip_xaf, past, gaps }: Book & { tip_xaf: number }, balance_xaf: number): Gap[] {
  const read_xaf = past[0]?.before_xaf ?? tip_xaf;
  return gaps.filter(({ after_xaf }) => balance_xaf < tip_xaf && after_xaf === read_xaf);
}

/**
 * The end of a chain, cut behind the last message that may be a lucky guess at the balance that is read. Debits and money
 * in unknown words are cut off like credits: if a forged one were booked, the true message would find no place.
 */
function believable(chain: Placed[], book: Book, slips: readonly Gap[], policy: BookPolicy): Placed[] {
  // Whoever tries has to guess where the chain ends, so it is the ends that count.
  const tried = guessesOn({ ...book, guesses: book.guesses_at_end }, balancesOn(chain));
  const placed = endsIn(chain.map(({ claim }) => claim).filter((claim) => isCounted(claim, book)));
  const wrong = Math.max(
    wrongGuesses(tried, placed, book.forgiven_before),
    ...slips.map((gap) => wrongGuesses(gap.guesses_anywhere, placed, gap.forgiven_before)),
  );
  const isExpected = ({ move }: Placed) => book.announced.some((one) => isOfSum(one, move));
  return chain.slice(
    1 + chain.findLastIndex((one) => mayBeGuess(wrong, one.move.amount_xaf, policy) && !isExpected(one)),
  );
}

/**
 * Whether a message that waits tells of a debit of this very sum to somebody else: then what is missing may have gone
 * there, whatever another message says.
 */
function mayBeElsewhere(announced: Announced, claims: readonly Claim[]): boolean {
  return claims.some(({ moves }) =>
    moves.some((move) => isOfSum(announced, move) && isMisdirected(announced, move)),
  );
}
