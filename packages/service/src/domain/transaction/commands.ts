import type { Caller, IdempotencyKey } from '../session/commands.ts';
import type { Operator } from '../session/session.ts';
import type { Transaction, TransactionStatus } from './transaction.ts';

/** A request whose shape and amount the contract has already checked. */
export type CreateTransaction = Caller & {
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
  | { kind: 'too_many_open_sessions'; open_count: number; allowance: number; retry_after_s: number }
  | { kind: 'gateway_unavailable'; retry_after_s: number }
  | { kind: 'idempotency_key_reused' }
  | { kind: 'idempotency_key_in_use' };

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
