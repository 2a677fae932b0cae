import type { PoolClient } from 'pg';
import type { ReadCredit } from '../../domain/credit/credit.ts';
import { decide } from '../../domain/matching/decide.ts';
import { loadMerchantTerms } from '../../store/numbers/readiness.ts';
import { freshly, perOwner } from '../fresh.ts';
import type { Services } from '../services.ts';
import { type Claims, caseOf, loadClaims } from './cases.ts';
import { applyDecision, type Effects, noEffects } from './effects.ts';
import { writeEffects } from './write.ts';

const feesOf = perOwner((_services: Services) =>
  freshly<string, number>(
    (merchant_id) => merchant_id,
    async (ids, database) => {
      const terms = await loadMerchantTerms(
        database,
        ids.map((merchant_id) => ({ merchant_id })),
      );
      return ids.map((id) => terms.find((term) => term.merchant_id === id)?.fee_basis_points ?? 0);
    },
  ),
);

/**
 * Decides credits that are known to be new and writes all that follows, in the caller's transaction. Earlier
 * money is decided first, and each decision sees what the one before it changed.
 */
export async function settleCredits(
  services: Services,
  client: PoolClient,
  credits: readonly ReadCredit[],
  now: Date,
): Promise<Effects> {
  const ordered = credits.toSorted(
    (a, b) => a.occurred_at.getTime() - b.occurred_at.getTime() || (a.id < b.id ? -1 : 1),
  );
  const claims = await loadClaims(client, ordered);
  const fees = await feesOf(services).get(merchantsOf(claims), now, client);
  const effects = noEffects();
  ordered.forEach((credit, position) => {
    const decision_case = caseOf(credit, claims, position);
    applyDecision(
      services,
      effects,
      claims.sessions,
      fees,
      { credit, decision_case, decision: decide(decision_case) },
      now,
    );
  });
  await writeEffects(services, client, effects, now);
  return effects;
}

const merchantsOf = (claims: Claims): string[] => [
  ...new Set([...claims.sessions.values()].map((one) => one.merchant_id)),
];
