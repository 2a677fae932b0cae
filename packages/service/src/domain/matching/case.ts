import type { ReviewReason, SessionStatus } from '../session/session.ts';

/**
 * The whole input of a decision: it is stored beside the verdict (`stored.ts`), so that anybody can run the
 * decision again. Instants are milliseconds since the epoch.
 */
export type DecisionCase = {
  credit: CreditFacts;
  claimants: Claimant[];
  /**
   * More sessions than are ever read have something to do with the credit; `contradicting`: those that were not read all declare
   * a payer whom the digits that it shows are not of; absent: these are all.
   */
  is_cut?: boolean | 'contradicting';
  policy: MatchingPolicy;
};

export type CreditFacts = {
  amount_xaf: number;
  /** The operator's own time where it is known, else the gateway's, else ours. */
  occurred_at_ms: number;
  /** A time printed to the minute stands for that whole minute. */
  occurred_precision_ms: number;
  /**
   * Its message prints no time, so the money may have moved earlier, and any claimant that was read may have been expected
   * then.
   */
  is_undated?: boolean;
  /** The payer as printed, perhaps masked; null when unknown or when an agent made the deposit. */
  payer: string | null;
  /** Where the payer is unknown, the numbers in the words about him, none of which is clearly his; absent: none. */
  may_be_payers?: string[];
  /** Tickets quoted in the motif, check character verified. */
  tickets: string[];
  /**
   * Tickets of sessions that stand elsewhere in the words about it; absent: none. They speak against who isn't theirs, and
   * for nobody.
   */
  told_tickets?: string[];
  /**
   * Its message alone quotes these tickets, and a row of the statement proves it: whoever forged it in the true one's place
   * could quote his own. They choose between no sessions and outweigh no payer; absent: not so.
   */
  tickets_in_doubt?: boolean;
  /** Why this credit is weak evidence; empty for a strong one. */
  doubts: string[];
};

/** Whose a reservation is: a decision knows sessions and transactions by no more than this. */
export type ClaimantName = { kind: 'session' | 'transaction'; id: string };

/**
 * Who has something to do with the credit: it holds the same number, its ticket was quoted, or it waits, on
 * whatever number, for this payer and an amount like this one.
 */
export type Claimant = ClaimantName & {
  /** A transaction's status is put in the words for sessions: it waits, or is paid, or has ended unpaid. */
  status: SessionStatus;
  amount_xaf: number;
  customer_phone: string | null;
  /** Null for a transaction, whose payer is told none. */
  ticket: string | null;
  created_at_ms: number;
  expires_at_ms: number;
  /** False for a session that was given another number: it never claims, but may speak against a claim. */
  same_number: boolean;
  /**
   * When it was paid, cancelled, rejected or given up, where that was after the money had moved, or so shortly before that the
   * clocks may be wrong; absent: earlier, or not yet.
   */
  closed_at_ms?: number;
  /** Tells the merchants of one case apart, and nothing else; absent: that of its first claimant, or all are of one. */
  merchant?: number;
};

export type MatchingPolicy = {
  /** Clocks differ: a credit this much before the session's creation, or after its end, may still be for it. */
  skew_ms: number;
};

export const MATCHING_POLICY: MatchingPolicy = { skew_ms: 120_000 };

/**
 * Most sessions and transactions that one decision names, to put them under review or for staff to choose from: one payment never
 * burns more, whoever made them. A stored case is decided again by today's figure, so another one is another `ENGINE_VERSION`.
 */
export const TOUCHED_MOST = 8;

export type SuspenseReason =
  | 'own_number'
  | 'second_payment'
  | 'session_closed'
  | 'ticket_of_another_number'
  | 'payer_of_another_number'
  | 'too_many'
  | 'unproven'
  | 'unread'
  | 'unmatched';

/**
 * What becomes of a credit.
 * SETTLE: the one claimant is paid. REVIEW: each session is put, or already is, under review and the credit joins
 * its case; a transaction goes on waiting, with a review beside it. SUSPENSE: nobody is touched; `claimants` lists
 * the likely ones for staff.
 */
export type Verdict = { reason: string; claimants: ClaimantName[] } & (
  | { verdict: 'SETTLE' }
  | { verdict: 'REVIEW'; review_reason: ReviewReason }
  | { verdict: 'SUSPENSE'; suspense_reason: SuspenseReason }
);
export type Decision = { rule: string } & Verdict;

export const idsOf = (claimants: readonly ClaimantName[], kind: ClaimantName['kind']): string[] =>
  claimants.filter((one) => one.kind === kind).map(({ id }) => id);

/** The doubt about money that another number of ours has sent: staff have moved it, and nobody has paid by it. */
export const FROM_OWN_NUMBER = 'own_number';

/** Grows when the rules change in a way that decides a stored case otherwise; stored with each decision. */
export const ENGINE_VERSION = 17;
