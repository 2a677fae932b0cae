import { type BookPolicy, DEFAULT_BOOK_POLICY } from './book/bound.ts';
import { DEFAULT_FEED_POLICY, type FeedPolicy } from './feed/health.ts';
import type { Environment, Operator } from './operator.ts';
import type { AskLimits } from './transaction/commands.ts';
import type { RailName } from './transaction/transaction.ts';

/** The configured numbers that decisions depend on. One value a process, checked at start. */
export type Policy = {
  /** After `expires_at`, how long an SMS about a payment made in time may still arrive. */
  grace_seconds: number;
  /** How long after its end a session's number and amount stay reserved. */
  quarantine_minutes: Record<Environment, number>;
  /** From this amount on staff decide in pairs; null: never. */
  second_person_xaf: number | null;
  /** From this sum on of what one person has decided alone in 24 hours another must agree; null: whatever the sum. */
  alone_day_xaf: number | null;
  /** From this amount on two people approve a settlement; null: never. */
  settlement_second_person_xaf: number | null;
  /** The most that one transfer of an operator carries to a merchant; null: any sum. */
  transfer_max_xaf: Readonly<Record<Operator, number | null>>;
  /**
   * Live sessions without a declared payer are refused a number where an open one without a payer waits for an
   * amount that is easily mistaken for theirs; false: they get it when no other is free.
   */
  keep_amounts_apart: boolean;
  /** How often one payer's phone may be asked for money by live transactions. */
  payer_asks: AskLimits;
  /** How many MiB the undecided documents of merchants that were never approved may have in thirty days. */
  undecided_documents_mib: number;
  /** Base of `checkout_url`. */
  dashboard_url: string;
  /** Which rail serves live transactions of an operator; in test it is always the sandbox. */
  live_rails: Readonly<Record<Operator, RailName>>;
  /** What the book of a live number may settle. */
  book: BookPolicy;
  /** When a live number's phone counts as heard. */
  feed: FeedPolicy;
};

/** A live session under review keeps its number and amount this long for further credits to join its case. */
export const REVIEW_HOLD_HOURS = 24;

/** What the book of a live number may settle, and from which sum on two people say that it does. */
export const boundsOf = ({ book, second_person_xaf }: Policy): BookPolicy => ({ ...book, second_person_xaf });

export const DEFAULT_POLICY: Policy = {
  grace_seconds: 120,
  quarantine_minutes: { test: 1, live: 30 },
  keep_amounts_apart: true,
  payer_asks: { in_ten_minutes: 3, in_a_day: 10 },
  second_person_xaf: 100_000,
  alone_day_xaf: 1_000_000,
  settlement_second_person_xaf: 1_000_000,
  transfer_max_xaf: { AIRTEL: null, MOOV: null },
  undecided_documents_mib: 2048,
  dashboard_url: 'http://127.0.0.1:8080',
  live_rails: { AIRTEL: 'manual-sms', MOOV: 'manual-sms' },
  book: DEFAULT_BOOK_POLICY,
  feed: DEFAULT_FEED_POLICY,
};
