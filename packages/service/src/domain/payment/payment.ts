import { isUuid } from '../keys.ts';
import { asTyped } from '../money.ts';
import { OPERATORS, type Operator } from '../operator.ts';
import { SESSION_STATUSES, type SessionStatus } from '../session/session.ts';
import { readTicket } from '../ticket/ticket.ts';
import { searchRanges, type TextRange } from '../transaction/search.ts';
import { TRANSACTION_STATUSES, type TransactionStatus } from '../transaction/transaction.ts';

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

/** What of a payment's money has gone again. */
export type Undone = {
  /** The operator has taken back what paid it. */
  is_reversed: boolean;
  /** What its payer has got back: from its merchant, or of a transaction that is REFUNDED from whoever it was. */
  given_back_xaf: number;
};

export const NOTHING_UNDONE: Undone = { is_reversed: false, given_back_xaf: 0 };

/**
 * What a payment means to whoever looks at it now: one whose money has gone again is not paid to them, though its status
 * says for good that it was.
 */
export function standingNow({
  status,
  amount_xaf,
  is_reversed,
  given_back_xaf,
}: { status: PaymentStatus; amount_xaf: number } & Undone): Standing | 'reversed' {
  const known = standingOf(status);
  if (known !== 'paid') return known;
  if (is_reversed) return 'reversed';
  return given_back_xaf >= amount_xaf ? 'refunded' : 'paid';
}

/** What has become of the money of a payment whose status says that it was paid; null: it is there, or never was. */
export function goneAgain(payment: Parameters<typeof standingNow>[0]): 'reversed' | 'refunded' | null {
  const now = standingNow(payment);
  return now === 'reversed' || now === 'refunded' ? now : null;
}

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

/** The payment after which a list goes on. Its place never changes, so rows that come meanwhile move nothing. */
export type PaymentCursor = { created_at: Date; id: string };

const CURSOR = /^(\d{13})\.([0-9a-f-]{36})$/;

/** `1763722800000.0198c5a2-…`, for an address. */
export const cursorText = ({ created_at, id }: PaymentCursor): string => `${created_at.getTime()}.${id}`;

/** Null for what is no cursor. */
export function readCursor(text: string | null): PaymentCursor | null {
  const [, ms = '', id = ''] = CURSOR.exec(text ?? '') ?? [];
  return isUuid(id) ? { created_at: new Date(Number(ms)), id } : null;
}

/** Everything that a search text can mean; each is a key or a range of an index. */
export type PaymentSearch = {
  references: TextRange[];
  phones: TextRange[];
  ids: string[];
  tickets: string[];
  internal_refs: string[];
  operator_transaction_ids: string[];
};

const OPERATOR_TRANSACTION_ID = /^[A-Za-z0-9._:-]{6,64}$/;

/**
 * What a person may have typed or pasted: the beginning of a reference or of a payer's number, or the whole of a
 * payment's id, a ticket as customers see it, a transaction's internal_ref, or an operator's transaction id.
 */
export function readSearch(text: string): PaymentSearch {
  const word = asTyped(text).trim();
  const { references, phones, internal_ref } = searchRanges(word);
  const ticket = readTicket(word.replaceAll(/\s/g, ''));
  return {
    references,
    phones,
    ids: isUuid(word) ? [word.toLowerCase()] : [],
    tickets: ticket === null ? [] : [ticket],
    internal_refs: internal_ref === null ? [] : [internal_ref],
    operator_transaction_ids: OPERATOR_TRANSACTION_ID.test(word)
      ? [...new Set([word, word.toUpperCase()])]
      : [],
  };
}
