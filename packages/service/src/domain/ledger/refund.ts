import type { Refund } from '../refund/refund.ts';
import type { LedgerAccount, Transfer } from './transfer.ts';

type RefundMoney = Pick<Refund, 'id' | 'merchant_id' | 'environment' | 'amount_xaf'>;

const inFlight = ({ id }: RefundMoney): LedgerAccount => ({ kind: 'REFUND_IN_FLIGHT', owner_id: id });
const payable = ({ merchant_id }: RefundMoney): LedgerAccount => ({ kind: 'PAYABLE', owner_id: merchant_id });

function transferOf(
  refund: RefundMoney,
  moved: Pick<Transfer, 'debit' | 'credit' | 'cause'>,
  at: Date,
): Transfer {
  const { id: cause_id, environment, amount_xaf } = refund;
  return { environment, ...moved, amount_xaf, cause_id, occurred_at: at };
}

/** What is to go back leaves the merchant's balance when it is asked for. */
export function refundReservedTransfer(refund: RefundMoney, at: Date): Transfer {
  return transferOf(
    refund,
    { debit: payable(refund), credit: inFlight(refund), cause: 'REFUND_RESERVED' },
    at,
  );
}

/** One that has certainly not gone is the merchant's again. */
export function refundReturnedTransfer(refund: RefundMoney, at: Date): Transfer {
  return transferOf(
    refund,
    { debit: inFlight(refund), credit: payable(refund), cause: 'REFUND_RETURNED' },
    at,
  );
}

/**
 * One that left by another way than a SIM of ours: from our wallet at the operator, or, in the sandbox, from the number
 * that was paid. A SIM's own debit books what it sends, as a step.
 */
export function paidBackTransfer(refund: RefundMoney, from: LedgerAccount, at: Date): Transfer {
  return transferOf(refund, { debit: inFlight(refund), credit: from, cause: 'REFUND_PAID' }, at);
}
