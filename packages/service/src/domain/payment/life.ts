import { RULES, type RuleName } from '../matching/rules.ts';
import { readCase, type StoredCase } from '../matching/stored.ts';
import type { Operator } from '../operator.ts';
import type { Checked, ReviewReason } from '../session/session.ts';
import type { PaymentKind, PaymentStatus, Undone } from './payment.ts';

/** A payment as its page shows it. No metadata: that is stored and never shown. */
export type PaymentFacts = {
  kind: PaymentKind;
  id: string;
  reference: string;
  ticket: string;
  amount_xaf: number;
  operator: Operator;
  status: PaymentStatus;
  review_reason: ReviewReason | null;
  /** Where the money is sent to; null where a rail asks the payer's phone. */
  collection_number: string | null;
  payer_phone: string | null;
  description: string | null;
  created_at: Date;
  expires_at: Date;
  /** When it left the state of waiting; null while it waits. */
  closed_at: Date | null;
  checked: Checked | null;
  /** No phone tells at present of what is paid to its number, nor did when it ended. */
  is_unheard: boolean;
} & Undone;

/** Money that has to do with a payment. */
export type LifeCredit = {
  credit_id: string;
  /** It paid; it is in the payment's case; or it came when the payment had ended or was paid. */
  role: 'paid' | 'case' | 'aside';
  /** Nobody else's payment was ever named beside this one: what is known of the money may be told. */
  is_ours: boolean;
  amount_xaf: number;
  occurred_at: Date;
  received_at: Date;
  state: 'MATCHED' | 'REVIEW' | 'SUSPENSE' | 'REFUNDED' | 'ASSIGNED' | 'VOIDED';
  operator_transaction_id: string | null;
  payer: string | null;
  surplus_xaf: number;
  surplus_refunded_at: Date | null;
  /** What staff have marked as sent back was seen leaving. */
  has_left: boolean;
  is_reversed: boolean;
};

export type LifeDecision = {
  credit_id: string;
  rule: string;
  /** Whom it names. Staff's names whom they gave the money to, and nobody else. */
  session_ids: readonly string[];
  transaction_ids: readonly string[];
  decided_at: Date;
} & (
  | { actor: 'ENGINE'; decision_case: StoredCase }
  | { actor: 'STAFF'; decision_case: { state: LifeCredit['state'] } }
);

export type LifeEvent = { type: string; created_at: Date };
export type LifeProof = { kind: string; source: string; outcome: string; happened_at: Date };
export type LifeReview = {
  kind: string;
  state: string;
  credit_id: string | null;
  opened_at: Date;
  closed_at: Date | null;
};
export type LifeClaim = { operator_transaction_id: string; claimed_at: Date };

export type LifeRecords = {
  payment: PaymentFacts;
  credits: LifeCredit[];
  decisions: LifeDecision[];
  events: LifeEvent[];
  proofs: LifeProof[];
  reviews: LifeReview[];
  claims: LifeClaim[];
};

/** Money as its merchant may know of it: of what may be another's no more than that something came. */
export type SeenMoney = {
  amount_xaf: number;
  operator_transaction_id: string | null;
  payer: string | null;
  sent_at: Date;
} | null;

/** What pointed to the payment. */
export type Pointers = { ticket_quoted: boolean; payer_declared: boolean };

export type StaffVerdict =
  | 'confirmed'
  | 'not_this'
  | 'sent_back'
  | 'no_money'
  | 'surplus_sent_back'
  /** The operator has taken the surplus back, or it was never paid. */
  | 'surplus_not_there'
  | 'waits_again';

export type LifeStep = { at: Date } & (
  | { name: 'created' }
  | { name: 'told'; collection_number: string; until: Date }
  | { name: 'asked'; phone: string }
  | { name: 'seen'; role: LifeCredit['role']; money: SeenMoney }
  | { name: 'decided'; rule: RuleName | 'other'; evidence: Pointers }
  | { name: 'claimed'; operator_transaction_id: string }
  | {
      name: 'review_opened';
      kind: 'session' | 'late' | 'after_failure' | 'doubtful';
      reason: ReviewReason | null;
    }
  | {
      name: 'staff';
      verdict: StaffVerdict;
    }
  | { name: 'proof'; kind: 'success' | 'failed' | 'refunded'; is_late: boolean }
  | { name: 'ended'; status: PaymentStatus }
  | { name: 'surplus'; amount_xaf: number }
  | { name: 'reversed' }
);

const ENDS: Readonly<Record<string, PaymentStatus>> = {
  'payment_session.succeeded': 'SUCCESS',
  'payment_session.expired': 'EXPIRED',
  'payment_session.failed': 'FAILED',
  'transaction.success': 'SUCCESS',
  'transaction.failed': 'FAILED',
  'transaction.timeout': 'TIMEOUT',
};

/** Of steps at one moment, what led to the others comes first. */
const ORDER: readonly LifeStep['name'][] = [
  'created',
  'told',
  'asked',
  'claimed',
  'seen',
  'proof',
  'decided',
  'review_opened',
  'staff',
  'ended',
  'surplus',
  'reversed',
];

/** A payment's life in order. Pure: nothing but what the records say, and nothing that may be another merchant's. */
export function lifeOf(records: LifeRecords): LifeStep[] {
  const steps = [
    ...begun(records.payment),
    ...records.claims.map(
      ({ claimed_at: at, operator_transaction_id }): LifeStep => ({
        name: 'claimed',
        at,
        operator_transaction_id,
      }),
    ),
    ...records.credits.flatMap((credit) => moneySteps(records, credit)),
    ...ends(records),
    ...proven(records),
  ];
  return steps.toSorted(
    (a, b) => a.at.getTime() - b.at.getTime() || ORDER.indexOf(a.name) - ORDER.indexOf(b.name),
  );
}

function begun(payment: PaymentFacts): LifeStep[] {
  const at = payment.created_at;
  const { collection_number, payer_phone, kind } = payment;
  const told: LifeStep[] =
    collection_number === null ? [] : [{ name: 'told', at, collection_number, until: payment.expires_at }];
  const asked: LifeStep[] =
    kind === 'transaction' && payer_phone !== null && collection_number === null
      ? [{ name: 'asked', at, phone: payer_phone }]
      : [];
  return [{ name: 'created', at }, ...told, ...asked];
}

function moneySteps({ payment, decisions }: LifeRecords, credit: LifeCredit): LifeStep[] {
  const money: SeenMoney = credit.is_ours
    ? {
        amount_xaf: credit.amount_xaf,
        operator_transaction_id: credit.operator_transaction_id,
        // Whoever has not paid for this is no customer of its merchant's, as far as anybody knows.
        payer: credit.role === 'paid' ? credit.payer : null,
        sent_at: credit.occurred_at,
      }
    : null;
  const steps: LifeStep[] = [{ name: 'seen', at: credit.received_at, role: credit.role, money }];
  steps.push(
    ...decisionSteps(
      payment,
      credit,
      decisions.filter(({ credit_id }) => credit_id === credit.credit_id),
    ),
  );
  if (credit.role === 'paid' && credit.surplus_xaf > 0)
    steps.push({
      name: 'surplus',
      at: steps.at(-1)?.at ?? credit.received_at,
      amount_xaf: credit.surplus_xaf,
    });
  if (credit.is_ours && credit.is_reversed)
    steps.push({ name: 'reversed', at: steps.at(-1)?.at ?? credit.received_at });
  return steps;
}

/**
 * What was decided of a credit, as far as it was about this payment. Money that staff gave to it may have been another's
 * case before, and then they rejected that one; and what is decided of money once it is another's is told there.
 */
function decisionSteps(
  payment: PaymentFacts,
  credit: LifeCredit,
  decisions: readonly LifeDecision[],
): LifeStep[] {
  const names = ({ session_ids, transaction_ids }: LifeDecision) =>
    session_ids.includes(payment.id) || transaction_ids.includes(payment.id);
  const was_case = credit.role !== 'paid' || decisions.some((one) => one.actor === 'ENGINE' && names(one));
  const steps: LifeStep[] = [];
  let is_refused = false;
  for (const decision of decisions) {
    if (decision.actor === 'ENGINE') {
      if (names(decision)) steps.push(engineStep(payment, decision));
      continue;
    }
    const verdict = staffVerdict(credit, decision);
    if (verdict === 'not_this' && is_refused) continue;
    is_refused ||= verdict === 'not_this';
    const is_own = names(decision) || (was_case && !isOfSurplus(decision));
    if (is_own) steps.push({ name: 'staff', at: decision.decided_at, verdict });
  }
  return steps;
}

type StaffDecided = Extract<LifeDecision, { actor: 'STAFF' }>;

const isOfSurplus = ({ rule }: LifeDecision): boolean => rule.startsWith('surplus_');

/** Why the engine decided so; of all that it weighed, only what is this payment's own. */
function engineStep(
  { id }: PaymentFacts,
  { rule, decided_at: at, decision_case }: Extract<LifeDecision, { actor: 'ENGINE' }>,
): LifeStep {
  const { credit, claimants } = readCase(decision_case);
  const own = claimants.find((one) => one.id === id);
  const evidence = {
    ticket_quoted: own?.ticket != null && credit.tickets.includes(own.ticket),
    payer_declared: own?.customer_phone != null,
  };
  return { name: 'decided', at, rule: isRule(rule) ? rule : 'other', evidence };
}

function staffVerdict(credit: LifeCredit, { rule, decision_case: { state } }: StaffDecided): StaffVerdict {
  // It was to go back, and has not left.
  if (rule === 'unmarked' || rule === 'surplus_unmarked') return 'waits_again';
  if (rule === 'surplus_refunded') return 'surplus_sent_back';
  if (rule === 'surplus_voided') return 'surplus_not_there';
  if (state === 'MATCHED') return credit.role === 'paid' ? 'confirmed' : 'not_this';
  if (state === 'REFUNDED') return 'sent_back';
  return state === 'VOIDED' ? 'no_money' : 'not_this';
}

function ends({ payment, events }: LifeRecords): LifeStep[] {
  const steps = events.flatMap(({ type, created_at: at }): LifeStep[] => {
    if (type === 'payment_session.under_review')
      return [{ name: 'review_opened', at, kind: 'session', reason: payment.review_reason }];
    const status = ENDS[type];
    return status === undefined ? [] : [{ name: 'ended', at, status }];
  });
  // No event tells of these two.
  if (payment.status === 'CANCELLED' || payment.status === 'REFUNDED')
    steps.push({ name: 'ended', at: payment.closed_at ?? payment.created_at, status: payment.status });
  return steps;
}

function proven({ proofs, reviews, decisions }: LifeRecords): LifeStep[] {
  const told = proofs
    .filter(({ source }) => source === 'rail')
    .map((proof): LifeStep => {
      const kind = proof.kind === 'failed' || proof.kind === 'refunded' ? proof.kind : 'success';
      return { name: 'proof', at: proof.happened_at, kind, is_late: proof.outcome === 'late' };
    });
  const looked = reviews.flatMap(({ kind, state, credit_id, opened_at, closed_at }): LifeStep[] => {
    const known = kind === 'late' || kind === 'after_failure' ? kind : 'doubtful';
    const opened: LifeStep = { name: 'review_opened', at: opened_at, kind: known, reason: null };
    // What staff decided of a credit is told with the credit.
    const is_told = decisions.some((one) => one.actor === 'STAFF' && one.credit_id === credit_id);
    if (closed_at === null || is_told) return [opened];
    // What no credit has shown is closed otherwise only once it went back.
    const not_kept = kind !== 'doubtful' && credit_id === null ? 'sent_back' : 'not_this';
    const verdict = state === 'CONFIRMED' ? 'confirmed' : not_kept;
    return [opened, { name: 'staff', at: closed_at, verdict }];
  });
  return [...told, ...looked];
}

const isRule = (text: string): text is RuleName => Object.hasOwn(RULES, text);
