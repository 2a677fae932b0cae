import type { ReadCredit } from '../../domain/credit/credit.ts';
import { type OutboxEvent, sessionEvent } from '../../domain/event/body.ts';
import { successTransfers, suspenseTransfer, type Transfer } from '../../domain/ledger/transfer.ts';
import type { Decision, DecisionCase } from '../../domain/matching/case.ts';
import type { PaymentSession, ReviewReason } from '../../domain/session/session.ts';
import { type SessionTrigger, transition } from '../../domain/session/transitions.ts';
import type { SessionMove } from '../../store/sessions/move.ts';
import type { Services } from '../services.ts';
import { moveOf } from '../sessions/moves.ts';

export type Decided = { credit: ReadCredit; decision_case: DecisionCase; decision: Decision };

/** Everything a batch of verdicts changes; written set by set, in one transaction. */
export type Effects = {
  /** By credit id, in the order of decision. */
  decided: Map<string, Decided>;
  moves: SessionMove[];
  events: OutboxEvent[];
  transfers: Transfer[];
  cases: { session_id: string; credit_id: string; reason: string; opened_at: Date }[];
};

export const noEffects = (): Effects => ({
  decided: new Map(),
  moves: [],
  events: [],
  transfers: [],
  cases: [],
});

/**
 * Moves a session as a trigger says, in memory and in `effects`: its row change and its event.
 * @returns the session as it is now, or null when this trigger does not move it
 */
export function moveSession(
  services: Services,
  effects: Pick<Effects, 'moves' | 'events'>,
  session: PaymentSession,
  trigger: SessionTrigger,
  review_reason: ReviewReason | null,
  now: Date,
): PaymentSession | null {
  const next = transition(session.status, trigger);
  if (next === null) return null;
  // A borrowed session tells nobody: its transaction does, when the moves are written.
  const event = session.transaction_id === null ? next.event : null;
  const event_sequence = session.event_sequence + (event === null ? 0 : 1);
  const moved: PaymentSession = {
    ...session,
    status: next.to,
    review_reason,
    event_sequence,
    closed_at: now,
  };
  effects.moves.push(moveOf(services.policy, moved, session.status, now));
  if (event !== null) {
    effects.events.push(sessionEvent(services.newId(), event, moved, now, services.policy.dashboard_url));
  }
  return moved;
}

/** Adds one decided credit's effects, and changes the sessions it touches in `sessions`. */
export function applyDecision(
  services: Services,
  effects: Effects,
  sessions: Map<string, PaymentSession>,
  fees: Map<string, number>,
  decided: Decided,
  now: Date,
): void {
  const { credit, decision } = decided;
  effects.decided.set(credit.id, decided);
  if (decision.verdict !== 'SETTLE') effects.transfers.push(suspenseTransfer(credit));
  if (decision.verdict === 'SUSPENSE') return;
  const trigger = decision.verdict === 'SETTLE' ? 'unique_credit' : 'doubtful_credit';
  const review_reason = decision.verdict === 'REVIEW' ? decision.review_reason : null;
  for (const session_id of decision.session_ids) {
    const session = sessions.get(session_id);
    if (session === undefined) throw new Error(`bug: verdict names the unknown session ${session_id}`);
    const moved = moveSession(services, effects, session, trigger, review_reason, now);
    if (moved !== null) sessions.set(session_id, moved);
    if (decision.verdict === 'SETTLE') {
      if (moved === null) throw new Error(`bug: session ${session_id} was settled while ${session.status}`);
      effects.transfers.push(
        ...successTransfers({ ...moved, booked_on: credit.booked_on }, fees.get(moved.merchant_id) ?? 0),
      );
    } else {
      effects.cases.push({
        session_id,
        credit_id: credit.id,
        reason: decision.review_reason,
        opened_at: now,
      });
    }
  }
}
