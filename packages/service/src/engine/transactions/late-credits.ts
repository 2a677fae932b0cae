import type { PoolClient } from 'pg';
import { narrow } from '../../domain/matching/narrow.ts';
import type { PaymentSession } from '../../domain/session/session.ts';
import { lockTransactions } from '../../store/transactions/load.ts';
import { loadTransactionReviews } from '../../store/transactions/proofs.ts';
import type { Decided } from '../credits/effects.ts';
import type { Services } from '../services.ts';
import { keepProof, noTransactionEffects, writeTransactions } from './effects.ts';

/**
 * Opens a review for each credit that came after the transaction it was for had ended: the only session that
 * claims it is borrowed, and closed. The credit itself waits in suspense already. Call it after the credits are
 * written; no statement when there is none such.
 */
export async function reviewLateCredits(
  services: Services,
  client: PoolClient,
  decided: Iterable<Decided>,
  sessions: ReadonlyMap<string, PaymentSession>,
  now: Date,
): Promise<void> {
  const late = new Map<string, Decided>();
  for (const one of decided) {
    const { decision, decision_case } = one;
    if (decision.verdict !== 'SUSPENSE' || decision.suspense_reason === 'unproven') continue;
    const [claimant, ...others] = narrow(decision_case).claiming;
    const transaction_id = sessions.get(claimant?.session_id ?? '')?.transaction_id ?? null;
    if (transaction_id !== null && others.length === 0 && !late.has(transaction_id))
      late.set(transaction_id, one);
  }
  if (late.size === 0) return;
  const rows = await lockTransactions(client, [...late.keys()]);
  const reviews = await loadTransactionReviews(client, [...late.keys()]);
  const reviewed = new Set(reviews.map((review) => review.transaction_id));
  const changes = noTransactionEffects();
  for (const { id: transaction_id, status } of rows) {
    if (reviewed.has(transaction_id) || (status !== 'TIMEOUT' && status !== 'FAILED')) continue;
    const { credit } = late.get(transaction_id) as Decided;
    const proof = { source: 'credit', detail: { credit_id: credit.id } } as const;
    const conclusion = { transaction_id, kind: 'success', at: credit.occurred_at, proof } as const;
    changes.reviews.push({
      id: services.newId(),
      transaction_id,
      kind: status === 'TIMEOUT' ? 'late' : 'after_failure',
      proof_id: keepProof(services, changes, conclusion, 'late', now),
      credit_id: credit.id,
      opened_at: now,
    });
  }
  await writeTransactions(client, changes);
}
