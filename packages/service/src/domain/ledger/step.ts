import type { DebitKind } from '../movement/announced.ts';
import { bringsMoney } from '../movement/move.ts';
import type { LedgerAccount, Transfer } from './transfer.ts';

type AnnouncedCause = { kind: DebitKind; cause_id?: string | null };
type StepMoney = Pick<Step, 'id' | 'before_xaf' | 'after_xaf' | 'occurred_at'>;
type Step = {
  id: string;
  collection_number_id: string;
  kind: string;
  amount_xaf: number;
  before_xaf: number;
  after_xaf: number;
  announced: AnnouncedCause | null;
  /** It explains what an anchor found missing: the money is on UNEXPLAINED already. */
  gap: object | null;
  /** A credit that is booked, and does not settle yet. */
  is_pending: boolean;
  occurred_at: Date;
};

const account = (kind: LedgerAccount['kind'], owner_id: string | null = null): LedgerAccount => ({
  kind,
  owner_id,
});

/** Where money that left by a debit went. */
function destination(announced: AnnouncedCause | null, collection_number_id: string): LedgerAccount {
  if (announced === null) return account('UNEXPLAINED', collection_number_id);
  return accountOf(announced.kind, announced.cause_id);
}

/** The transfers of a step between this account and others, in the direction in which its money went. */
const transfersOn =
  (float: LedgerAccount, { id, before_xaf, after_xaf, occurred_at }: StepMoney) =>
  (cause: Transfer['cause'], other: LedgerAccount, amount_xaf: number): Transfer => {
    const [debit, credit] = after_xaf > before_xaf ? [float, other] : [other, float];
    return { environment: 'live', debit, credit, amount_xaf, cause, cause_id: id, occurred_at };
  };

/**
 * What a proven step that is no credit moves: a debit to where staff announced it, else to UNEXPLAINED, and what
 * the operator took to OPERATOR_FEE. A credit is booked when it is settled; one that is pending stands on
 * UNEXPLAINED until then.
 */
export function stepTransfers(step: Step): Transfer[] {
  const { collection_number_id, kind, before_xaf, after_xaf, announced, gap } = step;
  if (step.is_pending) return gap === null ? [pendingTransfer(step)] : [];
  if (bringsMoney(step)) return [];
  const float = account(gap === null ? 'FLOAT' : 'UNEXPLAINED', collection_number_id);
  const there = destination(announced, collection_number_id);
  const moved_xaf = Math.abs(after_xaf - before_xaf);
  const fee_xaf = kind === 'DEBIT' ? Math.max(0, moved_xaf - step.amount_xaf) : 0;
  const transfer = transfersOn(float, step);
  return [
    transfer('STEP_DEBIT', there, moved_xaf - fee_xaf),
    transfer('STEP_FEE', account('OPERATOR_FEE'), fee_xaf),
  ].filter(({ amount_xaf, debit, credit }) => amount_xaf > 0 && debit.kind !== credit.kind);
}

function pendingTransfer({ id, collection_number_id, before_xaf, after_xaf, occurred_at }: Step): Transfer {
  return {
    environment: 'live',
    debit: account('FLOAT', collection_number_id),
    credit: account('UNEXPLAINED', collection_number_id),
    amount_xaf: after_xaf - before_xaf,
    cause: 'STEP_PENDING',
    cause_id: id,
    occurred_at,
  };
}

/**
 * What an anchor found missing stands on UNEXPLAINED until messages or staff say what it was. Where it was announced, what
 * is gone beyond that is the operator's fee.
 */
export function missingTransfers(missing: {
  id: string;
  collection_number_id: string;
  before_xaf: number;
  after_xaf: number;
  announced: (AnnouncedCause & { amount_xaf: number }) | null;
  occurred_at: Date;
}): Transfer[] {
  const { collection_number_id, before_xaf, after_xaf, announced } = missing;
  const float = account('FLOAT', collection_number_id);
  const there = destination(announced, collection_number_id);
  const moved_xaf = Math.abs(after_xaf - before_xaf);
  const fee_xaf = announced === null ? 0 : moved_xaf - announced.amount_xaf;
  const transfer = transfersOn(float, missing);
  return [
    transfer('STEP_UNEXPLAINED', there, moved_xaf - fee_xaf),
    ...(fee_xaf > 0 ? [transfer('STEP_FEE', account('OPERATOR_FEE'), fee_xaf)] : []),
  ];
}

/** What a step that stood on UNEXPLAINED turned out to be. */
export const STEP_MEANINGS = [
  'credit',
  'sweep',
  'refund',
  'settlement',
  'fee',
  'airtime',
  'write_off',
  'capital',
] as const;
export type Meaning = (typeof STEP_MEANINGS)[number];

/** What left for a merchant, and stands on an account of that refund or settlement. */
export const FOR_A_MERCHANT: readonly string[] = ['merchant_refund', 'settlement'] satisfies DebitKind[];

/**
 * Where the money of a step with this meaning stands.
 * @param cause_id the merchant's refund or settlement that it was sent for
 */
export function accountOf(meaning: Meaning | DebitKind, cause_id: string | null = null): LedgerAccount {
  return account(MEANINGS[meaning], FOR_A_MERCHANT.includes(meaning) ? cause_id : null);
}

/**
 * Takes money off UNEXPLAINED: to where it went, or, for more than the messages told of, to suspense.
 * @param moved_xaf what the step moved: below zero where money left
 */
export function stepExplained(step: {
  step_id: string;
  collection_number_id: string;
  moved_xaf: number;
  meaning: Meaning | DebitKind;
  cause_id?: string | null;
}): Transfer {
  const { step_id, collection_number_id, moved_xaf, meaning, cause_id = null } = step;
  const there = accountOf(meaning, cause_id);
  const unexplained = account('UNEXPLAINED', collection_number_id);
  return {
    environment: 'live',
    debit: moved_xaf < 0 ? there : unexplained,
    credit: moved_xaf < 0 ? unexplained : there,
    amount_xaf: Math.abs(moved_xaf),
    cause: 'STEP_EXPLAINED',
    cause_id: step_id,
    occurred_at: null,
  };
}

/** What the operator took of it besides: off UNEXPLAINED as well. */
export function feeExplained(step: {
  step_id: string;
  collection_number_id: string;
  fee_xaf: number;
}): Transfer {
  return {
    environment: 'live',
    debit: account('OPERATOR_FEE'),
    credit: account('UNEXPLAINED', step.collection_number_id),
    amount_xaf: step.fee_xaf,
    cause: 'STEP_FEE',
    cause_id: step.step_id,
    occurred_at: null,
  };
}

const MEANINGS = {
  refund: 'REFUND_IN_FLIGHT',
  merchant_refund: 'REFUND_IN_FLIGHT',
  settlement: 'SETTLEMENT_IN_FLIGHT',
  sweep: 'SWEPT',
  fee: 'OPERATOR_FEE',
  airtime: 'OPERATOR_FEE',
  write_off: 'WRITE_OFF',
  capital: 'CAPITAL',
  credit: 'SUSPENSE',
} as const satisfies Record<Meaning | DebitKind, LedgerAccount['kind']>;
