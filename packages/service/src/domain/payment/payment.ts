import type { Operator } from '../operator.ts';
import { SESSION_STATUSES, type SessionStatus } from '../session/session.ts';
import { OPERATORS, TRANSACTION_STATUSES, type TransactionStatus } from '../transaction/transaction.ts';

/** The two ways to be paid, as a merchant's people see them in one list. */
export const PAYMENT_KINDS = ['session', 'transaction'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

export type PaymentStatus = SessionStatus | TransactionStatus;

export const PAYMENT_STATUSES = {
  session: SESSION_STATUSES,
  transaction: TRANSACTION_STATUSES,
} as const satisfies Record<PaymentKind, readonly PaymentStatus[]>;

/**
 * What a status means to whoever waits for the money. Both ways to be paid have words of their own for the same thing;
 * a person filters by these.
 */
export const STANDINGS = ['paid', 'waiting', 'in_review', 'not_paid', 'cancelled', 'refunded'] as const;
export type Standing = (typeof STANDINGS)[number];

const STANDING_OF: Readonly<Record<PaymentStatus, Standing>> = {
  SUCCESS: 'paid',
  AWAITING_PAYMENT: 'waiting',
  PENDING: 'waiting',
  PROCESSING: 'waiting',
  WAITING_SMS: 'waiting',
  UNDER_REVIEW: 'in_review',
  EXPIRED: 'not_paid',
  FAILED: 'not_paid',
  TIMEOUT: 'not_paid',
  CANCELLED: 'cancelled',
  REFUNDED: 'refunded',
};

export const standingOf = (status: PaymentStatus): Standing => STANDING_OF[status];

/** The name of one range of the list: `session/AIRTEL/SUCCESS`. */
export const rangeName = (kind: PaymentKind, operator: string, status: string): string =>
  `${kind}/${operator}/${status}`;

export type PaymentRange = { kind: PaymentKind; operator: Operator; status: PaymentStatus };

/** The ranges that a list is merged from; each argument narrows them, null leaves them. */
export function rangesOf(asked: {
  kind: PaymentKind | null;
  operator: Operator | null;
  standing: Standing | null;
}): PaymentRange[] {
  const kinds = asked.kind === null ? PAYMENT_KINDS : [asked.kind];
  const operators = asked.operator === null ? OPERATORS : [asked.operator];
  return kinds.flatMap((kind) =>
    operators.flatMap((operator) =>
      PAYMENT_STATUSES[kind]
        .filter((status) => asked.standing === null || standingOf(status) === asked.standing)
        .map((status) => ({ kind, operator, status })),
    ),
  );
}
