import type { PoolClient } from 'pg';
import type { OutboxEvent } from '../../domain/event/body.ts';
import type { Conclusion, ConclusionOutcome } from '../../domain/transaction/conclusion.ts';
import { transactionEvent } from '../../domain/transaction/event.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { type TransactionTrigger, transactionTransition } from '../../domain/transaction/transitions.ts';
import { moveTransactions, type TransactionMove } from '../../store/transactions/move.ts';
import {
  insertProofs,
  insertTransactionReviews,
  type NewReview,
  type TransactionProofRow,
} from '../../store/transactions/proofs.ts';
import type { Services } from '../services.ts';

/** What a batch changes about transactions; their events and transfers are written with those of sessions. */
export type TransactionEffects = {
  moves: TransactionMove[];
  proofs: TransactionProofRow[];
  reviews: NewReview[];
};

export const noTransactionEffects = (): TransactionEffects => ({ moves: [], proofs: [], reviews: [] });

/**
 * Moves a transaction as a trigger says, in memory: its row change, and its event into `events`.
 * @param paid_at when it was paid, for a trigger that leads to SUCCESS
 * @returns the transaction as it is now, or null when this trigger does not move it
 */
export function moveTransaction(
  services: Services,
  effects: Pick<TransactionEffects, 'moves'> & { events: OutboxEvent[] },
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
    confirmed_at: next.to === 'SUCCESS' ? (paid_at ?? now) : transaction.confirmed_at,
  };
  effects.moves.push({
    transaction_id: moved.id,
    from_status: transaction.status,
    to_status: moved.status,
    event_sequence: moved.event_sequence,
    updated_at: now,
    confirmed_at: moved.confirmed_at,
  });
  if (next.event !== null) {
    effects.events.push(transactionEvent(services.newId(), next.event, moved, now));
  }
  return moved;
}

/** Keeps a final word about a transaction and what it led to. @returns the proof's id */
export function keepProof(
  services: Services,
  effects: Pick<TransactionEffects, 'proofs'>,
  conclusion: Conclusion,
  outcome: ConclusionOutcome['kind'],
  now: Date,
): string {
  const id = services.newId();
  effects.proofs.push({
    id,
    transaction_id: conclusion.transaction_id,
    kind: conclusion.kind,
    source: conclusion.proof.source,
    detail: conclusion.proof.detail,
    reason: conclusion.reason ?? null,
    outcome,
    happened_at: conclusion.at,
    recorded_at: now,
  });
  return id;
}

/** Writes the changes of locked transactions. A transaction moves once in a batch. */
export async function writeTransactions(client: PoolClient, effects: TransactionEffects): Promise<void> {
  const [moved] = await Promise.all([
    moveTransactions(client, effects.moves),
    insertProofs(client, effects.proofs),
    insertTransactionReviews(client, effects.reviews),
  ]);
  if (moved.length !== effects.moves.length)
    throw new Error('bug: a locked transaction was not in its expected status');
}
