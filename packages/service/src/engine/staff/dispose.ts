import type { PoolClient } from 'pg';
import { ENGINE_VERSION } from '../../domain/matching/case.ts';
import {
  type Disposal,
  disposeCredits,
  insertStaffDecisions,
  refundSurpluses,
} from '../../store/credits/dispose.ts';
import { withdrawProposals } from '../../store/staff/proposals.ts';
import { rejectReviewsOfCredits } from '../../store/transactions/proofs.ts';
import type { Services } from '../services.ts';

/** What somebody has made of a credit, and why. */
export type SignedDisposal = Disposal & { actor: string; note: string };

const VERDICTS = {
  MATCHED: 'SETTLE',
  ASSIGNED: 'SETTLE',
  REFUNDED: 'SUSPENSE',
  SUSPENSE: 'SUSPENSE',
  REVIEW: 'REVIEW',
} as const;

/**
 * Writes what staff decided of credits that waited: their state, a decision by STAFF beside the engine's, and
 * the end of whatever else was open about them. The caller holds the locks of the credits.
 * @throws when one of them no longer waits: then the locks were not held
 */
export async function disposeSigned(
  services: Services,
  client: PoolClient,
  disposals: readonly SignedDisposal[],
): Promise<void> {
  const at = services.now();
  const changed = await disposeCredits(client, disposals);
  if (changed.length !== disposals.length) throw new Error('bug: a locked credit no longer waited');
  await decide(services, client, disposals, at);
  await rejectReviewsOfCredits(
    client,
    disposals.map(({ credit_id, actor, note }) => ({ credit_id, closed_at: at, closed_by: actor, note })),
  );
  await withdrawProposals(
    client,
    disposals.map(({ credit_id, actor }) => ({ subject_id: credit_id, settled_by: actor, settled_at: at })),
  );
}

/** The same for surpluses of matched credits, which only ever go back to their payers. */
export async function disposeSurpluses(
  services: Services,
  client: PoolClient,
  refunds: readonly { credit_id: string; matched_session_id: string | null; actor: string; note: string }[],
): Promise<void> {
  const at = services.now();
  const changed = await refundSurpluses(
    client,
    refunds.map(({ credit_id }) => ({ credit_id, at })),
  );
  if (changed.length !== refunds.length) throw new Error('bug: a locked surplus no longer waited');
  const disposals = refunds.map((one) => ({
    ...one,
    state: 'REFUNDED' as const,
    reason: 'surplus_refunded',
    surplus_xaf: 0,
  }));
  await decide(services, client, disposals, at);
}

async function decide(
  services: Services,
  client: PoolClient,
  disposals: readonly SignedDisposal[],
  decided_at: Date,
): Promise<void> {
  await insertStaffDecisions(
    client,
    disposals.map(({ credit_id, state, reason, matched_session_id, surplus_xaf, actor, note }) => ({
      id: services.newId(),
      credit_id,
      engine_version: ENGINE_VERSION,
      rule: reason,
      verdict: VERDICTS[state],
      reason: `${actor}: ${note}`,
      session_ids: matched_session_id === null ? [] : [matched_session_id],
      decision_case: { actor, note, state, matched_session_id, surplus_xaf },
      decided_at,
    })),
  );
}
