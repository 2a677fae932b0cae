import type { PoolClient } from 'pg';
import { insertReviewCases } from '../../store/credits/write.ts';
import { moveSessions } from '../../store/sessions/sessions.ts';
import {
  closeTransactionReviews,
  insertProofs,
  insertTransactionReviews,
} from '../../store/transactions/proofs.ts';
import { moveTransactions } from '../../store/transactions/transactions.ts';
import { publishEvents } from '../../store/webhooks/deliveries.ts';
import type { Services } from '../services.ts';
import { writeDecided } from './decided.ts';
import { writeDisposed } from './disposed.ts';
import type { Outcome } from './outcome.ts';
import { postTransfers } from './post-transfers.ts';

/**
 * Writes all that follows from a batch of decisions, or nothing of it: status and hold, credit and decision,
 * proofs and reviews, ledger, events and their deliveries. What settlements, refunds and books post themselves
 * goes through `post-transfers.ts` as well. The caller has locked what
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
    postTransfers(client, outcome.transfers, now),
    publishEvents(client, outcome.events),
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
