import type { PoolClient } from 'pg';
import type { TransactionTrigger } from '../../domain/transaction/transitions.ts';
import type { SessionMove } from '../../store/sessions/move.ts';
import { lockTransactions } from '../../store/transactions/load.ts';
import type { Services } from '../services.ts';
import { keepProof, moveTransaction, type Outcome } from './outcome.ts';

/**
 * Lets the transactions on the rail manual-sms follow the sessions they borrow: SUCCESS makes SUCCESS, with
 * the credit for a proof; EXPIRED makes TIMEOUT. UNDER_REVIEW moves nothing: the transaction waits, times out
 * by itself, and becomes SUCCESS even then when staff confirm the review. Their transfers are those of the
 * session. The caller has locked the sessions.
 */
export async function followBorrowed(
  services: Services,
  client: PoolClient,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const borrowed = new Map(
    outcome.sessions.flatMap((move) => (move.transaction_id === null ? [] : [[move.transaction_id, move]])),
  );
  if (borrowed.size === 0) return;
  for (const transaction of await lockTransactions(client, [...borrowed.keys()])) {
    const move = borrowed.get(transaction.id) as SessionMove;
    const by_staff = move.from_status === 'UNDER_REVIEW';
    const trigger = triggerOf(move, by_staff && transaction.status === 'TIMEOUT');
    if (trigger === null) continue;
    const moved = moveTransaction(services, outcome, transaction, trigger, now);
    // A review that is rejected after the transaction had timed out changes nothing any more.
    if (moved === null && trigger === 'timeout') continue;
    if (moved === null)
      throw new Error(
        `bug: the session of transaction ${transaction.id} was paid after ${transaction.status}`,
      );
    if (trigger === 'timeout') continue;
    const source = by_staff ? 'staff' : 'credit';
    const proof = { source, detail: { session_id: move.session_id } } as const;
    const conclusion = { transaction_id: transaction.id, kind: 'success', at: now, proof } as const;
    keepProof(services, outcome, conclusion, 'concluded', now);
  }
}

function triggerOf({ to_status }: SessionMove, after_timeout: boolean): TransactionTrigger | null {
  if (to_status === 'SUCCESS') return after_timeout ? 'late_confirmed' : 'success';
  return to_status === 'EXPIRED' ? 'timeout' : null;
}
