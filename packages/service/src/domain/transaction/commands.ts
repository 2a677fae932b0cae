import type { ByPerson } from '../account/actions.ts';
import type { Operator } from '../operator.ts';
import type { Caller, HeldBack, IdempotencyKey, KeyRefusal } from '../session/commands.ts';
import { MINUTE_MS } from '../time.ts';
import type { Transaction, TransactionStatus } from './transaction.ts';

/** A request whose shape and amount the contract has already checked. */
export type CreateTransaction = Caller &
  ByPerson & {
    reference: string;
    amount_xaf: number;
    operator: Operator;
    phone_number: string;
    description: string | null;
    idempotency: IdempotencyKey | null;
  };

export type CreateTransactionOutcome =
  | { kind: 'created'; transaction: Transaction; replayed: boolean }
  | { kind: 'operator_not_enabled' }
  | { kind: 'reference_already_used'; existing_transaction_id: string; replayed: boolean }
  | { kind: 'payer_asked_too_often'; retry_after_s: number }
  | ({ kind: 'too_many_open_sessions' } & HeldBack)
  | { kind: 'gateway_unavailable'; retry_after_s: number }
  | KeyRefusal;

export type RetrieveTransaction = Caller & { transaction_id: string };

/** `webhook_sent`: a merchant's endpoint has answered 2xx to an event of it. */
export type ReadTransaction = Transaction & { webhook_sent: boolean };

export type ListTransactions = Caller & {
  /** 1 to 1000. */
  limit: number;
  offset: number;
  status: TransactionStatus | null;
  operator: Operator | null;
  /** The first moment of creation that counts, and the first that does not any more. */
  from: Date | null;
  until: Date | null;
  /** What a reference or payer begins with, or a whole internal_ref; null for all. */
  search: string | null;
};

export type TransactionPage = { transactions: ReadTransaction[]; total: number };

/** How often one payer's phone may be asked for money, over all merchants; null: without a limit. */
export type AskLimits = { in_ten_minutes: number | null; in_a_day: number | null };

const TEN_MINUTES_MS = 10 * MINUTE_MS;
export const ASKS_WITHIN_MS = 24 * 60 * MINUTE_MS;

/**
 * How long a payer is to be left alone, in milliseconds.
 * @param asked_at_ms when it was asked in the last day, in any order; not what came before it last paid
 * @returns null when it may be asked now
 */
export function askWait_ms(asked_at_ms: readonly number[], now_ms: number, limits: AskLimits): number | null {
  const waits_ms = [
    windowWait_ms(asked_at_ms, now_ms, limits.in_ten_minutes, TEN_MINUTES_MS),
    windowWait_ms(asked_at_ms, now_ms, limits.in_a_day, ASKS_WITHIN_MS),
  ];
  const wait_ms = Math.max(...waits_ms);
  return wait_ms > 0 ? wait_ms : null;
}

/** Until so many have left the window that one more is within the limit; 0 when it is now. */
function windowWait_ms(
  asked_at_ms: readonly number[],
  now_ms: number,
  most: number | null,
  window_ms: number,
): number {
  if (most === null) return 0;
  const recent = asked_at_ms.filter((at_ms) => at_ms > now_ms - window_ms).toSorted((a, b) => a - b);
  if (recent.length < most) return 0;
  return (recent[recent.length - most] as number) + window_ms - now_ms;
}
