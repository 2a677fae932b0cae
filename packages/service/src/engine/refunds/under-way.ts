import type { Caller } from '../../domain/session/commands.ts';
import { type ListedRefund, listOpenRefunds } from '../../store/refunds/sending.ts';
import { loadSessionsById } from '../../store/sessions/sessions.ts';
import { loadTransactionsById } from '../../store/transactions/transactions.ts';
import type { Services } from '../services.ts';

/** What staff have to send, what is on its way, and what nobody can prove yet: live ones, the oldest first. */
export function listRefundsUnderWay(
  { pool }: Pick<Services, 'pool'>,
  { limit }: { limit: number },
): Promise<ListedRefund[]> {
  return listOpenRefunds(pool, { limit });
}

/** A payment by its id, whosever it is; for staff. */
export async function findPayment(
  { pool }: Pick<Services, 'pool'>,
  id: string,
): Promise<(Caller & { payment: { kind: 'session' | 'transaction'; id: string } }) | null> {
  const [[session], [transaction]] = await Promise.all([
    loadSessionsById(pool, [id]),
    loadTransactionsById(pool, [id]),
  ]);
  const found = session ?? transaction;
  if (found === undefined) return null;
  const { merchant_id, environment } = found as Caller & { id: string };
  return {
    merchant_id,
    environment,
    payment: { kind: session === undefined ? 'transaction' : 'session', id },
  };
}
