import type { Transaction } from '../../domain/transaction/transaction.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { lockSubjects } from '../outcome/lock.ts';
import { moveTransaction, noOutcome } from '../outcome/outcome.ts';
import { writeOutcome } from '../outcome/write.ts';
import type { Services } from '../services.ts';

export type Advance = { transaction_id: string; to: 'PROCESSING' | 'WAITING_SMS' };
/** already: it is there, or was before. refused: it has ended, is unknown, or is not where this step begins. */
export type AdvanceOutcome = { kind: 'advanced' | 'already' | 'refused' };

const TRIGGERS = { PROCESSING: 'handed_to_rail', WAITING_SMS: 'payer_asked' } as const;

/**
 * Moves transactions on while their rail works: PENDING to PROCESSING, PROCESSING to WAITING_SMS. No event.
 * One transaction may take both steps in one call, in this order.
 * @returns an outcome for each, in order
 */
export async function advanceTransactions(
  services: Services,
  advances: readonly Advance[],
): Promise<AdvanceOutcome[]> {
  if (advances.length === 0) return [];
  const now = services.now();
  const outcomes = advances.map((): AdvanceOutcome => ({ kind: 'refused' }));
  await atomically(services.pool, async (client) => {
    const { transactions: rows } = await lockSubjects(client, {
      transaction_ids: advances.map((one) => one.transaction_id),
    });
    const take = (to: Advance['to']): Promise<void> => {
      const outcome = noOutcome();
      advances.forEach((advance, position) => {
        const row = rows.get(advance.transaction_id);
        if (advance.to !== to || row === undefined) return;
        const moved = moveTransaction(services, outcome, row, TRIGGERS[to], now);
        if (moved !== null) rows.set(moved.id, moved);
        outcomes[position] = { kind: moved !== null ? 'advanced' : isPast(row, to) ? 'already' : 'refused' };
      });
      return writeOutcome(services, client, outcome, now);
    };
    // One after the other: the trigger in the database judges each step.
    await take('PROCESSING');
    await take('WAITING_SMS');
  });
  return outcomes;
}

const isPast = ({ status }: Transaction, to: Advance['to']): boolean =>
  status === to || (to === 'PROCESSING' && status === 'WAITING_SMS');
