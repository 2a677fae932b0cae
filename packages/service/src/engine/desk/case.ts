import type { CheckoutView } from '../../domain/checkout/view.ts';
import { idsOf } from '../../domain/matching/case.ts';
import { readCase } from '../../domain/matching/stored.ts';
import type { SpeaksAgainst } from '../../domain/refund/judge.ts';
import { DAY_MS, later } from '../../domain/time.ts';
import { findAlerts, type ListedAlert } from '../../store/alerts.ts';
import { listClaimsOf, type ToldClaim } from '../../store/checkout/claims.ts';
import { loadDecisions, type StaffDecision, type StoredDecision } from '../../store/credits/explain.ts';
import {
  type BookStepAround,
  type Candidate,
  type CaseMessage,
  loadBookAround,
  loadCandidates,
  loadMessages,
  loadMessagesOfCredits,
  loadPrecedents,
  type Precedent,
} from '../../store/desk/evidence.ts';
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
import { lookAtCheckouts } from '../checkout.ts';
import { loadAgainst } from '../refunds/against.ts';
import type { Services } from '../services.ts';
import { type Explained, findExplainable, undecided } from './explainable.ts';
import { type UnsentOf, unsentOf } from './marked.ts';
import { type Review, showReview } from './waiting.ts';

const ACTIONS_SHOWN = 100;

const PRECEDENT_DAYS = 90;

/** Everything that was seen around some credits. */
export type Evidence = {
  messages: CaseMessage[];
  decisions: (StoredDecision | StaffDecision)[];
  /** Sessions and transactions that the engine weighed, and sessions that payers name. */
  candidates: Candidate[];
  /** For each of the sessions, what its customer's page is drawn from. */
  views: ReadonlyMap<string, CheckoutView>;
  /** The chain of the number around the first of the credits; empty in test and where no book is open. */
  book: BookStepAround[];
  /** What people made of the latest cases that were set aside by the same rule. */
  precedents: Precedent[];
};

const NOTHING: Evidence = {
  ...{ messages: [], decisions: [], candidates: [], book: [], precedents: [] },
  views: new Map(),
};

async function evidenceOf(
  services: Services,
  environment: string,
  credit_ids: readonly string[],
  further: readonly string[],
  notice_ids: readonly string[] = [],
): Promise<Evidence> {
  const { pool } = services;
  const [told, possible, decisions] = await Promise.all([
    loadMessagesOfCredits(pool, credit_ids),
    loadMessages(pool, notice_ids),
    loadDecisions(
      pool,
      credit_ids.map((credit_id) => ({ credit_id })),
    ),
  ]);
  const known = new Set(told.map(({ notice_id }) => notice_id));
  const messages = [...told, ...possible.filter(({ notice_id }) => !known.has(notice_id))];
  const engine = decisions.flatMap((one) => (one.actor === 'ENGINE' ? [one] : []));
  const weighed = engine.flatMap(({ decision_case }) => readCase(decision_case).claimants);
  const named = engine.flatMap((one) => one.session_ids);
  const session_ids = [...new Set([...named, ...idsOf(weighed, 'session'), ...further])];
  const transaction_ids = [...engine.flatMap((one) => one.transaction_ids), ...idsOf(weighed, 'transaction')];
  const [first] = messages;
  const [rule] = engine.map((one) => one.rule);
  const since = later(services.now(), -PRECEDENT_DAYS * DAY_MS);
  const [candidates, seen, book, precedents] = await Promise.all([
    loadCandidates(pool, [...session_ids, ...transaction_ids]),
    lookAtCheckouts(services, session_ids),
    first === undefined
      ? []
      : loadBookAround(pool, {
          collection_number_id: first.collection_number_id,
          received_at: first.received_at,
        }),
    rule === undefined ? [] : loadPrecedents(pool, { environment, rule, since }),
  ]);
  const views = new Map(seen.flatMap((view) => (view === null ? [] : [[view.id, view] as const])));
  return { messages, decisions, candidates, views, book, precedents };
}

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

type TransactionRow = Awaited<ReturnType<typeof loadTransactionsById>>[number];

/** A payment of a transaction that has ended, or a refund of which nobody knows how it went. */
export type TransactionCase = {
  kind: 'transaction';
  transaction: TransactionRow;
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
    credit_id === null ? NOTHING : await evidenceOf(services, transaction.environment, [credit_id], []);
  const what = { transaction, late, refund, against: against.get(transaction_id) ?? null, proposal };
  return { kind: 'transaction', ...what, unsent, actions, ...evidence };
}

export type AlertCase = { kind: 'alert'; alert: ListedAlert; actions: ShownAction[] } & Evidence;

export async function showAlertCase(services: Services, alert_id: string): Promise<AlertCase | null> {
  const [alert] = await findAlerts(services.pool, [alert_id]);
  if (alert === undefined) return null;
  const { credit_id, notice_id } = alert;
  const [evidence, actions, own] = await Promise.all([
    credit_id === null ? NOTHING : evidenceOf(services, alert.environment, [credit_id], []),
    listActions(services.pool, { subject_id: alert_id, limit: ACTIONS_SHOWN }),
    notice_id === null ? [] : loadMessages(services.pool, [notice_id]),
  ]);
  const known = new Set(evidence.messages.map((one) => one.notice_id));
  const messages = [...own.filter((one) => !known.has(one.notice_id)), ...evidence.messages];
  return { kind: 'alert', alert, actions, ...evidence, messages };
}
