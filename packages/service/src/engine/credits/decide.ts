import type { PoolClient } from 'pg';
import { phoneOfPayer, type ReadCredit } from '../../domain/credit.ts';
import type { FeeSchedule } from '../../domain/fee/terms.ts';
import { transactionTransfers } from '../../domain/ledger/transaction.ts';
import { successTransfers, suspenseTransfer } from '../../domain/ledger/transfer.ts';
import { type ClaimantName, FROM_OWN_NUMBER } from '../../domain/matching/case.ts';
import { behindEndedTicket, narrow } from '../../domain/matching/narrow.ts';
import { decide, type RuleName } from '../../domain/matching/rules.ts';
import { OPERATORS } from '../../domain/operator.ts';
import type { ReviewReason } from '../../domain/session/session.ts';
import { isOpenStatus, type Transaction } from '../../domain/transaction/transaction.ts';
import { findOwnMsisdns } from '../../store/numbers/numbers.ts';
import { loadTransactionReviews, type NewReview } from '../../store/transactions/proofs.ts';
import { feesOf } from '../fees/schedules.ts';
import {
  type Decided,
  keepProof,
  moveSession,
  moveTransaction,
  noOutcome,
  type Outcome,
} from '../outcome/outcome.ts';
import type { Services } from '../services.ts';
import { type Claimants, caseOf, loadClaimants } from './cases.ts';
import type { TiedTo } from './look-for-claimants.ts';

/**
 * Decides credits that are known to be new, under lock; `writeOutcome` writes all that follows. What
 * nothing speaks against is decided first, so that a doubtful text can't put a session under review whose true
 * payment is in the same batch; then earlier money first. Each decision sees what the one before it changed.
 * @param looked whom something ties to those of which the caller has asked already
 */
export async function decideCredits(
  services: Services,
  client: PoolClient,
  credits: readonly ReadCredit[],
  now: Date,
  looked: TiedTo = new Map(),
): Promise<Outcome> {
  const ordered = credits.toSorted(
    (a, b) =>
      Number(a.doubts.length > 0) - Number(b.doubts.length > 0) ||
      a.occurred_at.getTime() - b.occurred_at.getTime() ||
      (a.id < b.id ? -1 : 1),
  );
  const [claimants, own_msisdns] = await Promise.all([
    loadClaimants(services, client, ordered, looked),
    ownAmong(client, [...new Set(ordered.flatMap(phonesOf))]),
  ]);
  const reviews = await loadTransactionReviews(client, [...claimants.transactions.keys()]);
  const outcome = noOutcome();
  const batch = {
    outcome,
    claimants,
    fees: await feesOf(services).get(merchantsOf(claimants), now, client),
    reviewed: new Set(reviews.filter((one) => one.state === 'OPEN').map((one) => one.transaction_id)),
    now,
  };
  ordered.forEach((told, position) => {
    const credit = doubtedIfOwn(told, own_msisdns);
    const decision_case = caseOf(credit, claimants, position);
    applyDecision(services, batch, { credit, decision_case, decision: decide(decision_case) });
  });
  return outcome;
}

/** The phones of whoever may have paid, where they are fully known. In test nobody's number is ours. */
const phonesOf = ({ environment, payer, may_be_payers = [] }: ReadCredit): string[] =>
  environment === 'live' ? [payer, ...may_be_payers].flatMap((one) => phoneOfPayer(one) ?? []) : [];

/** Those of these phones that are numbers of ours, with their ids. */
async function ownAmong(
  client: PoolClient,
  msisdns: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = msisdns.length === 0 ? [] : await findOwnMsisdns(client, { operators: OPERATORS, msisdns });
  return new Map(rows.map(({ msisdn, id }) => [msisdn, id]));
}

/**
 * Doubts money that another number of ours has sent: its message looks like that of any payment, and may be just what
 * somebody owes. Where nobody is clearly named, the number that received it has not paid itself.
 */
function doubtedIfOwn(credit: ReadCredit, own_msisdns: ReadonlyMap<string, string>): ReadCredit {
  const is_own = phonesOf(credit).some((phone) => {
    const id = own_msisdns.get(phone);
    return id !== undefined && (credit.payer !== null || id !== credit.collection_number_id);
  });
  return is_own ? { ...credit, doubts: [...credit.doubts, FROM_OWN_NUMBER] } : credit;
}

const merchantsOf = ({ sessions, transactions }: Claimants): string[] => [
  ...new Set([...sessions.values(), ...transactions.values()].map((one) => one.merchant_id)),
];

/** What deciding a batch needs beside the credits; the claimants change in place. */
type Batch = {
  outcome: Outcome;
  claimants: Claimants;
  fees: Map<string, FeeSchedule>;
  /** Transactions with an open review: staff look at one payment of each at a time. */
  reviewed: Set<string>;
  now: Date;
};

/** The rules by which money that quotes the ticket of an order which people look at comes into its case. */
const JOINED_CASE: ReadonlySet<string> = new Set<RuleName>(['amount_mismatch', 'joins_review']);

/** Adds what follows from one decided credit, and changes whom it touches in `batch.claimants`. */
function applyDecision(services: Services, batch: Batch, decided: Decided): void {
  const { credit, decision } = decided;
  const { outcome } = batch;
  outcome.decided.set(credit.id, decided);
  if (decision.verdict !== 'SETTLE') outcome.transfers.push(suspenseTransfer(credit));
  if (decision.verdict === 'SETTLE') {
    for (const name of decision.claimants) settle(services, batch, decided, name);
  } else if (decision.verdict === 'REVIEW') {
    for (const name of decision.claimants) review(services, batch, decided, name, decision.review_reason);
    if (JOINED_CASE.has(decision.rule)) reviewAside(services, batch, decided);
  } else if (decision.suspense_reason !== 'unproven' && decision.suspense_reason !== 'unread') {
    reviewLate(services, batch, decided);
    reviewAside(services, batch, decided);
  }
}

function settle(services: Services, batch: Batch, { credit }: Decided, { kind, id }: ClaimantName): void {
  const { outcome, claimants, fees, now } = batch;
  if (kind === 'session') {
    const session = claimants.sessions.get(id);
    const moved = session && moveSession(services, outcome, session, 'unique_credit', null, now);
    if (!moved) throw new Error(`bug: session ${id} was settled while ${session?.status ?? 'unknown'}`);
    claimants.sessions.set(id, moved);
    outcome.transfers.push(
      ...successTransfers(
        { ...moved, booked_on: credit.booked_on, occurred_at: credit.occurred_at },
        fees.get(moved.merchant_id) ?? [],
      ),
    );
    return;
  }
  const transaction = claimants.transactions.get(id);
  const moved =
    transaction && moveTransaction(services, outcome, transaction, 'success', now, credit.occurred_at);
  if (!moved) throw new Error(`bug: transaction ${id} was settled while ${transaction?.status ?? 'unknown'}`);
  claimants.transactions.set(id, moved);
  const schedule = fees.get(moved.merchant_id) ?? [];
  outcome.transfers.push(...transactionTransfers(moved, credit, credit.occurred_at, schedule));
  keepProof(services, outcome, saidBy(credit, id, credit.occurred_at), 'concluded', now);
}

function review(
  services: Services,
  batch: Batch,
  { credit }: Decided,
  { kind, id }: ClaimantName,
  reason: ReviewReason,
): void {
  const { outcome, claimants, now } = batch;
  if (kind === 'transaction') {
    // One that an operator's API asks for is proven by that alone, and a review would keep its word from being booked.
    if (isByPush(claimants.transactions.get(id))) return;
    const at = credit.occurred_at;
    openReview(services, batch, id, { kind: 'doubtful', reason }, saidBy(credit, id, at), credit.id);
    return;
  }
  const session = claimants.sessions.get(id);
  if (session === undefined) throw new Error(`bug: verdict names the unknown session ${id}`);
  const moved = moveSession(services, outcome, session, 'doubtful_credit', reason, now);
  if (moved !== null) claimants.sessions.set(id, moved);
  outcome.cases.push({ session_id: id, credit_id: credit.id, reason, opened_at: now });
}

/** Opens a review where the one transaction that claims a credit had ended unpaid before it came; the credit waits in suspense. */
function reviewLate(services: Services, batch: Batch, { credit, decision_case }: Decided): void {
  if (credit.doubts.includes(FROM_OWN_NUMBER)) return;
  const [only, ...others] = narrow(decision_case).claiming;
  if (only?.kind !== 'transaction' || others.length > 0) return;
  const status = batch.claimants.transactions.get(only.id)?.status;
  if (status !== 'TIMEOUT' && status !== 'FAILED') return;
  const kind = status === 'TIMEOUT' ? 'late' : 'after_failure';
  const said = saidBy(credit, only.id, credit.occurred_at);
  openReview(services, batch, only.id, { kind, reason: null }, said, credit.id);
}

/**
 * Opens one where a transaction, which is never under review itself, waits for it on another number than was paid, or behind an order
 * of its merchant whose ticket is quoted.
 */
function reviewAside(services: Services, batch: Batch, { credit, decision, decision_case }: Decided): void {
  if (credit.doubts.includes(FROM_OWN_NUMBER) || decision.rule === 'too_many') return;
  const is_elsewhere = decision.rule === 'payer_of_another_number' && decision.claimants.length === 1;
  const only = is_elsewhere ? decision.claimants[0] : behindEndedTicket(decision_case);
  const row = only?.kind === 'transaction' ? batch.claimants.transactions.get(only.id) : undefined;
  if (row === undefined || !isOpenStatus(row.status) || isByPush(row)) return;
  const said = saidBy(credit, row.id, credit.occurred_at);
  openReview(services, batch, row.id, { kind: 'doubtful', reason: 'unproven' }, said, credit.id);
}

const isByPush = (row: Transaction | undefined): boolean => row?.collection_number_id === null;

type SaidByCredit = Parameters<typeof keepProof>[2];

function saidBy({ id: credit_id }: Decided['credit'], transaction_id: string, at: Date): SaidByCredit {
  return { transaction_id, kind: 'success', at, proof: { source: 'credit', detail: { credit_id } } };
}

function openReview(
  services: Services,
  { outcome, reviewed, now }: Batch,
  transaction_id: string,
  about: Pick<NewReview, 'kind' | 'reason'>,
  said: SaidByCredit,
  credit_id: string,
): void {
  if (reviewed.has(transaction_id)) return;
  reviewed.add(transaction_id);
  const led_to = about.kind === 'doubtful' ? 'doubtful' : 'late';
  const proof_id = keepProof(services, outcome, said, led_to, now);
  outcome.reviews.push({
    id: services.newId(),
    transaction_id,
    ...about,
    proof_id,
    credit_id,
    opened_at: now,
  });
}
