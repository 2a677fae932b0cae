import type { IncidentKind } from '../../../domain/feed/incident.ts';
import type { AccountKind } from '../../../domain/ledger/transfer.ts';
import type { RuleName } from '../../../domain/matching/rules.ts';
import type { StaffVerb } from '../../../domain/staff/role.ts';
import type { WordingProblem } from '../../../sms/wording/problem.ts';

/** What sessions, transactions, credits, refunds and numbers can be; one word for one state, whatever has it. */
export const STATES = [
  ...(['AWAITING_PAYMENT', 'SUCCESS', 'UNDER_REVIEW', 'EXPIRED', 'FAILED', 'CANCELLED'] as const),
  ...(['PENDING', 'PROCESSING', 'WAITING_SMS', 'TIMEOUT', 'REFUNDED'] as const),
  ...(['MATCHED', 'REVIEW', 'SUSPENSE', 'ASSIGNED', 'VOIDED', 'SETTLE'] as const),
  ...(['ASKED', 'UNKNOWN', 'REFUSED', 'DONE'] as const),
  ...(['HEALTHY', 'UNANCHORED', 'LAGGING', 'DOUBTED', 'SILENT'] as const),
] as const;
/** What messages and movements can be, and what became of a message that is none. */
export const KINDS = [
  ...(['CREDIT', 'CASH_IN', 'DEBIT', 'REVERSAL', 'FEE', 'BALANCE', 'AIRTIME', 'PROMO', 'OTP'] as const),
  ...(['OPENING', 'UNREAD', 'UNEXPLAINED', 'DUPLICATE', 'STEP', 'CLAIMED'] as const),
  ...(['NOT_A_CREDIT', 'UNPARSED', 'UNTRUSTED_SENDER'] as const),
] as const;
export const STRENGTHS = ['CHAINED', 'WITNESSED', 'ANCHORED'] as const;
export const ALERTS = [
  'wording',
  'reversal',
  'conflicting_notice',
  'unlisted_sender',
  'statement_stuck',
  'statement_unagreed',
  'settlement_stuck',
  'notice_stuck',
  'paid_otherwise',
  'documents_full',
] as const;
export const DOUBTS = [
  ...(['no_transaction_id', 'fraction', 'two_times', 'unconfirmed_template', 'unread', 'reversed'] as const),
  ...([
    'id_of_another_step',
    'gateway_clock',
    'time_in_the_future',
    'not_vouched_for',
    'may_be_of_row',
    'may_be_taken_back',
    'may_be_given_back',
    'own_number',
    'payer_said_otherwise',
    'payer_unclear',
    'airtime_balance',
  ] as const),
] as const;
export const STAFF_RULES = [
  ...(['staff_confirmed', 'review_rejected', 'staff_assigned', 'staff_late_confirmed'] as const),
  ...(['refunded', 'unmarked', 'reversed', 'written_off', 'own_capital'] as const),
  ...(['surplus_refunded', 'surplus_unmarked', 'surplus_voided'] as const),
] as const;
/** What is read from a message, or told of an incident, an alert or a proposal. */
export const FIELDS = [
  ...([
    'kind',
    'amount_xaf',
    'balance_xaf',
    'fee_xaf',
    'operator_transaction_id',
    'payer',
    'occurred_at',
  ] as const),
  ...([
    'motif',
    'tip_xaf',
    'claims',
    'claims_since',
    'unanchored_xaf',
    'unvouched_xaf',
    'limit_xaf',
  ] as const),
  ...(['used_mib', 'limit_mib'] as const),
  ...([
    'bound_since',
    'withheld',
    'outflow_xaf',
    'contested',
    'contested_xaf',
    'suspected_at',
    'reason',
  ] as const),
  ...([
    'heard_at_ms',
    'delay_ms',
    'unrouted',
    'ahead_ms',
    'told_xaf',
    'went_to',
    'differs',
    'announced_to',
    'held_xaf',
    'sender',
    'operator',
    'doubts',
  ] as const),
  ...([
    'what',
    'to',
    'moved_at',
    'taken_at',
    'announced_at',
    'found_at',
    'last_at',
    'payments',
    'cause_id',
    'hold_days',
    'reserve_xaf',
    'environment',
  ] as const),
  ...(['institution', 'licence', 'held_since'] as const),
  ...(['near', 'credit_id', 'session_id', 'merchant_id', 'transaction_id', 'meaning', 'senders'] as const),
] as const;

/** What people choose from where they correct the books. */
export const CHOICES = [
  'credit',
  'step',
  'merchant',
  'sweep',
  'fee',
  'write_off',
  'capital',
  'named',
  'live',
  'test',
] as const;

type Said<Names extends readonly string[]> = Readonly<Record<Names[number], string>>;
type Problems = {
  readonly [Kind in WordingProblem['kind']]: (problem: Extract<WordingProblem, { kind: Kind }>) => string;
};

/** What engine and database call things, as people say it. A language that lacks a word does not compile. */
export type Terms = {
  states: Said<typeof STATES>;
  kinds: Said<typeof KINDS>;
  strengths: Said<typeof STRENGTHS>;
  accounts: Readonly<Record<AccountKind, string>>;
  incidents: Readonly<Record<IncidentKind, { name: string; meaning: string; remedy: string }>>;
  alerts: Said<typeof ALERTS>;
  /** Why the engine decided as it did, by its rule; and what staff decided. */
  rules: Readonly<Record<RuleName, string>> & Said<typeof STAFF_RULES>;
  doubts: Said<typeof DOUBTS>;
  in_doubt: string;
  verbs: Readonly<Record<StaffVerb, string>>;
  endings: Readonly<Record<'proposed' | 'withdrawn', string>>;
  fields: Said<typeof FIELDS>;
  choices: Said<typeof CHOICES>;
  any_operator: string;
  /** Why a wording can't be used. */
  problems: Problems;
};
