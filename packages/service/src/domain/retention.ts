import { ATTEMPTS_KEPT_MS } from './delivery/endpoint.ts';
import { REQUESTS_KEPT_DAYS } from './request-log.ts';
import { DAY_MS } from './time.ts';

/** What the Uniform Act on accounting law of OHADA asks for the books and what proves them (docs/decisions/money.md). */
export const RETENTION_YEARS_MIN = 10;

/** What tells of money, and of those who decided about it. The database refuses to delete any of it. */
export const KEPT = {
  'the ledger': [
    'ledger_accounts',
    'ledger_transfers',
    'ledger_days',
    'payables',
    'fee_terms',
    'custodians',
    'bank_accounts',
  ],
  payments: [
    'payment_sessions',
    'payment_links',
    'transactions',
    'transaction_proofs',
    'transaction_reviews',
    'credits',
    'review_cases',
    'decisions',
    'payer_claims',
    'counter_payments',
    'events',
  ],
  'messages and steps': [
    'notices',
    'notice_readings',
    'notice_reversals',
    'books',
    'book_steps',
    'book_claims',
    'book_explanations',
    'contested_steps',
    'passed_steps',
    'transaction_identities',
    'feed_incidents',
    'rail_callbacks',
    'rail_payments',
    'sms_templates',
  ],
  'what went out': [
    'refunds',
    'refunded_payments',
    'rail_refunds',
    'settlements',
    'settlement_transfers',
    'settlement_totals',
    'settlement_proofs',
    'payout_accounts',
  ],
  statements: ['statements', 'statement_rows', 'statement_findings', 'account_readings'],
  'daily proofs': ['proof_days', 'proof_accounts', 'proof_lines', 'proof_merchants'],
  'who decided': [
    'staff_actions',
    'staff_proposals',
    'staff_alerts',
    'staff',
    'staff_tokens',
    'member_actions',
    'members',
    'accounts',
  ],
  'whose money': [
    'merchants',
    'collection_numbers',
    'kyc_profiles',
    'kyc_submissions',
    'kyc_submission_documents',
    'kyc_decisions',
  ],
} as const satisfies Record<string, readonly string[]>;

/**
 * First answers of this operation are kept longer than a day: what else is asked for again has a reference of its own, or moves no
 * money. A refund that is asked for again under a key that is forgotten is another one.
 */
export const REFUND_ANSWERS = { operation: 'refunds.create', kept_days: 30 } as const;

/** What the service deletes by itself, so long after it is over. */
export const SHORT_LIVED = {
  idempotency_keys: {
    kept_ms: DAY_MS,
    what: `first answers to requests with an Idempotency-Key; ${REFUND_ANSWERS.kept_days} days of those that made a refund`,
  },
  request_log: { kept_ms: REQUESTS_KEPT_DAYS * DAY_MS, what: 'requests of merchants' },
  webhook_attempts: { kept_ms: ATTEMPTS_KEPT_MS, what: 'attempts to deliver an event' },
  kyc_documents: {
    kept_ms: 90 * DAY_MS,
    what: 'documents that a merchant never handed in, after its profile last changed',
  },
  account_links: { kept_ms: DAY_MS, what: 'links that sign in or confirm, after they expire' },
  browser_sessions: { kept_ms: DAY_MS, what: 'sessions of browsers, after they expire' },
  try_limits: { kept_ms: 0, what: 'counts of tries to sign in, once they are free again' },
  recovery_codes: { kept_ms: 30 * DAY_MS, what: 'recovery codes, after they were used' },
  invitations: { kept_ms: 30 * DAY_MS, what: 'invitations, after they expire' },
  account_mails: { kept_ms: 30 * DAY_MS, what: 'mails to people who sign in, after they were sent' },
  mail_notices: {
    kept_ms: 30 * DAY_MS,
    what: 'mails with news, after they were sent, unless the payout account that they tell of waits',
  },
} as const satisfies Record<string, { kept_ms: number; what: string }>;
