import type { Environment } from '../../domain/operator.ts';
import {
  type ListedClaim,
  listClaimRows,
  listClaimsOf,
  type ToldClaim,
} from '../../store/checkout/claims.ts';
import {
  type CaseLine,
  findReviewRow,
  type ListedReview,
  listCaseLines,
  listPossiblePayments,
  listReviewRows,
  POSSIBLE_SHOWN,
  type PossiblePayment,
} from '../../store/review.ts';
import { listActions, type ShownAction } from '../../store/staff/record.ts';
import { type ListedSuspense, listSuspense } from '../../store/suspense/credits.ts';
import { type ListedLate, listLateRows } from '../../store/transactions/proofs.ts';
import type { Services } from '../services.ts';

type Portion = { environment: Environment; limit: number };

/** Sessions that wait for a person, the oldest first. */
export function listReviews(services: Services, { environment, limit }: Portion): Promise<ListedReview[]> {
  return listReviewRows(services.pool, { environment, limit });
}

/** Money that was seen and is nobody's yet, oldest first. */
export function listSuspended(
  services: Services,
  { environment, limit }: Portion,
): Promise<ListedSuspense[]> {
  return listSuspense(services.pool, { environment, limit });
}

/** Payments proven after their transaction had ended, which wait for staff, the oldest first. */
export function listLateTransactions(
  services: Services,
  { environment, limit }: Portion,
): Promise<ListedLate[]> {
  return listLateRows(services.pool, { environment, limit });
}

const ACTIONS_SHOWN = 100;

/** What payers say that they sent for sessions that ended, the newest first: evidence, and no more than that. */
export function listClaims(services: Services, { environment, limit }: Portion): Promise<ListedClaim[]> {
  return listClaimRows(services.pool, { environment, limit });
}

export type Review = ListedReview & {
  status: string;
  credits: CaseLine[];
  /** What may be its payment, and is not proven or not understood, the likeliest first. */
  possible: PossiblePayment[];
  /** More than these may be. */
  is_possible_cut: boolean;
  actions: ShownAction[];
  /** What payers told of it on the checkout page. */
  claims: ToldClaim[];
};

/** A session's case with all that was seen and done; null when there is no such session. */
export async function showReview(services: Services, session_id: string): Promise<Review | null> {
  const [row] = await findReviewRow(services.pool, { session_id });
  if (row === undefined) return null;
  const { pool } = services;
  const [credits, told, actions, claims] = await Promise.all([
    listCaseLines(pool, { session_id }),
    listPossiblePayments(pool, { session_id }),
    listActions(pool, { subject_id: session_id, limit: ACTIONS_SHOWN }),
    listClaimsOf(pool, [session_id]),
  ]);
  const possible = told.slice(0, POSSIBLE_SHOWN);
  const is_possible_cut = told.length > possible.length;
  return { ...row, credits, possible, is_possible_cut, actions, claims };
}
