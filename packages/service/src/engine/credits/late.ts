import type { PoolClient } from 'pg';
import { narrow } from '../../domain/matching/narrow.ts';
import type { PaymentSession } from '../../domain/session/session.ts';
import { loadTransactionReviews } from '../../store/transactions/proofs.ts';
import { lockSubjects } from '../outcome/lock.ts';
import { type Decided, keepProof, type Outcome } from '../outcome/outcome.ts';
import type { Services } from '../services.ts';

/**
 * Opens a review for each credit that came after the transaction it was for had ended: the only session that
 * claims it is borrowed, and closed. The credit itself waits in suspense. No statement when there is none such.
 */
export async function reviewLateCredits(
  services: Services,
  client: PoolClient,
  outcome: Outcome,
  sessions: ReadonlyMap<string, PaymentSession>,
  now: Date,
): Promise<void> {
  const late = new Map<string, Decided>();
  for (const one of outcome.decided.values()) {
    const { decision, decision_case } = one;
    if (decision.verdict !== 'SUSPENSE' || decision.suspense_reason === 'unproven') continue;
    const [claimant, ...others] = narrow(decision_case).claiming;
    const transaction_id = sessions.get(claimant?.session_id ?? '')?.transaction_id ?? null;
    if (transaction_id !== null && others.length === 0 && !late.has(transaction_id))
      late.set(transaction_id, one);
  }
  if (late.size === 0) return;
  const { transactions } = await lockSubjects(client, { transaction_ids: [...late.keys()] });
  const reviews = await loadTransactionReviews(client, [...late.keys()]);
  const reviewed = new Set(reviews.map((review) => review.transaction_id));
  for (const { id: transaction_id, status } of transactions.values()) {
    if (reviewed.has(transaction_id) || (status !== 'TIMEOUT' && status !== 'FAILED')) continue;
    const { credit } = late.get(transaction_id) as Decided;
    const proof = { source: 'credit', detail: { credit_id: credit.id } } as const;
    const conclusion = { transaction_id, kind: 'success', at: credit.occurred_at, proof } as const;
    outcome.reviews.push({
      id: services.newId(),
      transaction_id,
      kind: status === 'TIMEOUT' ? 'late' : 'after_failure',
      proof_id: keepProof(services, outcome, conclusion, 'late', now),
      credit_id: credit.id,
      opened_at: now,
    });
  }
}
