import { successTransfers, suspenseTransfer } from '../../domain/ledger/transfer.ts';
import type { PaymentSession } from '../../domain/session/session.ts';
import { type Decided, moveSession, type Outcome } from '../outcome/outcome.ts';
import type { Services } from '../services.ts';

/** Adds what follows from one decided credit, and changes the sessions it touches in `sessions`. */
export function applyDecision(
  services: Services,
  outcome: Outcome,
  sessions: Map<string, PaymentSession>,
  fees: Map<string, number>,
  decided: Decided,
  now: Date,
): void {
  const { credit, decision } = decided;
  outcome.decided.set(credit.id, decided);
  if (decision.verdict !== 'SETTLE') outcome.transfers.push(suspenseTransfer(credit));
  if (decision.verdict === 'SUSPENSE') return;
  const trigger = decision.verdict === 'SETTLE' ? 'unique_credit' : 'doubtful_credit';
  const review_reason = decision.verdict === 'REVIEW' ? decision.review_reason : null;
  for (const session_id of decision.session_ids) {
    const session = sessions.get(session_id);
    if (session === undefined) throw new Error(`bug: verdict names the unknown session ${session_id}`);
    const moved = moveSession(services, outcome, session, trigger, review_reason, now);
    if (moved !== null) sessions.set(session_id, moved);
    if (decision.verdict === 'SETTLE') {
      if (moved === null) throw new Error(`bug: session ${session_id} was settled while ${session.status}`);
      outcome.transfers.push(...successTransfers(moved, fees.get(moved.merchant_id) ?? 0));
    } else {
      outcome.cases.push({
        session_id,
        credit_id: credit.id,
        reason: decision.review_reason,
        opened_at: now,
      });
    }
  }
}
