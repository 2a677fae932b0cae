import type { PoolClient } from 'pg';
import type { FeeSchedule } from '../../../domain/fee/terms.ts';
import { lateTransfers } from '../../../domain/ledger/transaction.ts';
import { moneyOf } from '../../../domain/review/alone.ts';
import { type Assignable, assignableToMerchant, isFree } from '../../../domain/review/judge.ts';
import { type Signature, signatureOf } from '../../../domain/review/second-person.ts';
import { isOpenStatus, type Transaction } from '../../../domain/transaction/transaction.ts';
import { loadTransactionReviews } from '../../../store/transactions/proofs.ts';
import { feesOf } from '../../fees/schedules.ts';
import { lockSubjects } from '../../outcome/lock.ts';
import { keepProof, moveTransaction, noOutcome, type Outcome } from '../../outcome/outcome.ts';
import { writeOutcome } from '../../outcome/write.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';
import { type LockedCredit, lockCases } from './cases.ts';

export type ConfirmLate = Signature & {
  transaction_id: string;
  /** A credit in suspense that staff know to be its payment, where nothing has proven one. */
  credit_id?: string;
};

export type ConfirmLateOutcome =
  | { kind: 'confirmed'; transaction: Transaction }
  | NotAgreed
  | { kind: 'not_found' }
  | { kind: 'not_timed_out'; status: Transaction['status'] }
  /** Nothing proves a payment. */
  | { kind: 'no_late_proof' }
  /** The credit that proved it was given to somebody else meanwhile, or there is no such credit. */
  | { kind: 'credit_already_used' }
  /** A review is open about another payment of it. */
  | { kind: 'proven_otherwise'; review_id: string }
  /** Its rail takes no money by collection number. */
  | { kind: 'paid_by_push' }
  | Exclude<Assignable, { kind: 'assignable' | 'session_closed' | 'nothing_waits' }>;

type LateReview = Awaited<ReturnType<typeof loadTransactionReviews>>[number];

/**
 * Staff settle transactions with a payment that the engine did not give them by itself: one that was proven after TIMEOUT, or
 * that something speaks against, or that they name. The transaction becomes SUCCESS with its event, the money leaves suspense,
 * and the audit trail has it; from the configured amount on a second person must agree.
 * @returns an outcome for each, in order. A transaction named twice is settled once.
 */
export async function confirmLateTransactions(
  services: Services,
  commands: readonly ConfirmLate[],
): Promise<ConfirmLateOutcome[]> {
  if (commands.length === 0) return [];
  const ids = [...new Set(commands.map((one) => one.transaction_id))];
  const outcomes = await signed<Known, ConfirmLateOutcome>(services, {
    signers: commands,
    lock: (client, now) => lockKnown(services, client, { ids, commands, now }),
    subjects: () => ids,
    decide: (desk) => {
      const outcome = noOutcome();
      return {
        outcomes: commands.map((command) => confirmOne(services, desk, outcome, command)),
        write: () => writeOutcome(services, desk.client, outcome, desk.now),
      };
    },
  });
  if (outcomes.some((one) => one.kind === 'confirmed')) services.onEvents();
  return outcomes;
}

function confirmOne(
  services: Services,
  { known, agree, record, now }: Desk<Known>,
  outcome: Outcome,
  command: ConfirmLate,
): ConfirmLateOutcome {
  const { transaction_id, note } = command;
  const row = known.rows.get(transaction_id);
  if (row === undefined) return { kind: 'not_found' };
  if (row.status !== 'TIMEOUT' && !isOpenStatus(row.status))
    return { kind: 'not_timed_out', status: row.status };
  const payment = findPayment(known, row, command);
  if ('kind' in payment) return payment;
  const refusal = refuseCredit(row, payment);
  if (refusal !== null) return refusal;
  const subject = { action: 'transaction.confirm_late', subject_id: transaction_id } as const;
  const terms = { review_id: payment.review_id, credit_id: payment.credit?.id ?? null };
  // What it pays beyond the transaction is given up too: the rest of it goes to its payer alone.
  const amount_xaf = Math.max(row.amount_xaf, payment.credit?.amount_xaf ?? 0);
  const consent = agree(command, { ...subject, terms, ...moneyOf(row, amount_xaf) });
  if (consent.kind !== 'agreed') return consent;
  const moved = settle(services, { known, now }, outcome, { by: command, row, payment });
  const { on_record, proposed_by } = consent;
  record(command, { ...subject, detail: { ...terms, ...on_record } });
  const proof = { source: 'staff', detail: { ...terms, proposed_by } } as const;
  const said = { transaction_id, kind: 'success', at: payment.at, proof, reason: note } as const;
  keepProof(services, outcome, said, 'concluded', now);
  return { kind: 'confirmed', transaction: moved };
}

/** Moves the transaction, pays it out of suspense, and gives it the review and the credit that prove it. */
function settle(
  services: Services,
  { known, now }: Pick<Desk<Known>, 'known' | 'now'>,
  outcome: Outcome,
  { by, row, payment }: { by: ConfirmLate; row: Transaction; payment: Payment },
): Transaction {
  const { review_id, credit, at } = payment;
  const trigger = isOpenStatus(row.status) ? 'success' : 'late_confirmed';
  const moved = moveTransaction(services, outcome, row, trigger, now, at);
  if (moved === null) throw new Error(`bug: ${row.status} of transaction ${row.id} can't be settled`);
  known.rows.set(row.id, moved);
  outcome.transfers.push(...lateTransfers(moved, known.fees.get(moved.merchant_id) ?? []));
  if (review_id !== null)
    outcome.closed_reviews.push({
      id: review_id,
      state: 'CONFIRMED',
      closed_at: now,
      closed_by: by.actor,
      note: by.note,
    });
  if (credit === null) return moved;
  known.credits.set(credit.id, { ...credit, state: 'MATCHED' });
  outcome.disposed.set(credit.id, {
    credit_id: credit.id,
    state: 'MATCHED',
    reason: 'staff_late_confirmed',
    matched_session_id: null,
    matched_transaction_id: row.id,
    surplus_xaf: credit.amount_xaf - row.amount_xaf,
    ...signatureOf(by),
  });
  return moved;
}

type Known = {
  rows: Map<string, Transaction>;
  reviews: Map<string, LateReview>;
  /** Credits of the reviews, and those that were named. */
  credits: Map<string, LockedCredit>;
  fees: Map<string, FeeSchedule>;
};

async function lockKnown(
  services: Services,
  client: PoolClient,
  { ids, commands, now }: { ids: readonly string[]; commands: readonly ConfirmLate[]; now: Date },
): Promise<Known> {
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
    credits,
    fees: await feesOf(services).get(merchants, now, client),
  };
}

type Payment = { review_id: string | null; credit: LockedCredit | null; at: Date };

/** What proves the payment: the review that is open, else the credit that staff name. */
function findPayment(
  known: Known,
  row: Transaction,
  { transaction_id, credit_id: named }: ConfirmLate,
): ConfirmLateOutcome | Payment {
  const review = known.reviews.get(transaction_id);
  if (review?.state === 'OPEN') {
    if (named !== undefined && named !== review.credit_id)
      return { kind: 'proven_otherwise', review_id: review.id };
    const credit = known.credits.get(review.credit_id ?? '') ?? null;
    return { review_id: review.id, credit, at: review.happened_at };
  }
  if (named === undefined)
    return isOpenStatus(row.status)
      ? { kind: 'not_timed_out', status: row.status }
      : { kind: 'no_late_proof' };
  if (row.collection_number_id === null) return { kind: 'paid_by_push' };
  const credit = known.credits.get(named);
  return credit === undefined
    ? { kind: 'credit_already_used' }
    : { review_id: null, credit, at: credit.occurred_at };
}

function refuseCredit(row: Transaction, { review_id, credit }: Payment): ConfirmLateOutcome | null {
  if (credit === null) return null;
  // A credit that could pay a session as well is in the case of that session. The open review of this transaction lets it be
  // used here.
  const state = review_id !== null && isFree(credit) ? 'SUSPENSE' : credit.state;
  const judged = assignableToMerchant({ ...credit, state }, row);
  if (judged.kind === 'nothing_waits') return { kind: 'credit_already_used' };
  if (judged.kind === 'credit_reversed' || judged.kind === 'credit_doubted') return judged;
  if (judged.kind === 'credit_not_vouched' || judged.kind === 'other_environment') return judged;
  return credit.amount_xaf < row.amount_xaf ? { kind: 'too_little', amount_xaf: row.amount_xaf } : null;
}
