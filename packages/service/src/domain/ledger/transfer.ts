import type { Environment } from '../session/session.ts';

export type AccountKind = 'FLOAT' | 'PAYABLE' | 'REVENUE' | 'SUSPENSE';
/** FLOAT belongs to a collection number, PAYABLE to a merchant; REVENUE and SUSPENSE are ours. */
export type Account = { kind: AccountKind; owner_id: string | null };

/** One immutable movement: `amount_xaf` from `debit` to `credit`. Balanced because it is both at once. */
export type Transfer = {
  environment: Environment;
  debit: Account;
  credit: Account;
  amount_xaf: number;
  cause: 'SESSION_SUCCESS' | 'SESSION_FEE' | 'CREDIT_SUSPENSE';
  cause_id: string;
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
  },
  fee_basis_points: number,
): Transfer[] {
  const payable: Account = { kind: 'PAYABLE', owner_id: session.merchant_id };
  const fee_xaf = feeOf(session.amount_xaf, fee_basis_points);
  const gross: Transfer = {
    environment: session.environment,
    debit: { kind: 'FLOAT', owner_id: session.collection_number_id },
    credit: payable,
    amount_xaf: session.amount_xaf,
    cause: 'SESSION_SUCCESS',
    cause_id: session.id,
  };
  if (fee_xaf === 0) return [gross];
  const revenue: Account = { kind: 'REVENUE', owner_id: null };
  return [gross, { ...gross, debit: payable, credit: revenue, amount_xaf: fee_xaf, cause: 'SESSION_FEE' }];
}

/** Money that was seen and is nobody's yet (in review or unmatched) stands in suspense. */
export function suspenseTransfer(credit: {
  id: string;
  environment: Environment;
  collection_number_id: string;
  amount_xaf: number;
}): Transfer {
  return {
    environment: credit.environment,
    debit: { kind: 'FLOAT', owner_id: credit.collection_number_id },
    credit: { kind: 'SUSPENSE', owner_id: null },
    amount_xaf: credit.amount_xaf,
    cause: 'CREDIT_SUSPENSE',
    cause_id: credit.id,
  };
}
