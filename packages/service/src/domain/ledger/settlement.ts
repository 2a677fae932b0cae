import type { Settlement } from '../settlement/settlement.ts';
import type { LedgerAccount, Transfer } from './transfer.ts';

type Own = Pick<Settlement, 'id' | 'merchant_id' | 'environment'>;
type Sum = Own & Pick<Settlement, 'amount_xaf'>;

const payableOf = ({ merchant_id }: Own): LedgerAccount => ({ kind: 'PAYABLE', owner_id: merchant_id });
const flightOf = ({ id }: Own): LedgerAccount => ({ kind: 'SETTLEMENT_IN_FLIGHT', owner_id: id });

const move = (
  { id, environment }: Own,
  cause: Transfer['cause'],
  debit: LedgerAccount,
  credit: LedgerAccount,
  amount_xaf: number,
): Transfer => ({ environment, debit, credit, amount_xaf, cause, cause_id: id, occurred_at: null });

/** What a settlement keeps in reserve before it is drafted, or lets out of it where `keep_xaf` is below zero. */
export function reserveTransfers(own: Own, keep_xaf: number): Transfer[] {
  if (keep_xaf === 0) return [];
  const payable = payableOf(own);
  const reserve: LedgerAccount = { kind: 'RESERVE', owner_id: own.merchant_id };
  return [
    keep_xaf > 0
      ? move(own, 'RESERVE_KEPT', payable, reserve, keep_xaf)
      : move(own, 'RESERVE_RELEASED', reserve, payable, -keep_xaf),
  ];
}

/** A draft sets its sum aside, so that nothing else can take it. */
export function settlementReservedTransfer(one: Sum): Transfer {
  return move(one, 'SETTLEMENT_RESERVED', payableOf(one), flightOf(one), one.amount_xaf);
}

/** What was not sent is payable again; the next settlement takes it as it takes anything. */
export function settlementReturnedTransfer(one: Sum): Transfer {
  return move(one, 'SETTLEMENT_RETURNED', flightOf(one), payableOf(one), one.amount_xaf);
}

/** What a bank or an operator has sent back is payable again, as what was not sent is. */
export function sentBackTransfer(one: Sum, from: LedgerAccount, occurred_at: Date): Transfer {
  return { ...move(one, 'SETTLEMENT_SENT_BACK', from, payableOf(one), one.amount_xaf), occurred_at };
}

/** What was payable again, and was paid after all: the merchant has had it, whatever that leaves of what is payable. */
export function paidLateTransfer(one: Sum, from: LedgerAccount, occurred_at: Date): Transfer {
  return { ...move(one, 'SETTLEMENT_PAID_LATE', payableOf(one), from, one.amount_xaf), occurred_at };
}

/**
 * What was paid has left a wallet or a bank account of ours; in test our own side of what was swept, since nobody is
 * paid. What left a SIM is booked by the step that the SIM reports, and not here.
 */
export function paidTransfer(one: Sum, from: LedgerAccount, occurred_at: Date): Transfer {
  return { ...move(one, 'SETTLEMENT_PAID', flightOf(one), from, one.amount_xaf), occurred_at };
}
