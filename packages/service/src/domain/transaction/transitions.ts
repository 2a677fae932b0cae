import type { TransactionStatus } from './transaction.ts';

/** What can happen to a transaction. `late_confirmed` comes from staff. */
export const TRANSACTION_TRIGGERS = [
  'handed_to_rail',
  'payer_asked',
  'success',
  'failed',
  'timeout',
  'refunded',
  'late_confirmed',
] as const;
export type TransactionTrigger = (typeof TRANSACTION_TRIGGERS)[number];

type Event = 'transaction.success' | 'transaction.failed' | 'transaction.timeout';
type Transition = { to: TransactionStatus; event: Event | null };

const SUCCESS: Transition = { to: 'SUCCESS', event: 'transaction.success' };
const FAILED: Transition = { to: 'FAILED', event: 'transaction.failed' };
const TIMEOUT: Transition = { to: 'TIMEOUT', event: 'transaction.timeout' };

/**
 * The transition table, as data. A pair that is not listed does not happen: a proof after
 * TIMEOUT opens a review, and SUCCESS is never undone by a late refusal. The database holds the same table in
 * a trigger.
 */
export const TRANSACTION_TRANSITIONS = {
  PENDING: {
    handed_to_rail: { to: 'PROCESSING', event: null },
    success: SUCCESS,
    failed: FAILED,
    timeout: TIMEOUT,
  },
  PROCESSING: {
    payer_asked: { to: 'WAITING_SMS', event: null },
    success: SUCCESS,
    failed: FAILED,
    timeout: TIMEOUT,
  },
  WAITING_SMS: { success: SUCCESS, failed: FAILED, timeout: TIMEOUT },
  SUCCESS: { refunded: { to: 'REFUNDED', event: null } },
  FAILED: {},
  TIMEOUT: { late_confirmed: SUCCESS },
  REFUNDED: {},
} as const satisfies Record<TransactionStatus, Partial<Record<TransactionTrigger, Transition>>>;

/** The next status and its event, or null when this trigger does not move a transaction in this status. */
export function transactionTransition(
  from: TransactionStatus,
  trigger: TransactionTrigger,
): Transition | null {
  const row: Partial<Record<TransactionTrigger, Transition>> = TRANSACTION_TRANSITIONS[from];
  return row[trigger] ?? null;
}

/** A final word about a transaction, and where it comes from. */
export type Conclusion = {
  transaction_id: string;
  kind: 'success' | 'failed' | 'refunded';
  /** When it happened, by whoever knows best: `confirmed_at` of a success. */
  at: Date;
  proof: { source: 'rail' | 'credit' | 'staff'; detail: Record<string, unknown> };
  reason?: string;
};

/**
 * concluded: it moved the transaction. already: it says what is known. late: a payment proven after the
 * transaction had ended without one; staff decide. refused: it can't be, as a refusal after SUCCESS.
 */
export type ConclusionOutcome = { kind: 'concluded' | 'already' | 'late' | 'refused' };

const SAYS: Record<Conclusion['kind'], TransactionStatus> = {
  success: 'SUCCESS',
  failed: 'FAILED',
  refunded: 'REFUNDED',
};

/** What a conclusion that does not move a transaction in this status means. */
export function unmoved(status: TransactionStatus, kind: Conclusion['kind']): ConclusionOutcome {
  if (status === SAYS[kind]) return { kind: 'already' };
  if (kind === 'success' && status === 'REFUNDED') return { kind: 'already' };
  if (kind === 'success' && (status === 'TIMEOUT' || status === 'FAILED')) return { kind: 'late' };
  return { kind: 'refused' };
}
