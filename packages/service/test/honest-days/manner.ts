import type { Chance } from '../../sim/chance.ts';

const PRICES = [
  [1000],
  [1000, 2500],
  [500, 1000, 2500],
  [500, 700, 1000, 5000],
  [1000, 150_000, 250_000, 400_000],
];
const AIRTEL_PAYERS = ['66000001', '66000002', '66000003'];
const MOOV_PAYERS = ['94000001', '94000002', '94000003'];
/** Who orders nothing: money of another sum from a payer whom an open session declares asks people about that session. */
const STRANGERS = { airtel: '66000009', moov: '94000009' };

/**
 * In which order people bring the statements of the days. Where today's comes before yesterday's no message is lost or late: the
 * statement that comes first would differ from the book, and ask for people.
 */
export type Order = 'as_days_go' | 'later_first';

export type Words = (sum_xaf: number, payer: string) => string;

/** What stays the same as long as somebody's days are drawn: what is sold, how well messages come, how statements look. */
export type Manner = {
  days: number;
  moov: boolean;
  prices: readonly number[];
  payers: readonly string[];
  stranger: string;
  /** How likely an order says who will pay. On one SIM only those that do are open for one price at a time. */
  declared: number;
  /** How likely a message never comes, or comes late. */
  lost: number;
  late: number;
  /** How likely the message of a debit is late, or never comes. */
  late_debits: number;
  /** Sweeps leave nothing on the SIM. */
  to_nothing: boolean;
  /** How likely the operator takes a payment back, and somebody sends one back. */
  reversals: number;
  refunds: number;
  /** Some payments are told in words without a transaction id. */
  without_ids: boolean;
  /** How likely a payment is told in words that no template takes, or with digits of its payer hidden. */
  unread: number;
  masked: number;
  /** How likely a payment is told a second time, in other words. */
  copies: number;
  /** Other words in which some payments are told, for a sum and a payer. */
  other_words: readonly Words[];
  order: Order;
  /** What the portal prints beside its rows; balances are missing from so many of its lists. */
  list: string;
  unprinted: number;
};

export function drawManner(chance: Chance): Manner {
  const days = chance.between(1, 3);
  const moov = chance.happens(0.3);
  const prices = chance.pick(PRICES);
  const list = chance.pick(['', '', ' nameless']) + words(chance, { newest: 0.2, fees: 0.3, linked: 0.5 });
  const is_large = Math.max(...prices) > 5000;
  // A row without a balance isn't known to be what a message tells that waits, for one before it or, as a large payment, for a
  // reading: that message contests what came before. And it explains nothing of which a reading was short.
  const unprinted = !is_large && chance.happens(0.2);
  const later = days > 1 && chance.happens(0.35);
  return {
    days,
    moov,
    prices,
    payers: moov ? MOOV_PAYERS : AIRTEL_PAYERS,
    stranger: STRANGERS[moov ? 'moov' : 'airtel'],
    declared: 0.4,
    lost: unprinted ? 0 : chance.pick([0.05, 0.15, 0.35]),
    late: unprinted ? 0 : chance.pick([0.05, 0.15, 0.3]),
    late_debits: 0,
    to_nothing: chance.happens(0.4),
    reversals: chance.pick([0.06, 0.06, 0.2]),
    refunds: chance.pick([0.04, 0.04, 0.09]),
    // Without payers on the list as well, payments of one price can't be told apart; and a large one waits for a reading,
    // whatever a list says of it.
    without_ids: chance.happens(0.3) && !list.includes('nameless') && !is_large,
    unread: 0,
    masked: 0,
    copies: 0,
    other_words: [],
    order: later ? 'later_first' : 'as_days_go',
    list,
    unprinted: unprinted ? chance.pick([0.5, 1]) : 0,
  };
}

const words = (chance: Chance, likely: Readonly<Record<string, number>>): string =>
  Object.entries(likely)
    .map(([word, probability]) => (chance.happens(probability) ? ` ${word}` : ''))
    .join('');
