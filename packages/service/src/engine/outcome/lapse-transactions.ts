import { isOpen } from '../../domain/transaction/transaction.ts';
import { transaction } from '../../store/connect/transaction.ts';
import { lockIdleTransactions } from '../../store/transactions/load.ts';
import type { Services } from '../services.ts';
import { moveTransaction, noOutcome } from './outcome.ts';
import { writeOutcome } from './write.ts';

/**
 * TIMEOUT for those that are still open, of which no other transaction of the database is deciding just now.
 * The caller knows that their time is up. @returns how many timed out
 */
export async function lapseTransactions(services: Services, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const now = services.now();
  const moved = await transaction(services.pool, async (client) => {
    const outcome = noOutcome();
    const rows = await lockIdleTransactions(client, ids);
    for (const row of rows.filter(({ status }) => isOpen(status)))
      moveTransaction(services, outcome, row, 'timeout', now);
    await writeOutcome(services, client, outcome, now);
    return outcome.transactions.length;
  });
  if (moved > 0) services.onEvents();
  return moved;
}
