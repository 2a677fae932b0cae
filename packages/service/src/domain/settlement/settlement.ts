import type { SettlementBody, SettlementTransferBody } from '@chari/contract/settlement';
import type { OutboxEvent } from '../event/event.ts';
import type { Environment } from '../operator.ts';
import { isoText, localDay } from '../time.ts';
import { type Destination, maskedDestination } from './payout-account.ts';
import type { SettlementState } from './transitions.ts';

export type Settlement = {
  id: string;
  merchant_id: string;
  environment: Environment;
  reference: string;
  payout_account_id: string | null;
  amount_xaf: number;
  transfers: number;
  /** Payments that occurred before are in it. */
  until: Date;
  state: SettlementState;
  drafted_by: string;
  created_at: Date;
  sent_at: Date | null;
  ended_at: Date | null;
  /** When a bank or an operator has sent back what it had paid, by its row. */
  returned_at: Date | null;
  failure: string | null;
};

/** What the transfers of one cause come to. */
export type CauseTotal = { cause: string; transfers: number; amount_xaf: number };

/** A settlement with all that is shown of it. */
export type ShownSettlement = Settlement & { destination: Destination | null; totals: CauseTotal[] };

/** `ST`, the day in N'Djamena, and the end of the id: short enough for the motif of a transfer and to be read aloud. */
export function settlementReference(id: string, now: Date): string {
  return `ST${localDay(now).slice(2).replaceAll('-', '')}${id.slice(-10).toUpperCase()}`;
}

/** The kinds of an itemisation, in the order in which they are shown. */
export const ITEM_KINDS = ['payment', 'fee', 'tax', 'refund', 'reserve', 'returned', 'adjustment'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

const KINDS: Readonly<Record<string, ItemKind>> = {
  SESSION_SUCCESS: 'payment',
  TRANSACTION_SUCCESS: 'payment',
  CREDIT_ASSIGNED: 'payment',
  SESSION_FEE: 'fee',
  TRANSACTION_FEE: 'fee',
  TRANSACTION_FEE_REFUND: 'fee',
  SESSION_TAX: 'tax',
  TRANSACTION_TAX: 'tax',
  TRANSACTION_TAX_REFUND: 'tax',
  REFUND_RESERVED: 'refund',
  REFUND_RETURNED: 'refund',
  TRANSACTION_REFUND: 'refund',
  RESERVE_KEPT: 'reserve',
  RESERVE_RELEASED: 'reserve',
  SETTLEMENT_RETURNED: 'returned',
  SETTLEMENT_SENT_BACK: 'returned',
  SETTLEMENT_PAID_LATE: 'returned',
};

/** What a merchant calls a transfer of its account. */
export function itemKind(cause: string): ItemKind {
  return KINDS[cause] ?? 'adjustment';
}

/** The causes by kind, in the order of the kinds; what there is none of is left out. */
export function itemise(
  totals: readonly CauseTotal[],
): { kind: ItemKind; transfers: number; amount_xaf: number }[] {
  return ITEM_KINDS.flatMap((kind) => {
    const own = totals.filter(({ cause }) => itemKind(cause) === kind);
    if (own.length === 0) return [];
    const sum = (of: 'transfers' | 'amount_xaf') => own.reduce((all, one) => all + one[of], 0);
    return [{ kind, transfers: sum('transfers'), amount_xaf: sum('amount_xaf') }];
  });
}

/** The one wire shape of a settlement. */
export function presentSettlement(shown: ShownSettlement): SettlementBody {
  const { destination, ended_at, failure, state } = shown;
  return {
    id: shown.id,
    reference: shown.reference,
    amount: shown.amount_xaf,
    currency: 'XAF',
    status: state,
    ...(failure !== null && { failure }),
    transfers: shown.transfers,
    totals: itemise(shown.totals).map(({ kind, transfers, amount_xaf }) => ({
      kind,
      transfers,
      amount: amount_xaf,
    })),
    ...(destination !== null && {
      payout_account: { kind: destination.kind, label: maskedDestination(destination) },
    }),
    is_test: shown.environment === 'test',
    environment: shown.environment,
    until: isoText(shown.until),
    created_at: isoText(shown.created_at),
    ...(shown.sent_at !== null && { sent_at: isoText(shown.sent_at) }),
    ...(state === 'PAID' && ended_at !== null && { paid_at: isoText(ended_at) }),
    ...(shown.returned_at !== null && { returned_at: isoText(shown.returned_at) }),
  };
}

/** A transfer of a settlement, with the merchant's own name for what caused it where there is one. */
export type SettlementLine = {
  line: number;
  cause: string;
  cause_id: string;
  amount_xaf: number;
  occurred_at: Date;
  reference: string | null;
};

export function presentLine(one: SettlementLine): SettlementTransferBody {
  const { line, cause, cause_id, reference } = one;
  return {
    line,
    kind: itemKind(cause),
    amount: one.amount_xaf,
    ...(cause.startsWith('SESSION_') && { payment_session_id: cause_id }),
    ...(cause.startsWith('TRANSACTION_') && { transaction_id: cause_id }),
    ...(cause.startsWith('REFUND_') && { refund_id: cause_id }),
    ...(reference !== null && { reference }),
    occurred_at: isoText(one.occurred_at),
  };
}

/** The event of a settlement that has just been proven paid, or the one after it of one that came back. */
export function settlementEvent(id: string, shown: ShownSettlement, now: Date): OutboxEvent {
  const { merchant_id, environment } = shown;
  const [type, sequence] =
    shown.returned_at === null ? (['settlement.paid', 1] as const) : (['settlement.returned', 2] as const);
  const body = JSON.stringify({
    id,
    event: type,
    environment,
    data: presentSettlement(shown),
    timestamp: isoText(now),
  });
  return { id, merchant_id, environment, type, object_id: shown.id, sequence, body, created_at: now };
}
