import type { TransactionStatus } from './transaction.ts';
import { transactionTransition } from './transitions.ts';

/** Whether money that staff find for a transaction can still make it SUCCESS. */
export function isPayable(status: TransactionStatus): boolean {
  return (
    transactionTransition(status, 'success') !== null ||
    transactionTransition(status, 'late_confirmed') !== null
  );
}
