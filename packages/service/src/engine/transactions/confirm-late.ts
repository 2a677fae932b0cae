import type { PoolClient } from 'pg';
import { lateTransfers } from '../../domain/ledger/transaction.ts';
import type { SecondPerson } from '../../domain/review/second-person.ts';
import type { SessionStatus } from '../../domain/session/session.ts';
import { type Assignable, assignableToMerchant } from '../../domain/suspense/assign.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { transaction } from '../../store/connect/transaction.ts';
import { loadTransactionReviews } from '../../store/transactions/proofs.ts';
import { lockBorrowedSessions } from '../../store/transactions/sessions.ts';
import { feesOf } from '../outcome/fees.ts';
import { lockSubjects } from '../outcome/lock.ts';
import { keepProof, moveTransaction, noOutcome } from '../outcome/outcome.ts';
import { writeOutcome } from '../outcome/write.ts';
import { type LockedCredit, lockCases } from '../review/cases.ts';
import type { Services } from '../services.ts';
import { seekConsents } from '../staff/consent.ts';
import { type Act, recordActions } from '../staff/record.ts';

export type ConfirmLate = {
  transaction_id: string;
  actor: string;
  note: string;
  /** A credit in suspense that staff know to be its payment, where nothing has proven one. */
  credit_id?: string;
};

export type ConfirmLateOutcome =
  | { kind: 'confirmed'; transaction: Transaction }
  /** Above the configured amount: another person has to ask for the same. */
  | { kind: 'proposed' }
  | Exclude<SecondPerson, { kind: 'go' | 'propose' }>
  | { kind: 'not_found' }
  | { kind: 'not_timed_out'; status: Transaction['status'] }
  /** Nothing proves a payment; a session under review is confirmed as a review. */
  | { kind: 'no_late_proof' }
  /** The credit that proved it was given to somebody else meanwhile, or there is no such credit. */
  | { kind: 'credit_already_used' }
  /** A review is open about another payment of it. */
  | { kind: 'proven_otherwise'; review_id: string }
  /** The session it borrows has a case of its own: that is confirmed instead. */
  | { kind: 'session_under_review'; session_id: string }
  /** Its rail takes no money by collection number. */
  | { kind: 'paid_by_push' }
  | Exclude<Assignable, { kind: 'assignable' | 'session_closed' | 'nothing_waits' }>;

type Review = Awaited<ReturnType<typeof loadTransactionReviews>>[number];

/**
 * Staff settle transactions that timed out and were proven paid afterwards: TIMEOUT becomes SUCCESS, with its
 * event, out of suspense, audited; above the configured amount a second person must agree.
 * @returns an outcome for each, in order. A transaction named twice is settled once.
 */
export async function confirmLateTransactions(
  services: Services,
  commands: readonly ConfirmLate[],
): Promise<ConfirmLateOutcome[]> {
  if (commands.length === 0) return [];
  const now = services.now();
  const outcomes = await transaction(services.pool, async (client) => {
    const known = await loadKnown(services, client, commands, now);
    const outcome = noOutcome();
    const acts: Act[] = [];
    const outcomes = commands.map((command): ConfirmLateOutcome => {
      const judged = judge(known, command);
      if ('kind' in judged) return judged;
      const { row, payment, agreed_with } = judged;
      const moved = moveTransaction(services, outcome, row, 'late_confirmed', now, payment.at);
      if (moved === null) throw new Error(`bug: ${row.status} of transaction ${row.id} can't be settled`);
      known.rows.set(row.id, moved);
      outcome.transfers.push(...lateTransfers(moved, known.fees.get(moved.merchant_id) ?? 0));
      const { actor, note } = command;
      const { review_id, credit } = payment;
      if (review_id !== null)
        outcome.closed_reviews.push({
          id: review_id,
          state: 'CONFIRMED',
          closed_at: now,
          closed_by: actor,
          note,
        });
      if (credit !== null) {
        known.credits.set(credit.id, { ...credit, state: 'MATCHED' });
        outcome.disposed.set(credit.id, {
          credit_id: credit.id,
          state: 'MATCHED',
          reason: 'staff_late_confirmed',
          matched_session_id: known.sessions.get(row.id)?.id ?? null,
          surplus_xaf: credit.amount_xaf - row.amount_xaf,
          actor,
          note,
        });
      }
      const detail = { review_id, credit_id: credit?.id ?? null, proposed_by: agreed_with };
      acts.push({ actor, action: 'transaction.confirm_late', subject_id: row.id, note, detail });
      const proof = { source: 'staff', detail } as const;
      const said = { transaction_id: row.id, kind: 'success', at: payment.at, proof } as const;
      keepProof(services, outcome, { ...said, reason: note }, 'concluded', now);
      return { kind: 'confirmed', transaction: moved };
    });
    await known.consents.write();
    await writeOutcome(services, client, outcome, now);
    await recordActions(services, client, acts);
    return outcomes;
  });
  if (outcomes.some((one) => one.kind === 'confirmed')) services.onEvents();
  return outcomes;
}

type Known = {
  rows: Map<string, Transaction>;
  reviews: Map<string, Review>;
  /** The session each transaction borrows. */
  sessions: Map<string, { id: string; status: SessionStatus }>;
  /** Credits of the reviews, and those that were named. */
  credits: Map<string, LockedCredit>;
  fees: Map<string, number>;
  consents: Awaited<ReturnType<typeof seekConsents>>;
};

async function loadKnown(
  services: Services,
  client: PoolClient,
  commands: readonly ConfirmLate[],
  now: Date,
): Promise<Known> {
  const ids = [...new Set(commands.map((one) => one.transaction_id))];
  const sessions = await lockBorrowedSessions(client, ids);
  const { transactions: rows } = await lockSubjects(client, { transaction_ids: ids });
  const reviews = await loadTransactionReviews(client, ids);
  const credit_ids = [
    ...reviews.flatMap(({ credit_id }) => credit_id ?? []),
    ...commands.flatMap(({ credit_id }) => credit_id ?? []),
  ];
  const { credits } = await lockCases(client, [], credit_ids);
  const merchants = [...new Set([...rows.values()].map(({ merchant_id }) => merchant_id))];
  return {
    rows,
    reviews: new Map(reviews.map((review) => [review.transaction_id, review])),
    sessions: new Map(sessions.map((session) => [session.transaction_id ?? '', session])),
    credits,
    fees: await feesOf(services).get(merchants, now, client),
    consents: await seekConsents(services, client, ids),
  };
}

type Payment = { review_id: string | null; credit: LockedCredit | null; at: Date };

function judge(
  known: Known,
  command: ConfirmLate,
): ConfirmLateOutcome | { row: Transaction; payment: Payment; agreed_with: string | null } {
  const { transaction_id, actor, note } = command;
  const row = known.rows.get(transaction_id);
  if (row === undefined) return { kind: 'not_found' };
  if (row.status !== 'TIMEOUT') return { kind: 'not_timed_out', status: row.status };
  const found = findPayment(known, command);
  if ('kind' in found) return found;
  const refusal = found.credit === null ? null : refuseCredit(row, found.credit);
  if (refusal !== null) return refusal;
  const consent = known.consents.ask({
    action: 'transaction.confirm_late',
    subject_id: transaction_id,
    terms: { review_id: found.review_id, credit_id: found.credit?.id ?? null },
    amount_xaf: row.amount_xaf,
    actor,
    note,
  });
  if (consent.kind === 'propose') return { kind: 'proposed' };
  if (consent.kind !== 'go') return consent;
  return { row, payment: found, agreed_with: consent.agreed?.proposed_by ?? null };
}

/** What proves the payment: the review that is open, else the credit that staff name. */
function findPayment(
  known: Known,
  { transaction_id, credit_id: named }: ConfirmLate,
): ConfirmLateOutcome | Payment {
  const review = known.reviews.get(transaction_id);
  if (review?.state === 'OPEN') {
    if (named !== undefined && named !== review.credit_id)
      return { kind: 'proven_otherwise', review_id: review.id };
    const credit = known.credits.get(review.credit_id ?? '') ?? null;
    return { review_id: review.id, credit, at: review.happened_at };
  }
  if (named === undefined) return { kind: 'no_late_proof' };
  const session = known.sessions.get(transaction_id);
  if (session === undefined) return { kind: 'paid_by_push' };
  if (session.status === 'UNDER_REVIEW') return { kind: 'session_under_review', session_id: session.id };
  const credit = known.credits.get(named);
  return credit === undefined
    ? { kind: 'credit_already_used' }
    : { review_id: null, credit, at: credit.occurred_at };
}

function refuseCredit(row: Transaction, credit: LockedCredit): ConfirmLateOutcome | null {
  const judged = assignableToMerchant(credit, row);
  if (judged.kind === 'nothing_waits') return { kind: 'credit_already_used' };
  if (judged.kind === 'credit_reversed' || judged.kind === 'other_environment') return judged;
  return credit.amount_xaf < row.amount_xaf ? { kind: 'too_little', amount_xaf: row.amount_xaf } : null;
}
