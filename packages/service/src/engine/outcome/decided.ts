import type { PoolClient } from 'pg';
import { ENGINE_VERSION, idsOf } from '../../domain/matching/case.ts';
import { packCase } from '../../domain/matching/stored.ts';
import { localDay } from '../../domain/time.ts';
import {
  insertCredits,
  insertDecisions,
  insertUsage,
  type NewCredit,
  type NewDecision,
} from '../../store/credits/write.ts';
import type { Services } from '../services.ts';
import type { Decided, Outcome } from './outcome.ts';

/** Writes new credits, the engine's decisions on them, and what their numbers took in. */
export async function writeDecided(
  services: Services,
  client: PoolClient,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const decided = [...outcome.decided.values()];
  await Promise.all([
    insertCredits(client, decided.map(creditRow), now),
    insertDecisions(
      client,
      decided.map((one) => decisionRow(services, one)),
      now,
    ),
    insertUsage(client, usageOf(decided)),
  ]);
}

function creditRow({ credit, decision }: Decided): NewCredit {
  const {
    notice_id: _notice,
    occurred_precision_ms: _precision,
    doubts: _doubts,
    booked_on: _on,
    moved_by: _by,
    told_payers: _payers,
    told_tickets: _tickets,
    tickets_in_doubt: _in_doubt,
    may_be_payers: _may_be,
    ...facts
  } = credit;
  const paid = decision.verdict === 'SETTLE' ? decision.claimants : [];
  return {
    ...facts,
    state: stateOf(decision),
    reason: reasonOf(decision),
    matched_session_id: idsOf(paid, 'session')[0] ?? null,
    matched_transaction_id: idsOf(paid, 'transaction')[0] ?? null,
  };
}

/**
 * A credit is in REVIEW where a session's case holds it. One that may only be the payment of a transaction waits in
 * SUSPENSE.
 */
function stateOf({ verdict, claimants }: Decided['decision']): NewCredit['state'] {
  if (verdict === 'SETTLE') return 'MATCHED';
  return verdict === 'REVIEW' && idsOf(claimants, 'session').length > 0 ? 'REVIEW' : 'SUSPENSE';
}

function reasonOf(decision: Decided['decision']): string {
  if (decision.verdict === 'REVIEW') return decision.review_reason;
  return decision.verdict === 'SUSPENSE' ? decision.suspense_reason : decision.rule;
}

function decisionRow(services: Services, { credit, decision, decision_case }: Decided): NewDecision {
  const { rule, verdict, reason, claimants } = decision;
  return {
    id: services.newId(),
    credit_id: credit.id,
    engine_version: ENGINE_VERSION,
    rule,
    verdict,
    reason,
    session_ids: idsOf(claimants, 'session'),
    transaction_ids: idsOf(claimants, 'transaction'),
    decision_case: packCase(decision_case),
  };
}

/** What each live number took in, by local day: its daily caps count it. Virtual numbers have none. */
function usageOf(decided: readonly Decided[]) {
  const live = decided.map(({ credit }) => credit).filter((credit) => credit.environment === 'live');
  const groups = Map.groupBy(
    live,
    (credit) => `${credit.collection_number_id}/${localDay(credit.occurred_at)}`,
  );
  return [...groups.values()].map((credits) => ({
    collection_number_id: credits[0]?.collection_number_id ?? '',
    day: localDay(credits[0]?.occurred_at ?? new Date(0)),
    credit_count: credits.length,
    volume_xaf: credits.reduce((sum, credit) => sum + credit.amount_xaf, 0),
  }));
}
