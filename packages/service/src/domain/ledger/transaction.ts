import type { Charge, FeeSchedule } from '../fee/terms.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { type LedgerAccount, paidTransfers, TRANSACTION_CAUSES, type Transfer } from './transfer.ts';

type Paid = Pick<
  Transaction,
  'id' | 'environment' | 'merchant_id' | 'operator' | 'amount_xaf' | 'created_at'
>;

const SUSPENSE: LedgerAccount = { kind: 'SUSPENSE', owner_id: null };

/** Where a transaction's money is seen: the float of the number it was sent to, else our wallet at the operator. */
function sourceOf({ operator }: Paid, collection_number_id: string | null): LedgerAccount {
  return collection_number_id === null
    ? { kind: `WALLET_${operator}`, owner_id: null }
    : { kind: 'FLOAT', owner_id: collection_number_id };
}

/**
 * A SUCCESS: to the merchant, from where the number's credit was booked, or by a rail's word from our
 * wallet (null); then the fee to us, and its tax.
 * @param occurred_at when the operator says that it was paid
 */
export function transactionTransfers(
  paid: Paid,
  seen_on: { collection_number_id: string; booked_on: 'FLOAT' | 'UNEXPLAINED' } | null,
  occurred_at: Date,
  fees: FeeSchedule,
): Transfer[] {
  const source: LedgerAccount =
    seen_on === null
      ? sourceOf(paid, null)
      : { kind: seen_on.booked_on, owner_id: seen_on.collection_number_id };
  return paidTransfers({ ...paid, occurred_at }, source, fees, TRANSACTION_CAUSES);
}

/** A late SUCCESS is paid out of suspense, where its money has stood since it was proven. */
export function lateTransfers(paid: Paid, fees: FeeSchedule): Transfer[] {
  return paidTransfers({ ...paid, occurred_at: null }, SUSPENSE, fees, TRANSACTION_CAUSES);
}

/** Money that a rail proves for a transaction which had ended without it stands in suspense. */
export function lateSuspenseTransfer(paid: Paid, occurred_at: Date): Transfer {
  return {
    environment: paid.environment,
    debit: sourceOf(paid, null),
    credit: SUSPENSE,
    amount_xaf: paid.amount_xaf,
    cause: 'TRANSACTION_SUSPENSE',
    cause_id: paid.id,
    occurred_at,
  };
}

/** What was proven after its transaction had ended, and went back to its payer: it leaves suspense the way that it came. */
export function lateReturnedTransfer(paid: Paid, occurred_at: Date): Transfer {
  return {
    environment: paid.environment,
    debit: SUSPENSE,
    credit: sourceOf(paid, null),
    amount_xaf: paid.amount_xaf,
    cause: 'TRANSACTION_REFUND',
    cause_id: paid.id,
    occurred_at,
  };
}

/**
 * REFUNDED takes everything back: the gross from the merchant to our wallet, or, where a number of ours sends it, in
 * flight until its SIM reports the debit; and the fee with its tax.
 * @param charge as it was booked, whatever the merchant's terms are now
 * @param occurred_at when it was sent back
 */
export function refundedTransfers(
  paid: Paid,
  collection_number_id: string | null,
  charge: Charge,
  occurred_at: Date,
): Transfer[] {
  const payable: LedgerAccount = { kind: 'PAYABLE', owner_id: paid.merchant_id };
  const gross: Transfer = {
    environment: paid.environment,
    debit: payable,
    credit:
      collection_number_id === null ? sourceOf(paid, null) : { kind: 'REFUND_IN_FLIGHT', owner_id: null },
    amount_xaf: paid.amount_xaf,
    cause: 'TRANSACTION_REFUND',
    cause_id: paid.id,
    occurred_at,
  };
  const { fee_xaf, tax_xaf, fee_terms_id } = charge;
  const given = (kind: 'REVENUE' | 'TAX_PAYABLE', amount_xaf: number, of: 'FEE' | 'TAX'): Transfer[] =>
    amount_xaf === 0
      ? []
      : [
          {
            ...gross,
            debit: { kind, owner_id: null },
            credit: payable,
            amount_xaf,
            cause: `TRANSACTION_${of}_REFUND`,
            corrects: { cause: `TRANSACTION_${of}`, cause_id: paid.id },
            fee_terms_id,
          },
        ];
  return [gross, ...given('REVENUE', fee_xaf, 'FEE'), ...given('TAX_PAYABLE', tax_xaf, 'TAX')];
}
