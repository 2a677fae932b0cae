import { chargeAt, type FeeFlow, type FeeSchedule } from '../fee/terms.ts';
import type { Environment } from '../operator.ts';

export type AccountKind =
  | 'FLOAT'
  | 'PAYABLE'
  | 'REVENUE'
  | 'SUSPENSE'
  | 'WALLET_AIRTEL'
  | 'WALLET_MOOV'
  | 'UNEXPLAINED'
  | 'REFUND_IN_FLIGHT'
  | 'OPERATOR_FEE'
  | 'SWEPT'
  | 'WRITE_OFF'
  | 'SETTLEMENT_IN_FLIGHT'
  | 'BANK'
  | 'RESERVE'
  | 'TAX_PAYABLE'
  | 'CAPITAL';
/**
 * FLOAT and UNEXPLAINED belong to a collection number, PAYABLE and RESERVE to a merchant, SETTLEMENT_IN_FLIGHT to a
 * settlement, BANK to a bank account; the others are ours, one each: the WALLET at each operator holds what was
 * collected by push, REFUND_IN_FLIGHT what staff say they send back and the SIM has not reported yet (a merchant's own
 * refund has one of its own), SWEPT what was moved to our own wallet, TAX_PAYABLE the tax on our fees,
 * CAPITAL what we have put in of our own.
 */
export type LedgerAccount = { kind: AccountKind; owner_id: string | null };

/** One immutable movement: `amount_xaf` from `debit` to `credit`. Balanced because it is both at once. */
export type Transfer = {
  environment: Environment;
  debit: LedgerAccount;
  credit: LedgerAccount;
  amount_xaf: number;
  cause:
    | 'SESSION_SUCCESS'
    | 'SESSION_FEE'
    | 'SESSION_TAX'
    | 'CREDIT_SUSPENSE'
    | 'CREDIT_REFUND'
    | 'CREDIT_ASSIGNED'
    | 'CREDIT_SURPLUS_REFUND'
    | 'CREDIT_UNMARKED'
    | 'CREDIT_MARKED_AGAIN'
    | 'CREDIT_REVERSED'
    | 'STEP_DEBIT'
    | 'STEP_FEE'
    | 'STEP_UNEXPLAINED'
    | 'STEP_EXPLAINED'
    | 'STEP_PENDING'
    | 'TRANSACTION_SUCCESS'
    | 'TRANSACTION_FEE'
    | 'TRANSACTION_TAX'
    | 'TRANSACTION_SUSPENSE'
    | 'TRANSACTION_REFUND'
    | 'TRANSACTION_FEE_REFUND'
    | 'TRANSACTION_TAX_REFUND'
    | 'REFUND_RESERVED'
    | 'REFUND_RETURNED'
    | 'REFUND_PAID'
    | 'SETTLEMENT_RESERVED'
    | 'SETTLEMENT_RETURNED'
    | 'SETTLEMENT_PAID'
    | 'SETTLEMENT_PAID_LATE'
    | 'SETTLEMENT_SENT_BACK'
    | 'RESERVE_KEPT'
    | 'RESERVE_RELEASED'
    | 'CORRECTION'
    | 'OWN_MOVED';
  cause_id: string;
  /** When the operator moved it; null of what no operator moves: it occurs when it is booked. */
  occurred_at: Date | null;
  /** The transfer that this one puts right. */
  corrects?: { cause: Transfer['cause']; cause_id: string };
  /** Of a fee and its tax: the terms that held. */
  fee_terms_id?: number | null;
};

/**
 * A SUCCESS moves the gross from the number's float to the merchant, then the fee from the merchant to us, and its tax to
 * where we keep it.
 */
export function successTransfers(
  session: {
    id: string;
    environment: Environment;
    merchant_id: string;
    collection_number_id: string;
    amount_xaf: number;
    /** The transaction that borrows the session: then it is the cause. */
    transaction_id?: string | null;
    booked_on?: 'FLOAT' | 'UNEXPLAINED';
    /** When it was asked for: its fees are those of that moment. */
    created_at: Date;
    /** When its money came; null where people say so of what came before. */
    occurred_at: Date | null;
  },
  fees: FeeSchedule,
): Transfer[] {
  const source: LedgerAccount = {
    kind: session.booked_on ?? 'FLOAT',
    owner_id: session.collection_number_id,
  };
  return paidTransfers(session, source, fees, SESSION_CAUSES);
}

type Paid = {
  id: string;
  environment: Environment;
  merchant_id: string;
  amount_xaf: number;
  created_at: Date;
  occurred_at: Date | null;
};
type Causes = Record<'gross' | 'fee' | 'tax', Transfer['cause']> & { flow: FeeFlow };
const SESSION_CAUSES: Causes = {
  flow: 'session',
  gross: 'SESSION_SUCCESS',
  fee: 'SESSION_FEE',
  tax: 'SESSION_TAX',
};
export const TRANSACTION_CAUSES: Causes = {
  flow: 'transaction',
  gross: 'TRANSACTION_SUCCESS',
  fee: 'TRANSACTION_FEE',
  tax: 'TRANSACTION_TAX',
};

/** The gross from where it was seen to the merchant; then from the merchant the fee to us, and its tax. */
export function paidTransfers(
  paid: Paid,
  source: LedgerAccount,
  fees: FeeSchedule,
  causes: Causes,
): Transfer[] {
  const payable: LedgerAccount = { kind: 'PAYABLE', owner_id: paid.merchant_id };
  const { fee_xaf, tax_xaf, fee_terms_id } = chargeAt(fees, causes.flow, paid);
  const gross: Transfer = {
    environment: paid.environment,
    debit: source,
    credit: payable,
    amount_xaf: paid.amount_xaf,
    cause: causes.gross,
    cause_id: paid.id,
    occurred_at: paid.occurred_at,
  };
  const taken = (
    kind: 'REVENUE' | 'TAX_PAYABLE',
    amount_xaf: number,
    cause: Transfer['cause'],
  ): Transfer[] =>
    amount_xaf === 0
      ? []
      : [{ ...gross, debit: payable, credit: { kind, owner_id: null }, amount_xaf, cause, fee_terms_id }];
  return [gross, ...taken('REVENUE', fee_xaf, causes.fee), ...taken('TAX_PAYABLE', tax_xaf, causes.tax)];
}

/** Money that was seen and is nobody's yet (in review or unmatched) stands in suspense. */
export function suspenseTransfer(credit: {
  id: string;
  environment: Environment;
  collection_number_id: string;
  amount_xaf: number;
  booked_on: 'FLOAT' | 'UNEXPLAINED';
  occurred_at: Date;
}): Transfer {
  return {
    environment: credit.environment,
    debit: { kind: credit.booked_on, owner_id: credit.collection_number_id },
    credit: { kind: 'SUSPENSE', owner_id: null },
    amount_xaf: credit.amount_xaf,
    cause: 'CREDIT_SUSPENSE',
    cause_id: credit.id,
    occurred_at: credit.occurred_at,
  };
}
