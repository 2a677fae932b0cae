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
  | 'TAX_PAYABLE';
/**
 * FLOAT and UNEXPLAINED belong to a collection number, PAYABLE and RESERVE to a merchant, SETTLEMENT_IN_FLIGHT to a
 * settlement, BANK to a bank account; the others are ours, one each: the WALLET at each operator holds what was
 * collected by push, REFUND_IN_FLIGHT what staff say they send back and the SIM has not reported yet (a merchant's own
 * refund has one of its own), SWEPT what was moved to our own wallet, TAX_PAYABLE the tax on our fees.
 */
export type Account = { kind: AccountKind; owner_id: string | null };

/** One immutable movement: `amount_xaf` from `debit` to `credit`. Balanced because it is both at once. */
export type Transfer = {
  environment: Environment;
  debit: Account;
  credit: Account;
  amount_xaf: number;
  cause:
    | 'SESSION_SUCCESS'
    | 'SESSION_FEE'
    | 'SESSION_TAX'
    | 'CREDIT_SUSPENSE'
    | 'CREDIT_REFUND'
    | 'CREDIT_ASSIGNED'
    | 'CREDIT_SURPLUS_REFUND'
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
    | 'RESERVE_KEPT'
    | 'RESERVE_RELEASED';
  cause_id: string;
  /** When the operator moved it; null of what no operator moves: it occurs when it is booked. */
  occurred_at: Date | null;
  /** The transfer that this one puts right. */
  corrects?: { cause: Transfer['cause']; cause_id: string };
  /** Of a fee and its tax: the terms that held. */
  fee_terms_id?: number | null;
};

/** Our fee on a gross amount, rounded down to the franc. */
export function feeOf(amount_xaf: number, fee_basis_points: number): number {
  return Math.floor((amount_xaf * fee_basis_points) / 10_000);
}

/** A SUCCESS moves the gross from the number's float to the merchant, then the fee from the merchant to us. */
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
    /** When its money came; null where people say so of what came before. */
    occurred_at: Date | null;
  },
  fee_basis_points: number,
): Transfer[] {
  const source: Account = { kind: session.booked_on ?? 'FLOAT', owner_id: session.collection_number_id };
  return paidTransfers(session, source, fee_basis_points, SESSION_CAUSES);
}

type Paid = {
  id: string;
  environment: Environment;
  merchant_id: string;
  amount_xaf: number;
  occurred_at: Date | null;
};
type Causes = { gross: Transfer['cause']; fee: Transfer['cause'] };
const SESSION_CAUSES: Causes = { gross: 'SESSION_SUCCESS', fee: 'SESSION_FEE' };
export const TRANSACTION_CAUSES: Causes = { gross: 'TRANSACTION_SUCCESS', fee: 'TRANSACTION_FEE' };

/** The gross from where it was seen to the merchant, then the fee from the merchant to us. */
export function paidTransfers(
  paid: Paid,
  source: Account,
  fee_basis_points: number,
  causes: Causes,
): Transfer[] {
  const payable: Account = { kind: 'PAYABLE', owner_id: paid.merchant_id };
  const fee_xaf = feeOf(paid.amount_xaf, fee_basis_points);
  const gross: Transfer = {
    environment: paid.environment,
    debit: source,
    credit: payable,
    amount_xaf: paid.amount_xaf,
    cause: causes.gross,
    cause_id: paid.id,
    occurred_at: paid.occurred_at,
  };
  if (fee_xaf === 0) return [gross];
  const revenue: Account = { kind: 'REVENUE', owner_id: null };
  return [gross, { ...gross, debit: payable, credit: revenue, amount_xaf: fee_xaf, cause: causes.fee }];
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
