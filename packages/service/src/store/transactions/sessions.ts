import type { PaymentSessionRow } from '../rows.generated.ts';
import { SESSION_COLUMNS } from '../sessions/columns.ts';
import { idStatement } from '../statement.ts';

type SessionRow = Omit<PaymentSessionRow, 'metadata'>;

/** Locks the payment sessions that transactions borrow, in id order. */
export const lockBorrowedSessions = idStatement<SessionRow>(
  'lock_borrowed_sessions',
  `select ${SESSION_COLUMNS} from payment_sessions s where s.transaction_id = any ($1::uuid[])
  order by s.id for update`,
);
