import type { TransactionStatus } from './transaction.ts';

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
