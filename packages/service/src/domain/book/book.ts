import { MINUTE_MS } from '../time.ts';
import { type Announced, metBy } from './announced.ts';
import type { Past } from './contest.ts';
import { isCredit, type Move } from './move.ts';
import { type Claim, Pile, type Placed } from './path.ts';

/** What bounds the book of a number; amounts in francs, null for no bound. */
export type BookPolicy = {
  /** What one number may settle by chained credits since its last anchor. */
  unanchored_limit_xaf: number | null;
  /** A single chained credit above this waits for an anchor or a witness. */
  anchor_above_xaf: number | null;
  /** How long a claim waits before its gateway, and then staff, are asked. */
  wait_ms: number;
};

export const DEFAULT_BOOK_POLICY: BookPolicy = {
  unanchored_limit_xaf: 1_000_000,
  anchor_above_xaf: 200_000,
  wait_ms: 30_000,
};

/** From the look at the SIM to the word of it: so long money may have moved meanwhile. */
export const READING_MS = 2 * MINUTE_MS;

/** A message may still find its place this many days after it came; what waited longer is history. */
export const CLAIM_DAYS = 7;

/** A session that a claim would pay waits at most this long for the book, then goes to review. */
export const EXPIRY_WAITS_MOST_HOURS = 24;

/**
 * What an anchor found missing and nobody has explained yet: its two ends are trusted. `is_contested`: messages lead
 * another way past it, so that what fills it settles by people alone.
 */
export type Gap = {
  step_id: string;
  before_xaf: number;
  after_xaf: number;
  until_ms: number;
  is_contested: boolean;
  /** What other messages told of between its ends when it was found, and which: so much of what fills it may be false. */
  told?: { xaf: number; by: readonly string[] } | null;
};

/** A credit in the book whose settlement waits for a reading of the SIM, or for a witness. */
export type Pending = {
  step_id: string;
  amount_xaf: number;
  /** Another message begins at the same balance: one of the two is somebody's invention. */
  is_contested: boolean;
};

/** A balance at which the book stood a moment ago, and what it has done since. */
export type Stood = {
  balance_xaf: number;
  /** What credits have settled since then. */
  settled_xaf: number;
  /** Credits that were booked since then. */
  step_ids: readonly string[];
};

/** The book of one number as it stands under lock. */
export type Book = {
  /** Null until staff have read the first balance. */
  tip_xaf: number | null;
  went_on_at_ms: number;
  /** What chained credits have settled since the last anchor. */
  unanchored_xaf: number;
  /** Messages since the last anchor that are not proven. */
  guesses: number;
  /** What has left by steps that nobody has explained; known where a reading, a witness or a gap is judged. */
  outflow_xaf: number;
  /** Credits that are booked, and settle when a reading vouches for them. */
  pending: readonly Pending[];
  is_suspected: boolean;
  /** Where the book has stood in the last minutes, the latest first; known where a reading is judged. */
  stood: readonly Stood[];
  /** Its steps since the last reading, in order; known where a reading is judged. */
  past: readonly Past[];
  /** Messages without a place that begin on that way or go on from one that does; known where a reading is judged. */
  otherwise: readonly Claim[];
  /** Settled credits that an earlier reading found contested, until people have looked them up. */
  contested_xaf: number;
  gaps: readonly Gap[];
  announced: readonly Announced[];
};

/**
 * A claim that is proven. `gap`: what it explains, when it does not move the tip. `is_pending`: a credit beyond the
 * bound, which is booked because others go on from it, and does not settle yet.
 */
export type Proven = Placed & {
  gap: Gap | null;
  announced: Announced | null;
  is_pending: boolean;
  /** Of what fills a gap and settles: so much may be false, since other messages told of it. */
  told?: { xaf: number; by: readonly string[] } | null;
  /** Of a witnessed movement that the book has gone past: the tip does not move by it, or by its neighbours. */
  passed?: Passed;
};

/** True balances, null where none are printed; and, behind the last of its run, the step that takes the tip back. */
export type Passed = {
  before_xaf: number | null;
  after_xaf: number | null;
  balance: { step_id: string; tip_xaf: number } | null;
};

export type Kept = {
  /** In order: those that go on from the tip, then those that fill gaps. */
  proven: Proven[];
  refuted: Claim[];
  /** A credit goes on from the tip and does not settle all the same, before an anchor or a witness. */
  is_bound: boolean;
  tip_xaf: number | null;
  unanchored_xaf: number;
  /** The operator's time of the newest step whose message prints one. */
  went_on_at_ms: number;
};

/**
 * Whether a chained credit may settle: what a forger can take is bounded, whatever he knows. Who has to guess the
 * balance leaves wrong messages behind; the more there are, the less a single one may settle. Half the sum allows
 * four times as many: small payments go on, and what is worth guessing for waits for an anchor.
 */
export function withinBound(
  book: Pick<Book, 'unanchored_xaf' | 'guesses' | 'is_suspected'>,
  amount_xaf: number,
  { unanchored_limit_xaf, anchor_above_xaf }: BookPolicy,
): boolean {
  if (book.is_suspected) return false;
  return (
    (anchor_above_xaf === null || amount_xaf ** 2 * (1 + 2 * book.guesses) <= anchor_above_xaf ** 2) &&
    (unanchored_limit_xaf === null || book.unanchored_xaf + amount_xaf <= unanchored_limit_xaf)
  );
}

/** Whether so much more may be false between two readings. */
export function hasRoom(
  { unanchored_xaf, is_suspected }: Pick<Book, 'unanchored_xaf' | 'is_suspected'>,
  xaf: number,
  { unanchored_limit_xaf }: BookPolicy,
): boolean {
  return !is_suspected && (unanchored_limit_xaf === null || unanchored_xaf + xaf <= unanchored_limit_xaf);
}

/** Whether a credit is above all that has left unexplained, where that is no more than the bound. */
export function isAbove(
  outflow_xaf: number,
  amount_xaf: number,
  { unanchored_limit_xaf }: BookPolicy,
): boolean {
  return amount_xaf > outflow_xaf && (unanchored_limit_xaf === null || outflow_xaf <= unanchored_limit_xaf);
}

/**
 * Lets the book of a number go on: what begins exactly at the tip is proven and moves it, what lies on the only
 * path through a gap explains it, what the book has gone past is refuted, and the rest waits. Nothing is
 * inferred. Pure; see docs/book.md.
 */
export function goOn(book: Book, claims: readonly Claim[], policy: BookPolicy): Kept {
  const { tip_xaf, unanchored_xaf, went_on_at_ms } = book;
  const kept: Kept = { proven: [], refuted: [], is_bound: false, tip_xaf, unanchored_xaf, went_on_at_ms };
  if (tip_xaf === null) return kept;
  const pile = new Pile(claims);
  const chain = chainFrom({ ...book, tip_xaf }, pile);
  // True messages wait too while one before them is missing: only what doesn't fit now was a wrong guess.
  const guesses = Math.max(0, book.guesses - chain.filter(({ move }) => isCredit(move)).length);
  let booked = 0;
  for (const [place, next] of chain.entries()) {
    const { move } = next;
    const standing = { ...book, guesses, unanchored_xaf: kept.unanchored_xaf };
    next.is_pending = isCredit(move) && !withinBound(standing, move.amount_xaf, policy);
    if (next.is_pending) {
      kept.is_bound = true;
      continue;
    }
    if (isCredit(move)) kept.unanchored_xaf += move.amount_xaf;
    booked = place + 1;
  }
  // A credit beyond the bound that nothing goes on from stays a claim: what begins at the tip as well refutes it.
  for (const next of chain.slice(0, booked)) {
    kept.proven.push(next);
    kept.tip_xaf = next.after_xaf;
    kept.went_on_at_ms = wentOnAt(kept.went_on_at_ms, next.claim);
  }
  for (const { claim } of chain.slice(booked)) pile.give(claim);
  fillGaps(book, pile, kept, policy);
  refute(book.gaps, pile, kept);
  return kept;
}

/** Takes what goes on from the tip off the pile, step after step, whatever the bound says of it. */
function chainFrom(book: Book & { tip_xaf: number }, pile: Pile): Proven[] {
  const chain: Proven[] = [];
  const announced = new Set(book.announced);
  const old: Claim[] = [];
  let { tip_xaf, went_on_at_ms } = book;
  for (;;) {
    // What is older than the last step has no place after it, whatever balance it prints, nor makes another way.
    for (const claim of pile.left.filter((one) => isPast(one, went_on_at_ms))) {
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

/** What goes on from the tip: the only message that does, or the first on the only longest way. */
function stepAfter(tip_xaf: number, pile: Pile, announced: ReadonlySet<Announced>): Proven | null {
  // A debit that hides its fee is proven when staff have announced its amount and the fee is the operator's: of any
  // fee that could be, somebody who waits for a refund would need only a few guesses to say what the balance is.
  const announcedOf = (move: Move, fee_xaf = 0) =>
    metBy(
      [...announced].filter((one) => fee_xaf === 0 || one.fees_xaf.includes(fee_xaf)),
      move,
    );
  const mayHideFee = (move: Move, fee_xaf: number) => announcedOf(move, fee_xaf) !== null;
  const found = pile.after(tip_xaf, mayHideFee);
  const placed = found.length > 1 ? pile.onlyPath(tip_xaf, null, mayHideFee)?.[0] : found[0];
  if (placed === undefined) return null;
  const fee_xaf = tip_xaf - (placed.move.before_xaf ?? tip_xaf);
  return {
    ...placed,
    gap: null,
    announced: announcedOf(placed.move, fee_xaf),
    is_pending: false,
  };
}

/** The debits of a path between two trusted balances that staff have announced, each announcement once. */
export function announcedOn(path: readonly Placed[], announced: Iterable<Announced>): Proven[] {
  const left = new Set(announced);
  const names = ({ move: { recipient } }: Placed) => Number(recipient != null);
  const met = new Map<Placed, Announced>();
  // Those of which the operator says who got them choose first: what names nobody may be any of the others.
  for (const placed of path.toSorted((a, b) => names(b) - names(a))) {
    const own = metBy(left, placed.move);
    if (own === null) continue;
    left.delete(own);
    met.set(placed, own);
  }
  return path.map((placed) => ({
    ...placed,
    gap: null,
    announced: met.get(placed) ?? null,
    is_pending: false,
  }));
}

/** What leaves by these steps and nobody has explained. */
export function leaving(steps: readonly Pick<Proven, 'before_xaf' | 'after_xaf' | 'announced'>[]): number {
  return steps
    .filter(({ announced }) => announced === null)
    .reduce((sum_xaf, { before_xaf, after_xaf }) => sum_xaf + Math.max(0, before_xaf - after_xaf), 0);
}

/** What a reading found is there, unless as much has left, they say: then its credits settle within the bound. */
function fillGaps(book: Book, pile: Pile, kept: Kept, policy: BookPolicy): void {
  for (const gap of book.gaps) {
    const early = new Pile(pile.left.filter((claim) => claim.occurred_at_ms <= gap.until_ms));
    const path = early.onlyPath(gap.before_xaf, gap.after_xaf, () => true) ?? [];
    const made = new Set(kept.proven.map(({ announced }) => announced));
    const open = book.announced.filter((one) => !made.has(one));
    const filling = announcedOn(path, open);
    // Of what fills it, too, as much may be false as leaves by it.
    const standing = { ...book, outflow_xaf: book.outflow_xaf + leaving(filling) };
    const on_path = new Set(path.map(({ claim }) => claim.key));
    const by = gap.told?.by ?? [];
    // What has found its place leads past nothing.
    const is_placed = by.length > 0 && by.every((key) => on_path.has(key));
    const told = is_placed ? null : gap.told;
    const is_contested = gap.is_contested && !is_placed;
    let told_xaf = told?.xaf ?? 0;
    for (const placed of filling) {
      pile.take(placed.claim);
      const { amount_xaf } = placed.move;
      const xaf = isCredit(placed.move) ? Math.min(told_xaf, amount_xaf) : 0;
      const is_pending =
        isCredit(placed.move) && (is_contested || !settlesIn(standing, kept, { amount_xaf, xaf }, policy));
      if (!is_pending) told_xaf -= xaf;
      kept.proven.push({ ...placed, gap, is_pending, told: xaf > 0 ? { xaf, by } : null });
    }
  }
}

function settlesIn(
  book: Book,
  kept: Kept,
  { amount_xaf, xaf }: { amount_xaf: number; xaf: number },
  policy: BookPolicy,
): boolean {
  const { outflow_xaf } = book;
  // As much as has left may be false of it, or as other messages told of, as where a reading vouches.
  const counts_xaf = Math.min(amount_xaf, outflow_xaf + xaf);
  const standing = { ...book, unanchored_xaf: kept.unanchored_xaf };
  const settles = isAbove(outflow_xaf, amount_xaf, policy)
    ? policy.unanchored_limit_xaf === null ||
      (xaf === 0
        ? kept.unanchored_xaf + counts_xaf <= policy.unanchored_limit_xaf
        : hasRoom(standing, counts_xaf, policy))
    : withinBound(standing, amount_xaf, policy);
  if (settles) kept.unanchored_xaf += counts_xaf;
  return settles;
}

/** Refuted is what the book has gone past, unless a gap leaves room for it. */
function refute(gaps: readonly Gap[], pile: Pile, kept: Kept): void {
  const filled = new Set(kept.proven.map(({ gap }) => gap));
  const open = gaps.filter((gap) => !filled.has(gap));
  kept.refuted = pile.left.filter(
    (claim) => isPast(claim, kept.went_on_at_ms) && !open.some((gap) => fits(gap, claim)),
  );
}

/** A message that prints a time to come is as old as its arrival: else it could wait for the balance to come to it. */
function isPast(claim: Claim, went_on_at_ms: number): boolean {
  return happenedBy(claim) + claim.precision_ms <= went_on_at_ms;
}

/** Whether a message may be one of those that a gap misses: it touches an end of it, or lies within. */
function fits(
  { before_xaf, after_xaf, until_ms }: Gap,
  { occurred_at_ms, moves, held = [] }: Claim,
): boolean {
  const isWithin = (balance_xaf: number | null) =>
    balance_xaf !== null &&
    balance_xaf >= Math.min(before_xaf, after_xaf) &&
    balance_xaf <= Math.max(before_xaf, after_xaf);
  const has_place = [...moves, ...held].some(
    (one) =>
      one.before_xaf === before_xaf ||
      one.after_xaf === after_xaf ||
      (isWithin(one.before_xaf) && isWithin(one.after_xaf)),
  );
  return has_place && occurred_at_ms <= until_ms;
}

/** A message that prints no time came after its money moved, nobody knows how long: it dates no other. */
function wentOnAt(went_on_at_ms: number, claim: Claim): number {
  return claim.precision_ms > MINUTE_MS ? went_on_at_ms : Math.max(went_on_at_ms, happenedBy(claim));
}

/** A time printed later than the message came is no time to judge others by. */
export function happenedBy(claim: Claim): number {
  return Math.min(claim.occurred_at_ms, claim.arrived_at_ms);
}
