import type { SpeaksAgainst } from '../../domain/refund/judge.ts';
import { DAY_MS, later } from '../../domain/time.ts';
import { findAlerts, type ListedAlert } from '../../store/alerts.ts';
import { listClaimsOf, type ToldClaim } from '../../store/checkout/claims.ts';
import { type Candidate, loadMessages } from '../../store/desk/evidence.ts';
import { findUnsent } from '../../store/desk/waiting.ts';
import { loadRefunds } from '../../store/rails/refunds.ts';
import type { RailRefundRow } from '../../store/rows.generated.ts';
import {
  type FoundProposal,
  findOpenProposals,
  listActions,
  type ShownAction,
} from '../../store/staff/record.ts';
import { findSuspense, type ListedSuspense } from '../../store/suspense/credits.ts';
import { findLate, type ListedLate } from '../../store/transactions/proofs.ts';
import { loadTransactionsById } from '../../store/transactions/transactions.ts';
import { loadAgainst } from '../refunds/against.ts';
import type { Services } from '../services.ts';
import { type Evidence, evidenceOf, NO_EVIDENCE } from './evidence.ts';
import { type Explained, findExplainable, undecided } from './explainable.ts';
import { type Review, showReview } from './waiting.ts';

const ACTIONS_SHOWN = 100;

/** A session under review, or one that was. */
export type ReviewCase = { kind: 'review'; review: Review; session: Candidate } & Evidence & Explained;

/** Everything about a session's case on one page; null when there is no such session. */
export async function showReviewCase(services: Services, session_id: string): Promise<ReviewCase | null> {
  const review = await showReview(services, session_id);
  if (review === null) return null;
  const ids = review.credits.map(({ credit_id }) => credit_id);
  const possible = review.possible.map(({ notice_id }) => notice_id);
  const [evidence, explainable] = await Promise.all([
    evidenceOf(services, review.environment, ids, [session_id], possible),
    findExplainable(services, undecided(review.credits)),
  ]);
  const session = evidence.candidates.find(({ id }) => id === session_id);
  if (session === undefined) return null;
  return { kind: 'review', review, session, explainable, ...evidence };
}

/** What is marked as sent back for something, and no SIM has told of within a day; null: nothing. */
export type UnsentOf = Awaited<ReturnType<typeof findUnsent>>[number] | null;

export async function unsentOf({ pool, now }: Services, cause_id: string): Promise<UnsentOf> {
  const [found = null] = await findUnsent(pool, {
    cause_ids: [cause_id],
    unsent_before: later(now(), -DAY_MS),
  });
  return found;
}

/** Money that is nobody's. */
export type SuspenseCase = {
  kind: 'suspense';
  credit: ListedSuspense;
  actions: ShownAction[];
  claims: ToldClaim[];
  unsent: UnsentOf;
} & Evidence &
  Explained;

/** Everything about money in suspense, or that was there; null when there is no such credit. */
export async function showSuspenseCase(services: Services, credit_id: string): Promise<SuspenseCase | null> {
  const [credit] = await findSuspense(services.pool, [credit_id]);
  if (credit === undefined) return null;
  const [evidence, actions, claims, unsent, explainable] = await Promise.all([
    evidenceOf(services, credit.environment, [credit_id], [...credit.session_ids, ...credit.claimed_for]),
    listActions(services.pool, { subject_id: credit_id, limit: ACTIONS_SHOWN }),
    listClaimsOf(services.pool, credit.claimed_for),
    unsentOf(services, credit_id),
    findExplainable(services, credit.waiting_xaf > 0 ? [credit_id] : []),
  ]);
  return { kind: 'suspense', credit, actions, claims, unsent, explainable, ...evidence };
}

type LoadedTransaction = Awaited<ReturnType<typeof loadTransactionsById>>[number];

/** A payment of a transaction that has ended, or a refund of which nobody knows how it went. */
export type TransactionCase = {
  kind: 'transaction';
  transaction: LoadedTransaction;
  late: ListedLate | null;
  refund: RailRefundRow | null;
  /** What speaks against sending that refund, while it may still be sent; null too where there is none. */
  against: SpeaksAgainst | null;
  /** What waits for a second person about it. */
  proposal: FoundProposal | null;
  unsent: UnsentOf;
  actions: ShownAction[];
} & Evidence;

export async function showTransactionCase(
  services: Services,
  transaction_id: string,
): Promise<TransactionCase | null> {
  const { pool } = services;
  const [transaction] = await loadTransactionsById(pool, [transaction_id]);
  if (transaction === undefined) return null;
  const [[late = null], [refund = null], against, [proposal = null], unsent, actions] = await Promise.all([
    findLate(pool, [transaction_id]),
    loadRefunds(pool, [transaction_id]),
    loadAgainst(pool, [transaction_id]),
    findOpenProposals(pool, { subject_ids: [transaction_id] }),
    unsentOf(services, transaction_id),
    listActions(pool, { subject_id: transaction_id, limit: ACTIONS_SHOWN }),
  ]);
  const credit_id = late?.credit_id ?? null;
  const evidence =
    credit_id === null ? NO_EVIDENCE : await evidenceOf(services, transaction.environment, [credit_id], []);
  const what = { transaction, late, refund, against: against.get(transaction_id) ?? null, proposal };
  return { kind: 'transaction', ...what, unsent, actions, ...evidence };
}

export type AlertCase = { kind: 'alert'; alert: ListedAlert; actions: ShownAction[] } & Evidence;

export async function showAlertCase(services: Services, alert_id: string): Promise<AlertCase | null> {
  const [alert] = await findAlerts(services.pool, [alert_id]);
  if (alert === undefined) return null;
  const { credit_id, notice_id } = alert;
  const [evidence, actions, own] = await Promise.all([
    credit_id === null ? NO_EVIDENCE : evidenceOf(services, alert.environment, [credit_id], []),
    listActions(services.pool, { subject_id: alert_id, limit: ACTIONS_SHOWN }),
    notice_id === null ? [] : loadMessages(services.pool, [notice_id]),
  ]);
  const known = new Set(evidence.messages.map((one) => one.notice_id));
  const messages = [...own.filter((one) => !known.has(one.notice_id)), ...evidence.messages];
  return { kind: 'alert', alert, actions, ...evidence, messages };
}
