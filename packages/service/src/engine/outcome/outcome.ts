import type { ReadCredit } from '../../domain/credit.ts';
import { type OutboxEvent, sessionEvent } from '../../domain/event/event.ts';
import type { Transfer } from '../../domain/ledger/transfer.ts';
import type { Decision, DecisionCase } from '../../domain/matching/case.ts';
import { type Policy, REVIEW_HOLD_HOURS } from '../../domain/policy.ts';
import type { Signature } from '../../domain/review/second-person.ts';
import type { PaymentSession, ReviewReason } from '../../domain/session/session.ts';
import { type SessionTrigger, transition } from '../../domain/session/transitions.ts';
import { later, MINUTE_MS } from '../../domain/time.ts';
import { transactionEvent } from '../../domain/transaction/event.ts';
import { isOpenStatus, type Transaction } from '../../domain/transaction/transaction.ts';
import {
  type Conclusion,
  type ConclusionOutcome,
  type TransactionTrigger,
  transactionTransition,
} from '../../domain/transaction/transitions.ts';
import type { Disposal } from '../../store/credits/write.ts';
import type { ReviewCaseRow } from '../../store/rows.generated.ts';
import type { SessionMove } from '../../store/sessions/sessions.ts';
import type { ClosedReview, NewReview, TransactionProofRow } from '../../store/transactions/proofs.ts';
import type { TransactionMove } from '../../store/transactions/transactions.ts';
import type { Services } from '../services.ts';

/** A new credit with what the engine decided of it, and on what. */
export type Decided = { credit: ReadCredit; decision_case: DecisionCase; decision: Decision };

/** What somebody has made of a credit that waited, and why. */
export type SignedDisposal = Disposal & Signature;

export type SurplusReason = 'surplus_refunded' | 'surplus_voided' | 'surplus_unmarked';

/**
 * Everything that follows from a batch of decisions, whoever decided: built in memory, one decision after the
 * other, and written as a whole by `writeOutcome`. A session, and a transaction, moves once in it.
 */
export type Outcome = {
  sessions: SessionMove[];
  transactions: TransactionMove[];
  /** New credits by id, in the order of decision. */
  decided: Map<string, Decided>;
  /** Credits of sessions under review. */
  cases: ReviewCaseRow[];
  /** Credits that waited, by id, as staff decided. */
  disposed: Map<string, SignedDisposal>;
  /**
   * Matched credits whose surplus went back to its payer, or with the payment that the operator took back; or was to go back and has not
   * left: it waits again.
   */
  returned: (Pick<
    SignedDisposal,
    'credit_id' | 'matched_session_id' | 'matched_transaction_id' | keyof Signature
  > & { reason: SurplusReason })[];
  /** Final words about transactions, and the reviews that they open and that staff close. */
  proofs: TransactionProofRow[];
  reviews: NewReview[];
  closed_reviews: ClosedReview[];
  transfers: Transfer[];
  events: OutboxEvent[];
};

export const noOutcome = (): Outcome => ({
  sessions: [],
  transactions: [],
  decided: new Map(),
  cases: [],
  disposed: new Map(),
  returned: [],
  proofs: [],
  reviews: [],
  closed_reviews: [],
  transfers: [],
  events: [],
});

/** In test nobody decides reviews, so they must not use virtual numbers up. */
function holdMinutes(policy: Policy, { environment, status }: PaymentSession): number {
  return environment === 'live' && status === 'UNDER_REVIEW'
    ? REVIEW_HOLD_HOURS * 60
    : policy.quarantine_minutes[environment];
}

/**
 * Moves a session as a trigger says: its row change, the quarantine of its hold, its event.
 * @returns the session as it is now, or null when this trigger does not move it
 */
export function moveSession(
  services: Services,
  outcome: Outcome,
  session: PaymentSession,
  trigger: SessionTrigger,
  review_reason: ReviewReason | null,
  now: Date,
): PaymentSession | null {
  const next = transition(session.status, trigger);
  if (next === null) return null;
  const event_sequence = session.event_sequence + (next.event === null ? 0 : 1);
  const moved: PaymentSession = {
    ...session,
    status: next.to,
    review_reason,
    event_sequence,
    closed_at: now,
  };
  outcome.sessions.push({
    session_id: moved.id,
    from_status: session.status,
    to_status: moved.status,
    review_reason,
    event_sequence,
    closed_at: now,
    quarantine_until: later(now, holdMinutes(services.policy, moved) * MINUTE_MS),
  });
  if (next.event !== null)
    outcome.events.push(
      sessionEvent(services.newId(), next.event, moved, now, services.policy.dashboard_url),
    );
  return moved;
}

/**
 * Moves a transaction as a trigger says: its row change, the quarantine of its hold, its event.
 * @param paid_at when it was paid, for a trigger that leads to SUCCESS
 * @returns the transaction as it is now, or null when this trigger does not move it
 */
export function moveTransaction(
  services: Services,
  outcome: Outcome,
  transaction: Transaction,
  trigger: TransactionTrigger,
  now: Date,
  paid_at: Date | null = null,
): Transaction | null {
  const next = transactionTransition(transaction.status, trigger);
  if (next === null) return null;
  const moved: Transaction = {
    ...transaction,
    status: next.to,
    event_sequence: transaction.event_sequence + (next.event === null ? 0 : 1),
    updated_at: now,
    confirmed_at:
      next.to === 'SUCCESS' ? confirmedAt(transaction, paid_at ?? now, now) : transaction.confirmed_at,
  };
  outcome.transactions.push({
    transaction_id: moved.id,
    from_status: transaction.status,
    to_status: moved.status,
    event_sequence: moved.event_sequence,
    updated_at: now,
    confirmed_at: moved.confirmed_at,
    quarantine_until: isOpenStatus(moved.status)
      ? null
      : later(now, services.policy.quarantine_minutes[moved.environment] * MINUTE_MS),
  });
  if (next.event !== null) outcome.events.push(transactionEvent(services.newId(), next.event, moved, now));
  return moved;
}

/** Texts print minutes: what is paid in the one in which it was asked for was not paid before that, and nothing is paid tomorrow. */
function confirmedAt({ created_at }: Transaction, paid_at: Date, now: Date): Date {
  const told_at = paid_at < now ? paid_at : now;
  return told_at < created_at ? created_at : told_at;
}

/**
 * Keeps a final word about a transaction and what it led to.
 * @returns the proof's id
 */
export function keepProof(
  services: Services,
  outcome: Outcome,
  conclusion: Conclusion,
  led_to: ConclusionOutcome['kind'] | 'doubtful',
  now: Date,
): string {
  const id = services.newId();
  outcome.proofs.push({
    id,
    transaction_id: conclusion.transaction_id,
    kind: conclusion.kind,
    source: conclusion.proof.source,
    detail: conclusion.proof.detail,
    reason: conclusion.reason ?? null,
    outcome: led_to,
    happened_at: conclusion.at,
    recorded_at: now,
  });
  return id;
}
