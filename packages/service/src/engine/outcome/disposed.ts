import type { PoolClient } from 'pg';
import { ENGINE_VERSION } from '../../domain/matching/case.ts';
import { settledBy, signatureOf } from '../../domain/review/second-person.ts';
import {
  type Disposal,
  disposeCredits,
  insertStaffDecisions,
  refundSurpluses,
} from '../../store/credits/write.ts';
import { withdrawOpenProposals } from '../../store/staff/record.ts';
import { rejectReviewsOfCredits } from '../../store/transactions/proofs.ts';
import type { Services } from '../services.ts';
import type { Outcome, SignedDisposal, SurplusReason } from './outcome.ts';

/** What has become of a surplus. */
const RETURNED = {
  surplus_refunded: 'REFUNDED',
  surplus_voided: 'VOIDED',
  surplus_unmarked: 'SUSPENSE',
} as const satisfies Record<SurplusReason, Disposal['state']>;

/**
 * Writes what staff decided of credits that waited: their state, a decision by STAFF beside the engine's, and
 * the end of whatever else was open about them; and surpluses of matched credits that went back.
 */
export async function writeDisposed(
  services: Services,
  client: PoolClient,
  { disposed, returned }: Outcome,
  at: Date,
): Promise<void> {
  const disposals = [...disposed.values()];
  const surpluses = returned.map((one) => ({
    ...one,
    state: RETURNED[one.reason],
    surplus_xaf: 0,
  }));
  const [changed, refunded] = await Promise.all([
    disposeCredits(client, disposals),
    refundSurpluses(
      client,
      returned.map(({ credit_id, reason }) => ({ credit_id, at: reason === 'surplus_unmarked' ? null : at })),
    ),
    insertStaffDecisions(
      client,
      [...disposals, ...surpluses].map((one) => staffDecision(services, one)),
      at,
    ),
    rejectReviewsOfCredits(
      client,
      // One that a session's case has let go may still be the payment of a transaction.
      disposals
        .filter(({ state }) => state !== 'SUSPENSE')
        .map(({ credit_id, actor, note }) => ({ credit_id, closed_at: at, closed_by: actor, note })),
    ),
    withdrawOpenProposals(
      client,
      disposals.map(({ credit_id, ...by }) => ({ subject_id: credit_id, ...settledBy(by, at) })),
    ),
  ]);
  if (changed.length !== disposals.length) throw new Error('bug: a locked credit no longer waited');
  if (refunded.length !== returned.length) throw new Error('bug: a locked surplus no longer waited');
}

const VERDICTS = {
  MATCHED: 'SETTLE',
  ASSIGNED: 'SETTLE',
  REFUNDED: 'SUSPENSE',
  VOIDED: 'SUSPENSE',
  SUSPENSE: 'SUSPENSE',
  REVIEW: 'REVIEW',
} as const;

function staffDecision(services: Services, signed: SignedDisposal) {
  const { credit_id, state, reason, matched_session_id, matched_transaction_id, surplus_xaf } = signed;
  return {
    id: services.newId(),
    credit_id,
    engine_version: ENGINE_VERSION,
    rule: reason,
    verdict: VERDICTS[state],
    reason: `${signed.actor}: ${signed.note}`,
    session_ids: matched_session_id === null ? [] : [matched_session_id],
    transaction_ids: matched_transaction_id === null ? [] : [matched_transaction_id],
    decision_case: {
      ...signatureOf(signed),
      state,
      matched_session_id,
      matched_transaction_id,
      surplus_xaf,
    },
  };
}
