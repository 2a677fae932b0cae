import fc from 'fast-check';
import type { Book } from '../../src/domain/book/book.ts';
import type { BookPolicy } from '../../src/domain/book/bound.ts';
import type { Guesses } from '../../src/domain/doubt/guesses.ts';
import type { Announced } from '../../src/domain/movement/announced.ts';
import type { Claim } from '../../src/domain/movement/claim.ts';
import { movesOf, timeOf } from '../../src/domain/movement/move.ts';
import { MINUTE_MS } from '../../src/domain/time.ts';

export const NO_BOUND: BookPolicy = { unanchored_limit_xaf: null, anchor_above_xaf: null, wait_ms: 30_000 };

const TEN_MS = Date.parse('2026-11-21T10:00:00.000Z');

/** `10:05` in milliseconds since the epoch, on the day of these tests. */
export function clock(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return TEN_MS + ((hours - 10) * 60 + minutes) * MINUTE_MS;
}

/**
 * A message as a person writes it down: `a 10:05 +5000 =15000`. Kinds: `+` a credit, `-` a debit without a fee,
 * `-2000/50` one that prints its fee of 50, `-2000~` one that hides it, `r` a reversal, `?` words that no template
 * takes. Without `=` it prints no balance; `at 10:07` says when it came.
 */
export function message(text: string): Claim {
  const [, key = '', time = '', what = '', balance, came] =
    /^(\w+) (\d+:\d+) (\S+)(?: =(\d+))?(?: at (\d+:\d+))?$/.exec(text.trim()) ?? [];
  const [, kind = '', amount, fee] = /^([+\-r?])(\d+)(\/\d+|~)?$/.exec(what) ?? [];
  if (amount === undefined) throw new Error(`what is "${text}"?`);
  const amount_xaf = Number(amount);
  const balance_xaf = balance === undefined ? undefined : Number(balance);
  const figures = {
    sums_xaf: [amount_xaf],
    balances_xaf: balance_xaf === undefined ? [] : [balance_xaf],
    is_balance_named: balance_xaf !== undefined,
  };
  const fee_xaf = fee?.startsWith('/') ? Number(fee.slice(1)) : undefined;
  const told = {
    kind: { '+': 'CREDIT', '-': 'DEBIT', r: 'REVERSAL' }[kind] ?? '',
    amount_xaf,
    fee_xaf,
    balance_xaf,
  };
  const moves = movesOf(kind === '?' ? [] : [told], figures).map((move) =>
    kind === '-' && fee === undefined ? { ...move, hidden_fee_max_xaf: 0 } : move,
  );
  return {
    key,
    moves,
    operator_transaction_id: key,
    ...timeOf(clock(time), 0),
    arrived_at_ms: clock(came ?? time),
    is_stored: false,
  };
}

/** So many guesses, each of which could be lucky anywhere. */
export function likely(guesses: number) {
  return { guesses, guesses_at_end: guesses, guesses_anywhere: guesses };
}

export const NO_TRIES = { guesses: 0, guesses_anywhere: 0, guesses_of_sum: 0 };

/** A gap of which no message tells, and at which nobody has tried anything. */
export const EMPTY_GAP = {
  ...{ step_id: 'gap', since_ms: 0, doubt: null, ...NO_TRIES },
  ...{ forgiven_before: 0, gone_on: [] },
};

/** A sweep that staff announced before all that is told here. */
export const SWEEP: Announced = {
  ...{ id: 'sweep', kind: 'sweep', amount_xaf: 5000, fees_xaf: [] },
  ...{ to_phone: null, cause_id: null, announced_at_ms: 0 },
};

/** Nobody has guessed at a book. */
export const NO_GUESSES: Guesses = {
  ...{ ...likely(0), disowned: null },
  ...{ forgiven_before: 0, has_led: false, known_leads: [] },
};

/** A book of which nothing is known but, perhaps, its balance. */
export const EMPTY_BOOK: Omit<Book, 'tip_xaf'> = {
  went_on_at_ms: 0,
  unanchored_xaf: 0,
  anchored_at_ms: 0,
  ...NO_GUESSES,
  is_suspected: false,
  is_disproven: false,
  gaps: [],
  announced: [],
  outflow_xaf: 0,
  pending: [],
  typed_xaf: [],
  stood: [],
  past: [],
  otherwise: [],
  contested_xaf: 0,
};

export const names = (claims: readonly Claim[]): string => claims.map(({ key }) => key).join(' ') || '-';

const OPENING_XAF = 50_000;

/** What truly happened on a SIM: each message with the balances around it. No balance comes twice. */
export type Truth = { opening_xaf: number; messages: Claim[]; balances_xaf: number[] };

/**
 * True movements, one a minute or several: credits, and debits that print their fee or have none. A balance that
 * comes back would be a loop, of which the messages alone can't tell when it was walked.
 */
export const truths = (
  limits: { minLength?: number; maxLength?: number; debits?: boolean; most_xaf?: number } = {},
) =>
  fc
    .array(
      fc.record({
        amount_xaf: fc.oneof(
          fc.integer({ min: 1, max: limits.most_xaf ?? 40_000 }),
          fc.constantFrom(500, 1000, 5000),
        ),
        is_debit: limits.debits === false ? fc.constant(false) : fc.boolean(),
        fee_xaf: fc.constantFrom(0, 50, 100),
        minutes: fc.nat(2),
      }),
      { minLength: limits.minLength ?? 1, maxLength: limits.maxLength ?? 12 },
    )
    .map((moves): Truth => {
      const balances_xaf = [OPENING_XAF];
      const messages: Claim[] = [];
      let minute = 0;
      for (const { amount_xaf, is_debit, fee_xaf, minutes } of moves) {
        minute += minutes;
        const balance_xaf = (balances_xaf.at(-1) as number) + (is_debit ? -amount_xaf - fee_xaf : amount_xaf);
        if (balance_xaf < 0 || balances_xaf.includes(balance_xaf)) continue;
        const sum = is_debit ? `-${amount_xaf}${fee_xaf > 0 ? `/${fee_xaf}` : ''}` : `+${amount_xaf}`;
        const time = `${10 + Math.floor(minute / 60)}:${minute % 60}`;
        messages.push(message(`t${messages.length} ${time} ${sum} =${balance_xaf}`));
        balances_xaf.push(balance_xaf);
      }
      return { opening_xaf: OPENING_XAF, messages, balances_xaf };
    })
    .filter(({ messages }) => messages.length >= (limits.minLength ?? 1));

/** Messages of somebody who doesn't know the balance: none begins at a balance that there truly was. */
export const forgeries = (truth: Truth, maxLength = 8) =>
  fc
    .array(
      fc.record({
        amount_xaf: fc.integer({ min: 1, max: 40_000 }),
        // Near the truth, and often from one forgery to the next.
        before_xaf: fc.oneof(
          fc.integer({ min: 0, max: 120_000 }),
          fc.constantFrom(...truth.balances_xaf.map((balance_xaf) => balance_xaf + 1)),
        ),
        minute: fc.nat(40),
        follows: fc.boolean(),
      }),
      { maxLength },
    )
    .map((made) => {
      const known = new Set(truth.balances_xaf);
      const forged: Claim[] = [];
      let end_xaf: number | null = null;
      for (const { amount_xaf, before_xaf, minute, follows } of made) {
        const from_xaf: number = follows && end_xaf !== null ? end_xaf : before_xaf;
        if (known.has(from_xaf)) continue;
        end_xaf = from_xaf + amount_xaf;
        const time = `10:${String(minute).padStart(2, '0')}`;
        forged.push(message(`f${forged.length} ${time} +${amount_xaf} =${end_xaf}`));
      }
      return forged;
    });

/** So many wrong guesses, with the two that are forgiven, are somebody's search for the balance. */
const SEARCH = 7;

/**
 * Whether somebody may have led the book to where it comes, so that payments wait for a reading: one of the forgeries ends there, and
 * guesses are so many as in a search.
 */
export function mayLead(truth: Truth, forged: readonly Claim[], guesses: number): boolean {
  const ends = forged.flatMap(({ moves }) => moves.map(({ after_xaf }) => after_xaf));
  return guesses >= SEARCH && truth.balances_xaf.some((balance_xaf) => ends.includes(balance_xaf));
}

/** The truth with forgeries among it, in any order of arrival. */
export const deliveries = (limits: Parameters<typeof truths>[0] = {}) =>
  truths(limits).chain((truth) =>
    forgeries(truth).chain((forged) =>
      fc.record({
        truth: fc.constant(truth),
        forged: fc.constant(forged),
        order: fc.shuffledSubarray([...truth.messages, ...forged], {
          minLength: truth.messages.length + forged.length,
        }),
      }),
    ),
  );
