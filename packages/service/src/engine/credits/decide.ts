import type { PoolClient } from 'pg';
import type { ReadCredit } from '../../domain/credit.ts';
import { decide } from '../../domain/matching/decide.ts';
import { loadTransactionReviews } from '../../store/transactions/proofs.ts';
import { feesOf } from '../fees/schedules.ts';
import { noOutcome, type Outcome } from '../outcome/outcome.ts';
import type { Services } from '../services.ts';
import { applyDecision } from './apply.ts';
import { type Claims, caseOf, loadClaims } from './cases.ts';

/**
 * Decides credits that are known to be new, under lock; `writeOutcome` writes all that follows. What
 * nothing speaks against is decided first, so that a doubtful text can't put a session under review whose true
 * payment is in the same batch; then earlier money first. Each decision sees what the one before it changed.
 */
export async function decideCredits(
  services: Services,
  client: PoolClient,
  credits: readonly ReadCredit[],
  now: Date,
): Promise<Outcome> {
  const ordered = credits.toSorted(
    (a, b) =>
      Number(a.doubts.length > 0) - Number(b.doubts.length > 0) ||
      a.occurred_at.getTime() - b.occurred_at.getTime() ||
      (a.id < b.id ? -1 : 1),
  );
  const claims = await loadClaims(client, ordered);
  const reviews = await loadTransactionReviews(client, [...claims.transactions.keys()]);
  const outcome = noOutcome();
  const batch = {
    outcome,
    claims,
    fees: await feesOf(services).get(merchantsOf(claims), now, client),
    reviewed: new Set(reviews.filter((one) => one.state === 'OPEN').map((one) => one.transaction_id)),
    now,
  };
  ordered.forEach((credit, position) => {
    const decision_case = caseOf(credit, claims, position);
    applyDecision(services, batch, { credit, decision_case, decision: decide(decision_case) });
  });
  return outcome;
}

const merchantsOf = ({ sessions, transactions }: Claims): string[] => [
  ...new Set([...sessions.values(), ...transactions.values()].map((one) => one.merchant_id)),
];
