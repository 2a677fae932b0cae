import { isOpen } from '../../domain/transaction/transaction.ts';
import { transaction } from '../../store/connect/transaction.ts';
import { lockIdleTransactions } from '../../store/transactions/load.ts';
import { noEffects } from '../credits/effects.ts';
import { writeMoves } from '../credits/write.ts';
import type { Services } from '../services.ts';
import { moveTransaction, noTransactionEffects, writeTransactions } from './effects.ts';

/**
 * TIMEOUT for those that are still open, of which no other transaction of the database is deciding just now.
 * The caller knows that their time is up. @returns how many timed out
 */
export async function lapseTransactions(services: Services, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const now = services.now();
  const moved = await transaction(services.pool, async (client) => {
    const effects = noEffects();
    const changes = noTransactionEffects();
    const rows = await lockIdleTransactions(client, ids);
    for (const row of rows.filter(({ status }) => isOpen(status)))
      moveTransaction(services, { moves: changes.moves, events: effects.events }, row, 'timeout', now);
    await writeTransactions(client, changes);
    await writeMoves(services, client, effects, now);
    return changes.moves.length;
  });
  if (moved > 0) services.onEvents();
  return moved;
}
