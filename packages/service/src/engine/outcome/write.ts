import type { PoolClient } from 'pg';
import type { Transfer } from '../../domain/ledger/transfer.ts';
import { ENGINE_VERSION, idsOf } from '../../domain/matching/case.ts';
import { packCase } from '../../domain/matching/stored.ts';
import { settledBy, signatureOf } from '../../domain/review/second-person.ts';
import { localDay } from '../../domain/time.ts';
import {
  type CreditRow,
  disposeCredits,
  insertCredits,
  insertDecisions,
  insertReviewCases,
  insertStaffDecisions,
  insertUsage,
  type NewDecision,
  refundSurpluses,
} from '../../store/credits/write.ts';
import { insertEvents } from '../../store/events.ts';
import { insertTransfers, type TransferRow } from '../../store/ledger/insert.ts';
import { moveSessions } from '../../store/sessions/sessions.ts';
import { withdrawProposals } from '../../store/staff/record.ts';
import {
  closeTransactionReviews,
  insertProofs,
  insertTransactionReviews,
  rejectReviewsOfCredits,
} from '../../store/transactions/proofs.ts';
import { moveTransactions } from '../../store/transactions/transactions.ts';
import { fanOutEvents } from '../../store/webhooks/deliveries.ts';
import type { Services } from '../services.ts';
import type { Decided, Outcome, SignedDisposal } from './outcome.ts';

/**
 * Writes all that follows from a batch of decisions, or nothing of it: status and hold, credit and decision,
 * proofs and reviews, ledger, events and their deliveries. The only place that does. The caller has locked what
 * moves (`lockSubjects`); the number of statements doesn't grow with the batch, and what is empty sends none.
 * @throws when something was not as the caller had it under lock: a bug
 */
export async function writeOutcome(
  services: Services,
  client: PoolClient,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  // Issued together, in this order: they travel as one and run one after the other.
  const [sessions, transactions] = await Promise.all([
    moveSessions(client, outcome.sessions),
    moveTransactions(client, outcome.transactions),
    bookTransfers(client, outcome.transfers, now),
    insertEvents(client, outcome.events),
    fanOutEvents(
      client,
      outcome.events.map((event) => event.id),
    ),
    writeDecided(services, client, outcome, now),
    insertReviewCases(client, outcome.cases),
    insertProofs(client, outcome.proofs),
    insertTransactionReviews(client, outcome.reviews),
    closeTransactionReviews(client, outcome.closed_reviews),
    writeDisposed(services, client, outcome, now),
  ]);
  if (sessions.length !== outcome.sessions.length)
    throw new Error('bug: a locked session was not in its expected status');
  if (transactions.length !== outcome.transactions.length)
    throw new Error('bug: a locked transaction was not in its expected status');
}

/** Books transfers alone, in the caller's transaction: also for money that moved without any decision. */
export async function bookTransfers(
  client: PoolClient,
  transfers: readonly Transfer[],
  created_at: Date,
): Promise<void> {
  const rows = transfers.map((transfer) => rowOf(transfer, created_at));
  const booked = await insertTransfers(client, rows);
  if (booked.length !== rows.length) throw new Error('bug: a transfer names an account that does not exist');
}

/** A transfer that names no moment of its own occurred when it is booked. */
function rowOf({ debit, credit, corrects, ...transfer }: Transfer, created_at: Date): TransferRow {
  return {
    ...transfer,
    occurred_at: transfer.occurred_at ?? created_at,
    corrects_cause: corrects?.cause ?? null,
    corrects_cause_id: corrects?.cause_id ?? null,
    debit_kind: debit.kind,
    debit_owner_id: debit.owner_id,
    credit_kind: credit.kind,
    credit_owner_id: credit.owner_id,
    created_at,
  };
}

/** Writes new credits, the engine's decisions on them, and what their numbers took in. */
export async function writeDecided(
  services: Services,
  client: PoolClient,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const decided = [...outcome.decided.values()];
  await Promise.all([
    insertCredits(
      client,
      decided.map((one) => creditRow(one, now)),
    ),
    insertDecisions(
      client,
      decided.map((one) => decisionRow(services, one, now)),
    ),
    insertUsage(client, usageOf(decided)),
  ]);
}

function creditRow({ credit, decision }: Decided, created_at: Date): CreditRow {
  const {
    notice_id: _notice,
    occurred_precision_ms: _precision,
    doubts: _doubts,
    booked_on: _on,
    moved_by: _by,
    told_payers: _payers,
    told_tickets: _tickets,
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
    created_at,
  };
}

/**
 * A credit is in REVIEW where a session's case holds it. One that may only be the payment of a transaction waits in
 * SUSPENSE.
 */
function stateOf({ verdict, claimants }: Decided['decision']): CreditRow['state'] {
  if (verdict === 'SETTLE') return 'MATCHED';
  return verdict === 'REVIEW' && idsOf(claimants, 'session').length > 0 ? 'REVIEW' : 'SUSPENSE';
}

function reasonOf(decision: Decided['decision']): string {
  if (decision.verdict === 'REVIEW') return decision.review_reason;
  return decision.verdict === 'SUSPENSE' ? decision.suspense_reason : decision.rule;
}

function decisionRow(
  services: Services,
  { credit, decision, decision_case }: Decided,
  decided_at: Date,
): NewDecision {
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
    decided_at,
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
    state: one.reason === 'surplus_voided' ? ('VOIDED' as const) : ('REFUNDED' as const),
    surplus_xaf: 0,
  }));
  const [changed, refunded] = await Promise.all([
    disposeCredits(client, disposals),
    refundSurpluses(
      client,
      returned.map(({ credit_id }) => ({ credit_id, at })),
    ),
    insertStaffDecisions(
      client,
      [...disposals, ...surpluses].map((one) => staffDecision(services, one, at)),
    ),
    rejectReviewsOfCredits(
      client,
      // One that a session's case has let go may still be the payment of a transaction.
      disposals
        .filter(({ state }) => state !== 'SUSPENSE')
        .map(({ credit_id, actor, note }) => ({ credit_id, closed_at: at, closed_by: actor, note })),
    ),
    withdrawProposals(
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

function staffDecision(services: Services, signed: SignedDisposal, decided_at: Date) {
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
    decided_at,
  };
}
