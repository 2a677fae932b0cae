import type { Caller, IdempotencyKey } from '../session/commands.ts';
import type { NotRefundable } from './judge.ts';
import type { Refund } from './refund.ts';

/** A request whose shape the contract has already checked. */
export type CreateRefund = Caller & {
  /** A session or a transaction of that merchant. */
  payment: { kind: 'session' | 'transaction'; id: string };
  /** Null: all that is left of it. */
  amount_xaf: number | null;
  reason: string | null;
  /** Who asks, as the refund keeps it: a key's last characters, a member or staff. */
  asked_by: string;
  idempotency: IdempotencyKey | null;
};

export type CreateRefundOutcome =
  | { kind: 'created'; refund: Refund; replayed: boolean }
  | { kind: 'payment_not_found' }
  | NotRefundable
  | { kind: 'idempotency_key_reused' }
  | { kind: 'idempotency_key_in_use' };
