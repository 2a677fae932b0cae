import type { Environment } from '../operator.ts';
import type { SettlementTerms } from './terms.ts';

/** What is known of a merchant's money at the moment when a settlement is asked for. */
export type SettlementStanding = {
  environment: Environment;
  /** What its rows that are due come to: payments past their hold, and whatever has been taken since. */
  due_xaf: number;
  /** What all its rows that are in no settlement come to, which is its PAYABLE. */
  payable_xaf: number;
  /** How many rows are due. */
  transfers: number;
  /** What stands in RESERVE. */
  reserved_xaf: number;
  kyc: 'APPROVED' | 'PENDING';
  is_frozen: boolean;
  /** An account of it whose day is not proven. */
  is_held: boolean;
  has_payout_account: boolean;
  /** The most that one transfer may carry to where it is paid out; null: any sum. */
  limit_xaf: number | null;
  /** What is due without each payment that alone is above that. */
  fits_xaf: number;
};

export const NO_DRAFT_REASONS = [
  'not_verified',
  'frozen',
  'held',
  'no_payout_account',
  'nothing_due',
  'below_minimum',
  // As much is due as the minimum says, and the reserve is filled first.
  'kept_in_reserve',
  'above_limit',
] as const;
export type NoDraftReason = (typeof NO_DRAFT_REASONS)[number];

/** Of these nothing is the merchant's to mend, and they pass: its day waits for that, or a weekly one would lose a week by an hour. */
export const PASSING_REASONS: ReadonlySet<string> = new Set<NoDraftReason>(['frozen', 'held']);

export type Judgement =
  /**
   * `keep_xaf` goes to RESERVE first, and comes from there where it is below zero. What is above the limit of `amount_xaf`
   * is left to the next.
   */
  | { kind: 'draft'; amount_xaf: number; keep_xaf: number }
  | { kind: 'no_draft'; reason: NoDraftReason; due_xaf: number };

/**
 * Whether a merchant is settled now, and with how much. Never more than is payable: what is taken from payments that
 * still wait would leave them uncovered.
 */
export function judgeDraft(standing: SettlementStanding, terms: SettlementTerms): Judgement {
  const { due_xaf, payable_xaf, reserved_xaf, limit_xaf, fits_xaf } = standing;
  const no = (reason: NoDraftReason): Judgement => ({ kind: 'no_draft', reason, due_xaf });
  if (standing.environment === 'live') {
    if (standing.kyc !== 'APPROVED') return no('not_verified');
    if (standing.is_frozen) return no('frozen');
    if (standing.is_held) return no('held');
    if (!standing.has_payout_account) return no('no_payout_account');
  }
  const covered_xaf = Math.min(due_xaf, payable_xaf);
  if (covered_xaf < due_xaf || (due_xaf <= 0 && reserved_xaf <= terms.reserve_xaf)) return no('nothing_due');
  // What comes out of the reserve is one transfer in the set, so it must fit as well.
  const released_max_xaf = limit_xaf ?? Number.POSITIVE_INFINITY;
  const keep_xaf = Math.max(Math.min(terms.reserve_xaf - reserved_xaf, due_xaf), -released_max_xaf);
  const amount_xaf = due_xaf - keep_xaf;
  const minimum_xaf = Math.max(1, terms.minimum_xaf);
  if (amount_xaf < minimum_xaf) return no(due_xaf < minimum_xaf ? 'below_minimum' : 'kept_in_reserve');
  if (limit_xaf !== null && amount_xaf > limit_xaf && fits_xaf - keep_xaf <= 0) return no('above_limit');
  return { kind: 'draft', amount_xaf, keep_xaf };
}
